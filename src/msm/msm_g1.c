/* MSM over G1: the shared sources, once for this group. */
#include "msm/msm.h"

#include "msm/digits.h"
#include "msm/msm_internal.h"
#include <string.h>

#define GROUP     MSM_G1
#define POINT     g1
#define AFFINE    g1_affine
#define FIELD     fp
#define POINT_(f) g1_##f
#define FIELD_(f) fp_##f
#define NAME(f)   msm_g1_##f

#include "msm/lanes.inc"
#include "msm/msm.inc"
#include "msm/bits.inc"
