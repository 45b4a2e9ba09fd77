/* Where a Merkle path that misses its root goes wrong, as far as good paths of the same tree tell.
 *
 * Two paths agree on the root. Where they agree on a node they must agree on all its children. So,
 * from the root down along the nodes that a good path shares with the bad one: a sibling of the bad
 * path that differs from the good path's is wrong at just that level; otherwise the bad path's own
 * node is wrong, and the fault lies below. */
#ifndef CUZK_FILECOIN_MERKLE_FAULT_H
#define CUZK_FILECOIN_MERKLE_FAULT_H

#include "filecoin/tree.h"

struct merkle_path {
    const fr_int *leaf, *siblings;
    uint64_t node;
};

/* Path i of those that may be good; ctx is the caller's. */
typedef struct merkle_path (*merkle_path_fn)(const void *ctx, size_t i);

struct merkle_fault {
    uint32_t level; /* 0 is just above the leaf */
    bool exact;     /* else the fault is at this level or below */
};

/* bad's root is not `root`. Those of the n paths that lead to root are compared with it. */
struct merkle_fault merkle_fault_find(struct tree_shape shape, const fr_int *root,
                                      struct merkle_path bad, merkle_path_fn path, const void *ctx,
                                      size_t n);

/* "level 3" or "level 3 or below". */
#define MERKLE_FAULT_TEXT_MAX 32
void merkle_fault_text(char out[MERKLE_FAULT_TEXT_MAX], struct merkle_fault f);

#endif
