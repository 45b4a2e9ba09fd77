/* G1 of BLS12-381. */
#ifndef CUZK_MATH_G1_H
#define CUZK_MATH_G1_H

#include "math/fr.h"
#include "math/fp.h"

typedef struct g1_affine {
    fp x, y; /* infinity: both zero */
} g1_affine;
typedef struct g1 {
    fp x, y, z;
} g1;

#define C          g1
#define CA         g1_affine
#define CF         fp
#define C_NAME(x)  g1_##x
#define CA_NAME(x) g1_affine_##x
#define CF_NAME(x) fp_##x
#include "math/curve.inc"

#endif
