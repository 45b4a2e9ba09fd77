/* Field variables: sums, products, choice, decomposition into bits. Those of bellpepper-core's
 * AllocatedNum and of storage-proofs-core's constraint module.
 *
 * Constraints are written A * B = C in the comments; "1" is ONE. */
#ifndef CUZK_R1CS_GADGET_NUM_H
#define CUZK_R1CS_GADGET_NUM_H

#include "r1cs/builder.h"

#define NUM_BITS 255 /* of a field element */

/* New variable = x, with x * 1 = v. */
num num_of_lc(struct builder *b, const struct lc *x);
/* New public input = v, with input * 1 = v. */
pub num_inputize(struct builder *b, num v);

num num_mul(struct builder *b, num x, num y); /* x * y = v */
num num_add(struct builder *b, num x, num y); /* (x + y) * 1 = v */
num num_sub(struct builder *b, num x, num y); /* v = x - y: (y + v) * 1 = x */
/* SDR's encoding of a node with its key: value + key, and back. */
num num_encode(struct builder *b, num key, num value);
num num_decode(struct builder *b, num key, num value);

void num_enforce_equal(struct builder *b, num x, num y);             /* x * 1 = y */
void num_enforce_sum(struct builder *b, num x, num y, num sum);      /* (x + y) * 1 = sum */
void num_enforce_difference(struct builder *b, num x, num y, num d); /* (y + d) * 1 = x */
/* v != 0 by an inverse w: v * w = 1. Advice: one field element, 1 / v. */
void num_enforce_nonzero(struct builder *b, num v);

/* condition ? x : y, as (y - x) * condition = y - v. The condition may be any literal. */
num num_pick(struct builder *b, bit condition, num x, num y);
/* out = condition ? (y, x) : (x, y). Two constraints: (x - y) * c = x - out0, (y - x) * c = y -
 * out1. */
void num_reverse_if(struct builder *b, num out[2], bit condition, num x, num y);

/* The 255 bits of v, least significant first, and their recomposition 0 * 0 = sum - v: 256
 * constraints, one block. A value below 2^255 - r has two decompositions that satisfy it (that is
 * how the reference has it); the witness is the canonical one. */
void num_to_bits(struct builder *b, bit out[NUM_BITS], num v);
/* The same with a comparison against r - 1, so that only the canonical bits satisfy: 388
 * constraints, one block. */
void num_to_bits_strict(struct builder *b, bit out[NUM_BITS], num v);
/* num_to_bits, then the 256-bit string SHA-256 takes for v: little-endian bytes, each with its most
 * significant bit first. Bit 248 is the constant 0. */
void num_to_byte_string(struct builder *b, bit out[256], num v);

#endif
