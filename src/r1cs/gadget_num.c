#include "r1cs/gadget_num.h"

#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_pack.h"

static void lc_sub_num(struct lc *x, num v)
{
    fr minus_one;
    fr_one(&minus_one);
    fr_neg(&minus_one, &minus_one);
    lc_add_num(x, &minus_one, v);
}

static struct lc lc_of_sum(struct builder *b, num x, num y)
{
    fr one;
    fr_one(&one);
    struct lc sum = lc_of_num(b, x);
    lc_add_num(&sum, &one, y);
    return sum;
}

num num_of_lc(struct builder *b, const struct lc *x)
{
    struct lc one = lc_of_one(b);
    return num_alloc_product(b, x, &one, NULL, false);
}

pub num_inputize(struct builder *b, num v)
{
    struct lc value = lc_of_num(b, v), one = lc_of_one(b);
    pub input = pub_alloc(b, &value);
    struct lc lhs = lc_of_pub(b, input);
    builder_enforce(b, &lhs, &one, &value);
    return input;
}

num num_mul(struct builder *b, num x, num y)
{
    struct lc lx = lc_of_num(b, x), ly = lc_of_num(b, y);
    return num_alloc_product(b, &lx, &ly, NULL, false);
}

num num_add(struct builder *b, num x, num y)
{
    struct lc sum = lc_of_sum(b, x, y);
    return num_of_lc(b, &sum);
}

num num_sub(struct builder *b, num x, num y)
{
    struct lc diff = lc_of_num(b, x);
    lc_sub_num(&diff, y);
    num v = num_alloc_lc(b, &diff);
    num_enforce_difference(b, x, y, v);
    return v;
}

num num_encode(struct builder *b, num key, num value)
{
    return num_add(b, key, value);
}

num num_decode(struct builder *b, num key, num value)
{
    return num_sub(b, value, key);
}

void num_enforce_equal(struct builder *b, num x, num y)
{
    struct lc lx = lc_of_num(b, x), ly = lc_of_num(b, y), one = lc_of_one(b);
    builder_enforce(b, &lx, &one, &ly);
}

void num_enforce_sum(struct builder *b, num x, num y, num sum)
{
    struct lc lhs = lc_of_sum(b, x, y), rhs = lc_of_num(b, sum), one = lc_of_one(b);
    builder_enforce(b, &lhs, &one, &rhs);
}

void num_enforce_difference(struct builder *b, num x, num y, num d)
{
    num_enforce_sum(b, y, d, x);
}

void num_enforce_nonzero(struct builder *b, num v)
{
    num inverse = num_alloc_advice(b);
    struct lc x = lc_of_num(b, v), w = lc_of_num(b, inverse), one = lc_of_one(b);
    builder_enforce(b, &x, &w, &one);
}

num num_pick(struct builder *b, bit condition, num x, num y)
{
    struct lc diff = lc_of_num(b, y), c = lc_of_bit(b, condition), rest = lc_of_num(b, y);
    lc_sub_num(&diff, x);
    return num_alloc_product(b, &diff, &c, &rest, true);
}

void num_reverse_if(struct builder *b, num out[2], bit condition, num x, num y)
{
    out[0] = num_pick(b, condition, y, x);
    out[1] = num_pick(b, condition, x, y);
}

/* ---- decomposition ---- */

/* 0 * 0 = sum of 2^i bits[i] - v. */
static void enforce_recomposition(struct builder *b, const bit bits[NUM_BITS], num v)
{
    struct lc zero = lc_init(b), diff = lc_init(b);
    lc_add_bits(&diff, bits, NUM_BITS, 0);
    lc_sub_num(&diff, v);
    builder_enforce(b, &zero, &zero, &diff);
}

static void to_bits_body(struct builder *b, const void *params, const struct block_io *io)
{
    (void)params;
    bits_alloc_of_num(b, io->bits_out, NUM_BITS, io->nums_in[0]);
    enforce_recomposition(b, io->bits_out, io->nums_in[0]);
}

/* From the top: where r - 1 has a run of ones, the and of that run with all earlier runs says
 * "equal so far"; where it has a zero, the bit must be 0 if equal so far. */
static void to_bits_strict_body(struct builder *b, const void *params, const struct block_io *io)
{
    (void)params;
    num v = io->nums_in[0];
    struct lc value = lc_of_num(b, v);
    fr one, top;
    fr_one(&one);
    fr_neg(&top, &one);
    fr_int bound;
    fr_to_int(&bound, &top);
    bit run[NUM_BITS + 1], equal_so_far = BIT_TRUE;
    size_t n_run = 0;
    for (unsigned k = NUM_BITS; k-- > 0;) {
        if (bound.l[k / 64] >> k % 64 & 1) {
            io->bits_out[k] = bit_alloc_unless(b, BIT_FALSE, &value, k);
            run[n_run++] = io->bits_out[k];
            continue;
        }
        if (n_run > 0) {
            run[n_run++] = equal_so_far; /* folds away the first time */
            equal_so_far = run[0];
            for (size_t i = 1; i < n_run; i++)
                equal_so_far = bit_and(b, equal_so_far, run[i]);
            n_run = 0;
        }
        io->bits_out[k] = bit_alloc_unless(b, equal_so_far, &value, k);
    }
    enforce_recomposition(b, io->bits_out, v);
}

void num_to_bits(struct builder *b, bit out[NUM_BITS], num v)
{
    builder_call(
        b, "num_to_bits", to_bits_body, NULL, 0,
        &(struct block_io){.nums_in = &v, .n_nums_in = 1, .bits_out = out, .n_bits_out = NUM_BITS});
}

void num_to_bits_strict(struct builder *b, bit out[NUM_BITS], num v)
{
    builder_call(
        b, "num_to_bits_strict", to_bits_strict_body, NULL, 0,
        &(struct block_io){.nums_in = &v, .n_nums_in = 1, .bits_out = out, .n_bits_out = NUM_BITS});
}

void num_to_byte_string(struct builder *b, bit out[256], num v)
{
    bit bits[NUM_BITS];
    num_to_bits(b, bits, v);
    bits_reverse_bytes(out, bits, NUM_BITS);
}
