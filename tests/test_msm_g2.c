#include "tests/harness.h"

#include "base/mem.h"
#include "msm/fixed_base.h"
#include "msm/msm.h"
#include <string.h>

#define MODULE      msm_g2
#define GROUP       MSM_G2
#define POINT       g2
#define AFFINE      g2_affine
#define FIELD       fp2
#define POINT_(f)   g2_##f
#define FIELD_(f)   fp2_##f
#define MSM_(f)     msm_g2_##f
#define FIXED_(f)   fixed_base_g2_##f
#define FIXED_TABLE struct fixed_base_g2
#define SMALL_ORDER 13
#define COFACTOR_PART                                                                              \
    "8d5fc7522f6c4d5a3c5663541d68b60a5f9bdc250555d81be2a9b0c6483045a5b213dcb71085945e0aef29c5e862" \
    "9edf4046db800a8373336b3150941cfdd"

#include "tests/msm_test.inc"
