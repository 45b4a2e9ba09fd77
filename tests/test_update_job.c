/* Sector updates from request to witness: what is refused and in which words; witnesses and proofs
 * against the reference's. */
#include "tests/harness.h"

#include "base/clock.h"
#include "base/mem.h"
#include "filecoin/update_check.h"
#include "math/codec.h"
#include "r1cs/shape.h"
#include "tests/shape_vectors.h"
#include "tests/update_samples.h"
#include <stdio.h>
#include <string.h>

static status start(const struct update_sample *s)
{
    struct update_job job = {0};
    status st = update_job_init(&job, &s->request, NULL, NULL);
    if (st != ST_OK) CHECK(job.proof == NULL && job.vanilla.partitions == NULL);
    update_job_fini(&job);
    return st;
}

/* ---- what the caller may say ---- */

TEST(update, job_of_sealed_sectors)
{
    for (size_t i = 0; i < UPDATE_N_SEALED; i++) {
        struct update_sample s;
        update_sample_load(&s, update_sample_names[i]);
        CHECK_OK(start(&s));
        s.request.sector_bytes = 0;
        s.request.h = 0;
        CHECK_OK(start(&s));
        update_sample_free(&s);
    }
}

TEST(update, job_of_wrong_request)
{
    struct update_sample s;
    update_sample_load(&s, "sector-8mib");
    const struct update_request good = s.request;
    s.request.registered_proof = 5;
    CHECK_FAILS(start(&s), ST_UNSUPPORTED, "unknown RegisteredUpdateProof value: 5");
    s.request = good;
    s.request.sector_bytes = (uint64_t)32 << 30;
    CHECK_FAILS(start(&s), ST_ARG, "sector size: wanted 8388608 bytes, found 34359738368");
    s.request = good;
    s.request.h = 13;
    CHECK_FAILS(start(&s), ST_ARG, "h: wanted 7 to 12, found 13");
    for (size_t n = 0; n < 6; n++) {
        s.request = good;
        s.request.n_vanilla = n;
        if (n != 4)
            CHECK_FAILS(start(&s), ST_ARG, "StackedDrg8MiBV1: wanted 4 partition proofs, found");
    }
    update_sample_free(&s);
}

TEST(update, job_of_wrong_commitments)
{
    static const char *const names[3] = {"comm_r_old", "comm_r_new", "comm_d_new"};
    struct update_sample s;
    update_sample_load(&s, "sector-2kib");
    struct blob *given[3] = {&s.request.comm_r_old, &s.request.comm_r_new, &s.request.comm_d_new};
    uint8_t zero[NODE_BYTES] = {0}, big[NODE_BYTES], text[64];
    memset(big, 0xff, sizeof big);
    for (size_t i = 0; i < 3; i++) {
        const struct blob good = *given[i];
        *given[i] = (struct blob){zero, NODE_BYTES};
        snprintf((char *)text, sizeof text, "%s: wanted a commitment, found zero", names[i]);
        CHECK_FAILS(start(&s), ST_ARG, (char *)text);
        *given[i] = (struct blob){big, NODE_BYTES};
        CHECK_FAILS(start(&s), ST_ARG, names[i]);
        *given[i] = (struct blob){good.data, 31};
        snprintf((char *)text, sizeof text, "%s: wanted 32 bytes, found 31", names[i]);
        CHECK_FAILS(start(&s), ST_ARG, (char *)text);
        *given[i] = (struct blob){s.commitments[(i + 1) % 3], NODE_BYTES};
        CHECK_FAILS(start(&s), ST_UNSAT, names[i]);
        CHECK_FAILS(start(&s), ST_UNSAT, "partition 0: ");
        *given[i] = good;
    }
    CHECK_OK(start(&s));
    update_sample_free(&s);
}

/* ---- what the proofs may say ---- */

TEST(update, job_of_other_partitions)
{
    struct update_sample s;
    update_sample_load(&s, "sector-8mib");
    struct blob second = s.blobs[1];
    s.blobs[1] = s.blobs[2];
    s.blobs[2] = second;
    CHECK_FAILS(start(&s), ST_UNSAT, "partition 1: challenge 0: wanted node");
    CHECK_FAILS(start(&s), ST_UNSAT, "which is of partition 2");
    s.blobs[2] = s.blobs[1]; /* the same twice */
    s.blobs[1] = second;
    CHECK_OK(start(&s));
    s.blobs[3] = s.blobs[0];
    CHECK_FAILS(start(&s), ST_UNSAT, "partition 3: challenge 0: wanted node");
    CHECK_FAILS(start(&s), ST_UNSAT, "which is of partition 0");
    update_sample_free(&s);
}

/* Another h: of the sealed sector the data is not zero, so rho matters. */
TEST(update, job_of_another_h)
{
    struct update_sample s;
    update_sample_load(&s, "sector-8mib");
    for (uint32_t h = 7; h <= 12; h++) {
        s.request.h = h;
        if (h != 10)
            CHECK_FAILS(start(&s), ST_UNSAT, "new node is the old one plus data times rho");
    }
    update_sample_free(&s);
}

/* Where things lie in an 8 MiB partition proof: trees of 6 levels of 8, and of 18 of 2. */
#define LEVEL_BYTES(arity)       (8 + ((arity)-1) * 32 + 8)
#define PROOF_BYTES_(n, arity)   (4 + 64 + 8 + (n)*LEVEL_BYTES(arity))
#define CHALLENGE_BYTES          (2 * PROOF_BYTES_(6, 8) + PROOF_BYTES_(18, 2))
#define CHALLENGE_AT(c)          (32 + 8 + 128 * 32 + 8 + (c)*CHALLENGE_BYTES)
#define LEAF                     36
#define SIBLING(level, arity, k) (4 + 64 + 8 + (level)*LEVEL_BYTES(arity) + 8 + (k)*32)
#define OLD                      0
#define DATA                     PROOF_BYTES_(6, 8)
#define NEW                      (DATA + PROOF_BYTES_(18, 2))

static const struct {
    size_t partition, at;
    const char *message;
} faults[] = {
    {2, 0, "partition 2: H(comm_c, root of the old replica) is comm_r_old: wanted"},
    {3, 40, "partition 3: root above the apex leaves: wanted"},
    {0, CHALLENGE_AT(0) + DATA + SIBLING(17, 2, 0), "partition 0: root above the apex leaves"},
    {1, CHALLENGE_AT(3) + OLD + LEAF, "partition 1: challenge 3 (node "},
    {1, CHALLENGE_AT(3) + OLD + LEAF, "path of the old replica is wrong at level"},
    {1, CHALLENGE_AT(3) + OLD + SIBLING(5, 8, 6), "path of the old replica is wrong at level 5: "},
    {1, CHALLENGE_AT(3) + OLD + SIBLING(4, 8, 0), "path of the old replica is wrong at level 4: "},
    {2, CHALLENGE_AT(9) + NEW + SIBLING(5, 8, 0), "path of the new replica is wrong at level 5: "},
    {2, CHALLENGE_AT(9) + NEW + LEAF, "partition 2: challenge 9 (node "},
    {0, CHALLENGE_AT(5) + DATA + LEAF,
     "path of the new data is wrong at level 8 or below: apex leaf"},
    {0, CHALLENGE_AT(5) + DATA + SIBLING(0, 2, 0),
     "new data is wrong at level 8 or below: apex leaf"},
    {0, CHALLENGE_AT(5) + DATA + SIBLING(9, 2, 0), "new data is wrong at level 9: sibling: wanted"},
    {0, CHALLENGE_AT(5) + DATA + SIBLING(15, 2, 0), "new data is wrong at level 15: sibling"},
    {0, CHALLENGE_AT(5) + DATA + SIBLING(16, 2, 0), "new data is wrong at level 16: sibling"},
    {0, CHALLENGE_AT(5) + DATA + SIBLING(17, 2, 0), "partition 0: challenge 5 (node "},
};

TEST(update, job_of_faulty_proofs)
{
    struct update_sample s;
    update_sample_load(&s, "sector-8mib");
    CHECK(s.blobs[0].n == CHALLENGE_AT(10));
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        uint8_t *p = s.bytes[faults[i].partition] + faults[i].at;
        *p ^= 1;
        CHECK_FAILS(start(&s), ST_UNSAT, faults[i].message);
        *p ^= 1;
    }
    CHECK_OK(start(&s));
    update_sample_free(&s);
}

TEST(update, job_of_zero_comm_c)
{
    struct update_sample s;
    update_sample_load(&s, "sector-2kib");
    memset(s.bytes[0], 0, NODE_BYTES);
    CHECK_FAILS(start(&s), ST_UNSAT, "partition 0: comm_c: wanted a commitment, found zero");
    update_sample_free(&s);
}

/* A level whose fault is below what good paths share; and a tree of one path. */
TEST(update, fault_of_lonely_path)
{
    struct update_sample s;
    update_sample_load(&s, "sector-8mib");
    s.bytes[1][CHALLENGE_AT(3) + OLD + SIBLING(0, 8, 0)] ^= 1;
    CHECK_FAILS(start(&s), ST_UNSAT, " or below: root: wanted");
    update_sample_free(&s);
}

TEST(update, job_cancelled)
{
    struct update_sample s;
    struct update_job job = {0};
    struct cancel cancel = {.requested = true};
    update_sample_load(&s, "sector-2kib");
    CHECK_FAILS(update_job_init(&job, &s.request, NULL, &cancel), ST_CANCELLED, "");
    update_sample_free(&s);
}

TEST(update, job_without_memory)
{
    struct update_sample s;
    update_sample_load(&s, "sector-2kib");
    CHECK_OK(start(&s)); /* makes what lasts for ever */
    size_t live = mem_live_bytes();
    for (size_t n = 1;; n++) {
        mem_fail_after(n);
        status st = start(&s);
        mem_fail_after(0);
        CHECK(mem_live_bytes() == live);
        if (st == ST_OK) break;
        CHECK(st == ST_NOMEM);
    }
    update_sample_free(&s);
}

/* ---- witnesses ---- */

static void check_inputs(const struct update_sample *s, size_t p, const struct witness *w)
{
    fr wanted[UPDATE_N_INPUTS], found[UPDATE_N_INPUTS];
    vec_fr_array(vec_get(update_sample_partition(s, p), "inputs"), wanted, UPDATE_N_INPUTS);
    CHECK_OK(update_public_inputs(found, &s->statement, (uint32_t)p));
    for (size_t i = 0; i < UPDATE_N_INPUTS; i++) {
        CHECK(fr_eq(&found[i], &wanted[i]));
        CHECK(fr_eq(&w->inputs[1 + i], &wanted[i]));
    }
}

/* Decodes, checks and fills all partitions of a sample that have a record. */
static void check_sample(const char *folder)
{
    struct update_sample s;
    struct update_job job = {0};
    struct circuit *c;
    struct witness w;
    struct pool *pool;
    update_sample_load(&s, folder);
    CHECK_OK(pool_create(&pool, 2));
    CHECK_OK(update_circuit_create(&c, s.proof->sector));
    CHECK_OK(witness_create(&w, c));
    uint64_t begin = clock_ns();
    job.proof = s.proof;
    job.statement = s.statement;
    CHECK_OK(update_vanilla_decode(&job.vanilla, s.proof, s.blobs, s.n, pool, NULL));
    double decode_ms = clock_ms_since(begin);
    begin = clock_ns();
    CHECK_OK(update_check(&job.vanilla, &job.statement, pool, NULL));
    double check_ms = clock_ms_since(begin);
    for (size_t p = 0; p < s.n; p++) {
        vec_json part = update_sample_partition(&s, p);
        if (!vec_has(part, "witness")) continue;
        begin = clock_ns();
        CHECK_OK(update_job_fill(&job, (uint32_t)p, c, &w, pool, NULL));
        printf("  %s, partition %zu: filled in %.0f ms (of %zu: decoded in %.1f, checked in %.1f), "
               "%zu MiB at most\n",
               s.name, p, clock_ms_since(begin), s.n, decode_ms, check_ms, mem_peak_bytes() >> 20);
        check_witness(vec_string(vec_get(part, "witness")), c, &w);
        check_inputs(&s, p, &w);
    }
    witness_fini(&w);
    circuit_destroy(c);
    pool_destroy(pool);
    update_job_fini(&job);
    update_sample_free(&s);
}

TEST(update, witness_2kib)
{
    check_sample("sector-2kib");
}
TEST(shapes, update_witness_8mib)
{
    check_sample("sector-8mib");
}
TEST(shapes, update_witness_512mib)
{
    check_sample("update-512mib");
}
TEST(shapes, update_witness_32gib)
{
    check_sample("update-32gib");
}

/* No record of a witness there: decoded, checked natively, filled; the first input is right. */
TEST(update, check_64gib)
{
    struct update_sample s;
    struct update_vanilla v;
    update_sample_load(&s, "update-64gib");
    CHECK_OK(update_vanilla_decode(&v, s.proof, s.blobs, s.n, NULL, NULL));
    CHECK_OK(update_check(&v, &s.statement, NULL, NULL));
    s.statement.h_index--;
    CHECK_FAILS(update_check(&v, &s.statement, NULL, NULL), ST_UNSAT, "data times rho");
    update_vanilla_fini(&v);
    update_sample_free(&s);
}

TEST(update, circuit_is_satisfied)
{
    struct update_sample s;
    struct update_job job;
    struct circuit *c, *other;
    struct witness w;
    size_t bad, first;
    update_sample_load(&s, "sector-2kib");
    CHECK_OK(update_job_init(&job, &s.request, NULL, NULL));
    CHECK_OK(update_circuit_create(&c, s.proof->sector));
    CHECK_OK(update_circuit_create(&other, sector_size_of_label("4KiB")));
    CHECK_OK(witness_create(&w, c));
    CHECK_FAILS(update_job_fill(&job, 0, other, &w, NULL, NULL), ST_ARG, "wanted a circuit that");
    CHECK_FAILS(update_job_fill(&job, 1, c, &w, NULL, NULL), ST_ARG, "wanted a partition below 1");
    CHECK_OK(update_job_fill(&job, 0, c, &w, NULL, NULL));
    CHECK_OK(circuit_count_unsatisfied(c, &w, &bad, &first));
    CHECK(bad == 0);
    check_inputs(&s, 0, &w);
    job.vanilla.partitions[0].values[0].l[0] ^= 1; /* the old replica's node of challenge 0 */
    CHECK_OK(update_job_fill(&job, 0, c, &w, NULL, NULL));
    CHECK_OK(circuit_count_unsatisfied(c, &w, &bad, &first));
    CHECK_MSG(bad == 2, "%zu unsatisfied", bad); /* both replicas' roots */
    witness_fini(&w);
    circuit_destroy(other);
    circuit_destroy(c);
    update_job_fini(&job);
    update_sample_free(&s);
}
