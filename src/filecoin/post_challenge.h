/* What a PoSt asks for: the challenged leaves, and the public inputs that follow from them.
 *
 * Sources: storage-proofs-post's fallback PoSt. randomness is 32 bytes of any value; as the
 * proofs use it, it is below r (the node clears the two top bits). */
#ifndef CUZK_FILECOIN_POST_CHALLENGE_H
#define CUZK_FILECOIN_POST_CHALLENGE_H

#include "filecoin/registry.h"
#include "math/fr.h"

/* The leaf of sector `sector_id` that challenge number `index` asks for; below n_leaves. */
uint64_t post_leaf_challenge(const uint8_t randomness[32], uint64_t sector_id, uint64_t index,
                             uint64_t n_leaves);

/* Which of a miner's n_sectors eligible sectors WinningPoSt number `index` is about. */
uint64_t post_sector_challenge(const uint8_t prover_id[32], const uint8_t randomness[32],
                               uint64_t index, uint64_t n_sectors);

/* Number of the k-th challenge of the sector at `position` (over all partitions): since API 1.2.0
 * k for every sector, before that position * challenges + k. */
uint64_t post_challenge_index(const struct post_proof *proof, size_t position, uint32_t k);

/* All proof->challenges leaves of a sector. */
void post_sector_leaves(uint64_t *leaves, const struct post_proof *proof,
                        const uint8_t randomness[32], uint64_t sector_id, size_t position);

/* Partitions that n_sectors make: one for WinningPoSt, else proof->sectors in each. */
size_t post_n_partitions(const struct post_proof *proof, size_t n_sectors);

/* What the verifier knows of a sector. */
struct post_public_sector {
    uint64_t id;
    uint8_t comm_r[32];
};

/* Number of public inputs of a partition (without ONE). */
size_t post_n_public_inputs(const struct post_proof *proof);

/* Those of a partition, Montgomery: for each sector in the circuit comm_r, then its leaves. sectors
 * are all of the PoSt, in the order proven. WinningPoSt: the one sector is repeated, one leaf each;
 * WindowPoSt: a partition that is not full repeats its last sector. ST_ARG for a number of sectors
 * or a partition that cannot be; ST_FORMAT for a comm_r that is not below r. */
NODISCARD status post_public_inputs(fr *out, const struct post_proof *proof,
                                    const uint8_t randomness[32],
                                    const struct post_public_sector *sectors, size_t n_sectors,
                                    size_t partition);

#endif
