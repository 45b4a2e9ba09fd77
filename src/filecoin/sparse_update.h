/* A sparse sector that takes new data, and the vanilla proofs of that.
 *
 * The rule, with A apex leaves in the sector (2048 from 512 MiB up), block = n >> (t - log2 A) and
 * low = n & 15: new_data(n) is zero if block % 8 = 0, else
 * T(SHA-256("sparse-sector/update-data/v1", u64 sector, u64 block, u64 low)). Every node is
 * encoded, special ones too. */
#ifndef CUZK_FILECOIN_SPARSE_UPDATE_H
#define CUZK_FILECOIN_SPARSE_UPDATE_H

#include "filecoin/sparse_sector.h"
#include "filecoin/update_vanilla.h"

/* Zero-initialise. */
struct sparse_update {
    const struct sparse_sector *old; /* borrowed */
    struct update_statement statement;
    fr phi;
    fr_int comm_r_last;                /* of the new replica */
    struct sparse_tree tree_d, tree_r; /* of the new data and replica */
};

/* h: 0 or one of the size's. ST_ARG for another, ST_UNSUPPORTED for sizes that have no update. pool
 * and cancel may be NULL. */
NODISCARD status sparse_update_create(struct sparse_update *out, const struct sparse_sector *old,
                                      uint32_t h, struct pool *pool, const struct cancel *cancel);
void sparse_update_fini(struct sparse_update *u);

/* Of all partitions. update_vanilla_fini it. */
NODISCARD status sparse_update_prove(struct update_vanilla *out, const struct sparse_update *u);

#endif
