/* SHA-256, BLAKE2b and Poseidon against published vectors and the reference's (vectors/poseidon).
 */
#include "tests/harness.h"

#include "base/bytes.h"
#include "base/mem.h"
#include "hash/blake2b.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include "tests/vec_json.h"
#include <stdio.h>
#include <string.h>

static bool is_hex(const uint8_t *bytes, size_t n, const char *hex)
{
    uint8_t want[64];
    CHECK(n <= sizeof want);
    CHECK_OK(hex_decode(want, n, hex, "expected digest"));
    return memcmp(bytes, want, n) == 0;
}

TEST(hash, sha256_equals_the_standards_examples)
{
    static const struct {
        const char *message, *digest;
    } cases[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    uint8_t digest[32];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        sha256(digest, cases[i].message, strlen(cases[i].message));
        CHECK_MSG(is_hex(digest, 32, cases[i].digest), "message %zu", i);
    }
    sha256(digest, NULL, 0);
    CHECK(is_hex(digest, 32, cases[0].digest));
    struct sha256 h;
    uint8_t thousand[1000];
    memset(thousand, 'a', sizeof thousand);
    sha256_init(&h);
    for (int i = 0; i < 1000; i++)
        sha256_update(&h, thousand, sizeof thousand);
    sha256_final(&h, digest);
    CHECK(is_hex(digest, 32, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
}

TEST(hash, sha256_does_not_depend_on_how_data_is_cut)
{
    uint8_t data[300], want[32], got[32];
    test_random_bytes(data, sizeof data);
    for (size_t n = 0; n <= sizeof data; n++) {
        struct sha256 h, fork;
        sha256(want, data, n);
        sha256_init(&h);
        for (size_t at = 0; at < n;) {
            size_t take = test_random() % 70;
            if (take > n - at) take = n - at;
            sha256_update(&h, data + at, take);
            at += take;
        }
        fork = h;
        sha256_final(&h, got);
        CHECK_MSG(memcmp(got, want, 32) == 0, "%zu bytes", n);
        sha256_final(&fork, got);
        CHECK_MSG(memcmp(got, want, 32) == 0, "%zu bytes, copied state", n);
    }
}

TEST(hash, sha256_compressions_agree)
{
    uint8_t blocks[64 * 5];
    for (int i = 0; i < 200; i++) {
        uint32_t a[8], b[8], c[8];
        test_random_bytes(blocks, sizeof blocks);
        test_random_bytes(a, sizeof a);
        memcpy(b, a, sizeof b);
        memcpy(c, a, sizeof c);
        sha256_compress_portable(a, blocks, 5);
        sha256_compress_blocks(b, blocks, 5);
        for (int j = 0; j < 5; j++)
            sha256_compress(c, blocks + 64 * j);
        CHECK(memcmp(a, b, sizeof a) == 0 && memcmp(a, c, sizeof a) == 0);
    }
}

static void check_node(const uint8_t node[32], vec_json want)
{
    CHECK(is_hex(node, 32, vec_string(want)));
}

TEST(hash, sha256_tree_nodes_equal_the_reference)
{
    vec_json file = vec_load("poseidon/hasher-sha256.json"), list = vec_get(file, "hash");
    uint8_t data[1024], node[32];
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json v = vec_at(list, i);
        size_t n = strlen(vec_string(vec_get(v, "data"))) / 2;
        CHECK(n <= sizeof data);
        vec_bytes(vec_get(v, "data"), data, n);
        sha256(node, data, n);
        check_node(node, vec_get(v, "sha256"));
        sha256_node(node, data, n);
        check_node(node, vec_get(v, "hash"));
    }
    const char *pairs[2] = {"hash2", "hash2_top_bits_set"};
    for (int k = 0; k < 2; k++) {
        list = vec_get(file, pairs[k]);
        for (size_t i = 0; i < vec_len(list); i++) {
            vec_json v = vec_at(list, i);
            vec_bytes(vec_get(v, "left"), data, 32);
            vec_bytes(vec_get(v, "right"), data + 32, 32);
            sha256_node_pair(node, data, data + 32);
            check_node(node, vec_get(v, "node"));
            sha256_node_pair(data, data, data + 32); /* in place */
            check_node(data, vec_get(v, "node"));
        }
    }
    list = vec_get(file, "multi_node");
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json v = vec_at(list, i), parts = vec_get(v, "parts");
        CHECK(vec_len(parts) == vec_u64(vec_get(v, "arity")));
        for (size_t j = 0; j < vec_len(parts); j++)
            vec_bytes(vec_at(parts, j), data + 32 * j, 32);
        sha256_node(node, data, 32 * vec_len(parts));
        check_node(node, vec_get(v, "node"));
    }
    vec_free(file);
}

TEST(hash, blake2b_equals_rfc_7693)
{
    static const char abc[] = "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
                              "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923";
    static const char empty[] = "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"
                                "d25e1031afee585313896444934eb04b903a685b1448b755d56f701afe9be2ce";
    struct blake2b_ctx *c;
    uint8_t out[64];
    CHECK_OK(blake2b(out, "abc", 3));
    CHECK(is_hex(out, 64, abc));
    CHECK_OK(blake2b(out, NULL, 0));
    CHECK(is_hex(out, 64, empty));
    CHECK_OK(blake2b_create(&c));
    for (int i = 0; i < 2; i++) {
        CHECK_OK(blake2b_update(c, "a", 1));
        CHECK_OK(blake2b_update(c, NULL, 0));
        CHECK_OK(blake2b_update(c, "bc", 2));
        CHECK_OK(blake2b_final(c, out));
        CHECK(is_hex(out, 64, abc));
    }
    CHECK_OK(blake2b_final(c, out));
    CHECK(is_hex(out, 64, empty));
    blake2b_destroy(c);
    mem_fail_after(1);
    CHECK_FAILS(blake2b_create(&c), ST_NOMEM, "no memory");
    mem_fail_after(0);
}

/* ---- Poseidon ---- */

static const char *const kind_name[POSEIDON_N_KINDS] = {"arity2", "arity4", "arity8", "arity11",
                                                        "arity2-gen-randomness"};

static vec_json load_kind(const char *what, int kind)
{
    char name[64];
    snprintf(name, sizeof name, "poseidon/%s-%s.json", what, kind_name[kind]);
    return vec_load(name);
}

static void check_elements(vec_json want, const fr *got, const char *what, int kind)
{
    for (size_t i = 0; i < vec_len(want); i++) {
        fr x;
        vec_fr(vec_at(want, i), &x);
        CHECK_MSG(fr_eq(&x, &got[i]), "%s[%zu] of %s", what, i, kind_name[kind]);
    }
}

static void check_matrix(vec_json want, const fr got[POSEIDON_MAX_T][POSEIDON_MAX_T], unsigned t,
                         const char *what, int kind)
{
    CHECK(vec_len(want) == t);
    for (size_t i = 0; i < t; i++) {
        CHECK(vec_len(vec_at(want, i)) == t);
        check_elements(vec_at(want, i), got[i], what, kind);
    }
}

static void check_constants(int kind)
{
    const struct poseidon_constants *c = poseidon_constants_get((enum poseidon_kind)kind);
    vec_json file = load_kind("constants", kind), sparse = vec_get(file, "sparse");
    vec_json plain = vec_get(file, "round_constants");
    vec_json compressed = vec_get(file, "compressed_round_constants");
    fr tag;
    vec_fr(vec_get(file, "domain_tag"), &tag);
    CHECK(c->arity == vec_u64(vec_get(file, "arity")) && c->t == vec_u64(vec_get(file, "t")) &&
          c->full_rounds == vec_u64(vec_get(file, "full_rounds")) &&
          c->partial_rounds == vec_u64(vec_get(file, "partial_rounds")) &&
          fr_eq(&tag, &c->domain_tag));
    CHECK(vec_len(plain) == c->n_round_constants && vec_len(compressed) == c->n_compressed);
    check_elements(plain, c->round_constants, "round_constants", kind);
    check_elements(compressed, c->compressed, "compressed", kind);
    check_matrix(vec_get(file, "mds"), c->mds, c->t, "mds", kind);
    check_matrix(vec_get(file, "pre_sparse"), c->pre_sparse, c->t, "pre_sparse", kind);
    CHECK(vec_len(sparse) == c->partial_rounds);
    for (size_t i = 0; i < c->partial_rounds; i++) {
        vec_json w_hat = vec_get(vec_at(sparse, i), "w_hat");
        vec_json v_rest = vec_get(vec_at(sparse, i), "v_rest");
        CHECK(vec_len(w_hat) == c->t && vec_len(v_rest) == c->t - 1);
        check_elements(w_hat, c->sparse[i].w_hat, "w_hat", kind);
        check_elements(v_rest, c->sparse[i].v_rest, "v_rest", kind);
    }
    vec_free(file);
}

TEST(hash, poseidon_constants_equal_the_reference)
{
    for (int kind = 0; kind < POSEIDON_N_KINDS; kind++)
        check_constants(kind);
}

TEST(hash, poseidon_steps_equal_the_reference)
{
    for (int kind = 0; kind < POSEIDON_N_KINDS; kind++) {
        const struct poseidon_constants *c = poseidon_constants_get((enum poseidon_kind)kind);
        unsigned rounds = c->full_rounds + c->partial_rounds;
        vec_json file = load_kind("trace", kind), steps = vec_get(file, "steps");
        fr state[POSEIDON_MAX_T];
        CHECK(vec_len(steps) == rounds + 2);
        vec_fr_array(vec_get(vec_at(steps, 0), "state"), state, c->t);
        CHECK(fr_eq(&state[0], &c->domain_tag));
        poseidon_begin(c, state);
        for (unsigned i = 0; i <= rounds; i++) {
            if (i > 0) poseidon_round(c, state, i - 1);
            check_elements(vec_get(vec_at(steps, i + 1), "state"), state, "state", kind);
        }
        vec_free(file);
    }
}

/* The form of the paper, without any of the derived tables: the optimised one has to agree. */
static void plain_permutation(const struct poseidon_constants *c, fr *state)
{
    for (unsigned r = 0; r < c->full_rounds + c->partial_rounds; r++) {
        fr next[POSEIDON_MAX_T], x;
        bool full = r < c->full_rounds / 2 || r >= c->full_rounds / 2 + c->partial_rounds;
        for (unsigned i = 0; i < c->t; i++) {
            fr_add(&state[i], &state[i], &c->round_constants[r * c->t + i]);
            if (i > 0 && !full) continue;
            uint64_t five = 5;
            fr_pow_vartime(&state[i], &state[i], &five, 1);
        }
        for (unsigned j = 0; j < c->t; j++) {
            fr_zero(&next[j]);
            for (unsigned i = 0; i < c->t; i++) {
                fr_mul(&x, &state[i], &c->mds[i][j]);
                fr_add(&next[j], &next[j], &x);
            }
        }
        memcpy(state, next, c->t * sizeof(fr));
    }
}

TEST(hash, poseidon_hashes_equal_the_reference_and_the_plain_form)
{
    for (int kind = 0; kind < POSEIDON_N_KINDS; kind++) {
        const struct poseidon_constants *c = poseidon_constants_get((enum poseidon_kind)kind);
        vec_json file = load_kind("hash", kind), list = vec_get(file, "vectors");
        CHECK(vec_len(list) >= 64);
        for (size_t i = 0; i < vec_len(list); i++) {
            fr state[POSEIDON_MAX_T], want, got;
            vec_fr(vec_get(vec_at(list, i), "digest"), &want);
            state[0] = c->domain_tag;
            vec_fr_array(vec_get(vec_at(list, i), "preimage"), &state[1], c->arity);
            poseidon_hash(&got, c, &state[1]);
            CHECK_MSG(fr_eq(&got, &want), "vector %zu of %s", i, kind_name[kind]);
            plain_permutation(c, state);
            check_elements(vec_get(vec_at(list, i), "state"), state, "final state", kind);
        }
        vec_free(file);
    }
}

/* parts hashed with the tree hash of their number. */
static void check_hash_n(vec_json parts, vec_json digest)
{
    size_t n;
    fr *x = vec_fr_alloc(parts, &n), want, got;
    vec_fr(digest, &want);
    CHECK_OK(poseidon_hash_n(&got, x, n));
    CHECK(fr_eq(&got, &want));
    CHECK_OK(poseidon_hash_n(&x[n - 1], x, n)); /* into its own preimage */
    CHECK(fr_eq(&x[n - 1], &want));
    mem_free(x);
}

TEST(hash, poseidon_nodes_and_columns_equal_the_reference)
{
    vec_json file = vec_load("poseidon/hasher-poseidon.json"), list = vec_get(file, "hash2");
    for (size_t i = 0; i < vec_len(list); i++) {
        fr x[2], want, got;
        vec_fr(vec_get(vec_at(list, i), "left"), &x[0]);
        vec_fr(vec_get(vec_at(list, i), "right"), &x[1]);
        vec_fr(vec_get(vec_at(list, i), "digest"), &want);
        CHECK_OK(poseidon_hash_n(&got, x, 2));
        CHECK(fr_eq(&got, &want));
    }
    list = vec_get(file, "multi_node");
    for (size_t i = 0; i < vec_len(list); i++)
        check_hash_n(vec_get(vec_at(list, i), "parts"), vec_get(vec_at(list, i), "digest"));
    list = vec_get(file, "hash_single_column");
    for (size_t i = 0; i < vec_len(list); i++)
        check_hash_n(vec_get(vec_at(list, i), "rows"), vec_get(vec_at(list, i), "digest"));
    vec_free(file);
}

TEST(hash, poseidon_refuses_other_arities)
{
    fr x[12] = {{{0}}}, out;
    for (size_t n = 0; n <= 12; n++) {
        if (n == 2 || n == 4 || n == 8 || n == 11) continue;
        CHECK(poseidon_of_arity(n) == NULL);
        CHECK_FAILS(poseidon_hash_n(&out, x, n), ST_ARG, "wanted 2, 4, 8 or 11");
    }
}
