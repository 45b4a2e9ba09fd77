/* Fixed-base multiples over G1: the shared sources, once for this group. */
#include "msm/fixed_base.h"

#include "base/mem.h"
#include "msm/digits.h"
#include "msm/lanes.h"
#include "msm/msm_internal.h"

#define POINT     g1
#define AFFINE    g1_affine
#define POINT_(f) g1_##f
#define LANES(f)  lanes_g1_##f
#define NAME(f)   fixed_base_g1_##f
#define TABLE     fixed_base_g1

#include "msm/fixed_base.inc"
