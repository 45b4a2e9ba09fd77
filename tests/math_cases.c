#include "tests/math_cases.h"

#include "hash/sha256.h"
#include "math/codec.h"
#include "tests/harness.h"
#include <string.h>
#include <yajl/yajl_tree.h>

static bool below(const uint64_t *a, const uint64_t *b, unsigned n)
{
    for (unsigned i = n; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

static void biased(uint64_t *l, const uint64_t *modulus, unsigned n)
{
    uint64_t kind = test_random() % 8, at = test_random() % (64 * n);
    memset(l, 0, 8 * n);
    if (kind == 0) { /* 0, 1, 2 or p - 1, p - 2, p - 3 */
        uint64_t v = test_random() % 6;
        if (v >= 3) memcpy(l, modulus, 8 * n);
        l[0] = v < 3 ? v : l[0] - (v - 2);
    } else if (kind == 1) { /* a power of two, perhaps less one */
        l[at / 64] = 1ull << (at % 64);
        if (test_random() % 2)
            for (unsigned i = 0; i <= at / 64; i++)
                l[i] = i < at / 64 ? UINT64_MAX : l[i] - 1;
    } else { /* words of ones, zeros, the modulus, chance */
        for (unsigned i = 0; i < n; i++) {
            uint64_t x = test_random(), w = kind == 2 ? 3 : test_random() % 4;
            l[i] = w == 0 ? 0 : w == 1 ? UINT64_MAX : w == 2 ? modulus[i] - x % 3 : x;
        }
    }
    while (!below(l, modulus, n))
        l[n - 1] >>= 1;
}

void case_fr(fr *r)
{
    static const fr modulus = {FR_MODULUS};
    biased(r->l, modulus.l, 4);
}

void case_fp(fp *r)
{
    static const fp modulus = {FP_MODULUS};
    biased(r->l, modulus.l, 6);
}

void case_fp2(fp2 *r)
{
    case_fp(&r->c0);
    case_fp(&r->c1);
    if (test_random() % 8 == 0) fp_zero(&r->c0);
    if (test_random() % 8 == 0) fp_zero(&r->c1);
    if (test_random() % 8 == 0) r->c1 = r->c0;
}

void vec_fp(vec_json v, fp *r)
{
    uint8_t bytes[FP_BYTES];
    vec_bytes(v, bytes, sizeof bytes);
    CHECK_OK(fp_from_be(r, bytes));
}

void vec_fp2(vec_json v, fp2 *r)
{
    vec_fp(vec_at(v, 0), &r->c0);
    vec_fp(vec_at(v, 1), &r->c1);
}

void vec_g1(vec_json v, g1_affine *r)
{
    uint8_t bytes[G1_UNCOMPRESSED_BYTES];
    size_t n = strlen(vec_string(v)) / 2;
    CHECK(n == G1_COMPRESSED_BYTES || n == G1_UNCOMPRESSED_BYTES);
    vec_bytes(v, bytes, n);
    CHECK_OK(n == G1_COMPRESSED_BYTES ? g1_from_compressed(r, bytes)
                                      : g1_from_uncompressed(r, bytes));
}

void vec_g2(vec_json v, g2_affine *r)
{
    uint8_t bytes[G2_UNCOMPRESSED_BYTES];
    size_t n = strlen(vec_string(v)) / 2;
    CHECK(n == G2_COMPRESSED_BYTES || n == G2_UNCOMPRESSED_BYTES);
    vec_bytes(v, bytes, n);
    CHECK_OK(n == G2_COMPRESSED_BYTES ? g2_from_compressed(r, bytes)
                                      : g2_from_uncompressed(r, bytes));
}

void label_scalar(fr *r, const char *label)
{
    uint8_t bytes[32];
    sha256(bytes, label, strlen(label));
    bytes[31] &= 0x3f;
    CHECK_OK(fr_from_le(r, bytes));
}
