/* The PoRep circuit: StackedCircuit of storage-proofs-porep, at every sector size.
 *
 * Public inputs (without ONE): replica id, comm_d, comm_r, then for each challenge the challenged
 * node once for the data path, once for each of its 14 parents (their nodes), once for itself, and
 * once each for the replica path and its column's path.
 *
 * One challenge is one block; a circuit is a short prologue and n_challenges instances of it. */
#ifndef CUZK_FILECOIN_CIRCUIT_POREP_H
#define CUZK_FILECOIN_CIRCUIT_POREP_H

#include "r1cs/circuit.h"
#include "r1cs/gadget_merkle.h"

#define POREP_BASE_PARENTS     6
#define POREP_EXPANDER_PARENTS 8
#define POREP_PARENTS          (POREP_BASE_PARENTS + POREP_EXPANDER_PARENTS)
#define POREP_MAX_LAYERS       11

/* What decides the circuit. */
struct porep_shape {
    uint32_t n_challenges;         /* of one partition */
    uint32_t n_layers;             /* 2 or 11: the arities a column hash exists for */
    struct merkle_shape data_tree; /* binary, SHA-256 */
    struct merkle_shape tree;      /* of columns and of the replica: Poseidon */
};

/* ST_ARG for a shape that no sector size has. */
NODISCARD status porep_circuit_create(struct circuit **out, const struct porep_shape *shape);

#endif
