/* The PoRep circuit: StackedCircuit of storage-proofs-porep, at every sector size.
 *
 * Public inputs (without ONE): replica id, comm_d, comm_r, then for each challenge the challenged
 * node once for the data path, once for each of its 14 parents (their nodes), once for itself, and
 * once each for the replica path and its column's path.
 *
 * One challenge is one block; a circuit is a short prologue and n_challenges instances of it. */
#ifndef CUZK_FILECOIN_CIRCUIT_POREP_H
#define CUZK_FILECOIN_CIRCUIT_POREP_H

#include "filecoin/porep_c1.h"
#include "r1cs/circuit.h"
#include "r1cs/gadget_merkle.h"

/* What decides the circuit. */
struct porep_shape {
    uint32_t n_challenges;         /* of one partition */
    uint32_t n_layers;             /* 2 or 11: the arities a column hash exists for */
    struct merkle_shape data_tree; /* binary, SHA-256 */
    struct merkle_shape tree;      /* of columns and of the replica: Poseidon */
};

void porep_shape_init(struct porep_shape *out, const struct sector_size *s);
NODISCARD status porep_circuit_create(struct circuit **out, const struct sector_size *s);

/* The circuit's advice from partition p of a decoded vanilla proof. Owned: fini frees. */
struct porep_advice {
    uint8_t *bits;
    fr *fields;
    size_t n_bits, n_fields;
};
NODISCARD status porep_advice_create(struct porep_advice *out, const struct porep_c1 *c1, size_t p);
void porep_advice_fini(struct porep_advice *a);

#endif
