/* The rounds of neptune's optimised permutation (hash/poseidon.h describes the constants): an
 * S-box is x^5 + key with the round key of the *next* layer, so that only the first layer adds a
 * key before as well. Elements are linear combinations; what goes into an S-box is made a variable
 * first, unless it is one. Element 0 starts as the constant domain tag and its first S-box makes
 * nothing. In the partial rounds the other elements' combinations grow by one variable a round. */
#include "r1cs/gadget_poseidon.h"

#include "hash/poseidon.h"
#include "r1cs/gadget_num.h"

struct permutation {
    struct builder *b;
    const struct poseidon_constants *k;
    const fr *key; /* next round key: they are consumed in order */
    struct lc x[POSEIDON_MAX_T];
};

/* x = y^5 + key, given y as a combination; key may be NULL (zero). */
static void sbox_of(struct permutation *p, struct lc *x, const struct lc *y, const fr *key)
{
    struct builder *b = p->b;
    num y2 = num_alloc_product(b, y, y, NULL, false);
    num y4 = num_mul(b, y2, y2);
    struct lc right = lc_of_num(b, y4), rest = lc_init(b);
    if (key) {
        fr minus_key;
        fr_neg(&minus_key, key);
        lc_add_one(&rest, &minus_key);
    }
    *x = lc_of_num(b, num_alloc_product(b, y, &right, &rest, false));
}

static void sbox(struct permutation *p, struct lc *x, const fr *key)
{
    struct lc y = lc_of_num(p->b, num_of_lc(p->b, x));
    sbox_of(p, x, &y, key);
}

/* x[j] = sum of x[i] * m[i][j]. */
static void mix(struct permutation *p, const fr m[POSEIDON_MAX_T][POSEIDON_MAX_T])
{
    size_t t = p->k->t;
    struct lc out[POSEIDON_MAX_T];
    for (size_t j = 0; j < t; j++) {
        out[j] = lc_init(p->b);
        for (size_t i = 0; i < t; i++)
            lc_add_lc(&out[j], &m[i][j], &p->x[i]);
    }
    for (size_t j = 0; j < t; j++)
        p->x[j] = out[j];
}

/* The first layer, on the domain tag and the input variables. */
static void first_sboxes(struct permutation *p, const num *in)
{
    size_t t = p->k->t;
    const fr *before = p->key, *after = p->key + t;
    fr one, tag, tag4;
    fr_one(&one);
    fr_add(&tag, &p->k->domain_tag, &before[0]);
    fr_sqr(&tag4, &tag);
    fr_sqr(&tag4, &tag4);
    fr_mul(&tag, &tag, &tag4);
    fr_add(&tag, &tag, &after[0]);
    p->x[0] = lc_init(p->b);
    lc_add_one(&p->x[0], &tag);
    for (size_t i = 1; i < t; i++) {
        struct lc y = lc_of_num(p->b, in[i - 1]);
        lc_add_one(&y, &before[i]);
        sbox_of(p, &p->x[i], &y, &after[i]);
    }
    p->key += 2 * t;
}

static void full_sboxes(struct permutation *p, bool with_keys)
{
    for (size_t i = 0; i < p->k->t; i++)
        sbox(p, &p->x[i], with_keys ? p->key++ : NULL);
}

static void partial_round(struct permutation *p, const struct poseidon_sparse *m)
{
    size_t t = p->k->t;
    sbox(p, &p->x[0], p->key++);
    struct lc out = lc_init(p->b);
    for (size_t i = 0; i < t; i++)
        lc_add_lc(&out, &m->w_hat[i], &p->x[i]);
    for (size_t j = 1; j < t; j++)
        lc_add_lc(&p->x[j], &m->v_rest[j - 1], &p->x[0]);
    p->x[0] = out;
}

/* params: enum poseidon_kind as uint32_t. */
static void poseidon_body(struct builder *b, const void *params, const struct block_io *io)
{
    uint32_t kind = *(const uint32_t *)params;
    const struct poseidon_constants *k = poseidon_constants_get((enum poseidon_kind)kind);
    struct permutation p = {.b = b, .k = k, .key = k->compressed};
    unsigned half = k->full_rounds / 2;
    first_sboxes(&p, io->nums_in);
    for (unsigned r = 1; r < half; r++) {
        mix(&p, k->mds);
        full_sboxes(&p, true);
    }
    mix(&p, k->pre_sparse);
    for (unsigned r = 0; r < k->partial_rounds; r++)
        partial_round(&p, &k->sparse[r]);
    for (unsigned r = 0; r < half; r++) {
        full_sboxes(&p, r + 1 < half);
        mix(&p, k->mds);
    }
    io->nums_out[0] = num_of_lc(b, &p.x[1]);
}

static num permute(struct builder *b, enum poseidon_kind kind, const num *in)
{
    uint32_t params = kind;
    num out;
    builder_call(b, "poseidon", poseidon_body, &params, sizeof params,
                 &(struct block_io){.nums_in = in,
                                    .n_nums_in = poseidon_constants_get(kind)->arity,
                                    .nums_out = &out,
                                    .n_nums_out = 1});
    return out;
}

num num_poseidon(struct builder *b, const num *preimage, unsigned arity)
{
    for (unsigned kind = POSEIDON_2; kind <= POSEIDON_11; kind++)
        if (poseidon_constants_get((enum poseidon_kind)kind)->arity == arity)
            return permute(b, (enum poseidon_kind)kind, preimage);
    builder_fail(b, ST_ARG, "poseidon: arity %u, wanted 2, 4, 8 or 11", arity);
    return preimage[0];
}

num num_poseidon_randomness(struct builder *b, const num preimage[2])
{
    return permute(b, POSEIDON_2_RANDOMNESS, preimage);
}
