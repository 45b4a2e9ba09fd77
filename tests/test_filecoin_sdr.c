#include "tests/harness.h"
#include "tests/vec_json.h"

#include "base/mem.h"
#include "filecoin/fr32.h"
#include "filecoin/label.h"
#include "filecoin/sdr.h"
#include <string.h>

TEST(filecoin_fr32, pads_as_published)
{
    vec_json v = vec_load("filecoin/fr32.json");
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i);
        size_t n = strlen(vec_string(vec_get(row, "input"))) / 2;
        size_t padded = strlen(vec_string(vec_get(row, "output"))) / 2;
        uint8_t *in, *wanted, *found;
        CHECK(fr32_padded_bytes(n) == padded);
        CHECK_OK(MEM_NEW(in, n));
        CHECK_OK(MEM_NEW(wanted, padded));
        CHECK_OK(MEM_NEW(found, padded));
        vec_bytes(vec_get(row, "input"), in, n);
        vec_bytes(vec_get(row, "output"), wanted, padded);
        fr32_pad(found, in, n);
        CHECK_MSG(memcmp(found, wanted, padded) == 0, "%zu bytes", n);
        fr32_unpad(found, wanted, n);
        CHECK_MSG(memcmp(found, in, n) == 0, "back: %zu bytes", n);
        mem_free(in);
        mem_free(wanted);
        mem_free(found);
    }
    CHECK(fr32_padded_bytes(0) == 0);
    vec_free(v);
}

static void vec_int(vec_json v, fr_int *out)
{
    vec_bytes(v, (uint8_t *)out, 32);
}

static bool same_int(vec_json v, const fr_int *found)
{
    fr_int wanted;
    vec_int(v, &wanted);
    return memcmp(&wanted, found, 32) == 0;
}

TEST(filecoin_label, equals_the_published_ones)
{
    vec_json v = vec_load("filecoin/labels.json");
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i), list = vec_get(row, "parents");
        fr_int parents[POREP_PARENTS], found;
        const fr_int *pointers[POREP_PARENTS];
        uint8_t replica_id[32];
        size_t n = vec_len(list);
        CHECK(n <= POREP_PARENTS);
        for (size_t p = 0; p < n; p++) {
            vec_int(vec_at(list, p), &parents[p]);
            pointers[p] = &parents[p];
        }
        vec_bytes(vec_get(row, "replica_id"), replica_id, 32);
        sdr_label(&found, replica_id, (uint32_t)vec_u64(vec_get(row, "layer")),
                  vec_u64(vec_get(row, "node")), pointers, (uint32_t)n);
        CHECK_MSG(same_int(vec_get(row, "label"), &found), "label %zu", i);
    }
    vec_free(v);
}

/* comm_d of sectors of zeros. */
TEST(filecoin_tree, roots_of_zeros_equal_the_published_ones)
{
    vec_json v = vec_load("filecoin/pieces.json"), list = vec_get(v, "zero_sector_comm_d");
    size_t done = 0;
    for (size_t i = 0; i < vec_len(list); i++) {
        const struct sector_size *s =
            sector_size_of_bytes(vec_u64(vec_get(vec_at(list, i), "sector_size")));
        CHECK(s);
        if (s->nodes_log2 > 10) continue;
        struct tree t = {.nodes = NULL};
        fr_int *zeros;
        CHECK_OK(MEM_NEW(zeros, (size_t)sector_nodes(s)));
        CHECK_OK(tree_build(&t, tree_shape_data(s), zeros, NULL, NULL));
        CHECK(same_int(vec_get(vec_at(list, i), "comm_d_of_zero_data"), tree_root(&t)));
        tree_fini(&t);
        mem_free(zeros);
        done++;
    }
    CHECK(done == 4);
    vec_free(v);
}

static void random_data(fr_int *out, size_t nodes)
{
    test_random_bytes(out, nodes * sizeof *out);
    for (size_t i = 0; i < nodes; i++)
        out[i].l[3] &= UINT64_MAX >> 2;
}

/* In a tree of every shape each path leads to the root, and a changed one does not. */
TEST(filecoin_tree, paths_lead_to_the_root)
{
    for (size_t i = 0; i < 4; i++) {
        const struct sector_size *s = sector_size_at(i);
        struct tree_shape shapes[2] = {tree_shape_data(s), tree_shape_replica(s)};
        size_t nodes = (size_t)sector_nodes(s);
        fr_int *leaves, path[64], root;
        CHECK_OK(MEM_NEW(leaves, nodes));
        random_data(leaves, nodes);
        for (size_t k = 0; k < 2; k++) {
            struct tree t = {.nodes = NULL};
            uint32_t n = tree_siblings(shapes[k].arities, shapes[k].nodes_log2);
            CHECK_OK(tree_build(&t, shapes[k], leaves, NULL, NULL));
            for (size_t node = 0; node < nodes; node += 1 + nodes / 64) {
                tree_path(&t, node, path);
                tree_path_root(&root, shapes[k], &leaves[node], node, path);
                CHECK(memcmp(&root, tree_root(&t), 32) == 0);
                path[test_random() % n].l[1] ^= 1;
                tree_path_root(&root, shapes[k], &leaves[node], node, path);
                CHECK(memcmp(&root, tree_root(&t), 32) != 0);
            }
            tree_fini(&t);
        }
        mem_free(leaves);
    }
}

static void check_list(vec_json list, const fr_int *found, size_t n)
{
    CHECK(vec_len(list) == n);
    for (size_t i = 0; i < n; i++)
        CHECK_MSG(same_int(vec_at(list, i), &found[i]), "node %zu", i);
}

TEST(filecoin_sdr, seals_the_published_sectors)
{
    enum { NODES = 64, UNPADDED = NODES * 127 / 4 };
    vec_json v = vec_load("filecoin/sdr-2kib.json");
    CHECK(vec_len(v) == 4);
    for (size_t i = 0; i < vec_len(v); i++) {
        vec_json row = vec_at(v, i);
        const char *name = vec_string(vec_get(row, "proof"));
        uint8_t unpadded[UNPADDED], padded[32 * NODES], id[32];
        fr_int data[NODES];
        struct sdr_sector s = {.proof = NULL};
        struct sdr_input in = {.proof = seal_proof_of_name(name, strlen(name)), .data = data};
        vec_bytes(vec_get(row, "prover_id"), in.owner.prover_id, 32);
        in.owner.sector_number = vec_u64(vec_get(row, "sector_id"));
        vec_bytes(vec_get(row, "ticket"), in.ticket, 32);
        vec_bytes(vec_get(row, "unpadded_data"), unpadded, sizeof unpadded);
        vec_bytes(vec_get(row, "padded_data"), padded, sizeof padded);
        CHECK(fr32_padded_bytes(UNPADDED) == sizeof padded);
        fr32_pad((uint8_t *)data, unpadded, sizeof unpadded);
        CHECK(memcmp(data, padded, sizeof padded) == 0);

        CHECK_OK(sdr_seal(&s, &in, NULL, NULL));
        vec_bytes(vec_get(row, "replica_id"), id, 32);
        CHECK(memcmp(id, s.replica_id, 32) == 0);
        check_list(vec_get(row, "labels_layer_1"), s.labels, NODES);
        check_list(vec_get(row, "labels_layer_2"), s.labels + NODES, NODES);
        check_list(vec_get(row, "column_hashes"), s.tree_c.nodes, NODES);
        check_list(vec_get(row, "replica_nodes"), s.tree_r.nodes, NODES);
        CHECK(same_int(vec_get(row, "comm_d"), &s.comm_d));
        CHECK(same_int(vec_get(row, "comm_c"), &s.comm_c));
        CHECK(same_int(vec_get(row, "comm_r_last"), &s.comm_r_last));
        CHECK(same_int(vec_get(row, "comm_r"), &s.comm_r));
        sdr_sector_fini(&s);
    }
    vec_free(v);
}

static void seal_and_prove(const struct seal_proof *proof, struct pool *pool)
{
    size_t nodes = (size_t)sector_nodes(proof->sector);
    fr_int *data;
    struct sdr_sector s = {.proof = NULL};
    struct sdr_input in = {.proof = proof};
    struct porep_c1 c1 = {.proof = NULL};
    uint8_t seed[32];
    CHECK_OK(MEM_NEW(data, nodes));
    random_data(data, nodes);
    in.data = data;
    in.owner.sector_number = test_random();
    prover_id_of_miner(in.owner.prover_id, test_random());
    test_random_bytes(in.ticket, 32);
    test_random_bytes(seed, 32);
    CHECK_OK(sdr_seal(&s, &in, pool, NULL));
    CHECK_OK(sdr_prove(&c1, &s, seed));
    CHECK_OK(porep_c1_check(&c1, &in.owner, pool, NULL));
    porep_c1_fini(&c1);
    sdr_sector_fini(&s);
    mem_free(data);
}

TEST(filecoin_sdr, proves_sectors_of_every_shape)
{
    struct pool *pool;
    CHECK_OK(pool_create(&pool, 2));
    for (size_t i = 0; i < 4; i++)
        seal_and_prove(seal_proof_of_size(sector_size_at(i)), pool);
    for (uint64_t value = 0; value < REGISTRY_N_SEAL_PROOFS; value += 5)
        seal_and_prove(seal_proof_of_value(value), NULL);
    pool_destroy(pool);
}

TEST(filecoin_sdr, refuses_data_and_sizes_it_cannot_seal)
{
    fr_int data[64] = {{.l = {0}}};
    struct sdr_sector s = {.proof = NULL};
    struct sdr_input in = {.proof = seal_proof_of_value(5), .data = data};
    data[63].l[3] = (uint64_t)1 << 62;
    CHECK_FAILS(sdr_seal(&s, &in, NULL, NULL), ST_ARG, "data of node 63");
    in.proof = seal_proof_of_value(8);
    CHECK_FAILS(sdr_seal(&s, &in, NULL, NULL), ST_UNSUPPORTED, "found 32GiB");
}

TEST(filecoin_sdr, survives_without_memory)
{
    fr_int data[64];
    struct sdr_input in = {.proof = seal_proof_of_value(5), .data = data};
    uint8_t seed[32] = {1};
    size_t live = mem_live_bytes();
    status st = ST_NOMEM;
    random_data(data, 64);
    for (size_t i = 1; st != ST_OK; i++) {
        struct sdr_sector s = {.proof = NULL};
        struct porep_c1 c1 = {.proof = NULL};
        mem_fail_after(i);
        st = sdr_seal(&s, &in, NULL, NULL);
        if (st == ST_OK) st = sdr_prove(&c1, &s, seed);
        if (st == ST_OK) st = porep_c1_check(&c1, NULL, NULL, NULL);
        mem_fail_after(0);
        CHECK(st == ST_OK || st == ST_NOMEM);
        porep_c1_fini(&c1);
        sdr_sector_fini(&s);
        CHECK(mem_live_bytes() == live && i < 100);
    }
}
