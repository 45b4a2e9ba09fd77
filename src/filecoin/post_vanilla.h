/* The vanilla proofs of a WinningPoSt or WindowPoSt: one a sector, decoded from bincode.
 *
 * Encoding (filecoin-proofs' FallbackPoStSectorProof, what generate_single_vanilla_proof of the
 * API returns): sector id (u64), comm_r, the number of sectors (1), the number of inclusion proofs,
 * those (merkle_proof.h), comm_c, comm_r_last. Its size follows from the registered proof.
 *
 * What is redundant is compared and not kept: the root of each inclusion proof is comm_r_last. So a
 * decoded proof is a plain array of 32-byte values at fixed places, which post_check.h then checks
 * and from which the circuit's advice is filled. All values are field elements below r, 32 bytes
 * little-endian, plain (not Montgomery). */
#ifndef CUZK_FILECOIN_POST_VANILLA_H
#define CUZK_FILECOIN_POST_VANILLA_H

#include "base/bincode.h"
#include "base/pool.h"
#include "filecoin/registry.h"
#include "math/fr.h"

struct post_sector {
    uint64_t id;
    fr_int comm_r, comm_c, comm_r_last;
};

struct post_vanilla {
    const struct post_proof *proof;
    uint32_t siblings; /* of a path, from the leaf up */
    uint32_t stride;   /* values of a challenge: the leaf, then the siblings */
    size_t n_sectors;
    struct post_sector *sectors; /* in the order given */
    fr_int *values;              /* [sector][proof->challenges][stride] */
    uint64_t *leaves;            /* [sector][proof->challenges]: index of the leaf */
};

/* Leaf and siblings of challenge k of sector i; the leaf's index. */
static inline const fr_int *post_path(const struct post_vanilla *v, size_t i, uint32_t k)
{
    return v->values + (i * v->proof->challenges + k) * v->stride;
}
static inline uint64_t post_leaf(const struct post_vanilla *v, size_t i, uint32_t k)
{
    return v->leaves[i * v->proof->challenges + k];
}

/* Bytes of one sector's encoded proof. */
size_t post_vanilla_bytes(const struct post_proof *proof);

/* The sector's id in an encoded proof, or ST_FORMAT if that is too short. */
NODISCARD status post_vanilla_sector_id(uint64_t *out, const struct blob *blob);

/* Decodes n proofs, one a sector. Nothing is allocated before all lengths are right. The first
 * malformed proof (ST_FORMAT) is named by its number and sector, with offset, wanted and found; on
 * failure *out is unchanged. post_vanilla_fini accepts a zeroed object. */
NODISCARD status post_vanilla_decode(struct post_vanilla *out, const struct post_proof *proof,
                                     const struct blob *blobs, size_t n, struct pool *pool,
                                     const struct cancel *cancel);
void post_vanilla_fini(struct post_vanilla *v);

#endif
