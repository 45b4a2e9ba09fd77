/* Which operand combination makes which record is that of bellpepper-core: constants fold away, the
 * sign of an operand goes into the choice among and / and-not / nor, and a mixed pair puts the
 * positive operand first. So r1cs/builder.h's operations see positive variables only. */
#include "r1cs/gadget_bool.h"

bit bit_xor(struct builder *b, bit x, bit y)
{
    if (bit_is_constant(x)) return (bit){y.lit ^ x.lit};
    if (bit_is_constant(y)) return (bit){x.lit ^ y.lit};
    bool nx = bit_is_negated(x), ny = bit_is_negated(y);
    bit px = {x.lit & ~1u}, py = {y.lit & ~1u};
    if (nx == ny) return bit_alloc_xor(b, px, py);
    return bit_not(nx ? bit_alloc_xor(b, py, px) : bit_alloc_xor(b, px, py));
}

bit bit_and(struct builder *b, bit x, bit y)
{
    if (bit_is_constant(x)) return x.lit ? y : BIT_FALSE;
    if (bit_is_constant(y)) return y.lit ? x : BIT_FALSE;
    bool nx = bit_is_negated(x), ny = bit_is_negated(y);
    bit px = {x.lit & ~1u}, py = {y.lit & ~1u};
    if (nx && ny) return bit_alloc_nor(b, px, py);
    if (nx) return bit_alloc_and_not(b, py, px);
    if (ny) return bit_alloc_and_not(b, px, py);
    return bit_alloc_and(b, px, py);
}

bit bit_or(struct builder *b, bit x, bit y)
{
    return bit_not(bit_and(b, bit_not(x), bit_not(y)));
}

/* A new bit v = y with (y - z) * 1 = v - z. ch with x = 1, where y itself would do, makes it. */
static bit copy_beside(struct builder *b, bit y, bit z)
{
    fr one, minus_one;
    fr_one(&one);
    fr_neg(&minus_one, &one);
    struct lc left = lc_of_bit(b, y), right = lc_of_one(b);
    bit v = bit_alloc_raw(b, &left, 0);
    struct lc out = lc_of_bit(b, v);
    lc_add_bit(&left, &minus_one, z);
    lc_add_bit(&out, &minus_one, z);
    builder_enforce(b, &left, &right, &out);
    return v;
}

bit bit_ch(struct builder *b, bit x, bit y, bit z)
{
    if (bit_is_constant(x) && (!x.lit || (bit_is_constant(y) && bit_is_constant(z))))
        return x.lit ? y : z;
    if (bit_is_constant(y)) return y.lit ? bit_or(b, x, z) : bit_and(b, bit_not(x), z);
    if (bit_is_constant(z)) return z.lit ? bit_not(bit_and(b, x, bit_not(y))) : bit_and(b, x, y);
    if (bit_is_constant(x)) return copy_beside(b, y, z);
    return bit_alloc_ch(b, x, y, z);
}

bit bit_maj(struct builder *b, bit x, bit y, bit z)
{
    if (bit_is_constant(x)) return x.lit ? bit_or(b, y, z) : bit_and(b, y, z);
    if (bit_is_constant(y)) return y.lit ? bit_or(b, x, z) : bit_and(b, x, z);
    if (bit_is_constant(z)) return z.lit ? bit_or(b, x, y) : bit_and(b, x, y);
    return bit_alloc_maj(b, x, y, z);
}

void bit_enforce_equal(struct builder *b, bit x, bit y)
{
    if (bit_is_constant(x) && bit_is_constant(y)) {
        if (x.lit != y.lit)
            builder_fail(b, ST_ARG, "enforce equal: the constants %u and %u differ", x.lit, y.lit);
        return;
    }
    if (bit_is_constant(y)) { /* the constant first: 1 - x, but for zero x */
        bit t = x;
        x = y, y = t;
    }
    fr one, minus_one;
    fr_one(&one);
    fr_neg(&minus_one, &one);
    struct lc zero = lc_init(b), diff = lc_init(b);
    if (x.lit == BIT_FALSE.lit) {
        lc_add_bit(&diff, &one, y);
    } else {
        lc_add_bit(&diff, &one, x);
        lc_add_bit(&diff, &minus_one, y);
    }
    builder_enforce(b, &zero, &zero, &diff);
}

void bits_alloc_advice(struct builder *b, bit *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = bit_alloc_advice(b);
}

bit bit_alloc_unless(struct builder *b, bit forbidden, const struct lc *x, unsigned k)
{
    bit v = bit_alloc_raw(b, x, k);
    fr minus_one;
    fr_one(&minus_one);
    fr_neg(&minus_one, &minus_one);
    struct lc left = lc_of_one(b), right = lc_of_bit(b, v), zero = lc_init(b);
    lc_add_bit(&left, &minus_one, forbidden);
    lc_add_bit(&left, &minus_one, v);
    builder_enforce(b, &left, &right, &zero);
    return v;
}

size_t bits_reverse_bytes(bit *out, const bit *in, size_t n_in)
{
    size_t n_out = (n_in + 7) / 8 * 8;
    for (size_t i = 0; i < n_out; i++) {
        size_t from = i / 8 * 8 + (7 - i % 8);
        out[i] = from < n_in ? in[from] : BIT_FALSE;
    }
    return n_out;
}

void bits_xor_key(struct builder *b, bit *out, const bit *in, size_t n_in, const bit *key,
                  size_t n_key)
{
    for (size_t i = 0; i < n_in; i++)
        out[i] = bit_xor(b, in[i], key[i % n_key]);
}
