/* Bits of a circuit: logic with folding of constants and negations, so that the records are those
 * of bellpepper-core's Boolean (which operand combinations make a variable and a constraint, and
 * which operand comes first).
 *
 * Advice: only the functions that say so take any. */
#ifndef CUZK_R1CS_GADGET_BOOL_H
#define CUZK_R1CS_GADGET_BOOL_H

#include "r1cs/builder.h"

bit bit_xor(struct builder *b, bit x, bit y);
bit bit_and(struct builder *b, bit x, bit y);
bit bit_or(struct builder *b, bit x, bit y); /* not (not x and not y) */
/* SHA-256's choice x ? y : z and majority. */
bit bit_ch(struct builder *b, bit x, bit y, bit z);
bit bit_maj(struct builder *b, bit x, bit y, bit z);

/* 0 * 0 = x - y. Two constants make no constraint; different ones are an error of the builder. */
void bit_enforce_equal(struct builder *b, bit x, bit y);

/* n new bits, each (1 - v) * v = 0. Advice: n bits, in order. Serves for the reference's bit
 * vectors of bytes, of u64 and of field elements alike: they are allocated, not recomposed. */
void bits_alloc_advice(struct builder *b, bit *out, size_t n);

/* New bit v = bit k of x, with (1 - v - forbidden) * v = 0: it must be 0 where `forbidden` is 1. */
bit bit_alloc_unless(struct builder *b, bit forbidden, const struct lc *x, unsigned k);

/* out (not in) = in with the order of the bits reversed within each group of 8; the last group is
 * filled up with zeros first. out holds n_in rounded up to a multiple of 8; returns that number. No
 * constraint. Turns the little-endian bits of a number into the bit string SHA-256 eats, and back.
 */
size_t bits_reverse_bytes(bit *out, const bit *in, size_t n_in);

/* out[i] = in[i] xor key[i % n_key]. */
void bits_xor_key(struct builder *b, bit *out, const bit *in, size_t n_in, const bit *key,
                  size_t n_key);

#endif
