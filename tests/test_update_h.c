/* Updates of sparse sectors: with every h, to witnesses that satisfy the circuit; of the big sizes,
 * with all partitions. */
#include "tests/harness.h"

#include "base/clock.h"
#include "base/mem.h"
#include "filecoin/sparse_update.h"
#include "filecoin/update_check.h"
#include "filecoin/update_job.h"
#include "filecoin/vanilla_encode.h"
#include "math/codec.h"
#include <stdio.h>

/* A sparse sector of the size of an update proof. */
struct sample {
    const struct update_proof *proof;
    struct sparse_sector sector;
    struct pool *pool;
};

static void sample_open(struct sample *s, uint32_t update_proof)
{
    struct sparse_input in;
    *s = (struct sample){.proof = update_proof_of_value(update_proof)};
    CHECK_OK(pool_create(&s->pool, 2));
    sparse_input_init(&in, seal_proof_of_size(s->proof->sector), 1000, 77);
    CHECK_OK(sparse_sector_create(&s->sector, &in, s->pool, NULL));
}

static void sample_close(struct sample *s)
{
    sparse_sector_fini(&s->sector);
    pool_destroy(s->pool);
}

/* The update with h as encoded proofs and through a request. */
static void make_job(struct update_job *job, const struct sample *s, uint32_t h)
{
    struct sparse_update u = {.old = NULL};
    struct update_vanilla v = {0};
    uint8_t commitments[3][NODE_BYTES], *bytes;
    struct blob blobs[16];
    size_t n = update_vanilla_bytes(s->proof);
    CHECK_OK(sparse_update_create(&u, &s->sector, h, s->pool, NULL));
    CHECK_OK(sparse_update_prove(&v, &u));
    CHECK_OK(MEM_NEW(bytes, n * v.n_partitions));
    for (uint32_t p = 0; p < v.n_partitions; p++) {
        blobs[p] = (struct blob){bytes + n * p, n};
        update_vanilla_encode(bytes + n * p, &v, p);
    }
    fr_int_to_le(commitments[0], &u.statement.comm_r_old);
    fr_int_to_le(commitments[1], &u.statement.comm_r_new);
    fr_int_to_le(commitments[2], &u.statement.comm_d_new);
    struct update_request r = {.registered_proof = s->proof->value,
                               .comm_r_old = {commitments[0], NODE_BYTES},
                               .comm_r_new = {commitments[1], NODE_BYTES},
                               .comm_d_new = {commitments[2], NODE_BYTES},
                               .h = h,
                               .vanilla = blobs,
                               .n_vanilla = v.n_partitions};
    uint64_t begin = clock_ns();
    CHECK_OK(update_job_init(job, &r, s->pool, NULL));
    printf("  %s, h = %u: %u partitions decoded and checked in %.0f ms\n", s->proof->name, h,
           v.n_partitions, clock_ms_since(begin));
    update_vanilla_fini(&v);
    sparse_update_fini(&u);
    mem_free(bytes);
}

static void fill(struct witness *w, const struct update_job *job, const struct circuit *c,
                 uint32_t p, struct pool *pool)
{
    fr inputs[UPDATE_N_INPUTS];
    uint64_t begin = clock_ns();
    CHECK_OK(witness_create(w, c));
    CHECK_OK(update_job_fill(job, p, c, w, pool, NULL));
    printf("  partition %u filled in %.0f ms, %zu MiB at most\n", p, clock_ms_since(begin),
           mem_peak_bytes() >> 20);
    CHECK_OK(update_public_inputs(inputs, &job->statement, p));
    for (size_t i = 0; i < UPDATE_N_INPUTS; i++)
        CHECK(fr_eq(&w->inputs[1 + i], &inputs[i]));
}

static void check_satisfied(const struct update_job *job, const struct circuit *c, uint32_t p,
                            struct pool *pool)
{
    struct witness w;
    size_t bad, first;
    fill(&w, job, c, p, pool);
    CHECK_OK(circuit_count_unsatisfied(c, &w, &bad, &first));
    CHECK_MSG(bad == 0, "h_index %u: %zu unsatisfied, first %zu", job->statement.h_index, bad,
              first);
    witness_fini(&w);
}

/* Each h's proofs check under that h and no other. */
TEST(update, every_h_is_checked)
{
    struct sample s;
    sample_open(&s, 1);
    for (uint32_t i = 0; i < UPDATE_N_HS; i++) {
        struct update_job job;
        make_job(&job, &s, s.proof->sector->update_hs[i]);
        CHECK(job.statement.h_index == i);
        for (job.statement.h_index = 0; job.statement.h_index < UPDATE_N_HS;
             job.statement.h_index++)
            if (job.statement.h_index != i)
                CHECK_FAILS(update_check(&job.vanilla, &job.statement, s.pool, NULL), ST_UNSAT,
                            "new node is the old one plus data times rho");
        update_job_fini(&job);
    }
    sample_close(&s);
}

TEST(shapes, update_satisfied_with_every_h)
{
    struct sample s;
    struct circuit *c;
    sample_open(&s, 1);
    CHECK_OK(update_circuit_create(&c, s.proof->sector));
    for (uint32_t i = 0; i < UPDATE_N_HS; i++) {
        struct update_job job;
        make_job(&job, &s, s.proof->sector->update_hs[i]);
        check_satisfied(&job, c, i % s.proof->partitions, s.pool);
        update_job_fini(&job);
    }
    circuit_destroy(c);
    sample_close(&s);
}

/* Not whether it is satisfied: that would take 2.6 GiB. */
static void check_big(uint32_t update_proof, uint32_t partition)
{
    struct sample s;
    struct witness w;
    struct circuit *c;
    struct update_job job;
    sample_open(&s, update_proof);
    make_job(&job, &s, 0);
    CHECK_OK(update_circuit_create(&c, s.proof->sector));
    fill(&w, &job, c, partition, s.pool);
    witness_fini(&w);
    update_job_fini(&job);
    circuit_destroy(c);
    sample_close(&s);
}

TEST(shapes, update_job_32gib)
{
    check_big(3, 11);
}
TEST(shapes, update_job_64gib)
{
    check_big(4, 15);
}
