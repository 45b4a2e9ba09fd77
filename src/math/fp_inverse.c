/* Inverses by division steps (Bernstein and Yang, "Fast constant-time gcd computation and modular
 * inversion", 2019), in the form that stops early.
 *
 * State: delta, f odd, g; from f = p, g = x. One step:
 *   delta > 0 and g odd:  delta = 1 - delta, (f, g) = (g, (g - f) / 2)
 *   else:                 delta = 1 + delta, g = (g + (g odd) f) / 2
 * until g = 0; then f = +-1. 62 steps depend on the low 62 bits of f and g only: they are taken on
 * one word each, and their effect is a matrix of words t with 2^62 (f', g') = t (f, g). The same
 * matrix moves (d, e), which keep d x = f and e x = g mod p, from (0, 1); there the division by
 * 2^62 is exact after adding a multiple of p. In the end x^-1 = +-d.
 *
 * Big numbers are seven limbs of 62 bits, the top one signed. d and e stay in (-2p, p). */
#include "math/fp_inverse.h"

enum { N = 7, STEPS = 62 };
#define MASK62 ((1ull << 62) - 1)

__extension__ typedef __int128 i128;

struct big {
    int64_t l[N];
};
/* Entries below 2^62 in size, also the sum of a row. */
struct matrix {
    int64_t u, v, q, r;
};

static const struct big p62 = {{0x39feffffffffaaab, 0x3aaffffac54ffffe, 0x330d2a0f6b0f6241,
                                0x1dd2e13ce144afd9, 0x1ba7b6434bacd764, 0x0447a8e5ff9a692c, 0x1a0}};
#define P62_INV 0x360c000300030003ull /* 1 / p mod 2^62 */

/* STEPS division steps on the low words. */
static int64_t steps(struct matrix *t, int64_t delta, uint64_t f, uint64_t g)
{
    uint64_t u = 1, v = 0, q = 0, r = 1;
    int left = STEPS;
    for (;;) {
        int zeros = __builtin_ctzll(g | ~0ull << left);
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        delta += zeros;
        left -= zeros;
        if (left == 0) break;
        if (delta > 0) {
            uint64_t x = f;
            f = g;
            g = 0 - x;
            x = u;
            u = q;
            q = 0 - x;
            x = v;
            v = r;
            r = 0 - x;
            delta = -delta; /* plus one when g is halved: that is left to the next zeros */
        }
        /* The next 1 - delta steps do not swap. Together they add the multiple of f that clears so
         * many bits of g; f * (2 - f * f) is 1 / f mod 64, which does for six. */
        int64_t limit = 1 - delta;
        if (limit > left) limit = left;
        if (limit > 6) limit = 6;
        uint64_t w = (0 - g) * (f * (2 - f * f)) & ((1ull << limit) - 1);
        g += f * w;
        q += u * w;
        r += v * w;
    }
    *t = (struct matrix){(int64_t)u, (int64_t)v, (int64_t)q, (int64_t)r};
    return delta;
}

/* (f, g) = t (f, g) / 2^62. */
static void move_fg(struct big *f, struct big *g, const struct matrix *t)
{
    i128 cf = (i128)t->u * f->l[0] + (i128)t->v * g->l[0];
    i128 cg = (i128)t->q * f->l[0] + (i128)t->r * g->l[0];
    cf >>= 62;
    cg >>= 62;
    for (int i = 1; i < N; i++) {
        cf += (i128)t->u * f->l[i] + (i128)t->v * g->l[i];
        cg += (i128)t->q * f->l[i] + (i128)t->r * g->l[i];
        f->l[i - 1] = (int64_t)((uint64_t)cf & MASK62);
        g->l[i - 1] = (int64_t)((uint64_t)cg & MASK62);
        cf >>= 62;
        cg >>= 62;
    }
    f->l[N - 1] = (int64_t)cf;
    g->l[N - 1] = (int64_t)cg;
}

/* (d, e) = t (d, e) / 2^62 mod p. A negative d or e counts as d + p, which keeps both in (-2p, p).
 */
static void move_de(struct big *d, struct big *e, const struct matrix *t)
{
    int64_t sd = d->l[N - 1] >> 63, se = e->l[N - 1] >> 63;
    int64_t md = (t->u & sd) + (t->v & se), me = (t->q & sd) + (t->r & se);
    i128 cd = (i128)t->u * d->l[0] + (i128)t->v * e->l[0];
    i128 ce = (i128)t->q * d->l[0] + (i128)t->r * e->l[0];
    md -= (int64_t)((P62_INV * (uint64_t)cd + (uint64_t)md) & MASK62);
    me -= (int64_t)((P62_INV * (uint64_t)ce + (uint64_t)me) & MASK62);
    cd = (cd + (i128)p62.l[0] * md) >> 62;
    ce = (ce + (i128)p62.l[0] * me) >> 62;
    for (int i = 1; i < N; i++) {
        cd += (i128)t->u * d->l[i] + (i128)t->v * e->l[i] + (i128)p62.l[i] * md;
        ce += (i128)t->q * d->l[i] + (i128)t->r * e->l[i] + (i128)p62.l[i] * me;
        d->l[i - 1] = (int64_t)((uint64_t)cd & MASK62);
        e->l[i - 1] = (int64_t)((uint64_t)ce & MASK62);
        cd >>= 62;
        ce >>= 62;
    }
    d->l[N - 1] = (int64_t)cd;
    e->l[N - 1] = (int64_t)ce;
}

/* d = sign * (d, plus p if it is negative). */
static void settle(struct big *d, int64_t sign)
{
    int64_t carry = 0, add = d->l[N - 1] < 0 ? -1 : 0;
    for (int i = 0; i < N; i++) {
        int64_t x = sign * (d->l[i] + (p62.l[i] & add)) + carry;
        d->l[i] = i + 1 < N ? (int64_t)((uint64_t)x & MASK62) : x;
        carry = x >> 62;
    }
}

void fp_inv_vartime(fp *r, const fp *a)
{
    static const fp r2 = {FP_R2};
    struct big f = p62, g, d = {{0}}, e = {{1}};
    for (unsigned i = 0; i < N; i++) {
        unsigned bit = 62 * i, limb = bit / 64, shift = bit % 64;
        uint64_t x = limb < 6 ? a->l[limb] >> shift : 0;
        if (shift > 2 && limb + 1 < 6) x |= a->l[limb + 1] << (64 - shift);
        g.l[i] = (int64_t)(x & MASK62);
    }
    int64_t delta = 1;
    for (;;) {
        int64_t left = 0;
        for (int i = 0; i < N; i++)
            left |= g.l[i];
        if (left == 0) break;
        struct matrix t;
        /* the low 62 bits of a two's complement number: limbs below the top are its digits */
        delta = steps(&t, delta, (uint64_t)f.l[0], (uint64_t)g.l[0]);
        move_fg(&f, &g, &t);
        move_de(&d, &e, &t);
    }
    settle(&d, f.l[N - 1] < 0 ? -1 : 1);
    settle(&d, 1);
    fp x;
    for (unsigned i = 0; i < 6; i++) {
        unsigned bit = 64 * i, limb = bit / 62, shift = bit % 62;
        x.l[i] = (uint64_t)d.l[limb] >> shift | (uint64_t)d.l[limb + 1] << (62 - shift);
    }
    fp_mul(&x, &x, &r2); /* of a = v R this is 1 / (v R); wanted: R / v */
    fp_mul(r, &x, &r2);
}

void fp2_inv_vartime(fp2 *r, const fp2 *a)
{
    fp n, x;
    fp_sqr(&n, &a->c0);
    fp_sqr(&x, &a->c1);
    fp_add(&n, &n, &x);
    fp_inv_vartime(&n, &n);
    fp_mul(&r->c0, &a->c0, &n);
    fp_neg(&n, &n);
    fp_mul(&r->c1, &a->c1, &n);
}
