/* The label of a node in SDR: SHA-256 over replica id, layer, node and 37 parents, as a field
 * variable. storage-proofs-porep's create_label_circuit. */
#ifndef CUZK_R1CS_GADGET_LABEL_H
#define CUZK_R1CS_GADGET_LABEL_H

#include "r1cs/builder.h"

#define LABEL_PARENTS 37

/* A 256-bit string as num_to_byte_string makes it. */
struct label_bits {
    bit b[256];
};

/* parents (n_parents distinct ones: 6 in layer 1, 14 above) are repeated in turn to 37. layer is a
 * constant, 1 for the first; node is 64 bits, least significant first. 20 compressions and one
 * packing constraint; no advice. */
num label_create(struct builder *b, const struct label_bits *replica_id, uint32_t layer,
                 const bit node[64], const struct label_bits *parents, size_t n_parents);

#endif
