/* The PoSt circuit: FallbackPoStCircuit of storage-proofs-post, both kinds, every sector size.
 *
 * Public inputs (without ONE), for each sector: comm_r, then the index of each challenged leaf.
 * WinningPoSt is 66 sectors of one challenge (all the same sector), WindowPoSt a partition of
 * sectors of ten challenges.
 *
 * One sector is one block; a circuit is nothing but its instances.
 *
 * Advice of a sector, in order. Fields: comm_r_last, comm_c, comm_r, then for each challenge the
 * leaf and the siblings of its path from the leaf up. Bits: for each challenge the leaf's index,
 * least significant first. */
#ifndef CUZK_FILECOIN_CIRCUIT_POST_H
#define CUZK_FILECOIN_CIRCUIT_POST_H

#include "filecoin/registry.h"
#include "r1cs/circuit.h"
#include "r1cs/gadget_merkle.h"

/* What decides the circuit. */
struct post_shape {
    uint32_t n_sectors, n_challenges; /* of a partition, of a sector */
    struct merkle_shape tree;
};

/* kind is CIRCUIT_WINNING_POST or CIRCUIT_WINDOW_POST; anything else is ST_ARG. */
NODISCARD status post_shape_init(struct post_shape *out, enum circuit_kind kind,
                                 const struct sector_size *s);
NODISCARD status post_circuit_create(struct circuit **out, enum circuit_kind kind,
                                     const struct sector_size *s);

#endif
