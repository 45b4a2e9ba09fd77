/* Eight coordinates side by side, in the radix of msm/fp48_x8.h: a coordinate is eight limbs of six
 * bytes, both in the file (backwards) and in memory, so that one byte shuffle takes it apart. */
#include "params/point_decoder.h"

#include "msm/fp48_x8.h"

#if defined(__x86_64__)
X8_BEGIN

#define COORDINATE_BYTES ((__mmask64)0xffffffffffff)

/* Eight rows of eight words: r[j] = word j of every row. */
static inline __attribute__((always_inline)) void transpose(__m512i r[8])
{
    __m512i a[8], b[8];
    X8_UNROLL
    for (int i = 0; i < 8; i += 2) {
        a[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);
        a[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);
    }
    X8_UNROLL
    for (int i = 0; i < 2; i++) { /* b: words i, i + 4 of rows 0-3 and 4-7, then i + 2, i + 6 */
        b[i] = _mm512_shuffle_i64x2(a[i], a[i + 2], 0x88);
        b[i + 2] = _mm512_shuffle_i64x2(a[i], a[i + 2], 0xdd);
        b[i + 4] = _mm512_shuffle_i64x2(a[i + 4], a[i + 6], 0x88);
        b[i + 6] = _mm512_shuffle_i64x2(a[i + 4], a[i + 6], 0xdd);
    }
    X8_UNROLL
    for (int i = 0; i < 4; i++) {
        r[i] = _mm512_shuffle_i64x2(b[i], b[i + 4], 0x88);
        r[i + 4] = _mm512_shuffle_i64x2(b[i], b[i + 4], 0xdd);
    }
}

/* Limb j of six bytes in 8j .. 8j+5 from the bytes of a coordinate in the file, and back to those
 * of a field element in memory. */
static const uint8_t from_file[64] = {47, 46, 45, 44, 43, 42, 0, 0, 41, 40, 39, 38, 37, 36, 0, 0,
                                      35, 34, 33, 32, 31, 30, 0, 0, 29, 28, 27, 26, 25, 24, 0, 0,
                                      23, 22, 21, 20, 19, 18, 0, 0, 17, 16, 15, 14, 13, 12, 0, 0,
                                      11, 10, 9,  8,  7,  6,  0, 0, 5,  4,  3,  2,  1,  0,  0, 0};
static const uint8_t to_memory[64] = {
    0,  1,  2,  3,  4,  5,  8,  9,  10, 11, 12, 13, 16, 17, 18, 19, 20, 21, 24, 25, 26, 27, 28, 29,
    32, 33, 34, 35, 36, 37, 40, 41, 42, 43, 44, 45, 48, 49, 50, 51, 52, 53, 56, 57, 58, 59, 60, 61};

/* a, tight and below 2p, to its reduced form. */
static inline void reduce_fully(fp48_x8 *a)
{
    __m512i carry = _mm512_setzero_si512(), borrow = _mm512_setzero_si512();
    fp48_x8 less;
    X8_UNROLL
    for (int j = 0; j < 8; j++) {
        __m512i t = _mm512_add_epi64(a->l[j], carry);
        a->l[j] = _mm512_and_si512(t, X8_MASK);
        carry = _mm512_srli_epi64(t, 48);
        t = _mm512_sub_epi64(_mm512_sub_epi64(a->l[j], X8_EACH(fp48_x8_tables.p[j])), borrow);
        less.l[j] = _mm512_and_si512(t, X8_MASK);
        borrow = _mm512_srli_epi64(t, 63);
    }
    __mmask8 keep = _mm512_test_epi64_mask(borrow, borrow);
    X8_UNROLL
    for (int j = 0; j < 8; j++)
        a->l[j] = _mm512_mask_mov_epi64(less.l[j], keep, a->l[j]);
}

/* The factor 2^768 mod p that makes Montgomery form, in every element. */
static inline void montgomery_factor(fp48_x8 *r)
{
    static const uint64_t w[6] = FP_R2;
    X8_UNROLL
    for (int h = 0; h < 2; h++) { /* three words are four limbs */
        const uint64_t *v = w + 3 * h;
        r->l[4 * h] = X8_EACH(v[0] & 0xffffffffffff);
        r->l[4 * h + 1] = X8_EACH((v[0] >> 48 | v[1] << 16) & 0xffffffffffff);
        r->l[4 * h + 2] = X8_EACH((v[1] >> 32 | v[2] << 32) & 0xffffffffffff);
        r->l[4 * h + 3] = X8_EACH(v[2] >> 16);
    }
}

void coordinates_quick_x8(fp *const out[8], const uint8_t *const in[8])
{
    const __m512i from = _mm512_loadu_si512(from_file);
    fp48_x8 x, factor;
    for (int e = 0; e < 8; e++) {
        __m512i bytes = _mm512_maskz_loadu_epi8(COORDINATE_BYTES, in[e]);
        x.l[e] = _mm512_maskz_permutexvar_epi8(0x3f3f3f3f3f3f3f3f, from, bytes);
    }
    transpose(x.l);
    x.l[7] = _mm512_and_si512(x.l[7], X8_EACH((1ull << 45) - 1)); /* without flags */
    montgomery_factor(&factor);
    fp48_x8_mul(&x, &x, &factor);
    reduce_fully(&x);
    transpose(x.l);
    const __m512i to = _mm512_maskz_loadu_epi8(COORDINATE_BYTES, to_memory);
    for (int e = 0; e < 8; e++)
        _mm512_mask_storeu_epi8(out[e], COORDINATE_BYTES, _mm512_permutexvar_epi8(to, x.l[e]));
}

X8_END
#else

void coordinates_quick_x8(fp *const out[8], const uint8_t *const in[8])
{
    for (int e = 0; e < 8; e++)
        coordinate_quick(out[e], in[e]);
}

#endif
