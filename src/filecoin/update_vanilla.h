/* The vanilla proofs of a sector update: one a partition, decoded from bincode.
 *
 * Encoding (storage-proofs-update's PartitionProof, what generate_partition_proofs of the API
 * returns): comm_c, the number of apex leaves and those, the number of challenges, and for each
 * three inclusion proofs (merkle_proof.h): of the old replica's node, of the new data's node
 * (binary tree D), of the new replica's node. Its size follows from the registered proof.
 *
 * What is redundant is compared and not kept: the three proofs of a challenge are about one node,
 * and the three roots are the same for all challenges of a partition. So a decoded proof is a plain
 * array of 32-byte values at fixed places, which update_check.h then checks and from which the
 * circuit's advice is filled (0.5 MiB a partition at 32 GiB). All values are field elements below
 * r, 32 bytes little-endian, plain (not Montgomery). */
#ifndef CUZK_FILECOIN_UPDATE_VANILLA_H
#define CUZK_FILECOIN_UPDATE_VANILLA_H

#include "base/bincode.h"
#include "base/pool.h"
#include "filecoin/update.h"

struct update_partition {
    fr_int comm_c;
    fr_int old_root, new_root, data_root; /* comm_r_last twice, comm_d_new */
    fr_int *apex_leaves;                  /* sector->update_apex_leaves */
    fr_int *values;                       /* [challenge][layout.stride] */
    uint32_t *nodes;                      /* [challenge] */
};

/* Where the values of one challenge lie. Paths are all siblings from the leaf up: per level arity -
 * 1 of them, in the order of the children, the path's own left out. */
struct update_layout {
    uint32_t tree_siblings, data_siblings;
    uint32_t old_leaf, data_leaf, new_leaf;
    uint32_t old_path, data_path, new_path;
    uint32_t stride;
};
void update_layout_init(struct update_layout *l, const struct sector_size *s);

struct update_vanilla {
    const struct update_proof *proof;
    struct update_layout layout;
    uint32_t n_partitions; /* that were given */
    struct update_partition *partitions;
};

static inline const fr_int *update_values(const struct update_vanilla *v, uint32_t p, uint32_t c)
{
    return v->partitions[p].values + (size_t)c * v->layout.stride;
}

/* Bytes of one partition's encoded proof. */
size_t update_vanilla_bytes(const struct update_proof *proof);

/* Decodes the proofs of partitions 0 to n - 1, in this order. Nothing is allocated before all
 * lengths are right. The first malformed one (ST_FORMAT) is named by its partition, with offset,
 * wanted and found; ST_ARG for more than proof->partitions. On failure *out is unchanged.
 * update_vanilla_fini accepts a zeroed object. */
NODISCARD status update_vanilla_decode(struct update_vanilla *out, const struct update_proof *proof,
                                       const struct blob *blobs, size_t n, struct pool *pool,
                                       const struct cancel *cancel);
void update_vanilla_fini(struct update_vanilla *v);

#endif
