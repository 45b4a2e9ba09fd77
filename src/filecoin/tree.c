#include "filecoin/tree.h"

#include "base/mem.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"
#include <string.h>

void poseidon_of_ints(fr_int *out, const fr_int *values, uint32_t n)
{
    const struct poseidon_constants *c = poseidon_of_arity(n);
    fr preimage[POSEIDON_MAX_ARITY], digest;
    MUST(c != NULL);
    for (uint32_t i = 0; i < n; i++)
        fr_from_int(&preimage[i], &values[i]);
    poseidon_hash(&digest, c, preimage);
    fr_to_int(out, &digest);
}

void tree_parent(fr_int *out, enum tree_hash hash, const fr_int *children, uint32_t arity)
{
    if (hash == TREE_SHA256)
        sha256_node((uint8_t *)out, children, (size_t)arity * sizeof *children);
    else
        poseidon_of_ints(out, children, arity);
}

void tree_path_root(fr_int *root, struct tree_shape shape, const fr_int *leaf, uint64_t node,
                    const fr_int *siblings)
{
    fr_int children[8], own = *leaf;
    uint32_t n_levels = tree_levels(shape.arities, shape.nodes_log2);
    for (uint32_t l = 0; l < n_levels; l++) {
        uint32_t arity = tree_level_arity(shape.arities, shape.nodes_log2, l);
        uint32_t at = (uint32_t)node & (arity - 1);
        for (uint32_t k = 0; k < arity; k++)
            children[k] = k == at ? own : *siblings++;
        tree_parent(&own, shape.hash, children, arity);
        node >>= __builtin_ctz(arity);
    }
    *root = own;
}

/* One level: task i is its node i. */
struct level {
    enum tree_hash hash;
    uint32_t arity;
    const fr_int *children;
    fr_int *parents;
};

static status build_nodes(void *ctx, size_t begin, size_t end, unsigned worker)
{
    const struct level *l = ctx;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        tree_parent(&l->parents[i], l->hash, l->children + i * l->arity, l->arity);
    return ST_OK;
}

status tree_build(struct tree *out, struct tree_shape shape, const fr_int *leaves,
                  struct pool *pool, const struct cancel *cancel)
{
    struct tree t = {.shape = shape, .n_levels = tree_levels(shape.arities, shape.nodes_log2)};
    size_t n = (size_t)1 << shape.nodes_log2, total = n;
    status st = ST_OK;
    MUST(t.n_levels < TREE_MAX_LEVELS);
    for (uint32_t l = 0, width = 0; l < t.n_levels; l++) {
        width += (uint32_t)__builtin_ctz(tree_level_arity(shape.arities, shape.nodes_log2, l));
        t.level_at[l + 1] = total;
        total += n >> width;
    }
    TRY(MEM_NEW(t.nodes, total));
    memcpy(t.nodes, leaves, n * sizeof *leaves);
    for (uint32_t l = 0; l < t.n_levels; l++) {
        uint32_t arity = tree_level_arity(shape.arities, shape.nodes_log2, l);
        struct level level = {.hash = shape.hash,
                              .arity = arity,
                              .children = t.nodes + t.level_at[l],
                              .parents = t.nodes + t.level_at[l + 1]};
        n /= arity;
        TRY_OUT(pool_range(pool, n, 0, build_nodes, &level, cancel));
    }
    *out = t;
    t.nodes = NULL;
out:
    mem_free(t.nodes);
    return st;
}

void tree_fini(struct tree *t)
{
    mem_free(t->nodes);
    *t = (struct tree){.nodes = NULL};
}

void tree_path(const struct tree *t, uint64_t node, fr_int *siblings)
{
    for (uint32_t l = 0; l < t->n_levels; l++) {
        uint32_t arity = tree_level_arity(t->shape.arities, t->shape.nodes_log2, l);
        const fr_int *family = &t->nodes[t->level_at[l] + (node & ~(uint64_t)(arity - 1))];
        for (uint32_t k = 0; k < arity; k++)
            if (k != (node & (arity - 1))) *siblings++ = family[k];
        node >>= __builtin_ctz(arity);
    }
}
