#include "r1cs/gadget_uint32.h"

#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_pack.h"

#include <string.h>

#define MAX_OPERANDS 10

/* ---- words ---- */

struct word word_constant(uint32_t v)
{
    struct word w;
    for (unsigned i = 0; i < 32; i++)
        w.b[i] = bit_constant(v >> i & 1);
    return w;
}

bool word_is_constant(const struct word *w, uint32_t *v)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 32; i++) {
        if (!bit_is_constant(w->b[i])) return false;
        value |= w->b[i].lit << i;
    }
    *v = value;
    return true;
}

struct word word_from_be(const bit bits[32])
{
    struct word w;
    for (unsigned i = 0; i < 32; i++)
        w.b[i] = bits[31 - i];
    return w;
}

void word_to_be(bit bits[32], const struct word *w)
{
    for (unsigned i = 0; i < 32; i++)
        bits[i] = w->b[31 - i];
}

struct word word_alloc_advice(struct builder *b)
{
    struct word w;
    bits_alloc_advice(b, w.b, 32);
    return w;
}

struct word word_rotr(const struct word *w, unsigned k)
{
    struct word r;
    for (unsigned i = 0; i < 32; i++)
        r.b[i] = w->b[(i + k) % 32];
    return r;
}

struct word word_shr(const struct word *w, unsigned k)
{
    struct word r;
    for (unsigned i = 0; i < 32; i++)
        r.b[i] = i + k < 32 ? w->b[i + k] : BIT_FALSE;
    return r;
}

struct word word_xor(struct builder *b, const struct word *x, const struct word *y)
{
    struct word r;
    for (unsigned i = 0; i < 32; i++)
        r.b[i] = bit_xor(b, x->b[i], y->b[i]);
    return r;
}

struct word word_ch(struct builder *b, const struct word *x, const struct word *y,
                    const struct word *z)
{
    struct word r;
    for (unsigned i = 0; i < 32; i++)
        r.b[i] = bit_ch(b, x->b[i], y->b[i], z->b[i]);
    return r;
}

struct word word_maj(struct builder *b, const struct word *x, const struct word *y,
                     const struct word *z)
{
    struct word r;
    for (unsigned i = 0; i < 32; i++)
        r.b[i] = bit_maj(b, x->b[i], y->b[i], z->b[i]);
    return r;
}

/* ---- sums ---- */

void sum_check_init(struct sum_check *s, struct builder *b)
{
    *s = (struct sum_check){.b = b, .left = lc_init(b), .right = lc_init(b)};
}

void sum_check_finish(struct sum_check *s)
{
    if (s->used_bits == 0) return;
    struct lc one = lc_of_one(s->b);
    builder_enforce(s->b, &s->left, &one, &s->right);
    sum_check_init(s, s->b);
}

struct word word_add_many(struct sum_check *s, const struct word *words, size_t n)
{
    struct word sum = word_constant(0);
    if (n < 2 || n > MAX_OPERANDS) {
        builder_fail(s->b, ST_ARG, "sum of words: %zu operands, wanted 2 to %d", n, MAX_OPERANDS);
        return sum;
    }
    bool all_constant = true;
    uint32_t total = 0;
    for (size_t i = 0; i < n && all_constant; i++) {
        uint32_t v;
        all_constant = word_is_constant(&words[i], &v);
        if (all_constant) total += v;
    }
    if (all_constant) return word_constant(total);

    unsigned n_bits = 0; /* of the largest possible sum */
    for (uint64_t max = n * (uint64_t)UINT32_MAX; max; max >>= 1)
        n_bits++;
    bit operands[32 * MAX_OPERANDS], result[64];
    for (size_t i = 0; i < n; i++)
        memcpy(operands + 32 * i, words[i].b, sizeof words[i].b);
    bits_alloc_sum(s->b, result, n_bits, operands, n, 0);

    if (s->used_bits + n_bits >= PACK_BITS) sum_check_finish(s);
    for (size_t i = 0; i < n; i++)
        lc_add_bits(&s->left, words[i].b, 32, s->used_bits);
    lc_add_bits(&s->right, result, n_bits, s->used_bits);
    s->used_bits += n_bits;
    memcpy(sum.b, result, sizeof sum.b);
    return sum;
}
