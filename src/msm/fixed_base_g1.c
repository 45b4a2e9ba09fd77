/* Fixed-base multiples over G1: the shared sources, once for this group. */
#include "msm/fixed_base.h"

#include "base/mem.h"
#include "msm/digits.h"
#include "msm/msm_internal.h"
#include <string.h>

#define GROUP     MSM_G1
#define POINT     g1
#define AFFINE    g1_affine
#define FIELD     fp
#define POINT_(f) g1_##f
#define FIELD_(f) fp_##f
#define NAME(f)   fixed_base_g1_##f
#define TABLE     fixed_base_g1

#include "msm/lanes.inc"
#include "msm/fixed_base.inc"
