#include "filecoin/update_job.h"

#include "base/mem.h"
#include "filecoin/update_check.h"
#include "math/codec.h"

/* ---- request to job ---- */

static status find_proof(const struct update_proof **out, const struct update_request *r)
{
    const struct update_proof *p = update_proof_of_value(r->registered_proof);
    if (!p)
        FAIL(ST_UNSUPPORTED, "unknown RegisteredUpdateProof value: %llu",
             (unsigned long long)r->registered_proof);
    if (r->sector_bytes && r->sector_bytes != p->sector->bytes)
        FAIL(ST_ARG, "sector update %s: sector size: wanted %llu bytes, found %llu", p->name,
             (unsigned long long)p->sector->bytes, (unsigned long long)r->sector_bytes);
    if (r->n_vanilla != p->partitions)
        FAIL(ST_ARG, "sector update %s: wanted %u partition proofs, found %zu", p->name,
             p->partitions, r->n_vanilla);
    *out = p;
    return ST_OK;
}

static status take_commitment(fr_int *out, const struct blob *b, const char *what)
{
    if (b->n != NODE_BYTES) FAIL(ST_ARG, "%s: wanted %u bytes, found %zu", what, NODE_BYTES, b->n);
    status st = fr_int_from_le(out, b->data);
    return st == ST_OK ? st : status_prefix(ST_ARG, "%s", what);
}

status update_job_init(struct update_job *out, const struct update_request *r, struct pool *pool,
                       const struct cancel *cancel)
{
    status st = ST_OK;
    struct update_job job = {0};
    struct update_statement *s = &job.statement;
    TRY(find_proof(&job.proof, r));
    s->proof = job.proof;
    TRY(update_h_index(&s->h_index, job.proof->sector, r->h));
    TRY(take_commitment(&s->comm_r_old, &r->comm_r_old, "comm_r_old"));
    TRY(take_commitment(&s->comm_r_new, &r->comm_r_new, "comm_r_new"));
    TRY(take_commitment(&s->comm_d_new, &r->comm_d_new, "comm_d_new"));
    TRY(update_statement_check(s));
    TRY_OUT(update_vanilla_decode(&job.vanilla, job.proof, r->vanilla, r->n_vanilla, pool, cancel));
    TRY_OUT(update_check(&job.vanilla, s, pool, cancel));
    *out = job;
    job = (struct update_job){0};
out:
    update_job_fini(&job);
    return st;
}

void update_job_fini(struct update_job *job)
{
    update_vanilla_fini(&job->vanilla);
    *job = (struct update_job){0};
}

/* ---- advice ---- */

struct advice_ctx {
    const struct update_vanilla *v;
    uint32_t partition;
    struct update_bits bits;
    fr *challenges; /* of challenge 0 */
    size_t stride;
};

static fr *put(fr *out, const fr_int *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fr_from_int(out++, &v[i]);
    return out;
}

/* In the order of circuit_update.h. */
static status put_challenge(void *arg, size_t c, unsigned worker)
{
    const struct advice_ctx *ctx = arg;
    const struct update_layout *l = &ctx->v->layout;
    const fr_int *values = update_values(ctx->v, ctx->partition, (uint32_t)c);
    fr *out = ctx->challenges + c * ctx->stride;
    (void)worker;
    out = put(out, values + l->old_leaf, 1);
    out = put(out, values + l->data_leaf, 1);
    out = put(out, values + l->old_path, l->tree_siblings);
    out = put(out, values + l->new_path, l->tree_siblings);
    (void)put(out, values + l->data_path, ctx->bits.path);
    return ST_OK;
}

static fr *put_prologue(fr *out, const struct advice_ctx *ctx, const fr inputs[UPDATE_N_INPUTS])
{
    const struct update_partition *p = &ctx->v->partitions[ctx->partition];
    const fr_int *data_path = update_values(ctx->v, ctx->partition, 0) + ctx->v->layout.data_path;
    for (int i = 0; i < UPDATE_N_INPUTS; i++)
        *out++ = inputs[i];
    out = put(out, &p->comm_c, 1);
    out = put(out, &p->old_root, 1);
    out = put(out, &p->new_root, 1);
    out = put(out, p->apex_leaves, (size_t)1 << ctx->bits.apex);
    return put(out, data_path + ctx->bits.own, ctx->bits.partition);
}

status update_advice_create(struct update_advice *out, const struct update_vanilla *v,
                            const struct update_statement *s, uint32_t partition, struct pool *pool)
{
    status st = ST_OK;
    const struct sector_size *size = v->proof->sector;
    struct update_advice a = {0};
    struct advice_ctx ctx = {.v = v, .partition = partition, .bits = update_bits_of(size)};
    fr inputs[UPDATE_N_INPUTS];
    if (partition >= v->n_partitions)
        FAIL(ST_ARG, "%s: wanted a partition below %u, found %u", v->proof->name, v->n_partitions,
             partition);
    TRY(update_public_inputs(inputs, s, partition));
    size_t prologue = UPDATE_N_INPUTS + 3 + ((size_t)1 << ctx.bits.apex) + ctx.bits.partition;
    ctx.stride = 2 + 2 * (size_t)v->layout.tree_siblings + ctx.bits.path;
    a.n_fields = prologue + size->update_challenges * ctx.stride;
    a.n_bits = ctx.bits.partition + UPDATE_N_HS;
    TRY_OUT(MEM_NEW(a.fields, a.n_fields));
    TRY_OUT(MEM_NEW(a.bits, a.n_bits));
    uint64_t k_and_h = update_k_and_h_select(size, partition, s->h_index);
    for (size_t i = 0; i < a.n_bits; i++)
        a.bits[i] = k_and_h >> i & 1;
    ctx.challenges = put_prologue(a.fields, &ctx, inputs);
    MUST(ctx.challenges == a.fields + prologue);
    TRY_OUT(pool_run(pool, size->update_challenges, put_challenge, &ctx, NULL));
    *out = a;
    a = (struct update_advice){0};
out:
    update_advice_fini(&a);
    return st;
}

void update_advice_fini(struct update_advice *a)
{
    mem_free(a->bits);
    mem_free(a->fields);
    *a = (struct update_advice){0};
}

/* ---- witness ---- */

status update_job_fill(const struct update_job *job, uint32_t partition, const struct circuit *c,
                       struct witness *w, struct pool *pool, const struct cancel *cancel)
{
    status st = ST_OK;
    struct circuit_size size = circuit_size(c);
    struct update_advice a = {0};
    TRY_OUT(update_advice_create(&a, &job->vanilla, &job->statement, partition, pool));
    if (size.n_advice_fields != a.n_fields || size.n_advice_bits != a.n_bits)
        FAIL_OUT(ST_ARG,
                 "%s: wanted a circuit that takes %zu elements and %zu bits, found one of %zu and "
                 "%zu",
                 job->proof->name, a.n_fields, a.n_bits, size.n_advice_fields, size.n_advice_bits);
    TRY_OUT(circuit_fill(c, &(struct advice){.bits = a.bits, .fields = a.fields}, w, pool, cancel));
out:
    update_advice_fini(&a);
    return st;
}
