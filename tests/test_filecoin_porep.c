#include "tests/harness.h"
#include "tests/vec_json.h"

#include "base/bytes.h"
#include "base/mem.h"
#include "filecoin/chacha.h"
#include "filecoin/porep.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include <string.h>

static const struct seal_proof *proof_of(vec_json row)
{
    const char *name = vec_string(vec_get(row, "proof"));
    const struct seal_proof *p = seal_proof_of_name(name, strlen(name));
    CHECK_MSG(p, "%s", name);
    return p;
}

static void check_sha256(vec_json wanted_hex, const void *data, size_t n)
{
    uint8_t wanted[32], found[32];
    vec_bytes(wanted_hex, wanted, 32);
    sha256(found, data, n);
    CHECK(memcmp(wanted, found, 32) == 0);
}

/* RFC 8439, section 2.3.2. */
TEST(filecoin_chacha, equals_the_rfc)
{
    static const uint8_t head[8] = {0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15};
    const uint32_t tail[4] = {1, 0x09000000, 0x4a000000, 0};
    uint8_t key[32], out[64];
    for (unsigned i = 0; i < 32; i++)
        key[i] = (uint8_t)i;
    chacha_block(out, key, tail, 20);
    CHECK(memcmp(out, head, sizeof head) == 0);
}

TEST(filecoin_graph, feistel_equals_the_published_pairs)
{
    vec_json v = vec_load("filecoin/feistel.json");
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i), pairs = vec_get(row, "index_to_permuted");
        struct feistel f;
        uint64_t keys[4];
        for (size_t k = 0; k < 4; k++)
            keys[k] = vec_u64(vec_at(vec_get(row, "keys"), k));
        feistel_init(&f, vec_u64(vec_get(row, "num_elements")), keys);
        CHECK(f.half_bits == vec_u64(vec_get(row, "half_bits")));
        CHECK(f.right_mask == vec_u64(vec_get(row, "right_mask")));
        CHECK(f.right_mask << f.half_bits == vec_u64(vec_get(row, "left_mask")));
        for (size_t k = 0; k < vec_len(pairs); k++) {
            vec_json pair = vec_at(pairs, k);
            CHECK(feistel_permute(&f, vec_u64(vec_at(pair, 0))) == vec_u64(vec_at(pair, 1)));
        }
    }
    vec_free(v);
}

/* Every small domain is permuted: each image once. */
TEST(filecoin_graph, feistel_is_a_permutation)
{
    for (uint64_t n = 1; n < 600; n += 1 + n / 8) {
        struct feistel f;
        bool seen[600] = {0};
        const uint64_t keys[4] = {n, n + 1, ~n, 0};
        feistel_init(&f, n, keys);
        for (uint64_t i = 0; i < n; i++) {
            uint64_t v = feistel_permute(&f, i);
            CHECK(v < n && !seen[v]);
            seen[v] = true;
        }
    }
}

TEST(filecoin_graph, parents_equal_the_published_rows)
{
    vec_json v = vec_load("filecoin/graph-parents.json");
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i), rows = vec_get(row, "rows");
        const struct seal_proof *p = proof_of(row);
        struct graph g;
        uint8_t bytes[32];
        graph_init(&g, sector_nodes(p->sector), p->porep_id, p->api);
        vec_bytes(vec_get(row, "drg_seed"), bytes, 28);
        CHECK(memcmp(bytes, g.drg_seed, 28) == 0);
        for (size_t k = 0; k < 4; k++) {
            vec_bytes(vec_at(vec_get(row, "feistel_keys"), k), bytes, 8);
            CHECK(load_u64_le(bytes) == g.expander.keys[k]);
        }
        for (size_t k = 0; k < vec_len(rows); k++) {
            vec_json one = vec_at(rows, k);
            uint32_t parents[POREP_PARENTS], node = (uint32_t)vec_u64(vec_at(one, 0));
            graph_parents(&g, node, parents);
            for (size_t j = 0; j < POREP_PARENTS; j++)
                CHECK_MSG(vec_u64(vec_at(one, 1 + j)) == parents[j], "%s: node %u, parent %zu",
                          p->name, node, j);
        }
    }
    vec_free(v);
}

/* Whole graphs; of the 8 MiB ones one, for time. */
TEST(filecoin_graph, digests_of_whole_graphs)
{
    vec_json v = vec_load("filecoin/graph-digests.json");
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i);
        const struct seal_proof *p = proof_of(row);
        uint64_t nodes = sector_nodes(p->sector);
        if (nodes > 64 && p->value != 6) continue;
        struct graph g;
        struct sha256 h;
        uint8_t found[32], wanted[32], bytes[4 * POREP_PARENTS];
        graph_init(&g, nodes, p->porep_id, p->api);
        sha256_init(&h);
        for (uint32_t n = 0; n < nodes; n++) {
            uint32_t parents[POREP_PARENTS];
            graph_parents(&g, n, parents);
            for (size_t k = 0; k < POREP_PARENTS; k++)
                store_u32_le(bytes + 4 * k, parents[k]);
            sha256_update(&h, bytes, sizeof bytes);
        }
        sha256_final(&h, found);
        vec_bytes(vec_get(row, "sha256_all_parents_u32le"), wanted, 32);
        CHECK_MSG(memcmp(found, wanted, 32) == 0, "%s", p->name);
    }
    vec_free(v);
}

TEST(filecoin_porep, replica_ids_equal_the_published_ones)
{
    vec_json v = vec_load("filecoin/replica-id.json"), list = vec_get(v, "replica_id");
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json row = vec_at(list, i);
        uint8_t comm_d[32], porep_id[32], prover_id[32], ticket[32], wanted[32], found[32];
        vec_bytes(vec_get(row, "comm_d"), comm_d, 32);
        vec_bytes(vec_get(row, "porep_id"), porep_id, 32);
        vec_bytes(vec_get(row, "prover_id"), prover_id, 32);
        vec_bytes(vec_get(row, "ticket"), ticket, 32);
        vec_bytes(vec_get(row, "replica_id"), wanted, 32);
        porep_replica_id(found, prover_id, vec_u64(vec_get(row, "sector_id")), ticket, comm_d,
                         porep_id);
        CHECK(memcmp(found, wanted, 32) == 0);
    }
    list = vec_get(v, "bytes_into_fr_repr_safe");
    for (size_t i = 0; i < vec_len(list); i++) {
        uint8_t in[32], wanted[32];
        vec_bytes(vec_get(vec_at(list, i), "bytes"), in, 32);
        vec_bytes(vec_get(vec_at(list, i), "bytes_into_fr_repr_safe"), wanted, 32);
        bytes_to_node(in, in);
        CHECK(memcmp(in, wanted, 32) == 0);
    }
    vec_free(v);
}

TEST(filecoin_porep, prover_ids_are_leb128)
{
    static const struct {
        uint64_t miner;
        uint8_t head[11];
    } cases[] = {
        {0, {0}},
        {127, {0x7f}},
        {128, {0x80, 1}},
        {1000, {0xe8, 7}},
        {UINT64_MAX, {255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t id[32], wanted[32] = {0};
        memcpy(wanted, cases[i].head, sizeof cases[i].head);
        prover_id_of_miner(id, cases[i].miner);
        CHECK(memcmp(id, wanted, 32) == 0);
    }
}

static void load_statement(struct porep_statement *s, vec_json row)
{
    *s = (struct porep_statement){.proof = proof_of(row)};
    vec_bytes(vec_get(row, "replica_id"), s->replica_id, 32);
    vec_bytes(vec_get(row, "comm_r"), s->comm_r, 32);
    vec_bytes(vec_get(row, "seed"), s->seed, 32);
    if (vec_has(row, "comm_d")) vec_bytes(vec_get(row, "comm_d"), s->comm_d, 32);
}

static void check_list(vec_json wanted, const uint32_t *found, size_t n)
{
    CHECK(vec_len(wanted) == n);
    for (size_t i = 0; i < n; i++)
        CHECK(vec_u64(vec_at(wanted, i)) == found[i]);
}

static void check_synthetic(vec_json row, const struct porep_statement *s)
{
    uint32_t size = porep_synthetic_set_size(s->proof), indices[18], *set;
    uint8_t *bytes;
    vec_json first = vec_get(row, "synthetic_set_first"), last = vec_get(row, "synthetic_set_last");
    CHECK(size == vec_u64(vec_get(row, "synthetic_set_size")));
    CHECK_OK(MEM_NEW(set, size));
    CHECK_OK(MEM_NEW(bytes, 8 * (size_t)size));
    CHECK_OK(porep_synthetic_set(set, s, 0, size));
    check_list(first, set, vec_len(first));
    check_list(last, set + size - vec_len(last), vec_len(last));
    for (size_t i = 0; i < size; i++)
        store_u64_le(bytes + 8 * i, set[i]);
    check_sha256(vec_get(row, "synthetic_set_sha256_u64le"), bytes, 8 * (size_t)size);
    for (uint32_t p = 0; p < vec_len(vec_get(row, "indexes")); p++) {
        CHECK_OK(porep_synthetic_indices(indices, s, p));
        check_list(vec_at(vec_get(row, "indexes"), p), indices, s->proof->challenges);
    }
    mem_free(set);
    mem_free(bytes);
}

TEST(filecoin_porep, challenges_equal_the_published_ones)
{
    vec_json v = vec_load("filecoin/porep-challenges.json");
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i), lists = vec_get(row, "challenges");
        struct porep_statement s;
        uint32_t found[18];
        struct sha256 all;
        uint8_t wanted[32], digest[32], bytes[8];
        load_statement(&s, row);
        CHECK(vec_u64(vec_get(row, "partitions")) == s.proof->partitions);
        sha256_init(&all);
        for (uint32_t p = 0; p < s.proof->partitions; p++) {
            CHECK_OK(porep_challenges(found, &s, p));
            if (p < vec_len(lists)) check_list(vec_at(lists, p), found, s.proof->challenges);
            for (size_t c = 0; c < s.proof->challenges; c++) {
                store_u64_le(bytes, found[c]);
                sha256_update(&all, bytes, 8);
            }
        }
        check_list(vec_get(row, "last_partition"), found, s.proof->challenges);
        sha256_final(&all, digest);
        vec_bytes(vec_get(row, "sha256_all_u64le"), wanted, 32);
        CHECK(memcmp(wanted, digest, 32) == 0);
        CHECK_FAILS(porep_challenges(found, &s, s.proof->partitions), ST_ARG, "partition");
        if (s.proof->challenge_kind == POREP_SYNTHETIC) check_synthetic(row, &s);
    }
    vec_free(v);
}

TEST(filecoin_porep, public_inputs_equal_the_published_ones)
{
    vec_json v = vec_load("filecoin/seal-public-inputs.json");
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i);
        struct porep_statement s;
        load_statement(&s, row);
        size_t n = porep_n_public_inputs(s.proof);
        CHECK(n == vec_u64(vec_get(row, "inputs_per_partition")));
        fr *found;
        uint8_t *bytes;
        CHECK_OK(MEM_NEW(found, n));
        CHECK_OK(MEM_NEW(bytes, 32 * n));
        for (uint32_t p = 0; p < s.proof->partitions; p++) {
            CHECK_OK(porep_public_inputs(found, &s, p));
            for (size_t k = 0; k < n; k++)
                fr_to_le(bytes + 32 * k, &found[k]);
            check_sha256(vec_at(vec_get(row, "sha256_per_partition"), p), bytes, 32 * n);
            if (p > 0) continue;
            for (size_t k = 0; k < n; k++) {
                uint8_t wanted[32];
                vec_bytes(vec_at(vec_get(row, "partition_0"), k), wanted, 32);
                CHECK_MSG(memcmp(wanted, bytes + 32 * k, 32) == 0, "input %zu", k);
            }
        }
        mem_free(found);
        mem_free(bytes);
    }
    vec_free(v);
}
