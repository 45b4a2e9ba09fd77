/* Challenges and public inputs of PoSt against the reference's. */
#include "tests/harness.h"

#include "base/mem.h"
#include "filecoin/post_challenge.h"
#include "math/codec.h"
#include "tests/post_samples.h"
#include "tests/vec_json.h"
#include <string.h>

TEST(post, challenges_leaf)
{
    vec_json file = vec_load("post/challenges.json"), all = vec_get(file, "leaf_challenges");
    CHECK(vec_len(all) == 10);
    for (size_t i = 0; i < vec_len(all); i++) {
        vec_json v = vec_at(all, i), leaves = vec_get(v, "leaf_challenge_index_from_0");
        uint8_t randomness[32];
        uint64_t n_leaves = vec_u64(vec_get(v, "sector_size")) / NODE_BYTES;
        vec_bytes(vec_get(v, "randomness"), randomness, 32);
        CHECK(vec_len(leaves) == 24);
        for (size_t k = 0; k < vec_len(leaves); k++)
            CHECK(post_leaf_challenge(randomness, vec_u64(vec_get(v, "sector_id")), k, n_leaves) ==
                  vec_u64(vec_at(leaves, k)));
    }
    vec_free(file);
}

static void check_sector_challenges(vec_json all, const char *member)
{
    CHECK(vec_len(all) > 0);
    for (size_t i = 0; i < vec_len(all); i++) {
        vec_json v = vec_at(all, i), indexes = vec_get(v, member);
        uint8_t randomness[32], prover_id[32];
        vec_bytes(vec_get(v, "randomness"), randomness, 32);
        vec_bytes(vec_get(v, "prover_id"), prover_id, 32);
        for (size_t k = 0; k < vec_len(indexes); k++)
            CHECK(post_sector_challenge(prover_id, randomness, k,
                                        vec_u64(vec_get(v, "sector_set_len"))) ==
                  vec_u64(vec_at(indexes, k)));
    }
}

TEST(post, challenges_winning_sector)
{
    vec_json file = vec_load("post/challenges.json");
    check_sector_challenges(vec_get(file, "generate_sector_challenges"), "sector_indexes");
    check_sector_challenges(vec_get(file, "winning_sector_challenge"), "sector_index");
    vec_free(file);
}

/* A registered proof of this kind and size, or one that would be: its API version changed. */
static struct post_proof proof_of(vec_json v)
{
    bool winning = strcmp(vec_string(vec_get(v, "type")), "Winning") == 0;
    const char *api = vec_string(vec_get(v, "api_version"));
    struct post_proof p = {0};
    for (uint64_t i = 0; i < REGISTRY_N_POST_PROOFS; i++) {
        const struct post_proof *found = post_proof_of_value(i);
        if (found->sector->bytes == vec_u64(vec_get(v, "sector_size")) &&
            (found->kind == CIRCUIT_WINNING_POST) == winning)
            p = *found;
    }
    CHECK(p.sector);
    for (p.api = API_1_0_0; strcmp(api_version_text(p.api), api) != 0; p.api++)
        CHECK(p.api < API_1_2_0);
    return p;
}

TEST(post, challenges_of_sectors)
{
    vec_json file = vec_load("post/challenges.json");
    vec_json all = vec_get(file, "fallback_sector_challenges");
    CHECK(vec_len(all) == 21);
    for (size_t i = 0; i < vec_len(all); i++) {
        vec_json v = vec_at(all, i), sectors = vec_get(v, "challenges");
        vec_json order = vec_get(v, "sectors_in_order");
        struct post_proof p = proof_of(v);
        uint8_t randomness[32];
        vec_bytes(vec_get(v, "randomness"), randomness, 32);
        CHECK(p.challenges == vec_u64(vec_get(v, "config_challenge_count")));
        CHECK(p.sectors == vec_u64(vec_get(v, "config_sector_count")));
        CHECK(vec_len(order) == vec_len(sectors));
        for (size_t s = 0; s < vec_len(sectors); s++) {
            uint64_t leaves[POST_WINNING_CHALLENGES], id = vec_u64(vec_at(order, s));
            vec_json sector = vec_at(sectors, s), wanted = vec_get(sector, "leaves");
            CHECK(vec_u64(vec_get(sector, "sector_id")) == id);
            CHECK(vec_len(wanted) == p.challenges);
            post_sector_leaves(leaves, &p, randomness, id, s);
            for (size_t k = 0; k < p.challenges; k++)
                CHECK(leaves[k] == vec_u64(vec_at(wanted, k)));
        }
    }
    vec_free(file);
}

static void check_inputs(vec_json wanted, const fr *inputs, size_t n)
{
    vec_json first = vec_get(wanted, "first"), last = vec_get(wanted, "last_12");
    uint8_t digest[32], found[32];
    fr v;
    CHECK(n == vec_u64(vec_get(wanted, "count")));
    for (size_t i = 0; i < vec_len(first); i++) {
        vec_fr(vec_at(first, i), &v);
        CHECK(fr_eq(&inputs[i], &v));
    }
    CHECK(vec_len(last) == 12);
    for (size_t i = 0; i < 12; i++) {
        vec_fr(vec_at(last, i), &v);
        CHECK(fr_eq(&inputs[n - 12 + i], &v));
    }
    vec_bytes(vec_get(wanted, "sha256_all"), digest, 32);
    post_inputs_sha256(found, inputs, n);
    CHECK(memcmp(digest, found, 32) == 0);
}

TEST(post, public_inputs)
{
    vec_json file = vec_load("post/public-inputs.json");
    CHECK(vec_len(file) == 20);
    for (size_t i = 0; i < vec_len(file); i++) {
        vec_json v = vec_at(file, i), list = vec_get(v, "sectors"), inputs = vec_get(v, "inputs");
        struct post_proof p = proof_of(v);
        struct post_public_sector sectors[8];
        uint8_t randomness[32];
        fr *out;
        size_t n = vec_len(list);
        CHECK(n <= 8);
        vec_bytes(vec_get(v, "randomness"), randomness, 32);
        for (size_t s = 0; s < n; s++) {
            sectors[s].id = vec_u64(vec_get(vec_at(list, s), "sector_id"));
            vec_bytes(vec_get(vec_at(list, s), "comm_r"), sectors[s].comm_r, 32);
        }
        CHECK(post_n_partitions(&p, n) == vec_u64(vec_get(v, "partitions")));
        CHECK(vec_len(inputs) == post_n_partitions(&p, n));
        CHECK_OK(MEM_NEW(out, post_n_public_inputs(&p)));
        for (size_t k = 0; k < vec_len(inputs); k++) {
            CHECK_OK(post_public_inputs(out, &p, randomness, sectors, n, k));
            check_inputs(vec_at(inputs, k), out, post_n_public_inputs(&p));
        }
        CHECK_FAILS(post_public_inputs(out, &p, randomness, sectors, n, vec_len(inputs)), ST_ARG,
                    "wanted a partition below");
        memset(sectors[n - 1].comm_r, 0xff, 32);
        CHECK_FAILS(post_public_inputs(out, &p, randomness, sectors, n, vec_len(inputs) - 1),
                    ST_FORMAT, "comm_r of sector");
        mem_free(out);
    }
    vec_free(file);
}
