/* Eight elements of Fp side by side (AVX-512 IFMA), for the batched point additions of msm.
 *
 * Radix 2^48: element e of the eight is sum of l[j][e] * 2^(48 j), j < 8, in Montgomery form with
 * R = 2^384, just as fp: an fp in memory is eight limbs of six bytes. The multiplier reads 52 bits
 * of a limb, so four bits are spare: sums and differences need no carries before they are
 * multiplied, and R / p = 9.85 leaves room for operands of several p. Instead of exact ranges, a
 * value has a bound in units of p and its limbs have a bound: tight   limbs below 2^49 (products,
 * folded values) fit     limbs below 2^52: may be multiplied (differences) loose   limbs below
 * 2^58, 64-bit sums of products without carries a*b < (bound a)(bound b)/9.85 + 1; the bounds
 * through a point addition are in lanes_x8.inc. */
#ifndef CUZK_MSM_FP48_X8_H
#define CUZK_MSM_FP48_X8_H

#include "math/fp.h"

/* Code between X8_BEGIN and X8_END may use the instructions; it runs only where x8_usable(). */
#if defined(__x86_64__)
#include <immintrin.h>
/* clang-format off */
#if defined(__clang__)
#define X8_BEGIN                                                                                   \
    _Pragma("clang attribute push(__attribute__((target(\"avx512ifma,avx512vbmi,avx512vl\"))),apply_to=function)")
#define X8_END    _Pragma("clang attribute pop")
#define X8_UNROLL _Pragma("unroll")
#else
#define X8_BEGIN                                                                                   \
    _Pragma("GCC push_options") _Pragma("GCC target(\"avx512ifma,avx512vbmi,avx512vl\")")
#define X8_END    _Pragma("GCC pop_options")
#define X8_UNROLL _Pragma("GCC unroll 16")
#endif
/* clang-format on */

typedef struct fp48_x8 {
    __m512i l[8];
} fp48_x8;

/* r = a * b, tight; r = a * b and a^2, loose. Operands fit (of a square: limbs below 2^51). r may
 * alias them. */
void fp48_x8_mul(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b);
void fp48_x8_mul_loose(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b);
void fp48_x8_sqr_loose(fp48_x8 *r, const fp48_x8 *a);
/* r = a * b + c * d, with one reduction. */
void fp48_x8_mul2(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b, const fp48_x8 *c,
                  const fp48_x8 *d);
void fp48_x8_mul2_loose(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b, const fp48_x8 *c,
                        const fp48_x8 *d);

/* Tables behind the inline functions. */
struct fp48_x8_tables {
    uint64_t fold[8][16]; /* limb j of minus the multiple of p to take off in cell k */
    uint64_t p[8], two_p[8], four_p[8]; /* the latter two with limbs above 2^50 below the top */
    uint64_t shr48[8];                  /* byte shuffle */
};
extern const struct fp48_x8_tables fp48_x8_tables;

X8_BEGIN
#define X8_EACH(x) _mm512_set1_epi64((long long)(x)) /* the same number in all eight */
#define X8_MASK    X8_EACH(0xffffffffffff)

/* t >> 48, as a byte shuffle: shifts have one port, shuffles another. */
static inline __m512i x8_shr48(__m512i t)
{
    return _mm512_shuffle_epi8(t, _mm512_loadu_si512(fp48_x8_tables.shr48));
}

/* Carries of loose limbs, all at once: to tight. */
static inline void fp48_x8_carry(fp48_x8 *r, const fp48_x8 *t)
{
    __m512i carry = x8_shr48(t->l[0]);
    r->l[0] = _mm512_and_si512(t->l[0], X8_MASK);
    X8_UNROLL
    for (int j = 1; j < 8; j++) {
        __m512i limb = j < 7 ? _mm512_and_si512(t->l[j], X8_MASK) : t->l[j];
        __m512i next = x8_shr48(t->l[j]);
        r->l[j] = _mm512_add_epi64(limb, carry);
        carry = next;
    }
}

/* r = t minus or plus a multiple of p, tight and in (0, 1.62 p), for t in (-4.9 p, 4.9 p) whose
 * limbs are signed and below 2^58 in size. Bits 380 and up, 0.615 p each, say which multiple. */
static inline void fp48_x8_fold(fp48_x8 *r, const fp48_x8 *t)
{
    __m512i cell = _mm512_srli_epi64(t->l[7], 44); /* its low four bits count */
    fp48_x8 s;
    X8_UNROLL
    for (int j = 0; j < 8; j++) {
        const uint64_t *table = fp48_x8_tables.fold[j];
        __m512i multiple = _mm512_permutex2var_epi64(_mm512_loadu_si512(table), cell,
                                                     _mm512_loadu_si512(table + 8));
        s.l[j] = _mm512_add_epi64(t->l[j], multiple);
    }
    fp48_x8_carry(r, &s);
}

/* r = a - b + 2p, fit, for tight a and b, b below 2p. */
static inline void fp48_x8_sub(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b)
{
    X8_UNROLL
    for (int j = 0; j < 8; j++)
        r->l[j] =
            _mm512_add_epi64(_mm512_sub_epi64(a->l[j], b->l[j]), X8_EACH(fp48_x8_tables.two_p[j]));
}

/* r = 4p - b, fit, for tight b below 4p. */
static inline void fp48_x8_neg(fp48_x8 *r, const fp48_x8 *b)
{
    X8_UNROLL
    for (int j = 0; j < 8; j++)
        r->l[j] = _mm512_sub_epi64(X8_EACH(fp48_x8_tables.four_p[j]), b->l[j]);
}
X8_END
#endif

/* Does this processor have the instructions? */
bool x8_usable(void);

#endif
