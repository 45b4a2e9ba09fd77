/* Packing bits into field elements, 254 bits (the field's capacity) an element: bellperson's
 * multipack. Bit 0 has weight 1. */
#ifndef CUZK_R1CS_GADGET_PACK_H
#define CUZK_R1CS_GADGET_PACK_H

#include "r1cs/builder.h"

#define PACK_BITS 254

/* New variable = the first 254 of the bits, with sum * 1 = v. */
num num_pack_bits(struct builder *b, const bit *bits, size_t n);

/* Public inputs, one for each 254 bits: input = sum, then sum * 1 = input. Returns their number,
 * ceil(n / 254); out (may be NULL) receives them. */
size_t pub_pack_bits(struct builder *b, pub *out, const bit *bits, size_t n);

#endif
