/* MSM over G2: the shared sources, once for this group. */
#include "msm/msm.h"

#include "msm/digits.h"
#include "msm/lanes.h"
#include "msm/msm_internal.h"
#include <string.h>

#define GROUP     MSM_G2
#define POINT     g2
#define AFFINE    g2_affine
#define POINT_(f) g2_##f
#define LANES(f)  lanes_g2_##f
#define NAME(f)   msm_g2_##f

#include "msm/msm.inc"
#include "msm/bits.inc"
