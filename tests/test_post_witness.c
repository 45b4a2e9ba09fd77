/* PoSt from request to witness, digest by digest; and (slow) to the reference's proofs. */
#include "tests/harness.h"

#include "base/clock.h"
#include "base/mem.h"
#include "groth16/prove.h"
#include "groth16/setup.h"
#include "tests/post_samples.h"
#include "tests/shape_vectors.h"
#include <stdio.h>
#include <string.h>

static void check_public_inputs(const struct post_job *job, size_t p, vec_json part,
                                const struct witness *w)
{
    size_t n = post_n_public_inputs(job->proof);
    uint8_t digest[32], found[32];
    fr *inputs;
    CHECK(n == vec_u64(vec_get(part, "n_inputs")));
    CHECK_OK(MEM_NEW(inputs, n));
    CHECK_OK(post_job_public_inputs(inputs, job, p));
    for (size_t i = 0; i < n; i++)
        CHECK(fr_eq(&inputs[i], &w->inputs[1 + i]));
    vec_bytes(vec_get(part, "inputs_sha256"), digest, 32);
    post_inputs_sha256(found, inputs, n);
    CHECK(memcmp(digest, found, 32) == 0);
    mem_free(inputs);
}

static void check_partition(const struct post_job *job, size_t p, vec_json part,
                            const struct circuit *c, struct pool *pool)
{
    struct witness w;
    size_t bad = 0;
    uint64_t start = clock_ns();
    CHECK_OK(witness_create(&w, c));
    CHECK_OK(post_job_fill(job, p, c, &w, pool, NULL));
    double ms = clock_ms_since(start);
    bool big = circuit_size(c).n_constraints > 1000000;
    if (big)
        printf("  %s partition %zu: filled in %.2f s, peak of %.2f GiB\n", job->proof->name, p,
               ms / 1e3, (double)mem_peak_bytes() / (double)(1 << 30));
    check_public_inputs(job, p, part, &w);
    if (vec_has(part, "witness")) check_witness(vec_string(vec_get(part, "witness")), c, &w);
    if (!big) CHECK_OK(circuit_count_unsatisfied(c, &w, &bad, NULL));
    CHECK(bad == 0);
    witness_fini(&w);
}

static void check_post(const char *folder, size_t index)
{
    struct post_sample s;
    struct post_job job;
    struct circuit *c;
    struct pool *pool;
    post_sample_load(&s, folder, index);
    CHECK_OK(pool_create(&pool, 2));
    CHECK_OK(post_job_init(&job, &s.request, pool, NULL));
    CHECK_OK(post_circuit_create(&c, job.proof->kind, job.proof->sector));
    vec_json parts = vec_get(s.meta, "partitions");
    CHECK(vec_len(parts) == job.n_partitions);
    for (size_t p = 0; p < job.n_partitions; p++)
        check_partition(&job, p, vec_at(parts, p), c, pool);
    circuit_destroy(c);
    post_job_fini(&job);
    pool_destroy(pool);
    post_sample_free(&s);
}

TEST(post, witness_2kib)
{
    for (size_t i = 0; i < 3; i++)
        check_post("sector-2kib", i);
}
TEST(post, witness_8mib)
{
    for (size_t i = 0; i < 3; i++)
        check_post("sector-8mib", i);
}
TEST(post, witness_512mib)
{
    for (size_t i = 0; i < 2; i++)
        check_post("post-512mib", i);
}
TEST(post, witness_winning_32gib)
{
    check_post("post-32gib", 0);
}
TEST(post, witness_winning_64gib)
{
    check_post("post-64gib", 0);
}
TEST(shapes, window_post_witness_32gib)
{
    check_post("post-32gib", 1);
}
TEST(shapes, window_post_witness_64gib)
{
    check_post("post-64gib", 1);
}

TEST(post, fill_refuses_what_does_not_fit)
{
    struct post_sample s;
    struct post_job job;
    struct circuit *c;
    struct witness w;
    fr inputs[22];
    post_sample_load(&s, "sector-2kib", 1);
    CHECK_OK(post_job_init(&job, &s.request, NULL, NULL));
    CHECK_OK(post_circuit_create(&c, CIRCUIT_WINDOW_POST, sector_size_of_label("8MiB")));
    CHECK_OK(witness_create(&w, c));
    CHECK_FAILS(post_job_fill(&job, 0, c, &w, NULL, NULL), ST_ARG, "wanted a circuit that takes");
    CHECK_FAILS(post_job_fill(&job, 2, c, &w, NULL, NULL), ST_ARG, "partition below 2, found 2");
    CHECK_FAILS(post_job_public_inputs(inputs, &job, 2), ST_ARG, "partition below 2");
    witness_fini(&w);
    circuit_destroy(c);
    post_job_fini(&job);
    post_sample_free(&s);
}

/* ---- proofs ---- */

struct key_owner {
    struct circuit *c;
    struct prover prover;
    void *work;
    struct params_file key;
    struct pool *pool;
};

static void key_owner_open(struct key_owner *v, enum circuit_kind kind,
                           const struct sector_size *size)
{
    struct setup_secrets secrets;
    char id[CIRCUIT_ID_MAX];
    const char *path = test_tmp_path("post.params");
    CHECK_OK(pool_create(&v->pool, 2));
    CHECK_OK(post_circuit_create(&v->c, kind, size));
    CHECK_OK(circuit_identifier(id, kind, size));
    CHECK_OK(setup_secrets_test(&secrets, "cuzk-test-setup", id));
    CHECK_OK(groth16_setup(v->c, &secrets, path, NULL, &(struct setup_options){.pool = v->pool}));
    CHECK_OK(params_open(&v->key, path));
    CHECK_OK(prover_init(&v->prover, v->c, &(struct prove_limits){.threads = 2}));
    CHECK_OK(prover_check_key(&v->prover, &v->key));
    v->work = mem_alloc(v->prover.plan.work_bytes, 1);
    CHECK(v->work);
}

static void key_owner_close(struct key_owner *v)
{
    mem_free(v->work);
    prover_fini(&v->prover);
    params_close(&v->key);
    circuit_destroy(v->c);
    pool_destroy(v->pool);
}

static void check_proof(const struct key_owner *v, const struct post_job *job, size_t p,
                        vec_json part)
{
    struct witness w;
    struct proof proof;
    uint8_t wanted[PROOF_BYTES], found[PROOF_BYTES];
    fr r, s;
    vec_fr(vec_get(part, "r"), &r);
    vec_fr(vec_get(part, "s"), &s);
    vec_bytes(vec_get(part, "proof"), wanted, PROOF_BYTES);
    CHECK_OK(witness_create(&w, v->c));
    CHECK_OK(post_job_fill(job, p, v->c, &w, v->pool, NULL));
    CHECK_OK(groth16_prove(&proof, &v->prover, &v->key, &w, v->work,
                           &(struct prove_options){.pool = v->pool, .r = &r, .s = &s}));
    proof_to_bytes(found, &proof);
    CHECK(memcmp(wanted, found, PROOF_BYTES) == 0);
    witness_fini(&w);
}

/* The proofs of entries first..last of a folder, which share a circuit. */
static void check_proofs(const char *folder, size_t first, size_t last, size_t n_proofs)
{
    struct key_owner v;
    size_t n = 0;
    for (size_t i = first; i <= last; i++) {
        struct post_sample s;
        struct post_job job;
        post_sample_load(&s, folder, i);
        if (i == first) key_owner_open(&v, s.proof->kind, s.proof->sector);
        CHECK_OK(post_job_init(&job, &s.request, v.pool, NULL));
        vec_json parts = vec_get(s.meta, "partitions");
        for (size_t p = 0; p < job.n_partitions; p++) {
            if (!vec_has(vec_at(parts, p), "proof")) continue;
            check_proof(&v, &job, p, vec_at(parts, p));
            n++;
        }
        post_job_fini(&job);
        post_sample_free(&s);
    }
    CHECK_MSG(n == n_proofs, "%zu proofs", n);
    key_owner_close(&v);
}

TEST(slow, post_proof_winning_2kib)
{
    check_proofs("sector-2kib", 0, 0, 1);
}
TEST(slow, post_proof_window_2kib)
{
    check_proofs("sector-2kib", 1, 2, 4);
}
TEST(slow, post_proof_winning_8mib)
{
    check_proofs("sector-8mib", 0, 0, 1);
}
TEST(slow, post_proof_window_8mib)
{
    check_proofs("sector-8mib", 1, 2, 4);
}
