#include "tests/harness.h"

#include "base/mem.h"
#include "msm/fixed_base.h"
#include "msm/msm.h"
#include <string.h>

#define MODULE        msm_g1
#define GROUP         MSM_G1
#define POINT         g1
#define AFFINE        g1_affine
#define FIELD         fp
#define POINT_(f)     g1_##f
#define FIELD_(f)     fp_##f
#define MSM_(f)       msm_g1_##f
#define FIXED_(f)     fixed_base_g1_##f
#define FIXED_TABLE   struct fixed_base_g1
#define SMALL_ORDER   11
#define COFACTOR_PART "797dfbc5773068627ab75c63702343"

#include "tests/msm_test.inc"
