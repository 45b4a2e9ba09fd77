#include "tests/harness.h"

#include "base/bytes.h"
#include "math/codec.h"
#include "tests/math_cases.h"
#include <stdio.h>

#define MODULE          math_g2
#define G               g2
#define GA              g2_affine
#define GF              fp2
#define G_NAME(x)       g2_##x
#define GA_NAME(x)      g2_affine_##x
#define GF_NAME(x)      fp2_##x
#define CASE_OF(r)      case_fp2(r)
#define VEC_POINT(v, r) vec_g2(v, r)
#define VEC_FILE        "curve/g2.json"
#define G_BYTES         G2_COMPRESSED_BYTES

/* Points of y^2 = x^3 + 4 (1 + u) of order 13 and 23: a multiple of the first point with small x by
 * the number of points without that factor. */
/* clang-format off */
#define ORDER_A 13
#define SMALL_A \
    "032762e5199990da7d4ebc6409c2fdae09b25206fa89dded0a23c05406588284278c22ea15e6d03c" \
    "ee69a68b7d4704a4043ff79d06a80add8340a1a548d700c5ffeef5b14a3e246834d320e323d9fcc7" \
    "6bae16f9f2763ab556905843518bc0c2082b2fb28bdddaf702d3dda394c1dd5ffefcf24fd6b08089" \
    "1192186219d8d38a0a516e85dc3f74977eb47d01649f4c1e07b8eb3b0d94f08c916f6195da10e94d" \
    "0f05b83418b3d3b6b6502cc324ab047967961c8d7bcc69b94501e53fabc600f3"
#define ORDER_B 23
#define SMALL_B \
    "01c8529db7e45f16111c0c95106d37fb89a90afb348c9082db6d49fc34ee0077501c7ac278ed1127" \
    "08313a28768cc52c0503fbc16c24192886d4bb5c5f791e3c3448dc4e19f0ca8d0bcd6cf6cbe9ccd6" \
    "02478cafaf1d7847458df499807d8ae219b0058ed355111a3cabda7a6a2b3fc103584d915d5e9fae" \
    "2207ce8bbce772b4e9d43267e453254d48532584e7ae50ab1873c5f5fa3eb73934201eb8817ad3cf" \
    "6e60d652d3bbcaddd3dd311b64e59ace27eeabf2fb9ab6ede2bd7f4d005b10f6"
/* clang-format on */

#include "tests/curve_test.inc"
