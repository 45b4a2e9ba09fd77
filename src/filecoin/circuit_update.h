/* The circuit of a sector update (SnapDeals): EmptySectorUpdateCircuit of storage-proofs-update, at
 * every sector size but 1 GiB.
 *
 * It says that a new replica differs from an old one by the new data, each node scaled by the rho
 * of its part of the sector (update.h). A partition's challenges lie in its own share of the nodes;
 * the nodes of tree D at the top of that share (the apex leaves) are given, the circuit builds the
 * tree above them and shows once that it hangs in comm_d_new. So a challenge's own path in tree D
 * ends at its apex leaf.
 *
 * Public inputs (without ONE): k | h_select << partition_bits, comm_r_old, comm_d_new, comm_r_new.
 *
 * One challenge is one block; a circuit is a prologue (apex tree, challenge digests) and
 * n_challenges instances of it.
 *
 * Advice, in order: bits: those of the first input; nothing else. Fields: the first input,
 * comm_r_old, comm_d_new, comm_r_new, comm_c, comm_r_last old and new, the apex leaves, the path
 * from the apex's root to comm_d_new, then for each challenge the old replica's node, the new data,
 * and the paths from the leaf up: old replica, new replica, data up to the apex leaf. */
#ifndef CUZK_FILECOIN_CIRCUIT_UPDATE_H
#define CUZK_FILECOIN_CIRCUIT_UPDATE_H

#include "filecoin/update.h"
#include "r1cs/circuit.h"
#include "r1cs/gadget_merkle.h"

/* What decides the circuit. */
struct update_shape {
    struct update_bits bits;
    uint32_t n_challenges; /* of a partition */
    uint32_t hs[UPDATE_N_HS];
    struct merkle_shape tree;           /* of the replicas: Poseidon */
    struct merkle_shape data_path;      /* a challenge up to its apex leaf: binary, SHA-256 */
    struct merkle_shape partition_path; /* the apex's root up to comm_d_new; may have no level */
};

/* ST_UNSUPPORTED where there is no update circuit (1 GiB). */
NODISCARD status update_shape_init(struct update_shape *out, const struct sector_size *s);
NODISCARD status update_circuit_create(struct circuit **out, const struct sector_size *s);

#endif
