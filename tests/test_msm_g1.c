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

#define MODULE      msm_g1
#define GROUP       MSM_G1
#define POINT       g1
#define AFFINE      g1_affine
#define FIELD       fp
#define POINT_(f)   g1_##f
#define FIELD_(f)   fp_##f
#define MSM_(f)     msm_g1_##f
#define FIXED_(f)   fixed_base_g1_##f
#define LANES_(f)   lanes_g1_##f
#define FIXED_TABLE struct fixed_base_g1
#define VECTORS     "curve/g1.json"
#define SMALL_ORDER 11

/* Affine coordinates as plain integers, little-endian limbs. */
static const fp_int generator_int[] = {
    {{0xfb3af00adb22c6bb, 0x6c55e83ff97a1aef, 0xa14e3a3f171bac58, 0xc3688c4f9774b905,
      0x2695638c4fa9ac0f, 0x17f1d3a73197d794}},
    {{0x0caa232946c5e7e1, 0xd03cc744a2888ae4, 0x00db18cb2c04b3ed, 0xfcf5e095d5d00af6,
      0xa09e30ed741d8ae4, 0x08b3f481e3aaa0f1}},
};
/* A point of order 11 of the same curve (computed from the cofactor). */
static const fp_int small_int[] = {
    {{0xcc71cdf03229b1ef, 0x735318617f625954, 0x4f251a12908c9b7f, 0xd29200c28624ac60,
      0x3c326b531fc1e639, 0x19b3e2c8c6bbf59d}},
    {{0x122b795529939e03, 0x3c7c5771a05d217a, 0xcf16ccfbcbfc6940, 0xade01df410168a09,
      0x0f11a69ecd34f5a8, 0x15d1455562b9a28d}},
};

#include "tests/msm_test.inc"
