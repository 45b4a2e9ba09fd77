/* Derivation of Poseidon's constants, as neptune does it.
 *
 * Round constants: the Grain LFSR of the paper's appendix F, 80 bits of state seeded with the
 * instance's parameters, 160 steps thrown away, then bits in pairs (the second counts if the first
 * is 1); 255 bits, most significant first, make a candidate, dropped if not below r.
 * MDS matrix: Cauchy, M[i][j] = 1 / (x_i + y_j) with x = 0..t-1, y = t..2t-1.
 *
 * Partial rounds have one S-box, so most of each multiplication by M can be moved ahead. Write
 *     M = | m v |  =  | 1 0 |   | m     v |         w' = H^-1 w.
 *         | w H |     | 0 H | * | w'    I |
 * The left factor leaves element 0 alone, hence commutes with a partial S-box layer, and joins the
 * multiplication of the round before: M * (1, H) has the same m and w, v H for v and H H for H. By
 * induction the last partial round uses the sparse matrix (m, v, H^-1 w), the one before it
 * (m, v H, H^-2 w), and so on; after P of them the full round before the partial ones is left with
 * (m, v H^P, w, H^(P+1)), the pre-sparse matrix.
 *
 * Constants likewise: adding k after a multiplication is adding k M^-1 before it. Going back from
 * the last partial round, all but element 0 of k M^-1 passes the S-box and joins the constants of
 * the round before: one constant is left for each partial round. */
#include "hash/poseidon.h"

#include <pthread.h>
#include <string.h>

#define MAX_T   POSEIDON_MAX_T
#define N_HALF  (POSEIDON_FULL_ROUNDS / 2)
#define FR_BITS 255

/* ---- Grain ---- */

struct grain {
    u128 state; /* bit 0 is the oldest of the 80 */
    uint64_t out;
    unsigned n_out; /* bits of the raw stream waiting in out, oldest lowest */
};

/* 16 steps. The youngest tap is bit 62, so that up to 18 new bits depend on old ones only. */
static uint64_t grain_step16(struct grain *g)
{
    u128 s = g->state;
    uint64_t fresh = (uint64_t)(s >> 62 ^ s >> 51 ^ s >> 38 ^ s >> 23 ^ s >> 13 ^ s) & 0xffff;
    g->state = s >> 16 | (u128)fresh << 64;
    return fresh;
}

/* width bits of v, most significant first, behind the *n bits in *state. */
static void grain_seed(u128 *state, unsigned *n, uint64_t v, unsigned width)
{
    for (unsigned i = width; i-- > 0;)
        *state |= (u128)(v >> i & 1) << (*n)++;
}

static void grain_init(struct grain *g, unsigned t, unsigned full_rounds, unsigned partial_rounds)
{
    unsigned n = 0;
    *g = (struct grain){0};
    grain_seed(&g->state, &n, 1, 2); /* prime field */
    grain_seed(&g->state, &n, 1, 4); /* x^alpha, as neptune numbers it */
    grain_seed(&g->state, &n, FR_BITS, 12);
    grain_seed(&g->state, &n, t, 12);
    grain_seed(&g->state, &n, full_rounds, 10);
    grain_seed(&g->state, &n, partial_rounds, 10);
    grain_seed(&g->state, &n, 0x3fffffff, 30);
    for (int i = 0; i < 160 / 16; i++)
        (void)grain_step16(g);
}

/* The next n <= 64 selected bits, first one most significant. */
static uint64_t grain_bits(struct grain *g, unsigned n)
{
    uint64_t v = 0;
    while (n > 0) {
        if (g->n_out == 0) {
            g->out = grain_step16(g);
            g->n_out = 16;
        }
        unsigned take = (unsigned)(g->out & 1);
        v = v << take | (g->out >> 1 & take); /* no branch: the bits are random */
        n -= take;
        g->out >>= 2;
        g->n_out -= 2;
    }
    return v;
}

static bool below_modulus(const fr_int *a)
{
    static const fr_int m = {FR_MODULUS};
    for (int i = 4; i-- > 0;)
        if (a->l[i] != m.l[i]) return a->l[i] < m.l[i];
    return false;
}

static void grain_field(fr *r, struct grain *g)
{
    fr_int x;
    do {
        x.l[3] = grain_bits(g, FR_BITS - 192);
        for (int i = 3; i-- > 0;)
            x.l[i] = grain_bits(g, 64);
    } while (!below_modulus(&x));
    fr_from_int(r, &x);
}

/* ---- matrices: n of the MAX_T rows and columns in use ---- */

typedef fr matrix[MAX_T][MAX_T];

/* r = row * m */
static void row_times(fr *r, const fr *row, matrix m, unsigned n)
{
    fr x;
    for (unsigned j = 0; j < n; j++) {
        fr_zero(&r[j]);
        for (unsigned i = 0; i < n; i++) {
            fr_mul(&x, &row[i], &m[i][j]);
            fr_add(&r[j], &r[j], &x);
        }
    }
}

/* r = m * column */
static void times_column(fr *r, matrix m, const fr *column, unsigned n)
{
    fr x;
    for (unsigned i = 0; i < n; i++) {
        fr_zero(&r[i]);
        for (unsigned j = 0; j < n; j++) {
            fr_mul(&x, &m[i][j], &column[j]);
            fr_add(&r[i], &r[i], &x);
        }
    }
}

/* r = a * b; r may be a or b. */
static void matrix_mul(matrix r, matrix a, matrix b, unsigned n)
{
    matrix x;
    for (unsigned i = 0; i < n; i++)
        row_times(x[i], a[i], b, n);
    for (unsigned i = 0; i < n; i++)
        memcpy(r[i], x[i], n * sizeof(fr));
}

static void matrix_identity(matrix r, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) {
            fr_zero(&r[i][j]);
            if (i == j) fr_one(&r[i][j]);
        }
}

static void matrix_pow(matrix r, matrix m, unsigned n, unsigned e)
{
    matrix base;
    memcpy(base, m, sizeof base);
    matrix_identity(r, n);
    for (; e; e >>= 1) {
        if (e & 1) matrix_mul(r, r, base, n);
        matrix_mul(base, base, base, n);
    }
}

static void row_scale(fr *row, unsigned n, const fr *factor)
{
    for (unsigned j = 0; j < n; j++)
        fr_mul(&row[j], &row[j], factor);
}

/* row -= factor * other */
static void row_eliminate(fr *row, const fr *other, unsigned n, const fr *factor)
{
    fr x;
    for (unsigned j = 0; j < n; j++) {
        fr_mul(&x, &other[j], factor);
        fr_sub(&row[j], &row[j], &x);
    }
}

/* Gauss-Jordan without pivoting: all minors of a Cauchy matrix differ from zero. */
static void matrix_inverse(matrix r, matrix m, unsigned n)
{
    matrix a;
    memcpy(a, m, sizeof a);
    matrix_identity(r, n);
    for (unsigned c = 0; c < n; c++) {
        fr f;
        fr_inv(&f, &a[c][c]);
        row_scale(a[c], n, &f);
        row_scale(r[c], n, &f);
        for (unsigned i = 0; i < n; i++) {
            if (i == c) continue;
            f = a[i][c];
            row_eliminate(a[i], a[c], n, &f);
            row_eliminate(r[i], r[c], n, &f);
        }
    }
}

/* ---- the tables ---- */

static void derive_mds(struct poseidon_constants *c)
{
    fr inverse[2 * MAX_T], scratch[2 * MAX_T]; /* [k] = 1 / (t + k) */
    for (unsigned k = 0; k < 2 * c->t - 1; k++)
        fr_from_u64(&inverse[k], c->t + k);
    fr_batch_inv(inverse, 2 * c->t - 1, scratch);
    for (unsigned i = 0; i < c->t; i++)
        for (unsigned j = 0; j < c->t; j++)
            c->mds[i][j] = inverse[i + j];
}

static void derive_sparse(struct poseidon_constants *c)
{
    unsigned t = c->t, n = t - 1;
    matrix h, h_inverse, power;
    fr v[MAX_T], w[MAX_T], x[MAX_T];
    for (unsigned i = 0; i < n; i++) {
        memcpy(h[i], &c->mds[i + 1][1], n * sizeof(fr));
        v[i] = c->mds[0][i + 1];
        w[i] = c->mds[i + 1][0];
    }
    matrix_inverse(h_inverse, h, n);
    for (unsigned k = c->partial_rounds; k-- > 0;) {
        struct poseidon_sparse *s = &c->sparse[k];
        times_column(x, h_inverse, w, n);
        memcpy(w, x, n * sizeof(fr));
        s->w_hat[0] = c->mds[0][0];
        memcpy(&s->w_hat[1], w, n * sizeof(fr));
        memcpy(s->v_rest, v, n * sizeof(fr));
        row_times(x, v, h, n);
        memcpy(v, x, n * sizeof(fr));
    }
    matrix_pow(power, h, n, c->partial_rounds + 1);
    c->pre_sparse[0][0] = c->mds[0][0];
    for (unsigned i = 0; i < n; i++) {
        c->pre_sparse[0][i + 1] = v[i];
        c->pre_sparse[i + 1][0] = c->mds[i + 1][0];
        memcpy(&c->pre_sparse[i + 1][1], power[i], n * sizeof(fr));
    }
}

static void derive_compressed(struct poseidon_constants *c)
{
    unsigned t = c->t, first = N_HALF, after = N_HALF + c->partial_rounds;
    const fr *plain = c->round_constants;
    fr *out = c->compressed, *partial = c->compressed + t * (1 + N_HALF);
    matrix m_inverse;
    fr acc[MAX_T], x[MAX_T];
    matrix_inverse(m_inverse, c->mds, t);
    memcpy(out, plain, t * sizeof(fr));
    for (unsigned r = 1; r < first; r++)
        row_times(out + r * t, plain + r * t, m_inverse, t);
    memcpy(acc, plain + after * t, t * sizeof(fr));
    for (unsigned k = c->partial_rounds; k-- > 0;) {
        row_times(x, acc, m_inverse, t);
        partial[k] = x[0];
        memcpy(acc, plain + (first + k) * t, t * sizeof(fr));
        for (unsigned i = 1; i < t; i++)
            fr_add(&acc[i], &acc[i], &x[i]);
    }
    row_times(out + first * t, acc, m_inverse, t);
    for (unsigned r = 1; r < N_HALF; r++)
        row_times(partial + c->partial_rounds + (r - 1) * t, plain + (after + r) * t, m_inverse, t);
}

static void derive(struct poseidon_constants *c, unsigned arity, unsigned partial_rounds)
{
    struct grain g;
    c->arity = arity;
    c->t = arity + 1;
    c->full_rounds = POSEIDON_FULL_ROUNDS;
    c->partial_rounds = partial_rounds;
    c->n_round_constants = c->t * (c->full_rounds + partial_rounds);
    c->n_compressed = c->t * c->full_rounds + partial_rounds;
    fr_from_u64(&c->domain_tag, ((uint64_t)1 << arity) - 1); /* neptune's tag of Merkle trees */
    grain_init(&g, c->t, c->full_rounds, partial_rounds);
    for (unsigned i = 0; i < c->n_round_constants; i++)
        grain_field(&c->round_constants[i], &g);
    derive_mds(c);
    derive_sparse(c);
    derive_compressed(c);
}

/* Written once under pthread_once, read-only afterwards. */
static struct poseidon_constants tables[POSEIDON_N_KINDS];

static void derive_2(void)
{
    derive(&tables[POSEIDON_2], 2, 55);
}
static void derive_4(void)
{
    derive(&tables[POSEIDON_4], 4, 56);
}
static void derive_8(void)
{
    derive(&tables[POSEIDON_8], 8, 57);
}
static void derive_11(void)
{
    derive(&tables[POSEIDON_11], 11, 57);
}
static void derive_2_randomness(void)
{
    struct poseidon_constants *c = &tables[POSEIDON_2_RANDOMNESS];
    *c = *poseidon_constants_get(POSEIDON_2);
    fr_from_u64(&c->domain_tag, (uint64_t)1 << 40); /* custom type 1 */
}

const struct poseidon_constants *poseidon_constants_get(enum poseidon_kind kind)
{
    static pthread_once_t once[POSEIDON_N_KINDS] = {PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                    PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                    PTHREAD_ONCE_INIT};
    static void (*const derive_kind[POSEIDON_N_KINDS])(void) = {
        [POSEIDON_2] = derive_2,
        [POSEIDON_4] = derive_4,
        [POSEIDON_8] = derive_8,
        [POSEIDON_11] = derive_11,
        [POSEIDON_2_RANDOMNESS] = derive_2_randomness,
    };
    MUST((unsigned)kind < POSEIDON_N_KINDS);
    (void)pthread_once(&once[kind], derive_kind[kind]);
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
