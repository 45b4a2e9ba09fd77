#include "filecoin/merkle_fault.h"

#include <stdio.h>
#include <string.h>

static uint32_t arity_at(struct tree_shape shape, uint32_t level)
{
    return tree_level_arity(shape.arities, shape.nodes_log2, level);
}

/* First sibling of a level, and how far to shift the leaf's number for the number of the node that
 * the path has there. */
struct place {
    size_t sibling;
    uint32_t shift;
};
static struct place place_of(struct tree_shape shape, uint32_t level)
{
    struct place p = {0};
    for (uint32_t l = 0; l < level; l++) {
        p.sibling += arity_at(shape, l) - 1;
        p.shift += (uint32_t)__builtin_ctz(arity_at(shape, l));
    }
    return p;
}

/* What the path says child `child` of its node's parent at this level is; NULL if that is its own
 * node, which it does not say. */
static const fr_int *child_at(struct merkle_path p, struct place at, uint32_t arity, uint32_t child)
{
    uint32_t own = (uint32_t)(p.node >> at.shift) & (arity - 1);
    if (child == own) return NULL;
    return p.siblings + at.sibling + (child < own ? child : child - 1);
}

/* The good path's own node at a level. */
static fr_int own_node(struct tree_shape shape, struct merkle_path p, uint32_t level)
{
    fr_int own = *p.leaf, children[8];
    for (uint32_t l = 0; l < level; l++) {
        uint32_t arity = arity_at(shape, l);
        struct place at = place_of(shape, l);
        for (uint32_t k = 0; k < arity; k++) {
            const fr_int *child = child_at(p, at, arity, k);
            children[k] = child ? *child : own;
        }
        tree_parent(&own, shape.hash, children, arity);
    }
    return own;
}

static bool siblings_differ(struct tree_shape shape, uint32_t level, struct merkle_path bad,
                            struct merkle_path good)
{
    struct place at = place_of(shape, level);
    uint32_t arity = arity_at(shape, level);
    fr_int own = own_node(shape, good, level);
    for (uint32_t k = 0; k < arity; k++) {
        const fr_int *is = child_at(bad, at, arity, k), *should = child_at(good, at, arity, k);
        if (is && memcmp(is, should ? should : &own, sizeof *is) != 0) return true;
    }
    return false;
}

struct merkle_fault merkle_fault_find(struct tree_shape shape, const fr_int *root,
                                      struct merkle_path bad, merkle_path_fn path, const void *ctx,
                                      size_t n)
{
    struct merkle_fault f = {.level = tree_levels(shape.arities, shape.nodes_log2) - 1};
    f.exact = f.level == 0;
    for (size_t i = 0; i < n && !f.exact; i++) {
        struct merkle_path good = path(ctx, i);
        fr_int found;
        tree_path_root(&found, shape, good.leaf, good.node, good.siblings);
        if (memcmp(&found, root, sizeof found) != 0) continue;
        for (uint32_t l = f.level + 1; l-- > 0 && !f.exact;) {
            uint32_t above = place_of(shape, l + 1).shift;
            if (bad.node >> above != good.node >> above) break;
            f.level = l;
            f.exact = l == 0 || siblings_differ(shape, l, bad, good);
        }
    }
    return f;
}

void merkle_fault_text(char out[MERKLE_FAULT_TEXT_MAX], struct merkle_fault f)
{
    snprintf(out, MERKLE_FAULT_TEXT_MAX, f.exact ? "level %u" : "level %u or below", f.level);
}
