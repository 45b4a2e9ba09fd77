/* Vanilla proofs of a sparse sector's PoSts. */
#ifndef CUZK_FILECOIN_SPARSE_POST_H
#define CUZK_FILECOIN_SPARSE_POST_H

#include "filecoin/post_vanilla.h"
#include "filecoin/sparse_sector.h"

/* The proof of one sector, which is number `position` of its PoSt. Any randomness will do: nodes
 * that are not special have paths too. ST_ARG if proof is of another size; post_vanilla_fini it. */
NODISCARD status sparse_post_prove(struct post_vanilla *out, const struct sparse_sector *s,
                                   const struct post_proof *proof, const uint8_t randomness[32],
                                   size_t position);

#endif
