#include "filecoin/post_job.h"

#include "base/mem.h"
#include "filecoin/post_check.h"
#include "math/codec.h"
#include <string.h>

/* ---- request to job ---- */

static status find_proof(const struct post_proof **out, const struct post_request *r)
{
    const struct post_proof *p = post_proof_of_value(r->registered_proof);
    if (!p)
        FAIL(ST_UNSUPPORTED, "unknown RegisteredPoStProof value: %llu",
             (unsigned long long)r->registered_proof);
    if (p->kind != r->kind)
        FAIL(ST_ARG, "registered proof %u (%s): wanted one of kind %s, found %s", p->value, p->name,
             circuit_kind_name(r->kind), circuit_kind_name(p->kind));
    if (r->sector_bytes && r->sector_bytes != p->sector->bytes)
        FAIL(ST_ARG, "%s: sector size: wanted %llu bytes, found %llu", p->name,
             (unsigned long long)p->sector->bytes, (unsigned long long)r->sector_bytes);
    if (r->randomness_bytes != sizeof((struct post_job *)0)->randomness)
        FAIL(ST_ARG, "%s: randomness: wanted 32 bytes, found %zu", p->name, r->randomness_bytes);
    *out = p;
    return ST_OK;
}

status post_job_init(struct post_job *out, const struct post_request *r, struct pool *pool,
                     const struct cancel *cancel)
{
    status st = ST_OK;
    struct post_job job = {0};
    struct post_terms terms = {.allow_zero_randomness = r->allow_zero_randomness,
                               .allow_any_order = r->allow_any_order};
    TRY(find_proof(&job.proof, r));
    memcpy(job.randomness, r->randomness, sizeof job.randomness);
    memcpy(terms.randomness, r->randomness, sizeof terms.randomness);
    terms.max_sectors =
        job.proof->sectors * (r->max_partitions ? r->max_partitions : POST_MAX_PARTITIONS);
    TRY(post_check_count(job.proof, &terms, r->n_vanilla));
    TRY_OUT(post_vanilla_decode(&job.vanilla, job.proof, r->vanilla, r->n_vanilla, pool, cancel));
    TRY_OUT(post_check(&job.vanilla, &terms, pool, cancel));
    job.n_partitions = post_n_partitions(job.proof, r->n_vanilla);
    *out = job;
    job = (struct post_job){0};
out:
    post_job_fini(&job);
    return st;
}

void post_job_fini(struct post_job *job)
{
    post_vanilla_fini(&job->vanilla);
    *job = (struct post_job){0};
}

/* ---- public inputs ---- */

status post_job_public_inputs(fr *out, const struct post_job *job, size_t partition)
{
    status st = ST_OK;
    const struct post_vanilla *v = &job->vanilla;
    struct post_public_sector *sectors;
    TRY_OUT(MEM_NEW(sectors, v->n_sectors));
    for (size_t i = 0; i < v->n_sectors; i++) {
        sectors[i].id = v->sectors[i].id;
        fr_int_to_le(sectors[i].comm_r, &v->sectors[i].comm_r);
    }
    TRY_OUT(post_public_inputs(out, job->proof, job->randomness, sectors, v->n_sectors, partition));
out:
    mem_free(sectors);
    return st;
}

/* ---- advice ---- */

struct advice_ctx {
    const struct post_job *job;
    size_t partition, n_fields, n_bits; /* of a sector in the circuit */
    struct post_advice *out;
};

/* Sector i of the circuit: which sector of the proofs, and the first of its challenges. */
static void advice_source(const struct advice_ctx *ctx, size_t i, size_t *sector,
                          uint32_t *challenge)
{
    const struct post_job *job = ctx->job;
    *sector = 0;
    *challenge = 0;
    if (job->proof->kind == CIRCUIT_WINNING_POST) {
        *challenge = (uint32_t)i;
        return;
    }
    *sector = ctx->partition * job->proof->sectors + i;
    if (*sector >= job->vanilla.n_sectors) *sector = job->vanilla.n_sectors - 1;
}

/* In the order of circuit_post.h. */
static status put_sector(void *arg, size_t i, unsigned worker)
{
    const struct advice_ctx *ctx = arg;
    const struct post_vanilla *v = &ctx->job->vanilla;
    fr *fields = ctx->out->fields + i * ctx->n_fields;
    uint8_t *bits = ctx->out->bits + i * ctx->n_bits;
    size_t sector;
    uint32_t first;
    (void)worker;
    advice_source(ctx, i, &sector, &first);
    const struct post_sector *s = &v->sectors[sector];
    fr_from_int(fields++, &s->comm_r_last);
    fr_from_int(fields++, &s->comm_c);
    fr_from_int(fields++, &s->comm_r);
    for (uint32_t k = 0; k < ctx->job->proof->circuit_challenges; k++) {
        const fr_int *path = post_path(v, sector, first + k);
        uint64_t leaf = post_leaf(v, sector, first + k);
        for (uint32_t j = 0; j < v->stride; j++)
            fr_from_int(fields++, &path[j]);
        for (uint32_t j = 0; j < v->proof->sector->nodes_log2; j++)
            *bits++ = leaf >> j & 1;
    }
    return ST_OK;
}

status post_advice_create(struct post_advice *out, const struct post_job *job, size_t partition,
                          struct pool *pool)
{
    status st = ST_OK;
    const struct post_proof *proof = job->proof;
    struct post_advice a = {0};
    struct advice_ctx ctx = {
        .job = job,
        .partition = partition,
        .n_fields = 3 + proof->circuit_challenges * (size_t)job->vanilla.stride,
        .n_bits = proof->circuit_challenges * (size_t)proof->sector->nodes_log2,
        .out = &a};
    if (partition >= job->n_partitions)
        FAIL(ST_ARG, "%s: wanted a partition below %zu, found %zu", proof->name, job->n_partitions,
             partition);
    a.n_fields = proof->circuit_sectors * ctx.n_fields;
    a.n_bits = proof->circuit_sectors * ctx.n_bits;
    TRY_OUT(MEM_NEW(a.fields, a.n_fields));
    TRY_OUT(MEM_NEW(a.bits, a.n_bits));
    TRY_OUT(pool_run(pool, proof->circuit_sectors, put_sector, &ctx, NULL));
    *out = a;
    a = (struct post_advice){0};
out:
    post_advice_fini(&a);
    return st;
}

void post_advice_fini(struct post_advice *a)
{
    mem_free(a->bits);
    mem_free(a->fields);
    *a = (struct post_advice){0};
}

status post_job_fill(const struct post_job *job, size_t partition, const struct circuit *c,
                     struct witness *w, struct pool *pool, const struct cancel *cancel)
{
    status st = ST_OK;
    struct circuit_size size = circuit_size(c);
    struct post_advice a = {0};
    TRY_OUT(post_advice_create(&a, job, partition, pool));
    if (size.n_advice_fields != a.n_fields || size.n_advice_bits != a.n_bits)
        FAIL_OUT(ST_ARG,
                 "%s: wanted a circuit that takes %zu elements and %zu bits, found one of %zu and "
                 "%zu",
                 job->proof->name, a.n_fields, a.n_bits, size.n_advice_fields, size.n_advice_bits);
    TRY_OUT(circuit_fill(c, &(struct advice){.bits = a.bits, .fields = a.fields}, w, pool, cancel));
out:
    post_advice_fini(&a);
    return st;
}
