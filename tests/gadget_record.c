/* How each fixture's gadget is recorded: operands first, then the gadget, then its results. */
#include "base/mem.h"
#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_insert.h"
#include "r1cs/gadget_label.h"
#include "r1cs/gadget_merkle.h"
#include "r1cs/gadget_num.h"
#include "r1cs/gadget_pack.h"
#include "r1cs/gadget_poseidon.h"
#include "r1cs/gadget_sha256.h"
#include "r1cs/gadget_uint32.h"
#include "tests/gadget_cases.h"
#include "tests/harness.h"

#include <string.h>

static void result_push(struct gadget_results *r, bool is_num, uint32_t lit)
{
    if (r->n == r->cap) {
        size_t cap = 2 * r->cap + 16;
        void *p = mem_grow(r->v, r->n, cap, sizeof *r->v);
        CHECK(p != NULL);
        r->v = p;
        r->cap = cap;
    }
    r->v[r->n].is_num = is_num;
    r->v[r->n++].lit = lit;
}

void result_bit(struct gadget_results *r, bit x)
{
    result_push(r, false, x.lit);
}

void result_num(struct gadget_results *r, num x)
{
    result_push(r, true, x.slot);
}

static void result_word(struct gadget_results *r, const struct word *w)
{
    for (unsigned i = 32; i-- > 0;)
        result_bit(r, w->b[i]);
}

static void nums_alloc_advice(struct builder *b, num *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = num_alloc_advice(b);
}

typedef void (*record_fn)(struct builder *b, const struct gadget_case *c, struct gadget_results *r);
#define RECORD(name)                                                                               \
    static void name(struct builder *b, const struct gadget_case *c, struct gadget_results *r)
#define UNUSED (void)b, (void)c, (void)r

/* ---- bits ---- */

RECORD(record_bit_alloc)
{
    UNUSED;
    bit x[2];
    bits_alloc_advice(b, x, 2);
}

RECORD(record_bit_unless)
{
    UNUSED;
    struct lc one = lc_of_one(b);
    bit must_be_zero = bit_alloc_advice(b);
    (void)bit_alloc_unless(b, must_be_zero, &one, 0);
}

RECORD(record_bit_ops)
{
    UNUSED;
    for (int i = 0; i < 4; i++) {
        bit x = bit_alloc_advice(b), y = bit_alloc_advice(b);
        (void)bit_alloc_xor(b, x, y);
        (void)bit_alloc_and(b, x, y);
        (void)bit_alloc_and_not(b, x, y);
        (void)bit_alloc_nor(b, x, y);
    }
}

RECORD(record_boolean_ops)
{
    UNUSED;
    bit v[4], w[2];
    bits_alloc_advice(b, v, 4);
    bit xs[3] = {BIT_TRUE, v[0], bit_not(v[1])}, ys[3] = {BIT_FALSE, v[2], bit_not(v[3])};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            result_bit(r, bit_xor(b, xs[i], ys[k]));
            result_bit(r, bit_and(b, xs[i], ys[k]));
        }
    bits_alloc_advice(b, w, 2);
    bit zs[3] = {BIT_TRUE, w[0], bit_not(w[1])};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            bit_enforce_equal(b, xs[i], zs[k]);
}

typedef bit (*three_bits)(struct builder *b, bit x, bit y, bit z);
static void record_three_bits(struct builder *b, struct gadget_results *r, three_bits fn)
{
    bit v[6];
    bits_alloc_advice(b, v, 6);
    for (int i = 0; i < 64; i++) {
        bit x[3];
        for (int k = 0; k < 3; k++) {
            int form = i >> (4 - 2 * k) & 3;
            x[k] = form < 2 ? bit_constant(form) : form == 2 ? v[2 * k] : bit_not(v[2 * k + 1]);
        }
        result_bit(r, fn(b, x[0], x[1], x[2]));
    }
}

RECORD(record_ch)
{
    UNUSED;
    record_three_bits(b, r, bit_ch);
}

RECORD(record_maj)
{
    UNUSED;
    record_three_bits(b, r, bit_maj);
}

RECORD(record_advice_bits) /* and nothing else */
{
    UNUSED;
    bit *x;
    CHECK_OK(MEM_NEW(x, c->n_bits));
    bits_alloc_advice(b, x, c->n_bits);
    mem_free(x);
}

RECORD(record_xor_key)
{
    UNUSED;
    bit key[256], in[16], out[16];
    bits_alloc_advice(b, key, 256);
    bits_alloc_advice(b, in, 16);
    bits_xor_key(b, out, in, 16, key, 256);
}

/* ---- numbers ---- */

RECORD(record_num_basic)
{
    UNUSED;
    fr one, seven;
    fr_one(&one);
    fr_from_u64(&seven, 7);
    num x = num_alloc_advice(b);
    struct lc value = lc_init(b);
    lc_add_one(&value, &seven);
    pub input = pub_alloc(b, &value);
    (void)num_inputize(b, x);
    struct lc lx = lc_of_num(b, x), ly = lc_of_pub(b, input);
    num product = num_alloc_product(b, &lx, &ly, NULL, false);
    (void)num_mul(b, product, product);
    num_enforce_nonzero(b, product);
    for (int i = 0; i < 2; i++) { /* reverse_if of a variable and an input: picks by hand */
        bit condition = bit_alloc_advice(b);
        fr minus_one;
        fr_neg(&minus_one, &one);
        struct lc lc_c = lc_of_bit(b, condition), d0 = lc_copy(&lx), d1 = lc_copy(&ly);
        lc_add_pub(&d0, &minus_one, input);
        lc_add_num(&d1, &minus_one, x);
        (void)num_alloc_product(b, &d0, &lc_c, &lx, true);
        (void)num_alloc_product(b, &d1, &lc_c, &ly, true);
    }
}

RECORD(record_to_bits)
{
    bool strict = strstr(c->name, "strict");
    bit bits[NUM_BITS];
    num x = num_alloc_advice(b);
    if (strict)
        num_to_bits_strict(b, bits, x);
    else
        num_to_bits(b, bits, x);
    if (c->results)
        for (size_t i = 0; i < NUM_BITS; i++)
            result_bit(r, bits[i]);
}

RECORD(record_num_lc)
{
    UNUSED;
    fr five, three, eleven;
    fr_from_u64(&five, 5);
    fr_from_u64(&three, 3);
    fr_from_u64(&eleven, 11);
    bit x = bit_alloc_advice(b), y = bit_alloc_advice(b);
    struct lc sum = lc_init(b);
    lc_add_bit(&sum, &five, x);
    lc_add_bit(&sum, &three, bit_not(y));
    lc_add_bit(&sum, &eleven, BIT_TRUE);
    (void)num_of_lc(b, &sum);
}

RECORD(record_constraint)
{
    UNUSED;
    num v[4];
    nums_alloc_advice(b, v, 4);
    num_enforce_equal(b, v[0], v[1]);
    num_enforce_sum(b, v[0], v[2], v[3]);
    num_enforce_difference(b, v[3], v[2], v[0]);
    (void)num_add(b, v[0], v[2]);
    (void)num_sub(b, v[0], v[2]);
}

RECORD(record_encode_decode)
{
    UNUSED;
    num key = num_alloc_advice(b), value = num_alloc_advice(b);
    num encoded = num_encode(b, key, value);
    (void)num_decode(b, key, encoded);
}

RECORD(record_insert)
{
    num v[8], out[8];
    size_t n = c->n_fields;
    bit index[3];
    nums_alloc_advice(b, v, n);
    bits_alloc_advice(b, index, c->n_bits);
    num_insert(b, out, n, v[0], index, v + 1);
    for (size_t i = 0; i < n; i++)
        result_num(r, out[i]);
    (void)num_pick(b, index[0], v[0], v[1]);
}

RECORD(record_select)
{
    num v[8];
    bit index[3];
    nums_alloc_advice(b, v, c->n_fields);
    bits_alloc_advice(b, index, c->n_bits);
    result_num(r, num_select(b, v, c->n_fields, index));
}

/* ---- packing ---- */

RECORD(record_pack_bits)
{
    bit x[256];
    size_t n = c->n_bits;
    bits_alloc_advice(b, x, n);
    if (strstr(c->name, "mixed")) {
        x[n++] = bit_not(x[0]);
        x[n++] = BIT_TRUE;
        x[n++] = BIT_FALSE;
    }
    result_num(r, num_pack_bits(b, x, n));
}

RECORD(record_pack_inputs)
{
    UNUSED;
    bit x[300];
    bits_alloc_advice(b, x, c->n_bits);
    CHECK(pub_pack_bits(b, NULL, x, c->n_bits) == (c->n_bits + 253) / 254);
}

RECORD(record_uint64)
{
    UNUSED;
    bit x[64];
    bits_alloc_advice(b, x, 64);
    for (size_t i = 64; i-- > 0;)
        result_bit(r, x[i]);
    CHECK(pub_pack_bits(b, NULL, x, 64) == 1);
}

/* ---- words ---- */

RECORD(record_uint32)
{
    UNUSED;
    struct word u[3];
    for (int i = 0; i < 3; i++)
        u[i] = word_alloc_advice(b);
    struct word x = word_xor(b, &u[0], &u[1]), rot = word_rotr(&x, 7), shift = word_shr(&x, 3);
    result_word(r, &x);
    result_word(r, &rot);
    result_word(r, &shift);
    (void)word_ch(b, &u[0], &u[1], &u[2]);
    (void)word_maj(b, &u[0], &u[1], &u[2]);
}

RECORD(record_add_many)
{
    struct word u[10];
    size_t n = c->n_bits / 32;
    for (size_t i = 0; i < n; i++)
        u[i] = word_alloc_advice(b);
    struct sum_check sums;
    sum_check_init(&sums, b);
    struct word sum = word_add_many(&sums, u, n), again[3] = {sum, sum, u[0]};
    struct word sum2 = word_add_many(&sums, again, 3);
    sum_check_finish(&sums);
    result_word(r, &sum);
    result_word(r, &sum2);
}

RECORD(record_add_constants)
{
    UNUSED;
    struct word u[3] = {word_alloc_advice(b), word_constant(0x428a2f98), word_constant(1)};
    struct word k[2] = {word_constant(0xffffffff), word_constant(16)};
    struct sum_check sums;
    sum_check_init(&sums, b);
    (void)word_add_many(&sums, u, 3);
    struct word sum = word_add_many(&sums, k, 2);
    sum_check_finish(&sums);
    result_word(r, &sum);
}

/* ---- hashes ---- */

RECORD(record_sha256)
{
    bit *message, digest[256];
    CHECK_OK(MEM_NEW(message, c->n_message));
    for (size_t i = 0; i < c->n_message; i++) {
        bool variable = c->is_variable ? c->is_variable[i] : c->n_bits > 0;
        message[i] = variable ? bit_alloc_advice(b) : bit_constant(c->message[i]);
    }
    sha256_bits(b, digest, message, c->n_message);
    for (size_t i = 0; i < 256; i++)
        result_bit(r, digest[i]);
    mem_free(message);
}

RECORD(record_sha256_pair)
{
    UNUSED;
    num left = num_alloc_advice(b), right = num_alloc_advice(b);
    result_num(r, sha256_hash_pair(b, left, right));
}

RECORD(record_poseidon)
{
    num v[11];
    nums_alloc_advice(b, v, c->n_fields);
    result_num(r, strstr(c->name, "randomness") ? num_poseidon_randomness(b, v)
                                                : num_poseidon(b, v, (unsigned)c->n_fields));
}

RECORD(record_label)
{
    UNUSED;
    struct label_bits replica_id, parents[14];
    size_t n = c->n_fields - 1;
    bit node[64];
    num_to_byte_string(b, replica_id.b, num_alloc_advice(b));
    for (size_t i = 0; i < n; i++)
        num_to_byte_string(b, parents[i].b, num_alloc_advice(b));
    bits_alloc_advice(b, node, 64);
    result_num(r, label_create(b, &replica_id, n == 6 ? 1 : 2, node, parents, n));
}

/* ---- trees ---- */

static const struct {
    const char *in_name;
    struct merkle_shape shape;
} shapes[] = {
    {"sha-", {MERKLE_SHA256, 2, 2, 0, 0}},      {"-64-", {MERKLE_POSEIDON, 8, 2, 0, 0}},
    {"-8-8-2-", {MERKLE_POSEIDON, 8, 1, 8, 2}}, {"-8-8-", {MERKLE_POSEIDON, 8, 1, 8, 0}},
    {"-8-4-", {MERKLE_POSEIDON, 8, 1, 4, 0}},   {"-8-2-", {MERKLE_POSEIDON, 8, 1, 2, 0}},
    {"-8-", {MERKLE_POSEIDON, 8, 1, 0, 0}},
};

static const struct merkle_shape *shape_of(const char *name)
{
    size_t i = 0;
    while (!strstr(name, shapes[i].in_name))
        i++;
    return &shapes[i].shape;
}

RECORD(record_por)
{
    UNUSED;
    bool is_private = strcmp(c->name, "por-sha-binary-4-leaf-2") != 0;
    merkle_por(b, shape_of(c->name), is_private);
}

RECORD(record_por_given)
{
    UNUSED;
    const struct merkle_shape *s = shape_of(c->name);
    bit index[8];
    num siblings[16];
    bits_alloc_advice(b, index, merkle_n_index_bits(s));
    num leaf = num_alloc_advice(b);
    nums_alloc_advice(b, siblings, merkle_n_siblings(s));
    num root = num_alloc_advice(b);
    merkle_enforce_given_path(b, s, leaf, index, siblings, root);
}

static const struct {
    const char *prefix;
    record_fn fn;
} table[] = {
    {"bit-alloc-conditionally", record_bit_unless},
    {"bit-alloc", record_bit_alloc},
    {"bit-ops", record_bit_ops},
    {"boolean-ops", record_boolean_ops},
    {"boolean-sha256-ch", record_ch},
    {"boolean-sha256-maj", record_maj},
    {"bytes-into-boolean-vec", record_advice_bits},
    {"constraint", record_constraint},
    {"create-label-layer-", record_label},
    {"encode-decode", record_encode_decode},
    {"field-into-bits", record_advice_bits},
    {"insert-", record_insert},
    {"num-basic", record_num_basic},
    {"num-lc", record_num_lc},
    {"num-to-bits-le", record_to_bits},
    {"pack-bits-", record_pack_bits},
    {"pack-into-inputs-", record_pack_inputs},
    {"por-no-challenge-input-", record_por_given},
    {"por-", record_por},
    {"poseidon-", record_poseidon},
    {"select-", record_select},
    {"sha256-hasher-", record_sha256_pair},
    {"sha256-", record_sha256},
    {"uint32-addmany-constants", record_add_constants},
    {"uint32-addmany-", record_add_many},
    {"uint32", record_uint32},
    {"uint64", record_uint64},
    {"xor", record_xor_key},
};

bool gadget_case_record(struct builder *b, const struct gadget_case *c, struct gadget_results *r)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = strlen(table[i].prefix);
        if (strncmp(c->name, table[i].prefix, n) != 0) continue;
        table[i].fn(b, c, r);
        return true;
    }
    return false;
}
