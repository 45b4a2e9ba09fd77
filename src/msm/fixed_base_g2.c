/* Fixed-base multiples over G2: the shared sources, once for this group. */
#include "msm/fixed_base.h"

#include "base/mem.h"
#include "msm/digits.h"
#include "msm/lanes.h"
#include "msm/msm_internal.h"

#define POINT     g2
#define AFFINE    g2_affine
#define POINT_(f) g2_##f
#define LANES(f)  lanes_g2_##f
#define NAME(f)   fixed_base_g2_##f
#define TABLE     fixed_base_g2

#include "msm/fixed_base.inc"
