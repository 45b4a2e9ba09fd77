#include "math/codec.h"

#include "base/bytes.h"
#include <string.h>

#define FLAG_COMPRESSED 0x80
#define FLAG_INFINITY   0x40
#define FLAG_LARGER     0x20
#define FLAGS           0xe0

status fr_int_from_le(fr_int *r, const uint8_t bytes[FR_BYTES])
{
    fr_int x;
    for (int i = 0; i < 4; i++)
        x.l[i] = load_u64_le(bytes + 8 * i);
    if (!fr_int_is_canonical(&x))
        FAIL(ST_FORMAT, "scalar is not below the order of the group: its top word is 0x%016llx",
             (unsigned long long)x.l[3]);
    *r = x;
    return ST_OK;
}

void fr_int_to_le(uint8_t bytes[FR_BYTES], const fr_int *a)
{
    for (int i = 0; i < 4; i++)
        store_u64_le(bytes + 8 * i, a->l[i]);
}

status fr_from_le(fr *r, const uint8_t bytes[FR_BYTES])
{
    fr_int x;
    TRY(fr_int_from_le(&x, bytes));
    fr_from_int(r, &x);
    return ST_OK;
}

void fr_to_le(uint8_t bytes[FR_BYTES], const fr *a)
{
    fr_int x;
    fr_to_int(&x, a);
    fr_int_to_le(bytes, &x);
}

static status fp_from_canonical(fp *r, const fp_int *x)
{
    if (!fp_int_is_canonical(x))
        FAIL(ST_FORMAT, "coordinate is not below the field's modulus: its top word is 0x%016llx",
             (unsigned long long)x->l[5]);
    fp_from_int(r, x);
    return ST_OK;
}

status fp_from_be(fp *r, const uint8_t bytes[FP_BYTES])
{
    fp_int x;
    for (int i = 0; i < 6; i++)
        x.l[5 - i] = load_u64_be(bytes + 8 * i);
    return fp_from_canonical(r, &x);
}

void fp_to_be(uint8_t bytes[FP_BYTES], const fp *a)
{
    fp_int x;
    fp_to_int(&x, a);
    for (int i = 0; i < 6; i++)
        store_u64_be(bytes + 8 * i, x.l[5 - i]);
}

status fp_from_le(fp *r, const uint8_t bytes[FP_BYTES])
{
    fp_int x;
    for (int i = 0; i < 6; i++)
        x.l[i] = load_u64_le(bytes + 8 * i);
    return fp_from_canonical(r, &x);
}

void fp_to_le(uint8_t bytes[FP_BYTES], const fp *a)
{
    fp_int x;
    fp_to_int(&x, a);
    for (int i = 0; i < 6; i++)
        store_u64_le(bytes + 8 * i, x.l[i]);
}

status fp2_from_be(fp2 *r, const uint8_t bytes[2 * FP_BYTES])
{
    fp2 x;
    TRY(fp_from_be(&x.c1, bytes));
    TRY(fp_from_be(&x.c0, bytes + FP_BYTES));
    *r = x;
    return ST_OK;
}

void fp2_to_be(uint8_t bytes[2 * FP_BYTES], const fp2 *a)
{
    fp_to_be(bytes, &a->c1);
    fp_to_be(bytes + FP_BYTES, &a->c0);
}

static status check_flags(const uint8_t *bytes, size_t n, bool compressed, bool *infinity)
{
    uint8_t flags = bytes[0] & FLAGS;
    *infinity = flags & FLAG_INFINITY;
    if (compressed && !(flags & FLAG_COMPRESSED))
        FAIL(ST_FORMAT, "compressed point without the compression flag");
    if (!compressed && (flags & FLAG_COMPRESSED))
        FAIL(ST_FORMAT, "uncompressed point with the compression flag");
    if ((flags & FLAG_LARGER) && !compressed)
        FAIL(ST_FORMAT, "uncompressed point with the sign flag");
    if ((flags & FLAG_LARGER) && *infinity) FAIL(ST_FORMAT, "point at infinity with the sign flag");
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
#define GF_BYTES   FP_BYTES
#define G_TEXT     "G1"
#include "math/codec.inc"

#define G          g2
#define GA         g2_affine
#define GF         fp2
#define G_NAME(x)  g2_##x
#define GA_NAME(x) g2_affine_##x
#define GF_NAME(x) fp2_##x
#define GF_BYTES   (2 * FP_BYTES)
#define G_TEXT     "G2"
#include "math/codec.inc"
