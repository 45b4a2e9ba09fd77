#include "tests/harness.h"

#include "base/mem.h"
#include "msm/fixed_base.h"
#include "msm/lanes.h"
#include "msm/msm.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include "tests/vec_json.h"
#include <stdio.h>
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
#define LANES_(f)   lanes_g2_##f
#define FIXED_TABLE struct fixed_base_g2
#define VECTORS     "curve/g2.json"
#define SMALL_ORDER 13

/* Affine coordinates as plain integers, little-endian limbs. */
static const fp_int generator_int[] = {
    {{0xd48056c8c121bdb8, 0x0bac0326a805bbef, 0xb4510b647ae3d177, 0xc6e47ad4fa403b02,
      0x260805272dc51051, 0x024aa2b2f08f0a91}},
    {{0xe5ac7d055d042b7e, 0x334cf11213945d57, 0xb5da61bbdc7f5049, 0x596bd0d09920b61a,
      0x7dacd3a088274f65, 0x13e02b6052719f60}},
    {{0xe193548608b82801, 0x923ac9cc3baca289, 0x6d429a695160d12c, 0xadfd9baa8cbdd3a7,
      0x8cc9cdc6da2e351a, 0x0ce5d527727d6e11}},
    {{0xaaa9075ff05f79be, 0x3f370d275cec1da1, 0x267492ab572e99ab, 0xcb3e287e85a763af,
      0x32acd2b02bc28b99, 0x0606c4a02ea734cc}},
};
/* A point of order 13 of the same curve (computed from the cofactor). */
static const fp_int small_int[] = {
    {{0x56905843518bc0c2, 0x6bae16f9f2763ab5, 0x34d320e323d9fcc7, 0xffeef5b14a3e2468,
      0x8340a1a548d700c5, 0x043ff79d06a80add}},
    {{0xee69a68b7d4704a4, 0x278c22ea15e6d03c, 0x0a23c05406588284, 0x09b25206fa89dded,
      0x7d4ebc6409c2fdae, 0x032762e5199990da}},
    {{0x4501e53fabc600f3, 0x67961c8d7bcc69b9, 0xb6502cc324ab0479, 0x0f05b83418b3d3b6,
      0x916f6195da10e94d, 0x07b8eb3b0d94f08c}},
    {{0x7eb47d01649f4c1e, 0x0a516e85dc3f7497, 0x1192186219d8d38a, 0xfefcf24fd6b08089,
      0x02d3dda394c1dd5f, 0x082b2fb28bdddaf7}},
};

#include "tests/msm_test.inc"
