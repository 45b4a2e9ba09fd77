/* G2 of BLS12-381. */
#ifndef CUZK_MATH_G2_H
#define CUZK_MATH_G2_H

#include "math/fr.h"
#include "math/fp2.h"

typedef struct g2_affine {
    fp2 x, y; /* infinity: both zero */
} g2_affine;
typedef struct g2 {
    fp2 x, y, z;
} g2;

#define C          g2
#define CA         g2_affine
#define CF         fp2
#define C_NAME(x)  g2_##x
#define CA_NAME(x) g2_affine_##x
#define CF_NAME(x) fp2_##x
#include "math/curve.inc"

#endif
