/* Merkle trees of sectors: tree D (binary, SHA-256), trees C and R (Poseidon, arities by size).
 *
 * Nodes are plain 32-byte values. A path holds the siblings of all levels from the leaf up, in the
 * order of the children, the path's own left out: tree_siblings() of them. */
#ifndef CUZK_FILECOIN_TREE_H
#define CUZK_FILECOIN_TREE_H

#include "base/pool.h"
#include "filecoin/registry.h"
#include "math/fr.h"

enum tree_hash { TREE_SHA256, TREE_POSEIDON };

struct tree_shape {
    enum tree_hash hash;
    struct tree_arities arities; /* TREE_BINARY with TREE_SHA256 */
    uint32_t nodes_log2;         /* leaves */
};
static inline struct tree_shape tree_shape_data(const struct sector_size *s)
{
    return (struct tree_shape){TREE_SHA256, TREE_BINARY, s->nodes_log2};
}
static inline struct tree_shape tree_shape_replica(const struct sector_size *s)
{
    return (struct tree_shape){TREE_POSEIDON, s->tree, s->nodes_log2};
}

/* The parent of children[0..arity), which are below r for TREE_POSEIDON. */
void tree_parent(fr_int *out, enum tree_hash hash, const fr_int *children, uint32_t arity);

/* The root that a path from leaf `node` leads to. */
void tree_path_root(fr_int *root, struct tree_shape shape, const fr_int *leaf, uint64_t node,
                    const fr_int *siblings);

/* A whole tree in memory: all levels, leaves first. Zero-initialise. */
#define TREE_MAX_LEVELS 33
struct tree {
    struct tree_shape shape;
    uint32_t n_levels;                    /* above the leaves */
    size_t level_at[TREE_MAX_LEVELS + 1]; /* of each level's first node */
    fr_int *nodes;
};
/* leaves[2^nodes_log2] are copied. pool may be NULL. */
NODISCARD status tree_build(struct tree *out, struct tree_shape shape, const fr_int *leaves,
                            struct pool *pool, const struct cancel *cancel);
void tree_fini(struct tree *t);
static inline const fr_int *tree_root(const struct tree *t)
{
    return &t->nodes[t->level_at[t->n_levels]];
}
void tree_path(const struct tree *t, uint64_t node, fr_int *siblings);

/* Poseidon of n = 2, 4, 8 or 11 plain values: columns, comm_r. */
void poseidon_of_ints(fr_int *out, const fr_int *values, uint32_t n);

#endif
