#include "hash/poseidon.h"

#include <string.h>

#define N_HALF (POSEIDON_FULL_ROUNDS / 2)

/* t = t / 2^64 after making it a multiple by adding q * r; six limbs. */
static void reduce_limb(uint64_t t[6])
{
    static const fr m = {FR_MODULUS};
    uint64_t q = t[0] * FR_INV, carry = 0;
    for (int j = 0; j < 4; j++) {
        u128 x = (u128)q * m.l[j] + t[j] + carry;
        carry = (uint64_t)(x >> 64);
        if (j > 0) t[j - 1] = (uint64_t)x;
    }
    u128 x = (u128)t[4] + carry;
    t[3] = (uint64_t)x;
    t[4] = t[5] + (uint64_t)(x >> 64);
    t[5] = 0;
}

/* r = t mod the modulus, for t < 8 r: by 4 r, 2 r, r. */
static void reduce_below_8(fr *r, uint64_t t[5])
{
    static const fr m = {FR_MODULUS};
    for (int shift = 2; shift >= 0; shift--) {
        uint64_t d[5], borrow = 0, above = 0;
        for (int i = 0; i < 5; i++) {
            uint64_t l = i < 4 ? m.l[i] : 0;
            u128 x = (u128)t[i] - (l << shift | above) - borrow;
            above = shift ? l >> (64 - shift) : 0;
            d[i] = (uint64_t)x;
            borrow = (uint64_t)(x >> 64) & 1;
        }
        for (int i = 0; i < 5; i++)
            t[i] = borrow ? t[i] : d[i];
    }
    memcpy(r->l, t, sizeof r->l);
}

/* r = sum of a[k] * b[k * stride], k < n <= POSEIDON_MAX_T. One Montgomery reduction for the whole
 * sum: the sum over 2^256 and the added multiple of r stay below (12 * 0.453 + 1) r. */
static void dot(fr *r, const fr *a, const fr *b, size_t stride, unsigned n)
{
    uint64_t t[6] = {0};
    for (int i = 0; i < 4; i++) {
        for (unsigned k = 0; k < n; k++) {
            const uint64_t *y = b[k * stride].l;
            uint64_t x = a[k].l[i], carry = 0;
            for (int j = 0; j < 4; j++) {
                u128 z = (u128)x * y[j] + t[j] + carry;
                t[j] = (uint64_t)z;
                carry = (uint64_t)(z >> 64);
            }
            u128 z = (u128)t[4] + carry;
            t[4] = (uint64_t)z;
            t[5] += (uint64_t)(z >> 64);
        }
        reduce_limb(t);
    }
    reduce_below_8(r, t);
}

static void quintic(fr *x)
{
    fr y;
    fr_sqr(&y, x);
    fr_sqr(&y, &y);
    fr_mul(x, x, &y);
}

static void multiply(const struct poseidon_constants *c, fr *state,
                     const fr m[POSEIDON_MAX_T][POSEIDON_MAX_T])
{
    fr out[POSEIDON_MAX_T];
    for (unsigned j = 0; j < c->t; j++)
        dot(&out[j], state, &m[0][j], POSEIDON_MAX_T, c->t);
    memcpy(state, out, c->t * sizeof(fr));
}

static void multiply_sparse(const struct poseidon_constants *c, fr *state,
                            const struct poseidon_sparse *s)
{
    fr first, x;
    dot(&first, state, s->w_hat, 1, c->t);
    for (unsigned j = 1; j < c->t; j++) {
        fr_mul(&x, &state[0], &s->v_rest[j - 1]);
        fr_add(&state[j], &state[j], &x);
    }
    state[0] = first;
}

static void full_round(const struct poseidon_constants *c, fr *state, const fr *constants,
                       const fr m[POSEIDON_MAX_T][POSEIDON_MAX_T])
{
    for (unsigned i = 0; i < c->t; i++) {
        quintic(&state[i]);
        if (constants) fr_add(&state[i], &state[i], &constants[i]);
    }
    multiply(c, state, m);
}

void poseidon_begin(const struct poseidon_constants *c, fr *state)
{
    for (unsigned i = 0; i < c->t; i++)
        fr_add(&state[i], &state[i], &c->compressed[i]);
}

void poseidon_round(const struct poseidon_constants *c, fr *state, unsigned round)
{
    unsigned t = c->t, after = N_HALF + c->partial_rounds;
    const fr *constants = c->compressed + t;
    if (round < N_HALF) {
        full_round(c, state, constants + round * t, round == N_HALF - 1 ? c->pre_sparse : c->mds);
    } else if (round < after) {
        unsigned k = round - N_HALF;
        quintic(&state[0]);
        fr_add(&state[0], &state[0], &constants[N_HALF * t + k]);
        multiply_sparse(c, state, &c->sparse[k]);
    } else {
        unsigned k = round - after;
        constants += N_HALF * t + c->partial_rounds + k * t;
        full_round(c, state, k == N_HALF - 1 ? NULL : constants, c->mds);
    }
}

void poseidon_hash(fr *out, const struct poseidon_constants *c, const fr *preimage)
{
    fr state[POSEIDON_MAX_T];
    state[0] = c->domain_tag;
    memcpy(&state[1], preimage, c->arity * sizeof(fr));
    poseidon_begin(c, state);
    for (unsigned r = 0; r < c->full_rounds + c->partial_rounds; r++)
        poseidon_round(c, state, r);
    *out = state[1];
}

status poseidon_hash_n(fr *out, const fr *preimage, size_t n)
{
    const struct poseidon_constants *c = poseidon_of_arity(n);
    if (!c) FAIL(ST_ARG, "Poseidon hash: wanted 2, 4, 8 or 11 elements, found %zu", n);
    poseidon_hash(out, c, preimage);
    return ST_OK;
}
