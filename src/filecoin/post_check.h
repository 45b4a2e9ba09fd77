/* The native check of decoded vanilla proofs, before anything is proven: a bad one costs
 * milliseconds, and its error says which sector, challenge and level. */
#ifndef CUZK_FILECOIN_POST_CHECK_H
#define CUZK_FILECOIN_POST_CHECK_H

#include "filecoin/post_vanilla.h"

/* What a PoSt is asked for. */
struct post_terms {
    uint8_t randomness[32];
    size_t max_sectors; /* that may be proven at once */
    /* All-zero randomness mostly means that somebody forgot it, so it is refused unless said. */
    bool allow_zero_randomness;
    /* Verifiers take sectors by ascending id, so a proof in another order is of no use to them. */
    bool allow_any_order;
};

/* Number of sectors: 1 for WinningPoSt, 1 to max_sectors for WindowPoSt; else ST_ARG. To be called
 * before decoding. */
NODISCARD status post_check_count(const struct post_proof *proof, const struct post_terms *terms,
                                  size_t n_sectors);

/* Checks, in this order:
 *   the number of sectors;
 *   the randomness is below r and not zero;
 *   the sectors' ids ascend, and none is there twice;
 *   of each sector: no commitment is zero, comm_r = H(comm_c, comm_r_last);
 *   of each challenge: the leaf is the one that the randomness, the sector and the challenge's
 *   number ask for, and its path leads to comm_r_last.
 * ST_ARG for what the caller said, ST_UNSAT for what the proofs say; work is shared by the pool. */
NODISCARD status post_check(const struct post_vanilla *v, const struct post_terms *terms,
                            struct pool *pool, const struct cancel *cancel);

#endif
