#include "filecoin/sparse_tree.h"

#include "base/mem.h"

/* The class of a node, and a node of a class. */
static uint64_t class_of(const struct sparse_level *l, uint64_t node)
{
    uint64_t block = node >> (l->bits - l->block_bits);
    return block << l->low_bits | (node & (((uint64_t)1 << l->low_bits) - 1));
}

static uint64_t node_of(const struct sparse_level *l, uint64_t class)
{
    uint64_t low = class & (((uint64_t)1 << l->low_bits) - 1);
    return class >> l->low_bits << (l->bits - l->block_bits) | low;
}

static size_t n_classes(const struct sparse_level *l)
{
    return (size_t)1 << (l->block_bits + l->low_bits);
}

/* Low and block bits that overlap, or a level within which blocks end, make every node a class of
 * its own. */
static void level_shape(struct sparse_level *l, uint32_t bits, uint32_t block_bits,
                        uint32_t low_bits)
{
    l->bits = bits;
    l->low_bits = low_bits < bits ? low_bits : bits;
    l->block_bits = block_bits < bits - l->low_bits ? block_bits : bits - l->low_bits;
}

/* Place of the first special node not below `node`. */
static size_t special_at(const struct sparse_level *l, uint64_t node)
{
    size_t lo = 0, hi = l->n_special;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (l->special_nodes[mid] < node)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static const fr_int *level_node(const struct sparse_level *l, uint64_t node)
{
    size_t i = special_at(l, node);
    if (i < l->n_special && l->special_nodes[i] == node) return &l->special[i];
    return &l->classes[class_of(l, node)];
}

/* ---- building ---- */

struct building {
    enum tree_hash hash;
    const struct sparse_leaves *leaves;
    const struct sparse_level *below;
    struct sparse_level *level;
    uint32_t arity;
};

static status default_leaves(void *ctx, size_t begin, size_t end, unsigned worker)
{
    const struct building *b = ctx;
    (void)worker;
    for (size_t class = begin; class < end; class ++)
        b->leaves->leaf(b->leaves->ctx, node_of(b->level, class), &b->level->classes[class]);
    return ST_OK;
}

/* Tasks are the classes, then the special nodes. */
static status hash_nodes(void *ctx, size_t begin, size_t end, unsigned worker)
{
    const struct building *b = ctx;
    size_t classes = n_classes(b->level);
    fr_int children[8];
    (void)worker;
    for (size_t i = begin; i < end; i++) {
        bool is_class = i < classes;
        uint64_t node = is_class ? node_of(b->level, i) : b->level->special_nodes[i - classes];
        for (uint32_t k = 0; k < b->arity; k++) {
            uint64_t child = node * b->arity + k;
            children[k] = is_class ? b->below->classes[class_of(b->below, child)]
                                   : *level_node(b->below, child);
        }
        tree_parent(is_class ? &b->level->classes[i] : &b->level->special[i - classes], b->hash,
                    children, b->arity);
    }
    return ST_OK;
}

static status level_alloc(struct sparse_level *l, size_t max_special)
{
    TRY(MEM_NEW(l->classes, n_classes(l)));
    TRY(MEM_NEW(l->special_nodes, max_special));
    return MEM_NEW(l->special, max_special);
}

static status build_leaves(struct sparse_tree *t, struct building *b, struct pool *pool,
                           const struct cancel *cancel)
{
    const struct sparse_leaves *leaves = b->leaves;
    struct sparse_level *l = &t->levels[0];
    level_shape(l, t->shape.nodes_log2, leaves->block_bits, leaves->low_bits);
    TRY(level_alloc(l, leaves->n_special));
    for (size_t i = 0; i < leaves->n_special; i++) {
        MUST(i == 0 || leaves->special_nodes[i - 1] < leaves->special_nodes[i]);
        l->special_nodes[i] = leaves->special_nodes[i];
        l->special[i] = leaves->special[i];
    }
    l->n_special = leaves->n_special;
    b->level = l;
    return pool_range(pool, n_classes(l), 64, default_leaves, b, cancel);
}

static status build_level(struct sparse_tree *t, struct building *b, uint32_t level,
                          struct pool *pool, const struct cancel *cancel)
{
    const struct sparse_level *below = &t->levels[level];
    struct sparse_level *l = &t->levels[level + 1];
    uint32_t arity = tree_level_arity(t->shape.arities, t->shape.nodes_log2, level);
    uint32_t width = (uint32_t)__builtin_ctz(arity);
    level_shape(l, below->bits - width, b->leaves->block_bits,
                below->low_bits > width ? below->low_bits - width : 0);
    TRY(level_alloc(l, below->n_special));
    for (size_t i = 0; i < below->n_special; i++) {
        uint32_t parent = below->special_nodes[i] >> width;
        if (l->n_special == 0 || l->special_nodes[l->n_special - 1] != parent)
            l->special_nodes[l->n_special++] = parent;
    }
    b->below = below;
    b->level = l;
    b->arity = arity;
    return pool_range(pool, n_classes(l) + l->n_special, 16, hash_nodes, b, cancel);
}

status sparse_tree_build(struct sparse_tree *out, struct tree_shape shape,
                         const struct sparse_leaves *leaves, struct pool *pool,
                         const struct cancel *cancel)
{
    struct sparse_tree t = {.shape = shape,
                            .n_levels = tree_levels(shape.arities, shape.nodes_log2)};
    struct building b = {.hash = shape.hash, .leaves = leaves};
    status st = ST_OK;
    MUST(t.n_levels <= TREE_MAX_LEVELS && leaves->block_bits <= 16 && leaves->low_bits <= 16);
    TRY_OUT(build_leaves(&t, &b, pool, cancel));
    for (uint32_t level = 0; level < t.n_levels; level++)
        TRY_OUT(build_level(&t, &b, level, pool, cancel));
    *out = t;
    return ST_OK;
out:
    sparse_tree_fini(&t);
    return st;
}

void sparse_tree_fini(struct sparse_tree *t)
{
    for (uint32_t i = 0; i <= TREE_MAX_LEVELS; i++) {
        mem_free(t->levels[i].classes);
        mem_free(t->levels[i].special_nodes);
        mem_free(t->levels[i].special);
    }
    *t = (struct sparse_tree){.n_levels = 0};
}

/* ---- use ---- */

const fr_int *sparse_tree_node(const struct sparse_tree *t, uint32_t level, uint64_t node)
{
    return level_node(&t->levels[level], node);
}

const fr_int *sparse_tree_default(const struct sparse_tree *t, uint32_t level, uint64_t node)
{
    const struct sparse_level *l = &t->levels[level];
    return &l->classes[class_of(l, node)];
}

void sparse_tree_path(const struct sparse_tree *t, uint64_t node, fr_int *siblings)
{
    for (uint32_t level = 0; level < t->n_levels; level++) {
        uint32_t arity = tree_level_arity(t->shape.arities, t->shape.nodes_log2, level);
        uint64_t first = node & ~(uint64_t)(arity - 1);
        for (uint32_t k = 0; k < arity; k++)
            if (first + k != node) *siblings++ = *level_node(&t->levels[level], first + k);
        node >>= __builtin_ctz(arity);
    }
}
