/* Lanes over G1: the shared source, once for this group. */
#include "msm/lanes.h"

#include "math/fp_inverse.h"
#include <string.h>

#define AFFINE     g1_affine
#define FIELD      fp
#define AFFINE_(f) g1_affine_##f
#define FIELD_(f)  fp_##f
#define LANES(f)   lanes_g1_##f

#include "msm/lanes.inc"
