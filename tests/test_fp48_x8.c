/* The eight-fold multiplier of msm against fp_mul, at the edges of what its operands may be. */
#include "tests/harness.h"

#include "math/fp.h"
#include "math/fp_inverse.h"
#include "msm/fp48_x8.h"
#include <string.h>

static void random_fp(fp *r)
{
    fp_int v;
    test_random_bytes(&v, sizeof v);
    unsigned kind = (unsigned)(test_random() % 4);
    for (unsigned i = 0; i < 6; i++) /* long runs of zeros and ones */
        if (kind < 2) v.l[i] = test_random() % 2 ? (test_random() % 2 ? ~0ull : 0) : v.l[i];
    v.l[5] %= 0x1a0111ea397fe69a;
    if (kind == 2) memset(&v, 0, sizeof v);
    memcpy(r, &v, sizeof v);
    fp one = {{1, 0, 0, 0, 0, 0}};
    if (kind == 2 && test_random() % 2) fp_sub(r, r, &one); /* p - 1, as limbs */
}

TEST(fp_inverse, equals_power)
{
    fp zero, a, b, c;
    fp_zero(&zero);
    fp_inv_vartime(&a, &zero);
    CHECK(fp_is_zero(&a));
    for (unsigned i = 0; i < 400; i++) {
        random_fp(&a);
        if (i < 384) {
            memset(&a, 0, sizeof a);
            a.l[i / 64] = 1ull << i % 64;
            if (i > 380) a.l[5] = 7;
        }
        fp_inv(&b, &a);
        fp_inv_vartime(&c, &a);
        CHECK_MSG(fp_eq(&b, &c), "value %u", i);
        fp2 x = {a, b}, y, z;
        fp2_inv(&y, &x);
        fp2_inv_vartime(&z, &x);
        CHECK(fp2_eq(&y, &z));
        fp_neg(&a, &a);
        fp_inv(&b, &a);
        fp_inv_vartime(&a, &a); /* in place */
        CHECK(fp_eq(&a, &b));
    }
    fp2 none = {zero, zero};
    fp2_inv_vartime(&none, &none);
    CHECK(fp2_is_zero(&none));
}

#if defined(__x86_64__)

/* Limbs of eight elements: [limb][element]. */
typedef uint64_t limbs[8][8];

static const fp modulus = {FP_MODULUS};

static uint64_t limb_of(const fp *a, unsigned j)
{
    unsigned bit = 48 * j, word = bit / 64, shift = bit % 64;
    uint64_t x = a->l[word] >> shift;
    if (shift > 16) x |= a->l[word + 1] << (64 - shift);
    return x & 0xffffffffffff;
}

/* Element e = a + k p, its limbs not carried. */
static void element_put(limbs l, unsigned e, const fp *a, uint64_t k)
{
    for (unsigned j = 0; j < 8; j++)
        l[j][e] = limb_of(a, j) + k * limb_of(&modulus, j);
}

/* Element e + k p, reduced; signed limbs. */
static void element_get(fp *r, limbs l, unsigned e, uint64_t k)
{
    fp at, shift;
    fp_zero(r);
    fp_from_u64(&shift, 1ull << 48);
    for (unsigned j = 8; j-- > 0;) { /* Horner, in Montgomery form */
        int64_t limb = (int64_t)(l[j][e] + k * limb_of(&modulus, j));
        fp_from_u64(&at, (uint64_t)(limb < 0 ? -limb : limb));
        if (limb < 0) fp_neg(&at, &at);
        fp_mul(r, r, &shift);
        fp_add(r, r, &at);
    }
    fp_int plain;
    fp_to_int(&plain, r);
    memcpy(r, &plain, sizeof plain);
}

static void check_tight(limbs l)
{
    for (unsigned j = 0; j < 8; j++)
        for (unsigned e = 0; e < 8; e++)
            CHECK(l[j][e] < 1ull << 49);
}

static void check_products(void)
{
    fp a[8], b[8], c[8], d[8], want, got;
    limbs la, lb, lc, ld, lr;
    fp48_x8 xa, xb, xc, xd, xr;
    for (unsigned e = 0; e < 8; e++) {
        random_fp(&a[e]), random_fp(&b[e]), random_fp(&c[e]), random_fp(&d[e]);
        element_put(la, e, &a[e], test_random() % 4);
        element_put(lb, e, &b[e], test_random() % 3);
        element_put(lc, e, &c[e], test_random() % 3);
        element_put(ld, e, &d[e], test_random() % 3);
    }
    memcpy(&xa, la, sizeof xa), memcpy(&xb, lb, sizeof xb);
    memcpy(&xc, lc, sizeof xc), memcpy(&xd, ld, sizeof xd);
    for (unsigned kind = 0; kind < 5; kind++) {
        if (kind == 0) fp48_x8_mul(&xr, &xa, &xb);
        if (kind == 1) fp48_x8_mul_loose(&xr, &xa, &xb);
        if (kind == 2) fp48_x8_sqr_loose(&xr, &xa);
        if (kind == 3) fp48_x8_mul2(&xr, &xa, &xb, &xc, &xd);
        if (kind == 4) fp48_x8_mul2_loose(&xr, &xa, &xb, &xc, &xd);
        memcpy(lr, &xr, sizeof lr);
        if (kind == 0 || kind == 3) check_tight(lr);
        for (unsigned e = 0; e < 8; e++) {
            fp_mul(&want, &a[e], kind == 2 ? &a[e] : &b[e]);
            if (kind >= 3) {
                fp_mul(&got, &c[e], &d[e]);
                fp_add(&want, &want, &got);
            }
            element_get(&got, lr, e, 0);
            CHECK_MSG(fp_eq(&got, &want), "product %u element %u", kind, e);
        }
    }
    fp48_x8_mul(&xa, &xa, &xb); /* in place */
    memcpy(la, &xa, sizeof la);
    for (unsigned e = 0; e < 8; e++) {
        fp_mul(&want, &a[e], &b[e]);
        element_get(&got, la, e, 0);
        CHECK(fp_eq(&got, &want));
    }
}

TEST(fp48_x8, products_equal_fp)
{
    if (!x8_usable()) test_skip("no AVX-512 IFMA here");
    for (unsigned i = 0; i < 500; i++)
        check_products();
}

#endif
