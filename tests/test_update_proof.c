/* The proof of the 2 KiB update with the known r and s: bytes equal to bellperson's. The key is
 * made from its known secrets (half a gigabyte, half a minute). */
#include "tests/harness.h"

#include "base/mem.h"
#include "groth16/prove.h"
#include "groth16/setup.h"
#include "tests/update_samples.h"
#include <stdio.h>
#include <string.h>

static void make_key(struct params_file *key, const struct circuit *c, const struct sector_size *s,
                     struct pool *pool)
{
    struct setup_secrets secrets;
    char id[CIRCUIT_ID_MAX];
    const char *path = test_tmp_path("update.params");
    CHECK_OK(circuit_identifier(id, CIRCUIT_UPDATE, s));
    CHECK_OK(setup_secrets_test(&secrets, "cuzk-test-setup", id));
    CHECK_OK(groth16_setup(c, &secrets, path, NULL, &(struct setup_options){.pool = pool}));
    CHECK_OK(params_open(key, path));
    remove(path); /* it stays mapped */
}

static void check_proof(const struct prover *prover, const struct params_file *key,
                        const struct update_job *job, vec_json part, struct pool *pool)
{
    struct witness w;
    struct proof proof;
    uint8_t wanted[PROOF_BYTES], found[PROOF_BYTES];
    fr r, s;
    void *work = mem_alloc(prover->plan.work_bytes, 1);
    CHECK(work);
    vec_fr(vec_get(part, "r"), &r);
    vec_fr(vec_get(part, "s"), &s);
    vec_bytes(vec_get(part, "proof"), wanted, PROOF_BYTES);
    CHECK_OK(witness_create(&w, prover->circuit));
    CHECK_OK(update_job_fill(job, 0, prover->circuit, &w, pool, NULL));
    CHECK_OK(groth16_prove(&proof, prover, key, &w, work,
                           &(struct prove_options){.pool = pool, .r = &r, .s = &s}));
    proof_to_bytes(found, &proof);
    CHECK(memcmp(wanted, found, PROOF_BYTES) == 0);
    witness_fini(&w);
    mem_free(work);
}

TEST(slow, update_proof_2kib)
{
    struct update_sample s;
    struct update_job job;
    struct circuit *c;
    struct prover prover;
    struct params_file key;
    struct pool *pool;
    update_sample_load(&s, "sector-2kib");
    CHECK_OK(pool_create(&pool, 2));
    CHECK_OK(update_job_init(&job, &s.request, pool, NULL));
    CHECK_OK(update_circuit_create(&c, job.proof->sector));
    make_key(&key, c, job.proof->sector, pool);
    CHECK_OK(prover_init(&prover, c, &(struct prove_limits){.threads = 2}));
    CHECK_OK(prover_check_key(&prover, &key));
    check_proof(&prover, &key, &job, update_sample_partition(&s, 0), pool);
    params_close(&key);
    prover_fini(&prover);
    circuit_destroy(c);
    pool_destroy(pool);
    update_job_fini(&job);
    update_sample_free(&s);
}
