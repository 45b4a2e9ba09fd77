#include "tests/harness.h"
#include "tests/post_samples.h"
#include "tests/update_samples.h"
#include "tests/vec_json.h"

#include "base/json.h"
#include "base/mem.h"
#include "filecoin/circuit_porep.h"
#include "filecoin/post_check.h"
#include "filecoin/sparse_post.h"
#include "filecoin/sparse_update.h"
#include "filecoin/update_check.h"
#include "filecoin/vanilla_encode.h"
#include "hash/sha256.h"
#include <string.h>

/* ---- trees ---- */

struct leaf_rule {
    uint32_t block_bits, low_bits, nodes_log2;
};

static void rule_leaf(void *ctx, uint64_t node, fr_int *leaf)
{
    const struct leaf_rule *r = ctx;
    uint64_t block = r->block_bits ? node >> (r->nodes_log2 - r->block_bits) : 0;
    *leaf = (fr_int){{block, node & (((uint64_t)1 << r->low_bits) - 1), 7, 0}};
}

/* A sparse tree against the same leaves in full: every node of every level, paths. */
static void tree_equals_dense(struct tree_shape shape, struct leaf_rule rule, size_t n_special)
{
    size_t n = (size_t)1 << shape.nodes_log2;
    uint32_t special[64], n_siblings = tree_siblings(shape.arities, shape.nodes_log2);
    fr_int values[64], *leaves, *a, *b;
    struct tree dense = {.nodes = NULL};
    struct sparse_tree sparse = {.n_levels = 0};
    rule.nodes_log2 = shape.nodes_log2;
    CHECK_OK(MEM_NEW(leaves, n));
    CHECK_OK(MEM_NEW(a, 2 * n_siblings));
    b = a + n_siblings;
    for (size_t i = 0; i < n; i++)
        rule_leaf(&rule, i, &leaves[i]);
    for (size_t i = 0; i < n_special; i++) {
        special[i] = (uint32_t)(i * (n / n_special) + test_random() % (n / n_special));
        values[i] = (fr_int){{test_random(), 1, 2, 3}};
        leaves[special[i]] = values[i];
    }
    const struct sparse_leaves in = {.block_bits = rule.block_bits,
                                     .low_bits = rule.low_bits,
                                     .leaf = rule_leaf,
                                     .ctx = &rule,
                                     .n_special = n_special,
                                     .special_nodes = special,
                                     .special = values};
    CHECK_OK(tree_build(&dense, shape, leaves, NULL, NULL));
    CHECK_OK(sparse_tree_build(&sparse, shape, &in, NULL, NULL));
    CHECK(sparse.n_levels == dense.n_levels);
    for (uint32_t l = 0, shift = 0; l <= dense.n_levels; l++) {
        for (size_t i = 0; i < n >> shift; i++)
            CHECK_MSG(memcmp(sparse_tree_node(&sparse, l, i), &dense.nodes[dense.level_at[l] + i],
                             32) == 0,
                      "level %u, node %zu of 2^%u", l, i, shape.nodes_log2);
        if (l < dense.n_levels)
            shift += (uint32_t)__builtin_ctz(tree_level_arity(shape.arities, shape.nodes_log2, l));
    }
    for (size_t i = 0; i < n; i += 1 + n / 50) {
        tree_path(&dense, i, a);
        sparse_tree_path(&sparse, i, b);
        CHECK(memcmp(a, b, n_siblings * sizeof *a) == 0);
    }
    tree_fini(&dense);
    sparse_tree_fini(&sparse);
    mem_free(leaves);
    mem_free(a);
}

TEST(sparse, trees_equal_dense_ones)
{
    static const struct leaf_rule rules[] = {{0, 0, 0}, {4, 4, 0}, {2, 4, 0}, {5, 3, 0}, {5, 0, 0}};
    for (size_t i = 0; i < 4; i++)
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
            for (size_t n = 1; n <= 16; n *= 4) {
                tree_equals_dense(tree_shape_data(sector_size_at(i)), rules[r], n);
                tree_equals_dense(tree_shape_replica(sector_size_at(i)), rules[r], n);
            }
}

/* ---- published proofs ---- */

static void check_digest(const char *what, const void *data, size_t n, vec_json wanted)
{
    uint8_t found[32], digest[32];
    sha256(found, data, n);
    vec_bytes(wanted, digest, 32);
    CHECK_MSG(memcmp(found, digest, 32) == 0, "%s: other bytes than the published", what);
}

static void check_c1(const struct sparse_sector *s, vec_json wanted)
{
    struct porep_c1 c1 = {.proof = NULL};
    struct json_writer *w;
    const char *text;
    size_t n;
    CHECK_OK(sparse_porep_prove(&c1, s));
    CHECK_OK(json_writer_create(&w, JSON_COMPACT));
    porep_c1_encode(w, &c1);
    CHECK_OK(json_writer_text(w, &text, &n));
    CHECK(n == vec_u64(vec_get(wanted, "bytes")));
    check_digest("C1", text, n, vec_get(wanted, "sha256"));
    json_writer_destroy(w);
    porep_c1_fini(&c1);
}

static const struct post_proof *post_proof_of(const struct sector_size *size,
                                              enum circuit_kind kind, enum api_version api)
{
    for (uint64_t i = 0; i < REGISTRY_N_POST_PROOFS; i++) {
        const struct post_proof *p = post_proof_of_value(i);
        if (p && p->sector == size && p->kind == kind && p->api == api) return p;
    }
    test_fail(__FILE__, __LINE__, "no registered proof");
}

static void check_post(const struct sparse_sector *s, enum circuit_kind kind, enum api_version api,
                       vec_json wanted)
{
    const struct post_proof *proof = post_proof_of(s->in.proof->sector, kind, api);
    struct post_vanilla v = {0};
    uint8_t randomness[32], *bytes;
    CHECK(s->in.owner.sector_number == vec_u64(vec_get(wanted, "sector")));
    sparse_randomness(randomness, kind);
    CHECK_OK(MEM_NEW(bytes, post_vanilla_bytes(proof)));
    CHECK_OK(sparse_post_prove(&v, s, proof, randomness, 0));
    post_vanilla_encode(bytes, &v, 0);
    check_digest(proof->name, bytes, post_vanilla_bytes(proof), vec_get(wanted, "sha256"));
    post_vanilla_fini(&v);
    mem_free(bytes);
}

static void check_update(const struct sparse_sector *s, vec_json wanted, struct pool *pool)
{
    struct sparse_update u = {.old = NULL};
    struct update_vanilla v = {0};
    uint8_t *bytes;
    CHECK_OK(sparse_update_create(&u, s, 0, pool, NULL));
    CHECK_OK(sparse_update_prove(&v, &u));
    CHECK(v.n_partitions == vec_len(wanted));
    CHECK_OK(MEM_NEW(bytes, update_vanilla_bytes(v.proof)));
    for (uint32_t p = 0; p < v.n_partitions; p++) {
        update_vanilla_encode(bytes, &v, p);
        check_digest("update", bytes, update_vanilla_bytes(v.proof), vec_at(wanted, p));
    }
    mem_free(bytes);
    update_vanilla_fini(&v);
    sparse_update_fini(&u);
}

/* Everything of one size. */
static void equals_published(size_t row, uint64_t seal_proof)
{
    vec_json all = vec_load("sparse/digests.json"), v = vec_at(all, row);
    vec_json window = vec_get(v, "window");
    struct pool *pool;
    CHECK_OK(pool_create(&pool, 2));
    for (size_t i = 0; i < vec_len(window); i++) {
        struct sparse_input in;
        struct sparse_sector s = {.layers = 0};
        sparse_input_init(&in, seal_proof_of_value(seal_proof), 1000,
                          vec_u64(vec_get(vec_at(window, i), "sector")));
        CHECK(strcmp(in.proof->sector->label, vec_string(vec_get(v, "size"))) == 0);
        CHECK_OK(sparse_sector_create(&s, &in, pool, NULL));
        check_post(&s, CIRCUIT_WINDOW_POST, API_1_2_0, vec_at(window, i));
        if (i == 0) {
            check_c1(&s, vec_get(v, "c1"));
            check_post(&s, CIRCUIT_WINNING_POST, API_1_0_0, vec_get(v, "winning"));
            check_update(&s, vec_get(v, "update"), pool);
        }
        sparse_sector_fini(&s);
    }
    pool_destroy(pool);
    vec_free(all);
}

TEST(sparse, proofs_of_512mib_equal_the_published)
{
    equals_published(0, 7);
}

TEST(slow, sparse_proofs_of_32gib_equal_the_published)
{
    equals_published(1, 8);
}

TEST(slow, sparse_proofs_of_64gib_equal_the_published)
{
    equals_published(2, 9);
}

/* ---- encoders ---- */

TEST(sparse, post_proofs_are_written_as_they_were_read)
{
    static const char *const folders[] = {"sector-2kib", "sector-8mib", "post-512mib", "post-32gib",
                                          "post-64gib"};
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
        for (size_t k = 0; k < 2; k++) {
            struct post_sample s;
            struct post_vanilla v = {0};
            uint8_t *bytes;
            post_sample_load(&s, folders[f], k);
            CHECK_OK(post_vanilla_decode(&v, s.proof, s.blobs, s.n, NULL, NULL));
            CHECK_OK(MEM_NEW(bytes, post_vanilla_bytes(s.proof)));
            for (size_t i = 0; i < s.n; i++) {
                post_vanilla_encode(bytes, &v, i);
                CHECK(memcmp(bytes, s.blobs[i].data, s.blobs[i].n) == 0);
            }
            mem_free(bytes);
            post_vanilla_fini(&v);
            post_sample_free(&s);
        }
}

TEST(sparse, update_proofs_are_written_as_they_were_read)
{
    for (size_t i = 0; i < UPDATE_N_SAMPLES; i++) {
        struct update_sample s;
        struct update_vanilla v = {0};
        uint8_t *bytes;
        update_sample_load(&s, update_sample_names[i]);
        CHECK_OK(update_vanilla_decode(&v, s.proof, s.blobs, s.n, NULL, NULL));
        CHECK_OK(MEM_NEW(bytes, update_vanilla_bytes(s.proof)));
        for (uint32_t p = 0; p < s.n; p++) {
            update_vanilla_encode(bytes, &v, p);
            CHECK(memcmp(bytes, s.blobs[p].data, s.blobs[p].n) == 0);
        }
        mem_free(bytes);
        update_vanilla_fini(&v);
        update_sample_free(&s);
    }
}
