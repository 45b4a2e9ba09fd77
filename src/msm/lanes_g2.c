/* Lanes over G2: the shared source, once for this group. */
#include "msm/lanes.h"

#include "math/fp_inverse.h"
#include <string.h>

#define AFFINE     g2_affine
#define FIELD      fp2
#define AFFINE_(f) g2_affine_##f
#define FIELD_(f)  fp2_##f
#define LANES(f)   lanes_g2_##f

#include "msm/lanes.inc"
