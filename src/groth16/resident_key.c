#include "groth16/resident_key.h"

#include "base/mem.h"
#include "groth16/prove_impl.h"

static size_t point_size(enum params_query q)
{
    return q == PARAMS_B_G2 ? sizeof(g2_affine) : sizeof(g1_affine);
}

/* Points of inputs and field variables; of bits. */
static size_t n_fields(const struct prover *p, enum params_query q)
{
    const struct split *s = prover_split(p, q);
    return prover_n_inputs(p, q) + s->chunk[s->n_chunks].fields;
}

static size_t n_bits(const struct prover *p, enum params_query q)
{
    const struct split *s = prover_split(p, q);
    return s->chunk[s->n_chunks].bits;
}

size_t resident_key_bytes(const struct prover *p)
{
    size_t bytes = p->plan.ntt.n * sizeof(g1_affine);
    for (int i = PARAMS_L; i < PARAMS_N_QUERIES; i++) {
        enum params_query q = (enum params_query)i;
        bytes += (n_fields(p, q) + n_bits(p, q)) * point_size(q);
    }
    return bytes;
}

static status load_query(struct resident_key *k, const struct prover *p,
                         const struct params_file *key, enum params_query q, struct pool *pool,
                         const struct cancel *cancel)
{
    const struct split *s = prover_split(p, q);
    struct split_piece all = {0, s->n_chunks};
    size_t n_inputs = prover_n_inputs(p, q), size = point_size(q);
    char *points = mem_alloc(n_fields(p, q) + n_bits(p, q), size);
    if (!points) return ST_NOMEM;
    char *fields = points + n_inputs * size, *bits = points + n_fields(p, q) * size;
    k->query[q].fields = points;
    k->query[q].bits = bits;
    const uint8_t *aux = key->query[q].points + n_inputs * params_point_bytes(q);
    if (q == PARAMS_B_G2) {
        TRY(params_read_g2(key, q, (g2_affine *)(void *)points, 0, n_inputs, pool, cancel));
        return split_points_g2(s, all, (g2_affine *)(void *)bits, (g2_affine *)(void *)fields, aux,
                               pool, cancel);
    }
    TRY(params_read_g1(key, q, (g1_affine *)(void *)points, 0, n_inputs, pool, cancel));
    return split_points_g1(s, all, (g1_affine *)(void *)bits, (g1_affine *)(void *)fields, aux,
                           pool, cancel);
}

status resident_key_load(struct resident_key *out, const struct prover *p,
                         const struct params_file *key, struct pool *pool,
                         const struct cancel *cancel, const struct progress *progress)
{
    struct resident_key k = {.n_bytes = resident_key_bytes(p)};
    size_t done = 0, total = 0;
    status st = ST_OK;
    TRY(prover_check_key(p, key));
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        total += key->query[q].n;
    TRY_OUT(MEM_NEW(k.h, p->plan.ntt.n)); /* zeroed: infinity */
    for (int q = 0; q < PARAMS_N_QUERIES; q++) {
        size_t n = key->query[q].n;
        if (q == PARAMS_H)
            TRY_OUT(params_read_g1(key, PARAMS_H, k.h, 0, n, pool, cancel));
        else
            TRY_OUT(load_query(&k, p, key, (enum params_query)q, pool, cancel));
        done += n;
        progress_report(progress, done, total);
    }
    *out = k;
    return ST_OK;
out:
    resident_key_fini(&k);
    return st;
}

void resident_key_fini(struct resident_key *k)
{
    mem_free(k->h);
    for (int q = PARAMS_L; q < PARAMS_N_QUERIES; q++)
        mem_free(k->query[q].fields);
    *k = (struct resident_key){0};
}
