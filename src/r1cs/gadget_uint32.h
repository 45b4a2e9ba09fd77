/* 32-bit words of bits: SHA-256's arithmetic. bellperson's own UInt32 and MultiEq.
 *
 * Sums are not constrained one by one: `struct sum_check` packs equations "sum of words = result
 * bits" side by side into one constraint as long as they stay below 254 bits. It emits when the
 * next equation would reach 254 and at sum_check_finish; so such constraints come late, among those
 * of later operations. */
#ifndef CUZK_R1CS_GADGET_UINT32_H
#define CUZK_R1CS_GADGET_UINT32_H

#include "r1cs/builder.h"

struct word {
    bit b[32]; /* least significant first */
};

struct word word_constant(uint32_t v);
/* True and *v if all bits are constants. */
bool word_is_constant(const struct word *w, uint32_t *v);
/* 32 bits, most significant first, and back. */
struct word word_from_be(const bit bits[32]);
void word_to_be(bit bits[32], const struct word *w);
/* New word; advice: 32 bits, least significant first. */
struct word word_alloc_advice(struct builder *b);

struct word word_rotr(const struct word *w, unsigned k); /* k < 32 */
struct word word_shr(const struct word *w, unsigned k);
struct word word_xor(struct builder *b, const struct word *x, const struct word *y);
struct word word_ch(struct builder *b, const struct word *x, const struct word *y,
                    const struct word *z);
struct word word_maj(struct builder *b, const struct word *x, const struct word *y,
                     const struct word *z);

struct sum_check {
    struct builder *b;
    struct lc left, right;
    unsigned used_bits;
};
void sum_check_init(struct sum_check *s, struct builder *b);
void sum_check_finish(struct sum_check *s);

/* The sum of 2 to 10 words mod 2^32. All constant: constant. Otherwise the full sum (up to 36 bits)
 * is allocated, checked by s, and its low 32 bits returned. */
struct word word_add_many(struct sum_check *s, const struct word *words, size_t n);

#endif
