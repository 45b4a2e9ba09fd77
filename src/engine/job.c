#include "engine/job.h"

#include "base/clock.h"
#include "base/mem.h"
#include "filecoin/circuit_porep.h"
#include "filecoin/porep.h"
#include "filecoin/porep_check.h"
#include "filecoin/post_job.h"

struct job {
    enum circuit_kind kind;
    double decode_ms, check_ms;
    union {
        struct porep_c1 porep;
        struct post_job post;
    } u;
};

status job_create_porep(struct job **out, const void *data, size_t n, const char *name,
                        struct pool *pool, const struct cancel *cancel)
{
    struct job *j;
    status st = ST_OK;
    TRY(MEM_NEW(j, 1));
    j->kind = CIRCUIT_POREP;
    uint64_t start = clock_ns();
    TRY_OUT(porep_c1_decode(&j->u.porep, data, n, name));
    j->decode_ms = clock_ms_since(start);
    start = clock_ns();
    TRY_OUT(porep_c1_check(&j->u.porep, NULL, pool, cancel));
    j->check_ms = clock_ms_since(start);
    *out = j;
    j = NULL;
out:
    job_destroy(j);
    return st;
}

status job_create_post(struct job **out, const struct post_request *request, struct pool *pool,
                       const struct cancel *cancel)
{
    struct job *j;
    TRY(MEM_NEW(j, 1));
    j->kind = request->kind;
    uint64_t start = clock_ns();
    status st = post_job_init(&j->u.post, request, pool, cancel);
    j->check_ms = clock_ms_since(start);
    if (st == ST_OK)
        *out = j;
    else
        mem_free(j);
    return st;
}

void job_destroy(struct job *j)
{
    if (!j) return;
    if (j->kind == CIRCUIT_POREP)
        porep_c1_fini(&j->u.porep);
    else
        post_job_fini(&j->u.post);
    mem_free(j);
}

enum circuit_kind job_kind(const struct job *j)
{
    return j->kind;
}

const struct sector_size *job_sector(const struct job *j)
{
    return j->kind == CIRCUIT_POREP ? j->u.porep.proof->sector : j->u.post.proof->sector;
}

const char *job_proof_name(const struct job *j)
{
    return j->kind == CIRCUIT_POREP ? j->u.porep.proof->name : j->u.post.proof->name;
}

size_t job_n_partitions(const struct job *j)
{
    return j->kind == CIRCUIT_POREP ? j->u.porep.proof->partitions : j->u.post.n_partitions;
}

double job_decode_ms(const struct job *j)
{
    return j->decode_ms;
}

double job_check_ms(const struct job *j)
{
    return j->check_ms;
}

static status check_partition(const struct job *j, size_t partition)
{
    size_t n = job_n_partitions(j);
    if (partition >= n) FAIL(ST_ARG, "partition: wanted one below %zu, found %zu", n, partition);
    return ST_OK;
}

status job_fill(const struct job *j, size_t partition, const struct circuit *c, struct witness *w,
                struct pool *pool, const struct cancel *cancel)
{
    TRY(check_partition(j, partition));
    if (j->kind != CIRCUIT_POREP) return post_job_fill(&j->u.post, partition, c, w, pool, cancel);
    struct porep_advice a = {0};
    TRY(porep_advice_create(&a, &j->u.porep, partition));
    struct circuit_size n = circuit_size(c);
    struct advice advice = {.bits = a.bits, .fields = a.fields};
    status st = ST_OK;
    if (a.n_bits != n.n_advice_bits || a.n_fields != n.n_advice_fields)
        st = status_fail(ST_ARG, "the circuit is not that of a %s PoRep", job_sector(j)->label);
    else
        st = circuit_fill(c, &advice, w, pool, cancel);
    porep_advice_fini(&a);
    return st;
}

size_t job_n_inputs(const struct job *j)
{
    return j->kind == CIRCUIT_POREP ? porep_n_public_inputs(j->u.porep.proof)
                                    : post_n_public_inputs(j->u.post.proof);
}

status job_inputs(fr *out, const struct job *j, size_t partition)
{
    TRY(check_partition(j, partition));
    if (j->kind != CIRCUIT_POREP) return post_job_public_inputs(out, &j->u.post, partition);
    struct porep_statement s;
    porep_statement_of_c1(&s, &j->u.porep);
    return porep_public_inputs(out, &s, (uint32_t)partition);
}
