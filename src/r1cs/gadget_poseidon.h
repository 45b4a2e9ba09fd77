/* Poseidon in a circuit: neptune's poseidon_hash with its optimised (sparse) rounds.
 *
 * One permutation is one block, "poseidon": 311, 377, 505 and 598 constraints for arity 2, 4, 8 and
 * 11; the last one makes the result a variable. */
#ifndef CUZK_R1CS_GADGET_POSEIDON_H
#define CUZK_R1CS_GADGET_POSEIDON_H

#include "r1cs/builder.h"

/* Poseidon with the constants of the Merkle tree type: arity 2, 4, 8 or 11. */
num num_poseidon(struct builder *b, const num *preimage, unsigned arity);

/* Arity 2 with the domain tag 2^40 of the sector update's phi, rho and challenge digests (the
 * reference's POSEIDON_CONSTANTS_GEN_RANDOMNESS). */
num num_poseidon_randomness(struct builder *b, const num preimage[2]);

#endif
