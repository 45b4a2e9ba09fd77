/* Proof codec, verification, setup against bellperson's (vectors/groth16-small). */
#include "tests/harness.h"

#include "base/mem.h"
#include "groth16/scalar.h"
#include "groth16/setup.h"
#include "groth16/verify.h"
#include "r1cs/builder.h"
#include "tests/small_circuits.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static vec_json load(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "groth16-small/%s.json", name);
    return vec_load(path);
}

static void load_verifier(struct verifier *v, const char *name)
{
    char path[64];
    struct verifying_key vk;
    snprintf(path, sizeof path, "groth16-small/%s.vk", name);
    CHECK_OK(vk_read_file(&vk, test_vector_path(path)));
    CHECK_OK(verifier_init(v, &vk));
    vk_fini(&vk);
}

static void read_proof(struct proof *p, vec_json hex)
{
    uint8_t bytes[PROOF_BYTES];
    vec_bytes(hex, bytes, sizeof bytes);
    CHECK_OK(proof_from_bytes(p, bytes));
}

TEST(groth16, proofs_are_decoded_as_the_reference_does)
{
    for (int i = 0; i < N_SMALL_CIRCUITS; i++) {
        vec_json v = load(small_circuit_names[i]), cases = vec_get(v, "decode");
        for (size_t k = 0; k < vec_len(cases); k++) {
            vec_json c = vec_at(cases, k);
            uint8_t bytes[256], again[PROOF_BYTES];
            struct proof p;
            size_t n = strlen(vec_string(vec_get(c, "bytes"))) / 2;
            bool good = vec_bool(vec_get(c, "read_ok"));
            vec_bytes(vec_get(c, "bytes"), bytes, n);
            CHECK_MSG(proofs_from_bytes(&p, 1, bytes, n) == (good ? ST_OK : ST_FORMAT), "%s: %s",
                      small_circuit_names[i], vec_string(vec_get(c, "what")));
            if (!good) continue;
            proof_to_bytes(again, &p);
            CHECK(memcmp(again, bytes, PROOF_BYTES) == 0);
        }
        vec_free(v);
    }
}

TEST(groth16, bad_proof_bytes_are_named)
{
    vec_json v = load("cubic");
    uint8_t two[2 * PROOF_BYTES], bytes[PROOF_BYTES];
    struct proof p[2];
    vec_bytes(vec_get(vec_at(vec_get(v, "verify"), 0), "proof"), bytes, sizeof bytes);
    memcpy(two, bytes, PROOF_BYTES);
    memcpy(two + PROOF_BYTES, bytes, PROOF_BYTES);
    CHECK_OK(proofs_from_bytes(p, 2, two, sizeof two));
    CHECK(memcmp(&p[0], &p[1], sizeof p[0]) == 0);
    CHECK_FAILS(proofs_from_bytes(p, 2, two, sizeof two - 1), ST_FORMAT,
                "wanted 2 of 192 bytes, found 383 bytes");
    CHECK_FAILS(proofs_from_bytes(p, 1, two, sizeof two), ST_FORMAT, "found 384 bytes");
    two[PROOF_BYTES + 100] ^= 1;
    CHECK_FAILS(proofs_from_bytes(p, 2, two, sizeof two), ST_FORMAT, "proof 1 of 2: proof: B");
    memset(bytes + 144, 0, 48);
    bytes[144] = 0xc0;
    CHECK_FAILS(proof_from_bytes(p, bytes), ST_FORMAT, "proof: C: point at infinity");
    memset(bytes, 0xff, 48);
    CHECK_FAILS(proof_from_bytes(p, bytes), ST_FORMAT, "proof: A");
    vec_free(v);
}

static status expected(vec_json c)
{
    vec_json result = vec_get(c, "result");
    if (vec_is_null(result)) return ST_ARG; /* "malformed verifying key": a wrong number */
    return vec_bool(result) ? ST_OK : ST_INVALID_PROOF;
}

TEST(groth16, verification_equals_the_reference)
{
    for (int i = 0; i < N_SMALL_CIRCUITS; i++) {
        vec_json v = load(small_circuit_names[i]), cases = vec_get(v, "verify");
        struct verifier key;
        load_verifier(&key, small_circuit_names[i]);
        CHECK(vec_len(cases) >= 12);
        for (size_t k = 0; k < vec_len(cases); k++) {
            vec_json c = vec_at(cases, k);
            struct proof p;
            size_t n;
            fr *inputs = vec_fr_alloc(vec_get(c, "inputs"), &n);
            read_proof(&p, vec_get(c, "proof"));
            CHECK_MSG(groth16_verify(&key, &p, inputs, n) == expected(c), "%s: %s: %s",
                      small_circuit_names[i], vec_string(vec_get(c, "what")), status_detail());
            mem_free(inputs);
        }
        verifier_fini(&key);
        vec_free(v);
    }
}

TEST(groth16, batches_equal_the_reference)
{
    for (int i = 0; i < N_SMALL_CIRCUITS; i++) {
        vec_json v = load(small_circuit_names[i]), cases = vec_get(v, "verify_batch");
        struct verifier key;
        load_verifier(&key, small_circuit_names[i]);
        for (size_t k = 0; k < vec_len(cases); k++) {
            vec_json c = vec_at(cases, k), proofs = vec_get(c, "proofs");
            size_t n = vec_len(proofs), n_inputs = 0;
            struct proof p[8];
            fr *inputs[8];
            CHECK(n <= 8);
            for (size_t j = 0; j < n; j++) {
                read_proof(&p[j], vec_at(proofs, j));
                inputs[j] = vec_fr_alloc(vec_at(vec_get(c, "inputs"), j), &n_inputs);
            }
            CHECK_MSG(groth16_verify_batch(&key, p, (const fr *const *)inputs, n_inputs, n) ==
                          expected(c),
                      "%s: %s", small_circuit_names[i], vec_string(vec_get(c, "what")));
            CHECK_FAILS(groth16_verify_batch(&key, p, (const fr *const *)inputs, n_inputs + 1, n),
                        ST_ARG, "public inputs: the key wants");
            CHECK_FAILS(groth16_verify_batch(&key, p, (const fr *const *)inputs, n_inputs, 0),
                        ST_ARG, "no proofs");
            for (size_t j = 0; j < n; j++)
                mem_free(inputs[j]);
        }
        verifier_fini(&key);
        vec_free(v);
    }
}

/* More pairs than one Miller loop takes, and two wrong proofs that cancel in a plain sum. */
TEST(groth16, a_large_batch_and_one_whose_errors_cancel)
{
    enum { N = 70 };
    vec_json v = load("mimc"), c = vec_at(vec_get(v, "verify"), 0);
    struct verifier key;
    struct proof p[N];
    const fr *inputs[N];
    size_t n_inputs;
    fr *x = vec_fr_alloc(vec_get(c, "inputs"), &n_inputs);
    load_verifier(&key, "mimc");
    read_proof(&p[0], vec_get(c, "proof"));
    for (int i = 0; i < N; i++) {
        p[i] = p[0];
        inputs[i] = x;
    }
    CHECK_OK(groth16_verify_batch(&key, p, inputs, n_inputs, N));
    g1 t, generator;
    g1_affine g;
    g1_generator(&g);
    g1_from_affine(&generator, &g);
    g1_from_affine(&t, &p[3].c);
    g1_add(&t, &t, &generator);
    g1_to_affine(&p[3].c, &t);
    g1_from_affine(&t, &p[5].c);
    g1_sub(&t, &t, &generator);
    g1_to_affine(&p[5].c, &t);
    CHECK_FAILS(groth16_verify_batch(&key, p, inputs, n_inputs, N), ST_INVALID_PROOF,
                "at least one of 70 proofs");
    verifier_fini(&key);
    mem_free(x);
    vec_free(v);
}

/* ---- setup ---- */

static void check_file(const char *path, vec_json sha256_hex)
{
    struct file_digest d;
    uint8_t want[32];
    vec_bytes(sha256_hex, want, sizeof want);
    CHECK_OK(file_digest_path(&d, path, NULL, NULL, NULL));
    CHECK_MSG(memcmp(d.sha256, want, 32) == 0, "%s", path);
}

struct counted {
    size_t done, total;
};

static void count(void *ctx, size_t done, size_t total)
{
    struct counted *c = ctx;
    CHECK(done > c->done && done <= total);
    *c = (struct counted){done, total};
}

TEST(groth16, setup_gives_the_references_files)
{
    struct pool *pool;
    CHECK_OK(pool_create(&pool, 2));
    for (int i = 0; i < N_SMALL_CIRCUITS; i++)
        for (int types = 0; types < 2; types++) {
            struct small_circuit s;
            struct counted seen = {0};
            struct progress progress = {count, &seen};
            struct setup_options o = {.pool = types ? pool : NULL, .progress = &progress};
            small_circuit_load(&s, small_circuit_names[i], (enum small_types)types);
            const char *params = test_tmp_path("setup.params"), *vk = test_tmp_path("setup.vk");
            CHECK_OK(groth16_setup(s.circuit, &s.secrets, params, vk, &o));
            CHECK(seen.done == seen.total && seen.total > 0);
            check_file(params, vec_get(s.groth16, "params_sha256"));
            check_file(vk, vec_get(s.groth16, "vk_sha256"));
            struct params_file p;
            CHECK_OK(params_open(&p, params));
            CHECK_OK(params_check(&p, PARAMS_CHECK_CURVE, pool, NULL, NULL));
            params_close(&p);
            small_circuit_free(&s);
        }
    pool_destroy(pool);
}

TEST(groth16, setup_refuses_bad_secrets)
{
    struct small_circuit s;
    struct setup_options o = {0};
    small_circuit_load(&s, "cubic", SMALL_ALL_FIELDS);
    const char *path = test_tmp_path("refused.params");
    fr *const all[5] = {&s.secrets.alpha, &s.secrets.beta, &s.secrets.gamma, &s.secrets.delta,
                        &s.secrets.tau};
    for (int i = 0; i < 5; i++) {
        fr saved = *all[i];
        fr_zero(all[i]);
        CHECK_FAILS(groth16_setup(s.circuit, &s.secrets, path, NULL, &o), ST_ARG, "is zero");
        *all[i] = saved;
    }
    fr_one(&s.secrets.tau);
    CHECK_FAILS(groth16_setup(s.circuit, &s.secrets, path, NULL, &o), ST_ARG,
                "tau lies in the domain of 2^3");
    fr_neg(&s.secrets.tau, &s.secrets.tau);
    CHECK_FAILS(groth16_setup(s.circuit, &s.secrets, path, NULL, &o), ST_ARG, "tau lies in");
    CHECK(!file_exists(path));
    char name[600];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    CHECK_FAILS(setup_secrets_test(&s.secrets, "p", name), ST_ARG, "too long");
    small_circuit_free(&s);
}

TEST(groth16, random_secrets_differ_and_are_not_zero)
{
    struct setup_secrets a, b;
    CHECK_OK(setup_secrets_random(&a));
    CHECK_OK(setup_secrets_random(&b));
    CHECK(!fr_eq(&a.tau, &b.tau) && !fr_eq(&a.alpha, &a.beta) && !fr_eq(&a.gamma, &a.delta));
    CHECK(!fr_is_zero(&a.alpha) && !fr_is_zero(&a.beta) && !fr_is_zero(&a.gamma) &&
          !fr_is_zero(&a.delta) && !fr_is_zero(&a.tau));
}

TEST(groth16, setup_refuses_a_variable_in_no_constraint)
{
    struct builder *b;
    struct circuit *c;
    struct setup_options o = {0};
    struct setup_secrets secrets;
    const char *path = test_tmp_path("unused.params");
    CHECK_OK(setup_secrets_test(&secrets, "test", "unused"));
    CHECK_OK(builder_create(&b));
    num x = num_alloc_advice(b);
    (void)num_alloc_advice(b);
    struct lc one = lc_of_one(b), y = lc_of_num(b, x);
    (void)pub_alloc(b, &one); /* an unused public input is fine */
    builder_enforce(b, &y, &one, &one);
    CHECK_OK(builder_finish(b, &c));
    CHECK_FAILS(groth16_setup(c, &secrets, path, NULL, &o), ST_UNSAT,
                "auxiliary variable 1 occurs in no constraint");
    CHECK(!file_exists(path));
    circuit_destroy(c);
}

TEST(groth16, setup_ends_when_cancelled_and_leaves_nothing)
{
    struct small_circuit s;
    struct cancel cancel = {.requested = true};
    struct setup_options o = {.cancel = &cancel};
    small_circuit_load(&s, "mimc", SMALL_ALL_FIELDS);
    const char *path = test_tmp_path("cancelled.params");
    size_t before = mem_live_bytes(), failed = 0;
    CHECK_FAILS(groth16_setup(s.circuit, &s.secrets, path, NULL, &o), ST_CANCELLED, "");
    CHECK(!file_exists(path));
    o.cancel = NULL;
    for (size_t n = 1; n < 40; n++) {
        mem_fail_after(n);
        status st = groth16_setup(s.circuit, &s.secrets, path, NULL, &o);
        mem_fail_after(0);
        CHECK(st == ST_OK || st == ST_NOMEM);
        failed += st != ST_OK;
        CHECK_MSG(file_exists(path) == (st == ST_OK), "after failing allocation %zu", n);
        CHECK_MSG(mem_live_bytes() == before, "after failing allocation %zu", n);
        remove(path);
    }
    CHECK(failed > 15);
    CHECK_FAILS(groth16_setup(s.circuit, &s.secrets, "/nowhere/x.params", NULL, &o), ST_IO,
                "/nowhere/x.params");
    small_circuit_free(&s);
}
