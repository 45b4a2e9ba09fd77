#include "math/codec.h"

#include "base/bytes.h"
#include <string.h>

#define FLAG_COMPRESSED 0x80
#define FLAG_INFINITY   0x40
#define FLAG_LARGER     0x20
#define FLAGS           0xe0

static bool below(const uint64_t *a, const uint64_t *b, int n)
{
    for (int i = n - 1; i >= 0; i--)
        if (a[i] != b[i]) return a[i] < b[i];
    return false;
}

status fr_int_from_le(fr_int *r, const uint8_t bytes[32])
{
    static const fr_int modulus = {FR_MODULUS};
    for (int i = 0; i < 4; i++)
        r->l[i] = load_u64_le(bytes + 8 * i);
    if (!below(r->l, modulus.l, 4)) FAIL(ST_FORMAT, "scalar is not below the order of the group");
    return ST_OK;
}

void fr_int_to_le(uint8_t bytes[32], const fr_int *a)
{
    for (int i = 0; i < 4; i++)
        store_u64_le(bytes + 8 * i, a->l[i]);
}

status fr_from_le(fr *r, const uint8_t bytes[32])
{
    fr_int x;
    TRY(fr_int_from_le(&x, bytes));
    fr_from_int(r, &x);
    return ST_OK;
}

void fr_to_le(uint8_t bytes[32], const fr *a)
{
    fr_int x;
    fr_to_int(&x, a);
    fr_int_to_le(bytes, &x);
}

status fp_from_be(fp *r, const uint8_t bytes[48])
{
    static const fp_int modulus = {FP_MODULUS};
    fp_int x;
    for (int i = 0; i < 6; i++)
        x.l[5 - i] = load_u64_be(bytes + 8 * i);
    if (!below(x.l, modulus.l, 6)) FAIL(ST_FORMAT, "coordinate is not below the field's modulus");
    fp_from_int(r, &x);
    return ST_OK;
}

void fp_to_be(uint8_t bytes[48], const fp *a)
{
    fp_int x;
    fp_to_int(&x, a);
    for (int i = 0; i < 6; i++)
        store_u64_be(bytes + 8 * i, x.l[5 - i]);
}

static status fp2_from_be(fp2 *r, const uint8_t bytes[96])
{
    TRY(fp_from_be(&r->c1, bytes));
    return fp_from_be(&r->c0, bytes + 48);
}

static void fp2_to_be(uint8_t bytes[96], const fp2 *a)
{
    fp_to_be(bytes, &a->c1);
    fp_to_be(bytes + 48, &a->c0);
}

/* y > -y, as integers; for Fp2 by c1, then c0. */
static bool fp_is_larger(const fp *a)
{
    fp minus;
    fp_int x, y;
    fp_neg(&minus, a);
    fp_to_int(&x, a);
    fp_to_int(&y, &minus);
    return below(y.l, x.l, 6);
}

static bool fp2_is_larger(const fp2 *a)
{
    return fp_is_zero(&a->c1) ? fp_is_larger(&a->c0) : fp_is_larger(&a->c1);
}

/* p = 3 mod 4: a^((p + 1) / 4) is a root if there is one. */
static bool fp_sqrt(fp *r, const fp *a)
{
    static const uint64_t e[6] = FP_MODULUS_PLUS_1_OVER_4;
    fp x, y;
    fp_pow_vartime(&x, a, e, 6);
    fp_sqr(&y, &x);
    if (!fp_eq(&y, a)) return false;
    *r = x;
    return true;
}

/* Root of c0 + c1 u by its norm: x^2 = (c0 +- |a|) / 2, then y = c1 / (2 x). */
static bool fp2_sqrt(fp2 *r, const fp2 *a)
{
    fp n, t, half;
    fp2 x, y;
    fp_sqr(&n, &a->c0);
    fp_sqr(&t, &a->c1);
    fp_add(&n, &n, &t);
    if (!fp_sqrt(&n, &n)) return false;
    fp_from_u64(&half, 2);
    fp_inv(&half, &half);
    fp_add(&t, &a->c0, &n);
    fp_mul(&t, &t, &half);
    if (!fp_sqrt(&x.c0, &t)) {
        fp_sub(&t, &a->c0, &n);
        fp_mul(&t, &t, &half);
        if (!fp_sqrt(&x.c0, &t)) return false;
    }
    fp_inv(&t, &x.c0);
    fp_mul(&t, &t, &half);
    fp_mul(&x.c1, &a->c1, &t);
    if (fp_is_zero(&x.c0)) { /* a = c0 <= 0 "negative": the root is imaginary */
        fp_neg(&t, &a->c0);
        if (!fp_sqrt(&x.c1, &t)) return false;
    }
    fp2_sqr(&y, &x);
    if (!fp2_eq(&y, a)) return false;
    *r = x;
    return true;
}

static void fp_curve_b(fp *b)
{
    fp_from_u64(b, 4);
}

static void fp2_curve_b(fp2 *b)
{
    fp_from_u64(&b->c0, 4);
    b->c1 = b->c0;
}

static status check_flags(const uint8_t *bytes, size_t n, bool compressed, bool *infinity)
{
    uint8_t flags = bytes[0] & FLAGS;
    *infinity = flags & FLAG_INFINITY;
    if (compressed && !(flags & FLAG_COMPRESSED))
        FAIL(ST_FORMAT, "compressed point without the compression flag");
    if (!compressed && (flags & FLAG_COMPRESSED))
        FAIL(ST_FORMAT, "uncompressed point with the compression flag");
    if ((flags & FLAG_LARGER) && (!compressed || *infinity))
        FAIL(ST_FORMAT, "point with the sign flag where it has no meaning");
    if (!*infinity) return ST_OK;
    uint8_t any = bytes[0] & (uint8_t)~FLAGS;
    for (size_t i = 1; i < n; i++)
        any |= bytes[i];
    if (any) FAIL(ST_FORMAT, "point at infinity with a non-zero coordinate");
    return ST_OK;
}

#define G          g1
#define GA         g1_affine
#define GF         fp
#define G_NAME(x)  g1_##x
#define GA_NAME(x) g1_affine_##x
#define GF_NAME(x) fp_##x
#define GF_BYTES   48
#include "math/codec.inc"

#define G          g2
#define GA         g2_affine
#define GF         fp2
#define G_NAME(x)  g2_##x
#define GA_NAME(x) g2_affine_##x
#define GF_NAME(x) fp2_##x
#define GF_BYTES   96
#include "math/codec.inc"

void g1_generator(g1_affine *r)
{
    static const g1_affine g = {{G1_GENERATOR_X}, {G1_GENERATOR_Y}};
    *r = g;
}

void g2_generator(g2_affine *r)
{
    static const g2_affine g = {{{G2_GENERATOR_X0}, {G2_GENERATOR_X1}},
                                {{G2_GENERATOR_Y0}, {G2_GENERATOR_Y1}}};
    *r = g;
}
