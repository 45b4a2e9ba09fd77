/* Merkle trees of sectors that nobody sealed: all but a few leaves follow a rule with few values.
 *
 * The rule gives a leaf by its block, the top bits of its index, and by its low bits only. So in
 * each level the nodes above such leaves fall into classes: (block, low) while a node lies within
 * one block, single nodes above that. Of each level the tree keeps one value a class and, sorted by
 * index, the nodes above a special leaf. A tree of 2^31 leaves takes a few MiB.
 *
 * Small trees work likewise, also those where block and low bits overlap. */
#ifndef CUZK_FILECOIN_SPARSE_TREE_H
#define CUZK_FILECOIN_SPARSE_TREE_H

#include "filecoin/tree.h"

struct sparse_level {
    uint32_t bits;                 /* 2^bits nodes */
    uint32_t block_bits, low_bits; /* of a class: block << low_bits | low */
    fr_int *classes;
    size_t n_special;
    uint32_t *special_nodes; /* ascending */
    fr_int *special;
};

/* Zero-initialise. */
struct sparse_tree {
    struct tree_shape shape;
    uint32_t n_levels; /* above the leaves */
    struct sparse_level levels[TREE_MAX_LEVELS + 1];
};

/* The default leaf of `node`; equal for nodes with the same block and low bits. */
typedef void (*sparse_leaf_fn)(void *ctx, uint64_t node, fr_int *leaf);

struct sparse_leaves {
    uint32_t block_bits, low_bits; /* what the default leaves depend on; at most 16 and 16 */
    sparse_leaf_fn leaf;           /* from any thread */
    void *ctx;
    size_t n_special;
    const uint32_t *special_nodes; /* strictly ascending; borrowed */
    const fr_int *special;
};

/* pool and cancel may be NULL. ST_NOMEM. */
NODISCARD status sparse_tree_build(struct sparse_tree *out, struct tree_shape shape,
                                   const struct sparse_leaves *leaves, struct pool *pool,
                                   const struct cancel *cancel);
void sparse_tree_fini(struct sparse_tree *t);

/* A node of a level, 0 = leaves; valid as long as the tree. */
const fr_int *sparse_tree_node(const struct sparse_tree *t, uint32_t level, uint64_t node);
/* What the node would be were no leaf below it special. */
const fr_int *sparse_tree_default(const struct sparse_tree *t, uint32_t level, uint64_t node);
static inline const fr_int *sparse_tree_root(const struct sparse_tree *t)
{
    return sparse_tree_node(t, t->n_levels, 0);
}
/* As tree_path. */
void sparse_tree_path(const struct sparse_tree *t, uint64_t node, fr_int *siblings);

#endif
