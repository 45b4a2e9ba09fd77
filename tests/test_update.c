/* What a sector update is about, against the reference's tables. */
#include "tests/harness.h"

#include "base/mem.h"
#include "filecoin/update.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include "tests/vec_json.h"
#include <string.h>

static void vec_fr_int(vec_json v, fr_int *out)
{
    uint8_t bytes[NODE_BYTES];
    vec_bytes(v, bytes, sizeof bytes);
    CHECK_OK(fr_int_from_le(out, bytes));
}

static bool same(const void *a, const void *b)
{
    return memcmp(a, b, 32) == 0;
}

/* phi, rho, encoding, k_and_h_select for one h. */
static void check_h(vec_json v, const struct sector_size *s, const fr *phi)
{
    uint32_t h = (uint32_t)vec_u64(vec_get(v, "h")), index;
    CHECK_OK(update_h_index(&index, s, h));
    CHECK(vec_u64(vec_get(v, "h_select")) == 1u << index);
    vec_json rhos = vec_get(v, "rho_of_high"), selects = vec_get(v, "k_and_h_select");
    for (size_t i = 0; i < vec_len(rhos); i++) {
        fr rho, wanted;
        vec_fr(vec_at(vec_at(rhos, i), 1), &wanted);
        update_rho(&rho, phi, vec_u64(vec_at(vec_at(rhos, i), 0)));
        CHECK(fr_eq(&rho, &wanted));
    }
    CHECK(vec_len(selects) == s->update_partitions);
    for (uint32_t k = 0; k < s->update_partitions; k++)
        CHECK(update_k_and_h_select(s, k, index) == vec_u64(vec_at(selects, k)));
    vec_json encode = vec_get(v, "encode");
    for (size_t i = 0; i < vec_len(encode); i++) {
        vec_json e = vec_at(encode, i);
        fr_int old_node, data, wanted, found;
        fr rho, wanted_rho;
        vec_fr_int(vec_get(e, "replica_old"), &old_node);
        vec_fr_int(vec_get(e, "data_new"), &data);
        vec_fr_int(vec_get(e, "replica_new"), &wanted);
        vec_fr(vec_get(e, "rho"), &wanted_rho);
        update_rho(&rho, phi, vec_u64(vec_get(e, "node")) >> (s->nodes_log2 - h));
        CHECK(fr_eq(&rho, &wanted_rho));
        update_encode(&found, &old_node, &data, &rho);
        CHECK(same(&found, &wanted));
    }
}

static void check_challenges(vec_json v, const struct sector_size *s, const fr_int *comm_r_new)
{
    struct sha256 hash;
    uint8_t digest[32], wanted[32];
    vec_json partitions = vec_get(v, "challenges");
    CHECK(vec_len(partitions) == s->update_partitions);
    CHECK(vec_u64(vec_get(v, "challenges_per_partition")) == s->update_challenges);
    uint32_t *nodes;
    CHECK_OK(MEM_NEW(nodes, s->update_challenges));
    sha256_init(&hash);
    for (uint32_t k = 0; k < s->update_partitions; k++) {
        vec_json list = vec_at(partitions, k);
        CHECK(vec_len(list) == s->update_challenges);
        update_challenges(nodes, s, comm_r_new, k);
        for (uint32_t i = 0; i < s->update_challenges; i++)
            CHECK_MSG(nodes[i] == vec_u64(vec_at(list, i)), "%s: partition %u, challenge %u",
                      s->label, k, i);
        sha256_update(&hash, nodes, s->update_challenges * sizeof *nodes);
    }
    sha256_final(&hash, digest);
    vec_bytes(vec_get(v, "challenges_sha256_u32le"), wanted, sizeof wanted);
    CHECK(same(digest, wanted));
    mem_free(nodes);
}

TEST(update, phi_rho_challenges)
{
    vec_json file = vec_load("update/semantics.json");
    CHECK(vec_len(file) == 9);
    for (size_t i = 0; i < vec_len(file); i++) {
        vec_json v = vec_at(file, i), per_h = vec_get(v, "per_h");
        const struct sector_size *s = sector_size_of_bytes(vec_u64(vec_get(v, "sector_size")));
        fr_int comm_r_old, comm_r_new, comm_d_new;
        fr phi, wanted;
        CHECK(s != NULL);
        CHECK(vec_u64(vec_get(v, "apex_leaf_count")) == s->update_apex_leaves);
        vec_fr_int(vec_get(v, "comm_r_old"), &comm_r_old);
        vec_fr_int(vec_get(v, "comm_r_new"), &comm_r_new);
        vec_fr_int(vec_get(v, "comm_d_new"), &comm_d_new);
        vec_fr(vec_get(v, "phi"), &wanted);
        update_phi(&phi, &comm_d_new, &comm_r_old);
        CHECK(fr_eq(&phi, &wanted));
        CHECK(vec_len(per_h) == (s->nodes_log2 < 18 ? 1 : UPDATE_N_HS));
        for (size_t k = 0; k < vec_len(per_h); k++)
            check_h(vec_at(per_h, k), s, &phi);
        check_challenges(v, s, &comm_r_new);
    }
    vec_free(file);
}

TEST(update, h_of_each_size)
{
    uint32_t index = 99;
    const struct sector_size *small = sector_size_of_label("2KiB"),
                             *big = sector_size_of_label("32GiB");
    CHECK_OK(update_h_index(&index, small, 0));
    CHECK(index == 0);
    CHECK_OK(update_h_index(&index, big, 0));
    CHECK(index == 3);
    for (uint32_t h = 7; h <= 12; h++) {
        CHECK_OK(update_h_index(&index, big, h));
        CHECK(index == h - 7);
    }
    CHECK_FAILS(update_h_index(&index, big, 6), ST_ARG, "h: wanted 7 to 12, found 6");
    CHECK_FAILS(update_h_index(&index, big, 13), ST_ARG, "found 13");
    CHECK_FAILS(update_h_index(&index, small, 10), ST_ARG, "h: wanted 1 to 1, found 10");
}

TEST(update, public_inputs)
{
    vec_json file = vec_load("update/public-inputs.json");
    CHECK(vec_len(file) == REGISTRY_N_UPDATE_PROOFS);
    for (size_t i = 0; i < vec_len(file); i++) {
        vec_json v = vec_at(file, i), partitions = vec_get(v, "inputs_per_partition");
        const char *name = vec_string(vec_get(v, "proof"));
        struct update_statement s = {.proof = update_proof_of_name(name, strlen(name))};
        fr found[UPDATE_N_INPUTS], wanted[UPDATE_N_INPUTS];
        CHECK(s.proof != NULL);
        vec_fr_int(vec_get(v, "comm_r_old"), &s.comm_r_old);
        vec_fr_int(vec_get(v, "comm_r_new"), &s.comm_r_new);
        vec_fr_int(vec_get(v, "comm_d_new"), &s.comm_d_new);
        CHECK_OK(update_h_index(&s.h_index, s.proof->sector, (uint32_t)vec_u64(vec_get(v, "h"))));
        CHECK(vec_len(partitions) == s.proof->partitions);
        for (uint32_t k = 0; k < s.proof->partitions; k++) {
            vec_fr_array(vec_at(partitions, k), wanted, UPDATE_N_INPUTS);
            CHECK_OK(update_public_inputs(found, &s, k));
            for (size_t j = 0; j < UPDATE_N_INPUTS; j++)
                CHECK_MSG(fr_eq(&found[j], &wanted[j]), "%s: partition %u, input %zu", name, k, j);
        }
        CHECK_FAILS(update_public_inputs(found, &s, s.proof->partitions), ST_ARG, "partition");
    }
    vec_free(file);
}
