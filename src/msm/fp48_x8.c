/* The multiplier. One product of eight pairs is 256 multiply-adds of 52 bits, at two per cycle.
 *
 * Row by row (b_i), as CIOS: the window lo[0..8], hi[0..8] holds limbs i .. i+8 of a*b + m*p; a low
 * half of a product of limbs i and j weighs 2^(48(i+j)), a high half 2^(48(i+j) + 52), which is
 * limb i+j shifted left by four bits of the next one. A row ends by clearing its lowest limb: m =
 * lo[0] * (-1/p) mod 2^52   only its low 48 bits matter, the surplus merely adds 16 p 2^(48 i) to
 * the sum; the last row masks it carry = ceil(lo[0] / 2^48) + (m * p_0) / 2^48   since lo[0] + m *
 * p_0 = 0 mod 2^48 The next row's products do not wait for m, so they are issued first. */
#include "msm/fp48_x8.h"

#if defined(__x86_64__)

#define P0    0xffffffffaaab
#define P1    0xb153ffffb9fe
#define P2    0xf6241eabfffe
#define P3    0x6730d2a0f6b0
#define P4    0x4b84f38512bf
#define P5    0x434bacd76477
#define P6    0xe69a4b1ba7b6
#define P7    0x1a0111ea397f
#define P_INV 0xfffcfffcfffd /* -1 / p mod 2^48 */

/* Limb p of a table: of -m p for cells 0 .. 7, -8 .. -1; m = ceil(0.6148 cell) - 1, so that the
 * rest lies in (0, 1.62 p). `spread` moves 2^58 down from each limb to the one below and keeps
 * limbs positive. */
#define FOLD(p, spread)                                                                            \
    {                                                                                              \
        (spread) + (p), (spread), (spread) - (p), (spread) - (p), (spread)-2 * (p),                \
            (spread)-3 * (p), (spread)-3 * (p), (spread)-4 * (p), (spread) + 5 * (p),              \
            (spread) + 5 * (p), (spread) + 4 * (p), (spread) + 4 * (p), (spread) + 3 * (p),        \
            (spread) + 2 * (p), (spread) + 2 * (p), (spread) + (p)                                 \
    }
#define UP   (1ull << 58)
#define DOWN (1ull << 10)
#define SPREAD(n)                                                                                  \
    {                                                                                              \
        (n) * (uint64_t)P0 + (1ull << 50), (n) * (uint64_t)P1 + (1ull << 50) - 4,                  \
            (n) * (uint64_t)P2 + (1ull << 50) - 4, (n) * (uint64_t)P3 + (1ull << 50) - 4,          \
            (n) * (uint64_t)P4 + (1ull << 50) - 4, (n) * (uint64_t)P5 + (1ull << 50) - 4,          \
            (n) * (uint64_t)P6 + (1ull << 50) - 4, (n) * (uint64_t)P7 - 4                          \
    }

const struct fp48_x8_tables fp48_x8_tables __attribute__((aligned(64))) = {
    .fold = {FOLD(P0, UP), FOLD(P1, UP - DOWN), FOLD(P2, UP - DOWN), FOLD(P3, UP - DOWN),
             FOLD(P4, UP - DOWN), FOLD(P5, UP - DOWN), FOLD(P6, UP - DOWN),
             FOLD(P7, (uint64_t)0 - DOWN)},
    .p = {P0, P1, P2, P3, P4, P5, P6, P7},
    .two_p = SPREAD(2),
    .four_p = SPREAD(4),
    .shr48 = {0xffffffffffff0706, 0xffffffffffff0f0e, 0xffffffffffff0706, 0xffffffffffff0f0e,
              0xffffffffffff0706, 0xffffffffffff0f0e, 0xffffffffffff0706, 0xffffffffffff0f0e}};

X8_BEGIN

#define ZERO      _mm512_setzero_si512()
#define ADD(a, b) _mm512_add_epi64((a), (b))
#define SHL4(a)   _mm512_slli_epi64((a), 4)

struct window {
    __m512i lo[9], hi[9];
};

/* Products of a and b in limbs at .. at + 7 - from of the window, from the limb `from` of a on. */
static inline __attribute__((always_inline)) void row(struct window *w, int at, const __m512i *a,
                                                      int from, __m512i b)
{
    X8_UNROLL
    for (int j = 0; j < 8; j++) {
        if (j < from) continue;
        w->lo[at + j] = _mm512_madd52lo_epu64(w->lo[at + j], a[j], b);
        w->hi[at + j] = _mm512_madd52hi_epu64(w->hi[at + j], a[j], b);
    }
}

static inline __attribute__((always_inline)) __m512i quotient(const struct window *w, bool last)
{
    __m512i m = _mm512_madd52lo_epu64(ZERO, w->lo[0], X8_EACH(P_INV));
    return last ? _mm512_and_si512(m, X8_MASK) : m;
}

/* What the lowest limb carries, but for m * p_0; taken before lo[1] gets more. */
static inline __attribute__((always_inline)) __m512i low_carry(const struct window *w)
{
    return ADD(x8_shr48(ADD(w->lo[0], X8_MASK)), SHL4(w->hi[0]));
}

/* Adds m * p and the carry, and moves the window up one limb. */
static inline __attribute__((always_inline)) void reduce(struct window *w, __m512i m, __m512i carry)
{
    static const uint64_t p[8] = {P0, P1, P2, P3, P4, P5, P6, P7};
    w->lo[1] = ADD(w->lo[1], carry);
    w->lo[1] = _mm512_madd52hi_epu64(w->lo[1], m, X8_EACH(16 * P0));
    X8_UNROLL
    for (int j = 1; j < 8; j++) {
        w->lo[j] = _mm512_madd52lo_epu64(w->lo[j], m, X8_EACH(p[j]));
        w->hi[j] = _mm512_madd52hi_epu64(w->hi[j], m, X8_EACH(p[j]));
    }
    X8_UNROLL
    for (int j = 0; j < 8; j++) {
        w->lo[j] = w->lo[j + 1];
        w->hi[j] = w->hi[j + 1];
    }
    w->lo[8] = ZERO;
    w->hi[8] = ZERO;
}

static inline __attribute__((always_inline)) void window_zero(struct window *w)
{
    X8_UNROLL
    for (int j = 0; j < 9; j++) {
        w->lo[j] = ZERO;
        w->hi[j] = ZERO;
    }
}

static inline __attribute__((always_inline)) void finish(fp48_x8 *r, const struct window *w,
                                                         bool loose)
{
    fp48_x8 t;
    t.l[0] = w->lo[0];
    X8_UNROLL
    for (int j = 1; j < 8; j++)
        t.l[j] = ADD(w->lo[j], SHL4(w->hi[j - 1]));
    if (loose)
        *r = t;
    else
        fp48_x8_carry(r, &t);
}

static inline __attribute__((always_inline)) void mul(fp48_x8 *r, const fp48_x8 *a,
                                                      const fp48_x8 *b, bool loose)
{
    struct window w;
    window_zero(&w);
    row(&w, 0, a->l, 0, b->l[0]);
    X8_UNROLL
    for (int i = 0; i < 8; i++) {
        __m512i m = quotient(&w, i == 7), carry = low_carry(&w);
        if (i < 7) row(&w, 1, a->l, 0, b->l[i + 1]);
        reduce(&w, m, carry);
    }
    finish(r, &w, loose);
}

void fp48_x8_mul(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b)
{
    mul(r, a, b, false);
}

void fp48_x8_mul_loose(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b)
{
    mul(r, a, b, true);
}

/* Row i: a_i^2 and 2 a_i a_j for j > i. */
void fp48_x8_sqr_loose(fp48_x8 *r, const fp48_x8 *a)
{
    struct window w;
    fp48_x8 twice;
    window_zero(&w);
    X8_UNROLL
    for (int j = 1; j < 8; j++)
        twice.l[j] = ADD(a->l[j], a->l[j]);
    w.lo[0] = _mm512_madd52lo_epu64(ZERO, a->l[0], a->l[0]);
    w.hi[0] = _mm512_madd52hi_epu64(ZERO, a->l[0], a->l[0]);
    row(&w, 0, twice.l, 1, a->l[0]);
    X8_UNROLL
    for (int i = 0; i < 8; i++) {
        __m512i m = quotient(&w, i == 7), carry = low_carry(&w);
        if (i < 7) {
            __m512i next = a->l[i + 1];
            w.lo[i + 2] = _mm512_madd52lo_epu64(w.lo[i + 2], next, next);
            w.hi[i + 2] = _mm512_madd52hi_epu64(w.hi[i + 2], next, next);
            row(&w, 1, twice.l, i + 2, next);
        }
        reduce(&w, m, carry);
    }
    finish(r, &w, true);
}

static inline __attribute__((always_inline)) void
mul2(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b, const fp48_x8 *c, const fp48_x8 *d, bool loose)
{
    struct window w;
    window_zero(&w);
    row(&w, 0, a->l, 0, b->l[0]);
    row(&w, 0, c->l, 0, d->l[0]);
    X8_UNROLL
    for (int i = 0; i < 8; i++) {
        __m512i m = quotient(&w, i == 7), carry = low_carry(&w);
        if (i < 7) {
            row(&w, 1, a->l, 0, b->l[i + 1]);
            row(&w, 1, c->l, 0, d->l[i + 1]);
        }
        reduce(&w, m, carry);
    }
    finish(r, &w, loose);
}

void fp48_x8_mul2(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b, const fp48_x8 *c,
                  const fp48_x8 *d)
{
    mul2(r, a, b, c, d, false);
}

void fp48_x8_mul2_loose(fp48_x8 *r, const fp48_x8 *a, const fp48_x8 *b, const fp48_x8 *c,
                        const fp48_x8 *d)
{
    mul2(r, a, b, c, d, true);
}

X8_END

bool x8_usable(void)
{
    return __builtin_cpu_supports("avx512ifma") && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vl");
}

#else

bool x8_usable(void)
{
    return false;
}

#endif
