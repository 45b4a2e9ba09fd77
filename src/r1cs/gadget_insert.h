/* Placing an element among others, and choosing one, by index bits (least significant first):
 * storage-proofs-core's insertion. */
#ifndef CUZK_R1CS_GADGET_INSERT_H
#define CUZK_R1CS_GADGET_INSERT_H

#include "r1cs/builder.h"

/* out[n] = others with element inserted at position `index`; n = 2, 4 or 8, others holds n - 1,
 * index log2 n bits. 2, 8 and 22 constraints. Inline. */
void num_insert(struct builder *b, num *out, size_t n, num element, const bit *index,
                const num *others);

/* from[index]; n a power of two from 2 to 8. n - 1 constraints. Inline. */
num num_select(struct builder *b, const num *from, size_t n, const bit *index);

#endif
