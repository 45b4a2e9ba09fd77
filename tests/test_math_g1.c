#include "tests/harness.h"

#include "base/bytes.h"
#include "math/codec.h"
#include "tests/math_cases.h"
#include <stdio.h>

#define MODULE          math_g1
#define G               g1
#define GA              g1_affine
#define GF              fp
#define G_NAME(x)       g1_##x
#define GA_NAME(x)      g1_affine_##x
#define GF_NAME(x)      fp_##x
#define CASE_OF(r)      case_fp(r)
#define VEC_POINT(v, r) vec_g1(v, r)
#define VEC_FILE        "curve/g1.json"
#define G_BYTES         G1_COMPRESSED_BYTES

/* Points of y^2 = x^3 + 4 of order 3 and 11: a multiple of the first point with small x by the
 * number of points without that factor. */
/* clang-format off */
#define ORDER_A 3
#define SMALL_A \
    "00000000000000000000000000000000000000000000000000000000000000000000000000000000" \
    "00000000000000001a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f624" \
    "1eabfffeb153ffffb9feffffffffaaa9"
#define ORDER_B 11
#define SMALL_B \
    "19b3e2c8c6bbf59d3c326b531fc1e639d29200c28624ac604f251a12908c9b7f735318617f625954" \
    "cc71cdf03229b1ef15d1455562b9a28d0f11a69ecd34f5a8ade01df410168a09cf16ccfbcbfc6940" \
    "3c7c5771a05d217a122b795529939e03"
/* clang-format on */

#include "tests/curve_test.inc"
