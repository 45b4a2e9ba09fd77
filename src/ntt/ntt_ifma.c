/* The kernel for AVX-512 IFMA: 8 lanes of 5 limbs of 52 bits.
 *
 * Elements stay what they are in memory, x * 2^256 mod r; only constants differ: c * 2^260 mod r,
 * so that a Montgomery product (which divides by 2^260) of element and constant is an element
 * again. A product of two elements comes out 2^4 too small: product_log2.
 *
 * Nothing is reduced inside a transform. With value bounds in units of r, 2^260 = 35.3 r:
 *   - a product of x < 24 r and a constant < 1.04 r is below (1 + 24 * 1.04 / 35.3) r < 1.71 r;
 *   - a butterfly adds such a product t, or 2 r - t, to u: at most 2 r more a stage;
 *   - a tile starts below 2 r and has at most 11 stages: below 24 r at the end.
 * A product of constants below 1.04 r is below (1 + 1.04 * 1.04 / 35.3) r < 1.04 r.
 * Limbs grow likewise: the multiplier reads the lowest 52 bits of each limb, so a factor's carries
 * are propagated first; everything else keeps them in the 12 spare bits. A product's limbs are
 * below 2^57, 2 r is written with limbs above 2^57 so that no limb of 2 r - t is negative, and 11
 * stages stay below 11 * 2^59 < 2^63. */
#include "ntt/ntt_kernel.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define KERNEL_FN __attribute__((target("avx512f,avx512dq,avx512vl,avx512ifma")))
#define LIMBS     5
#define LIMB_BITS 52
#define LIMB_MASK 0xfffffffffffff
#define MODULUS                                                                                    \
    {                                                                                              \
        0xfffff00000001, 0x2fffe5bfefff, 0x9a1d80553bda4, 0x7d483339d8080, 0x73eda753299d          \
    }
/* 2^260 - r */
#define COMPLEMENT                                                                                 \
    {                                                                                              \
        0xffffffff, 0xfd0001a401000, 0x65e27faac425b, 0x82b7ccc627f7f, 0xf8c1258acd662             \
    }
/* 2 r = sum of 2^(52 i) times these; the lower four are above 2^58 */
#define TWICE                                                                                      \
    {                                                                                              \
        0x40ffffe00000002, 0x4005fffcb7fdfbf, 0x40343b00aa77b08, 0x40fa906673b00c1, 0xe7db4ea652fa \
    }
#define NEG_INVERSE 0xffffeffffffff /* -1 / r mod 2^52 */
#define RECIPROCAL  35              /* floor(2^260 / r) */

typedef struct vec {
    __m512i l[LIMBS];
} vec;

_Static_assert(sizeof(vec) == NTT_VEC_BYTES, "a tile's rows are vectors");

static const uint64_t modulus[LIMBS] = MODULUS, complement[LIMBS] = COMPLEMENT,
                      twice[LIMBS] = TWICE;

KERNEL_FN static inline __m512i all(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}

KERNEL_FN static inline __m512i mask52(__m512i x)
{
    return _mm512_and_si512(x, all(LIMB_MASK));
}

/* Carries moved up: the low 52 bits of each limb, and all of the top one, are the value's. */
KERNEL_FN static inline void carry_up(vec *r, const vec *a)
{
    r->l[0] = a->l[0];
    for (int i = 1; i < LIMBS; i++)
        r->l[i] = _mm512_add_epi64(a->l[i], _mm512_srli_epi64(r->l[i - 1], LIMB_BITS));
}

KERNEL_FN static inline void mask_limbs(vec *a)
{
    for (int i = 0; i < LIMBS; i++)
        a->l[i] = mask52(a->l[i]);
}

/* r = a * b / 2^260, limb by limb of b; a and b with carries up. */
KERNEL_FN static inline void product(vec *r, const vec *a, const vec *b)
{
    __m512i t[LIMBS + 1], zero = _mm512_setzero_si512();
    for (int k = 0; k <= LIMBS; k++)
        t[k] = zero;
    for (int i = 0; i < LIMBS; i++) {
        for (int k = 0; k < LIMBS; k++)
            t[k] = _mm512_madd52lo_epu64(t[k], a->l[k], b->l[i]);
        __m512i m = _mm512_madd52lo_epu64(zero, t[0], all(NEG_INVERSE));
        for (int k = 0; k < LIMBS; k++)
            t[k] = _mm512_madd52lo_epu64(t[k], m, all(modulus[k]));
        t[1] = _mm512_add_epi64(t[1], _mm512_srli_epi64(t[0], LIMB_BITS));
        for (int k = 0; k < LIMBS; k++)
            t[k] = _mm512_madd52hi_epu64(t[k + 1], a->l[k], b->l[i]);
        for (int k = 0; k < LIMBS; k++)
            t[k] = _mm512_madd52hi_epu64(t[k], m, all(modulus[k]));
    }
    for (int k = 0; k < LIMBS; k++)
        r->l[k] = t[k];
}

/* Below 24 r -> below 1.3 r, limbs of 52 bits. The quotient by r is estimated from the top limb
 * with the reciprocal rounded down: too small by less than 24 * (1 - 35 / 35.34) + 1. */
KERNEL_FN static inline void vec_settle(vec *a)
{
    vec x;
    carry_up(&x, a);
    mask_limbs(&x);
    __m512i q = _mm512_madd52hi_epu64(_mm512_setzero_si512(), x.l[LIMBS - 1], all(RECIPROCAL));
    for (int i = 0; i < LIMBS; i++)
        x.l[i] = _mm512_madd52lo_epu64(x.l[i], q, all(complement[i]));
    for (int i = 1; i < LIMBS; i++)
        x.l[i] = _mm512_madd52hi_epu64(x.l[i], q, all(complement[i - 1]));
    carry_up(a, &x);
    mask_limbs(a);
}

KERNEL_FN static inline void vec_const(vec *r, const struct ntt_const *c)
{
    for (int i = 0; i < LIMBS; i++)
        r->l[i] = all(c->l[i]);
}

KERNEL_FN static inline void vec_gather(vec *r, const struct ntt_const *const *c)
{
    for (int i = 0; i < LIMBS; i++)
        r->l[i] =
            _mm512_set_epi64((long long)c[7]->l[i], (long long)c[6]->l[i], (long long)c[5]->l[i],
                             (long long)c[4]->l[i], (long long)c[3]->l[i], (long long)c[2]->l[i],
                             (long long)c[1]->l[i], (long long)c[0]->l[i]);
}

KERNEL_FN static inline void vec_mul_const(vec *r, const vec *a, const vec *b)
{
    vec t;
    product(&t, a, b);
    carry_up(r, &t);
    mask_limbs(r);
}

KERNEL_FN static inline void vec_mul(vec *r, const vec *a, const vec *c)
{
    vec x;
    carry_up(&x, a);
    product(r, &x, c);
}

/* Both below 24 r: with one of them settled, the product is below 1.9 r. */
KERNEL_FN static inline void vec_product(vec *r, const vec *a, const vec *b)
{
    vec x = *a, y;
    vec_settle(&x);
    carry_up(&y, b);
    product(r, &x, &y);
}

KERNEL_FN static inline void vec_sub(vec *r, const vec *a, const vec *b)
{
    for (int i = 0; i < LIMBS; i++)
        r->l[i] = _mm512_add_epi64(a->l[i], _mm512_sub_epi64(all(twice[i]), b->l[i]));
}

KERNEL_FN static inline void vec_butterfly(vec *u, vec *v, const vec *z)
{
    vec t;
    vec_mul(&t, v, z);
    vec_sub(v, u, &t);
    for (int i = 0; i < LIMBS; i++)
        u->l[i] = _mm512_add_epi64(u->l[i], t.l[i]);
}

KERNEL_FN static inline __m512i two_lanes(const fr *a, const fr *b)
{
    __m256i lo = _mm256_loadu_si256((const __m256i *)(const void *)a->l);
    __m256i hi = _mm256_loadu_si256((const __m256i *)(const void *)b->l);
    return _mm512_inserti64x4(_mm512_castsi256_si512(lo), hi, 1);
}

/* 8 elements of 4 limbs of 64 bits, to 5 vectors of limbs of 52. */
KERNEL_FN static inline void vec_load(vec *r, const fr *const *lane, size_t at)
{
    const __m512i low = _mm512_set_epi64(13, 9, 5, 1, 12, 8, 4, 0);
    const __m512i high = _mm512_set_epi64(15, 11, 7, 3, 14, 10, 6, 2);
    __m512i z[4], w[4]; /* w[i]: limb i of all lanes */
    for (int i = 0; i < 4; i++)
        z[i] = two_lanes(lane[2 * i] + at, lane[2 * i + 1] + at);
    __m512i a = _mm512_permutex2var_epi64(z[0], low, z[1]);
    __m512i b = _mm512_permutex2var_epi64(z[2], low, z[3]);
    w[0] = _mm512_shuffle_i64x2(a, b, 0x44);
    w[1] = _mm512_shuffle_i64x2(a, b, 0xee);
    a = _mm512_permutex2var_epi64(z[0], high, z[1]);
    b = _mm512_permutex2var_epi64(z[2], high, z[3]);
    w[2] = _mm512_shuffle_i64x2(a, b, 0x44);
    w[3] = _mm512_shuffle_i64x2(a, b, 0xee);
    r->l[0] = mask52(w[0]);
    for (unsigned i = 1; i < 4; i++)
        r->l[i] = mask52(_mm512_or_si512(_mm512_srli_epi64(w[i - 1], 64 - 12 * i),
                                         _mm512_slli_epi64(w[i], 12 * i)));
    r->l[4] = _mm512_srli_epi64(w[3], 16);
}

KERNEL_FN static inline void store_two_lanes(fr *a, fr *b, __m512i x)
{
    _mm256_storeu_si256((__m256i *)(void *)a->l, _mm512_castsi512_si256(x));
    _mm256_storeu_si256((__m256i *)(void *)b->l, _mm512_extracti64x4_epi64(x, 1));
}

/* Fully reduced, then the way back. */
KERNEL_FN static inline void vec_store(fr *const *lane, size_t at, const vec *a)
{
    const __m512i low = _mm512_set_epi64(13, 9, 5, 1, 12, 8, 4, 0);
    const __m512i high = _mm512_set_epi64(15, 11, 7, 3, 14, 10, 6, 2);
    vec x = *a, d;
    vec_settle(&x);
    for (int i = 0; i < LIMBS; i++)
        d.l[i] = _mm512_add_epi64(x.l[i], all(complement[i]));
    carry_up(&d, &d);
    /* x + 2^260 - r reaches 2^260 exactly if x >= r */
    __mmask8 above = _mm512_cmpgt_epu64_mask(d.l[LIMBS - 1], all(LIMB_MASK));
    for (int i = 0; i < LIMBS; i++)
        x.l[i] = _mm512_mask_and_epi64(x.l[i], above, d.l[i], all(LIMB_MASK));
    __m512i w[4];
    for (unsigned i = 0; i < 4; i++)
        w[i] = _mm512_or_si512(_mm512_srli_epi64(x.l[i], 12 * i),
                               _mm512_slli_epi64(x.l[i + 1], LIMB_BITS - 12 * i));
    __m512i p = _mm512_shuffle_i64x2(w[0], w[1], 0x44), q = _mm512_shuffle_i64x2(w[2], w[3], 0x44);
    store_two_lanes(lane[0] + at, lane[1] + at, _mm512_permutex2var_epi64(p, low, q));
    store_two_lanes(lane[2] + at, lane[3] + at, _mm512_permutex2var_epi64(p, high, q));
    p = _mm512_shuffle_i64x2(w[0], w[1], 0xee), q = _mm512_shuffle_i64x2(w[2], w[3], 0xee);
    store_two_lanes(lane[4] + at, lane[5] + at, _mm512_permutex2var_epi64(p, low, q));
    store_two_lanes(lane[6] + at, lane[7] + at, _mm512_permutex2var_epi64(p, high, q));
}

static void constant(struct ntt_const *out, const fr *in)
{
    fr x = *in;
    for (int i = 0; i < 4; i++)
        fr_dbl(&x, &x);
    out->l[0] = x.l[0] & LIMB_MASK;
    for (int i = 1; i < 4; i++)
        out->l[i] = (x.l[i - 1] >> (64 - 12 * i) | x.l[i] << 12 * i) & LIMB_MASK;
    out->l[4] = x.l[3] >> 16;
}

#include "ntt/ntt_tile.inc"

static const struct ntt_kernel kernel = {
    .name = "avx512ifma",
    .vec_bytes = sizeof(vec),
    .product_log2 = 4,
    .constant = constant,
    .load = tile_load,
    .store = tile_store,
    .store_reversed = tile_store_reversed,
    .twist = tile_twist,
    .down = tile_down,
    .up = tile_up,
    .settle = tile_settle,
    .product = tile_product,
    .scale = tile_scale,
    .scale_rows = tile_scale_rows,
    .sub_scaled = tile_sub_scaled,
};

const struct ntt_kernel *ntt_kernel_ifma(void)
{
    bool usable = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512ifma");
    return usable ? &kernel : NULL;
}

#else

const struct ntt_kernel *ntt_kernel_ifma(void)
{
    return NULL;
}

#endif
