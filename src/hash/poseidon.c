/* The permutation, and its constants from their rules.
 *
 * Round constants come from the Grain LFSR (Poseidon paper, appendix E), the MDS matrix is the
 * Cauchy matrix 1 / (i + (width + j)). Partial rounds are made cheap as neptune does: the MDS
 * matrix is factored into a dense matrix before the partial rounds and sparse ones in them, and
 * round keys are pulled back through the inverse matrix so that a partial round needs one. */
#include "hash/poseidon.h"

#include <pthread.h>
#include <string.h>

typedef fr matrix[POSEIDON_MAX_T][POSEIDON_MAX_T];

/* ---- round constants ---- */

struct grain {
    uint8_t bit[80];
    unsigned at; /* oldest bit */
};

static unsigned grain_step(struct grain *g)
{
    static const unsigned taps[6] = {62, 51, 38, 23, 13, 0};
    unsigned x = 0;
    for (int i = 0; i < 6; i++)
        x ^= g->bit[(g->at + taps[i]) % 80];
    g->bit[g->at] = (uint8_t)x;
    g->at = (g->at + 1) % 80;
    return x;
}

static void grain_init(struct grain *g, unsigned width, unsigned n_full, unsigned n_partial)
{
    const unsigned value[6] = {1,     1,      255,
                               width, n_full, n_partial}; /* prime field, x^5, 255 bits */
    const unsigned size[6] = {2, 4, 12, 12, 10, 10};
    unsigned n = 0;
    for (int f = 0; f < 6; f++)
        for (unsigned i = size[f]; i-- > 0;)
            g->bit[n++] = value[f] >> i & 1;
    while (n < 80)
        g->bit[n++] = 1;
    g->at = 0;
    for (int i = 0; i < 160; i++)
        (void)grain_step(g);
}

/* Bits come in pairs; the second counts if the first is 1. */
static unsigned grain_bit(struct grain *g)
{
    while (!grain_step(g))
        (void)grain_step(g);
    return grain_step(g);
}

static bool below_modulus(const fr_int *x)
{
    static const fr_int m = {FR_MODULUS};
    for (int i = 3; i >= 0; i--)
        if (x->l[i] != m.l[i]) return x->l[i] < m.l[i];
    return false;
}

static void grain_element(struct grain *g, fr *out)
{
    fr_int x;
    do {
        memset(&x, 0, sizeof x);
        for (int i = 255; i-- > 0;)
            x.l[i / 64] |= (uint64_t)grain_bit(g) << (i % 64);
    } while (!below_modulus(&x));
    fr_from_int(out, &x);
}

/* ---- matrices ---- */

/* out = v * m over n elements. */
static void vec_mul(fr *out, const fr *v, matrix m, unsigned n)
{
    fr r[POSEIDON_MAX_T], x;
    for (unsigned j = 0; j < n; j++) {
        fr_zero(&r[j]);
        for (unsigned i = 0; i < n; i++) {
            fr_mul(&x, &v[i], &m[i][j]);
            fr_add(&r[j], &r[j], &x);
        }
    }
    memcpy(out, r, n * sizeof *r);
}

/* row -= f * other, over n elements. */
static void row_eliminate(fr *row, const fr *other, const fr *f, unsigned n)
{
    fr x;
    for (unsigned k = 0; k < n; k++) {
        fr_mul(&x, f, &other[k]);
        fr_sub(&row[k], &row[k], &x);
    }
}

/* Gauss-Jordan. These matrices and all their leading minors are invertible (Cauchy and products),
 * so no pivot is zero. */
static void matrix_invert(matrix out, matrix m, unsigned n)
{
    matrix a;
    memcpy(a, m, sizeof a);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            i == j ? fr_one(&out[i][j]) : fr_zero(&out[i][j]);
    for (unsigned i = 0; i < n; i++) {
        fr inv, f;
        fr_inv(&inv, &a[i][i]);
        for (unsigned k = 0; k < n; k++) {
            fr_mul(&a[i][k], &a[i][k], &inv);
            fr_mul(&out[i][k], &out[i][k], &inv);
        }
        for (unsigned j = 0; j < n; j++) {
            if (j == i) continue;
            f = a[j][i];
            row_eliminate(a[j], a[i], &f, n);
            row_eliminate(out[j], out[i], &f, n);
        }
    }
}

static void make_mds(struct poseidon_constants *c)
{
    for (unsigned i = 0; i < c->t; i++)
        for (unsigned j = 0; j < c->t; j++) {
            fr_from_u64(&c->mds[i][j], (uint64_t)i + j + c->t);
            fr_inv(&c->mds[i][j], &c->mds[i][j]);
        }
}

/* M = M' M'', M' = [1 0; 0 minor], M'' = [m00 v; minor^-1 w, 1]: M'' is a partial round's sparse
 * matrix, and mds * M' is what the round before has to apply. Done once a partial round, from the
 * last. */
static void make_sparse(struct poseidon_constants *c)
{
    unsigned n = c->t - 1;
    matrix m, minor, inv;
    memcpy(m, c->mds, sizeof m);
    for (unsigned r = c->partial_rounds; r-- > 0;) {
        memset(minor, 0, sizeof minor);
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < n; j++)
                minor[i][j] = m[i + 1][j + 1];
        matrix_invert(inv, minor, n);
        c->sparse[r].w_hat[0] = m[0][0];
        for (unsigned i = 0; i < n; i++) {
            fr x, sum;
            fr_zero(&sum);
            for (unsigned j = 0; j < n; j++) {
                fr_mul(&x, &inv[i][j], &m[j + 1][0]);
                fr_add(&sum, &sum, &x);
            }
            c->sparse[r].w_hat[1 + i] = sum;
            c->sparse[r].v_rest[i] = m[0][i + 1];
        }
        for (unsigned i = 0; i < c->t; i++) { /* m = mds * M' */
            m[i][0] = c->mds[i][0];
            vec_mul(&m[i][1], &c->mds[i][1], minor, n);
        }
    }
    memcpy(c->pre_sparse, m, sizeof m);
}

static void make_compressed(struct poseidon_constants *c)
{
    unsigned w = c->t, half = c->full_rounds / 2, last = half + c->partial_rounds;
    matrix inv;
    fr acc[POSEIDON_MAX_T], partial[POSEIDON_MAX_PARTIAL_ROUNDS], *out = c->compressed;
    memset(inv, 0, sizeof inv);
    matrix_invert(inv, c->mds, w);
    memcpy(out, c->round_constants, w * sizeof *out);
    for (unsigned r = 1; r < half; r++)
        vec_mul(out + (size_t)w * r, c->round_constants + (size_t)w * r, inv, w);
    memcpy(acc, c->round_constants + (size_t)w * last, w * sizeof *acc);
    for (unsigned r = c->partial_rounds; r-- > 0;) {
        vec_mul(acc, acc, inv, w);
        partial[r] = acc[0];
        fr_zero(&acc[0]);
        for (unsigned i = 0; i < w; i++)
            fr_add(&acc[i], &acc[i], &c->round_constants[w * (half + r) + i]);
    }
    out += (size_t)w * half;
    vec_mul(out, acc, inv, w);
    out += w;
    memcpy(out, partial, c->partial_rounds * sizeof *out);
    out += c->partial_rounds;
    for (unsigned r = 1; r < half; r++, out += w)
        vec_mul(out, c->round_constants + (size_t)w * (last + r), inv, w);
    c->n_compressed = (unsigned)(out - c->compressed);
}

static void make_constants(struct poseidon_constants *c, unsigned arity, unsigned n_partial,
                           uint64_t domain_tag)
{
    struct grain g;
    *c = (struct poseidon_constants){.arity = arity,
                                     .t = arity + 1,
                                     .full_rounds = POSEIDON_FULL_ROUNDS,
                                     .partial_rounds = n_partial};
    fr_from_u64(&c->domain_tag, domain_tag);
    grain_init(&g, c->t, c->full_rounds, c->partial_rounds);
    for (unsigned i = 0; i < c->t * (c->full_rounds + c->partial_rounds); i++)
        grain_element(&g, &c->round_constants[i]);
    make_mds(c);
    make_sparse(c);
    make_compressed(c);
}

static struct poseidon_constants tables[POSEIDON_N_KINDS]; /* constant after make_tables */
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

static void make_tables(void)
{
    make_constants(&tables[POSEIDON_2], 2, 55, 3);
    make_constants(&tables[POSEIDON_4], 4, 56, 15);
    make_constants(&tables[POSEIDON_8], 8, 57, 255);
    make_constants(&tables[POSEIDON_11], 11, 57, 2047);
    tables[POSEIDON_2_RANDOMNESS] = tables[POSEIDON_2];
    fr_from_u64(&tables[POSEIDON_2_RANDOMNESS].domain_tag, (uint64_t)1 << 40);
}

const struct poseidon_constants *poseidon_constants_get(enum poseidon_kind kind)
{
    pthread_once(&tables_once, make_tables);
    return &tables[kind];
}

const struct poseidon_constants *poseidon_of_arity(size_t arity)
{
    switch (arity) {
    case 2:
        return poseidon_constants_get(POSEIDON_2);
    case 4:
        return poseidon_constants_get(POSEIDON_4);
    case 8:
        return poseidon_constants_get(POSEIDON_8);
    case 11:
        return poseidon_constants_get(POSEIDON_11);
    default:
        return NULL;
    }
}

/* ---- the permutation ---- */

/* x = x^5 + key. */
static void s_box(fr *x, const fr *key)
{
    fr y;
    fr_sqr(&y, x);
    fr_sqr(&y, &y);
    fr_mul(x, &y, x);
    if (key) fr_add(x, x, key);
}

static void dense(const fr (*m)[POSEIDON_MAX_T], fr *state, unsigned n)
{
    fr r[POSEIDON_MAX_T], x;
    for (unsigned j = 0; j < n; j++) {
        fr_mul(&r[j], &state[0], &m[0][j]);
        for (unsigned i = 1; i < n; i++) {
            fr_mul(&x, &state[i], &m[i][j]);
            fr_add(&r[j], &r[j], &x);
        }
    }
    memcpy(state, r, n * sizeof *r);
}

static void sparse(const struct poseidon_constants *c, unsigned r, fr *state)
{
    fr first, x;
    fr_mul(&first, &state[0], &c->sparse[r].w_hat[0]);
    for (unsigned i = 1; i < c->t; i++) {
        fr_mul(&x, &state[i], &c->sparse[r].w_hat[i]);
        fr_add(&first, &first, &x);
        fr_mul(&x, &state[0], &c->sparse[r].v_rest[i - 1]);
        fr_add(&state[i], &state[i], &x);
    }
    state[0] = first;
}

void poseidon_begin(const struct poseidon_constants *c, fr *state)
{
    for (unsigned i = 0; i < c->t; i++)
        fr_add(&state[i], &state[i], &c->compressed[i]);
}

void poseidon_round(const struct poseidon_constants *c, fr *state, unsigned round)
{
    unsigned t = c->t, half = c->full_rounds / 2, end = half + c->partial_rounds;
    if (round >= half && round < end) {
        s_box(&state[0], &c->compressed[t * (half + 1) + round - half]);
        sparse(c, round - half, state);
        return;
    }
    bool last = round + 1 == c->full_rounds + c->partial_rounds;
    size_t key = round < half ? (size_t)t * (round + 1)
                              : (size_t)t * (half + 1 + round - end) + c->partial_rounds;
    for (unsigned i = 0; i < t; i++)
        s_box(&state[i], last ? NULL : &c->compressed[key + i]);
    dense(round + 1 == half ? c->pre_sparse : c->mds, state, t);
}

void poseidon_hash(fr *out, const struct poseidon_constants *c, const fr *preimage)
{
    fr state[POSEIDON_MAX_T];
    state[0] = c->domain_tag;
    memcpy(state + 1, preimage, c->arity * sizeof *preimage);
    poseidon_begin(c, state);
    for (unsigned r = 0; r < c->full_rounds + c->partial_rounds; r++)
        poseidon_round(c, state, r);
    *out = state[1];
}

status poseidon_hash_n(fr *out, const fr *preimage, size_t n)
{
    const struct poseidon_constants *c = poseidon_of_arity(n);
    if (!c) FAIL(ST_ARG, "Poseidon arity: wanted 2, 4, 8 or 11, found %zu", n);
    poseidon_hash(out, c, preimage);
    return ST_OK;
}
