/* Gadgets beyond the fixtures: bit order, error paths, wrong advice, sharing of blocks. */
#include "base/mem.h"
#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_insert.h"
#include "r1cs/gadget_label.h"
#include "r1cs/gadget_merkle.h"
#include "r1cs/gadget_num.h"
#include "r1cs/gadget_poseidon.h"
#include "r1cs/gadget_sha256.h"
#include "r1cs/gadget_uint32.h"
#include "tests/gadget_cases.h"
#include "tests/harness.h"

#include <string.h>

static struct builder *new_builder(void)
{
    struct builder *b;
    CHECK_OK(builder_create(&b));
    return b;
}

static struct circuit *finish(struct builder *b)
{
    struct circuit *c;
    CHECK_OK(builder_finish(b, &c));
    return c;
}

/* From bit-order.json of the fixtures. */
TEST(gadgets_more, reverse_bytes)
{
    static const char *const cases[][2] = {
        {"1", "00000001"},
        {"100", "00000001"},
        {"10001110", "01110001"},
        {"100011100", "0111000100000000"},
        {"10001110000001011110", "011100011010000000000111"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bit in[32], out[32];
        size_t n_in = strlen(cases[i][0]), n_out = strlen(cases[i][1]);
        for (size_t k = 0; k < n_in; k++)
            in[k] = bit_constant(cases[i][0][k] == '1');
        CHECK(bits_reverse_bytes(out, in, n_in) == n_out);
        for (size_t k = 0; k < n_out; k++)
            CHECK(out[k].lit == (uint32_t)(cases[i][1][k] - '0'));
    }
}

TEST(gadgets_more, or_is_not_nor)
{
    for (uint8_t i = 0; i < 16; i++) { /* two values, two signs */
        struct builder *b = new_builder();
        uint8_t values[2] = {i & 1, i >> 1 & 1};
        bit x = bit_alloc_advice(b), y = bit_alloc_advice(b);
        bit lx = {x.lit ^ (i >> 2 & 1)}, ly = {y.lit ^ (i >> 3 & 1)};
        bit_enforce_equal(b, bit_or(b, lx, ly), BIT_TRUE);
        struct circuit *c = finish(b);
        struct witness w;
        CHECK_OK(witness_create(&w, c));
        CHECK_OK(circuit_fill(c, &(struct advice){.bits = values}, &w, NULL, NULL));
        bool is_true = (values[0] ^ (i >> 2 & 1)) | (values[1] ^ (i >> 3 & 1));
        size_t n_bad;
        CHECK_OK(circuit_count_unsatisfied(c, &w, &n_bad, NULL));
        CHECK(n_bad == !is_true);
        witness_fini(&w);
        circuit_destroy(c);
    }
}

TEST(gadgets_more, errors)
{
    struct circuit *c;
    struct builder *b = new_builder();
    bit_enforce_equal(b, BIT_TRUE, BIT_FALSE);
    CHECK_FAILS(builder_finish(b, &c), ST_ARG, "constants 1 and 0 differ");

    b = new_builder();
    num v[8], out[8];
    bit index[3] = {BIT_FALSE, BIT_FALSE, BIT_FALSE};
    for (size_t i = 0; i < 8; i++)
        v[i] = num_alloc_advice(b);
    num_insert(b, out, 5, v[0], index, v + 1);
    CHECK_FAILS(builder_finish(b, &c), ST_ARG, "5 elements, wanted 2, 4 or 8");

    b = new_builder();
    v[0] = num_alloc_advice(b);
    (void)num_select(b, v, 1, index);
    CHECK_FAILS(builder_finish(b, &c), ST_ARG, "select");

    b = new_builder();
    v[0] = num_alloc_advice(b);
    (void)num_poseidon(b, v, 3);
    CHECK_FAILS(builder_finish(b, &c), ST_ARG, "arity 3");

    b = new_builder();
    bit digest[256];
    sha256_bits(b, digest, index, 3);
    CHECK_FAILS(builder_finish(b, &c), ST_ARG, "multiple of 8");

    b = new_builder();
    struct sum_check sums;
    struct word word = word_alloc_advice(b);
    sum_check_init(&sums, b);
    (void)word_add_many(&sums, &word, 1);
    sum_check_finish(&sums);
    CHECK_FAILS(builder_finish(b, &c), ST_ARG, "1 operands");

    static const struct merkle_shape bad[] = {
        {MERKLE_SHA256, 8, 2, 0, 0},
        {MERKLE_POSEIDON, 3, 2, 0, 0},
        {7, 2, 2, 0, 0},
        {MERKLE_POSEIDON, 8, 22, 0, 0},
        {MERKLE_POSEIDON, 8, 0, 0, 0},
        {MERKLE_SHA256, 2, 2, 8, 0},
        {MERKLE_SHA256, 2, UINT32_MAX, 0, 0},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        b = new_builder();
        merkle_por(b, &bad[i], true);
        CHECK_FAILS(builder_finish(b, &c), ST_ARG, "merkle tree");
    }
}

/* Wrong operands: the computed root is another one, and the equality notices. */
TEST(gadgets_more, wrong_advice_is_noticed)
{
    size_t n;
    struct gadget_case *cases = gadget_cases_load(&n);
    for (size_t i = 0; i < n; i++) {
        struct gadget_case *k = &cases[i];
        if (strncmp(k->name, "por-", 4) != 0) continue;
        struct builder *b = new_builder();
        struct gadget_results r = {0};
        CHECK(gadget_case_record(b, k, &r));
        struct circuit *c = finish(b);
        struct witness w;
        CHECK_OK(witness_create(&w, c));
        fr one;
        fr_one(&one);
        size_t field = (size_t)(test_random() % k->n_fields);
        size_t flip = (size_t)(test_random() % k->n_bits);
        for (int what = 0; what < 2; what++) {
            if (what)
                k->bits[flip] ^= 1;
            else
                fr_add(&k->fields[field], &k->fields[field], &one);
            struct advice advice = {.bits = k->bits, .fields = k->fields};
            size_t n_bad;
            CHECK_OK(circuit_fill(c, &advice, &w, NULL, NULL));
            CHECK_OK(circuit_count_unsatisfied(c, &w, &n_bad, NULL));
            CHECK_MSG(n_bad > 0, "%s: wrong %s not noticed", k->name, what ? "bit" : "field");
            if (!what) fr_sub(&k->fields[field], &k->fields[field], &one);
        }
        witness_fini(&w);
        circuit_destroy(c);
        mem_free(r.v);
    }
    gadget_cases_free(cases, n);
}

/* Two labels of each of two layers: of the 80 compressions only four are different blocks. */
TEST(gadgets_more, labels_share_blocks)
{
    struct builder *b = new_builder();
    struct label_bits replica_id, parents[14];
    bit node[64];
    num_to_byte_string(b, replica_id.b, num_alloc_advice(b));
    for (size_t i = 0; i < 14; i++)
        num_to_byte_string(b, parents[i].b, num_alloc_advice(b));
    for (uint32_t layer = 1; layer <= 2; layer++)
        for (int i = 0; i < 2; i++) {
            bits_alloc_advice(b, node, 64);
            (void)label_create(b, &replica_id, layer, node, parents, layer == 1 ? 6 : 14);
        }
    struct circuit *c = finish(b);
    CHECK_MSG(circuit_size(c).n_blocks == 4 + 1 + 1, "%zu blocks", circuit_size(c).n_blocks);
    circuit_destroy(c);
}

/* Poseidon paths of all levels share the levels and the permutations. */
TEST(gadgets_more, paths_share_blocks)
{
    struct builder *b = new_builder();
    static const struct merkle_shape shape = {MERKLE_POSEIDON, 8, 9, 8, 2};
    for (int i = 0; i < 3; i++)
        merkle_por(b, &shape, true);
    struct circuit *c = finish(b);
    /* root, path, levels and permutations of arity 8 and 2 */
    CHECK_MSG(circuit_size(c).n_blocks == 6, "%zu blocks", circuit_size(c).n_blocks);
    CHECK(circuit_size(c).n_constraints == 3 * (10 * 530 + 314 + 2));
    circuit_destroy(c);
}

/* Without memory, wherever it ends, recording gives ST_NOMEM and nothing worse. */
TEST(gadgets_more, no_memory)
{
    static const struct merkle_shape shapes[] = {{MERKLE_POSEIDON, 8, 2, 2, 0},
                                                 {MERKLE_SHA256, 2, 1, 0, 0}};
    for (size_t i = 0; i < 2; i++) {
        size_t n_failed = 0;
        for (size_t n = 1;; n += 1 + n / 8) {
            struct circuit *c = NULL;
            struct builder *b;
            mem_fail_after(n);
            status st = builder_create(&b);
            if (st == ST_OK) {
                merkle_por(b, &shapes[i], false);
                st = builder_finish(b, &c);
            }
            mem_fail_after(0);
            if (st == ST_OK) {
                circuit_destroy(c);
                break;
            }
            CHECK_MSG(st == ST_NOMEM, "allocation %zu: %s", n, status_text(st));
            n_failed++;
        }
        CHECK(n_failed > 10);
    }
}
