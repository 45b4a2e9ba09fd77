/* Keys of Filecoin's circuits from known secrets equal bellperson's, by their digests
 * (vectors/keys), and what proofs with them take. */
#include "tests/harness.h"

#include "base/mem.h"
#include "filecoin/circuit.h"
#include "groth16/prove.h"
#include "groth16/setup.h"
#include "tests/vec_json.h"
#include <stdio.h>
#include <string.h>

/* The entry of this circuit's key, or NULL. */
static vec_json find_key(vec_json keys, const char *identifier)
{
    for (size_t i = 0; i < vec_len(keys); i++)
        if (strcmp(vec_string(vec_get(vec_at(keys, i), "cache_identifier")), identifier) == 0)
            return vec_at(keys, i);
    return NULL;
}

static void check_file(const char *path, vec_json key, const char *what, struct pool *pool)
{
    struct file_digest d;
    uint8_t want[32];
    char member[32];
    snprintf(member, sizeof member, "%s_sha256", what);
    vec_bytes(vec_get(key, member), want, sizeof want);
    CHECK_OK(file_digest_path(&d, path, pool, NULL, NULL));
    snprintf(member, sizeof member, "%s_bytes", what);
    CHECK_MSG(d.n_bytes == vec_u64(vec_get(key, member)), "%s: %zu bytes", path, d.n_bytes);
    CHECK_MSG(memcmp(d.sha256, want, sizeof want) == 0, "%s", path);
}

/* Sets up and compares; the key is one for the circuit. */
static void check_setup(struct circuit *c, const char *identifier, vec_json key)
{
    struct pool *pool;
    struct setup_secrets secrets;
    struct prover prover;
    struct params_file file;
    char params[256], vk[256];
    snprintf(params, sizeof params, "%s", test_tmp_path("key.params"));
    snprintf(vk, sizeof vk, "%s", test_tmp_path("key.vk"));
    CHECK_OK(pool_create(&pool, 0));
    struct setup_options o = {.pool = pool};
    CHECK_OK(setup_secrets_test(&secrets, "cuzk-test-setup", identifier));
    CHECK_OK(groth16_setup(c, &secrets, params, vk, &o));
    check_file(params, key, "params", pool);
    check_file(vk, key, "vk", pool);
    CHECK_OK(prover_init(&prover, c, NULL));
    CHECK_OK(params_open(&file, params));
    CHECK_OK(prover_check_key(&prover, &file));
    params_close(&file);
    prover_fini(&prover);
    pool_destroy(pool);
    remove(params);
}

/* All keys of the vectors with a .params of min_bytes to max_bytes; returns how many. */
static size_t check_keys(size_t min_bytes, size_t max_bytes)
{
    vec_json keys = vec_load("keys/keys.json");
    size_t n = 0;
    for (size_t s = 0; s < REGISTRY_N_SECTOR_SIZES; s++)
        for (int k = 0; k < CIRCUIT_N_KINDS; k++) {
            char id[CIRCUIT_ID_MAX];
            struct circuit *c;
            enum circuit_kind kind = (enum circuit_kind)k;
            if (circuit_identifier(id, kind, sector_size_at(s)) != ST_OK) continue;
            vec_json key = find_key(keys, id);
            if (!key) continue;
            size_t bytes = vec_u64(vec_get(key, "params_bytes"));
            if (bytes < min_bytes || bytes > max_bytes) continue;
            if (filecoin_circuit_create(&c, kind, sector_size_at(s)) == ST_UNSUPPORTED)
                test_skip("no circuit for %s", id);
            check_setup(c, id, key);
            circuit_destroy(c);
            n++;
        }
    vec_free(keys);
    return n;
}

TEST(groth16, the_smallest_key_equals_the_reference)
{
    CHECK(check_keys(0, 20000000) == 1);
}

TEST(slow, keys_of_post_equal_the_reference)
{
    CHECK(check_keys(20000000, 200000000) == 3);
}

TEST(slow, keys_of_porep_and_update_equal_the_reference)
{
    CHECK(check_keys(200000000, SIZE_MAX) == 2);
}

/* Besides the mapped key; DESIGN asks for little. */
TEST(groth16, a_small_porep_takes_less_than_a_gibibyte)
{
    struct circuit *c;
    struct prover p, q;
    struct prove_limits limits = {.threads = 2};
    CHECK_OK(filecoin_circuit_create(&c, CIRCUIT_POREP, sector_size_of_label("2KiB")));
    size_t before = mem_live_bytes();
    CHECK_OK(prover_init(&p, c, &limits));
    CHECK(p.domain_log2 == 22 && p.plan.work_bytes < (size_t)1 << 30);
    CHECK(mem_live_bytes() - before < (size_t)16 << 20);
    limits.max_work_bytes = (size_t)450 << 20;
    CHECK_OK(prover_init(&q, c, &limits));
    CHECK(q.plan.work_bytes <= limits.max_work_bytes && q.plan.h_piece < p.plan.h_piece);
    prover_fini(&p);
    prover_fini(&q);
    circuit_destroy(c);
}
