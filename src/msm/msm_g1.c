/* MSM over G1: the shared sources, once for this group. */
#include "msm/msm.h"

#include "msm/digits.h"
#include "msm/lanes.h"
#include "msm/msm_internal.h"
#include <string.h>

#define GROUP     MSM_G1
#define POINT     g1
#define AFFINE    g1_affine
#define POINT_(f) g1_##f
#define LANES(f)  lanes_g1_##f
#define NAME(f)   msm_g1_##f

#include "msm/msm.inc"
#include "msm/bits.inc"
