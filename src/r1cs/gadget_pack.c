#include "r1cs/gadget_pack.h"

#include "r1cs/gadget_num.h"

num num_pack_bits(struct builder *b, const bit *bits, size_t n)
{
    struct lc sum = lc_init(b);
    lc_add_bits(&sum, bits, n < PACK_BITS ? n : PACK_BITS, 0);
    return num_of_lc(b, &sum);
}

size_t pub_pack_bits(struct builder *b, pub *out, const bit *bits, size_t n)
{
    size_t n_inputs = 0;
    for (size_t at = 0; at < n; at += PACK_BITS, n_inputs++) {
        struct lc sum = lc_init(b), one = lc_of_one(b);
        lc_add_bits(&sum, bits + at, n - at < PACK_BITS ? n - at : PACK_BITS, 0);
        pub input = pub_alloc(b, &sum);
        struct lc rhs = lc_of_pub(b, input);
        builder_enforce(b, &sum, &one, &rhs);
        if (out) out[n_inputs] = input;
    }
    return n_inputs;
}
