#include "filecoin/vanilla_encode.h"

#include "filecoin/merkle_proof.h"
#include "math/codec.h"

static uint8_t *put_u32(uint8_t *p, uint32_t v)
{
    store_u32_le(p, v);
    return p + 4;
}

static uint8_t *put_u64(uint8_t *p, uint64_t v)
{
    store_u64_le(p, v);
    return p + 8;
}

static uint8_t *put_nodes(uint8_t *p, const fr_int *nodes, size_t n)
{
    for (size_t i = 0; i < n; i++, p += NODE_BYTES)
        fr_int_to_le(p, &nodes[i]);
    return p;
}

/* A path that is being written: what is left of it above. */
struct path {
    const fr_int *siblings;
    uint64_t node;
};

static uint8_t *put_path(uint8_t *p, struct path *path, uint32_t n_levels, uint32_t arity)
{
    p = put_u64(p, n_levels);
    for (uint32_t i = 0; i < n_levels; i++) {
        p = put_u64(p, arity - 1);
        p = put_nodes(p, path->siblings, arity - 1);
        p = put_u64(p, path->node & (arity - 1));
        path->siblings += arity - 1;
        path->node >>= __builtin_ctz(arity);
    }
    return p;
}

static uint8_t *put_proof(uint8_t *p, struct tree_arities t, uint32_t nodes_log2,
                          const fr_int *root, const fr_int *leaf, const fr_int *siblings,
                          uint64_t node)
{
    struct path path = {.siblings = siblings, .node = node};
    uint32_t base_levels = tree_base_levels(t, nodes_log2);
    p = put_u32(p, t.top ? 2 : t.sub ? 1 : 0);
    if (t.sub) {
        p = put_path(p, &path, base_levels, t.base);
        p = put_path(p, &path, 1, t.sub);
    }
    if (t.top) p = put_path(p, &path, 1, t.top);
    p = put_nodes(p, root, 1);
    p = put_nodes(p, leaf, 1);
    return t.sub ? p : put_path(p, &path, base_levels, t.base);
}

void post_vanilla_encode(uint8_t *out, const struct post_vanilla *v, size_t i)
{
    const struct post_sector *s = &v->sectors[i];
    const struct sector_size *size = v->proof->sector;
    uint8_t *p = put_u64(out, s->id);
    p = put_nodes(p, &s->comm_r, 1);
    p = put_u64(p, 1);
    p = put_u64(p, v->proof->challenges);
    for (uint32_t k = 0; k < v->proof->challenges; k++) {
        const fr_int *path = post_path(v, i, k);
        p = put_proof(p, size->tree, size->nodes_log2, &s->comm_r_last, &path[0], &path[1],
                      post_leaf(v, i, k));
    }
    p = put_nodes(p, &s->comm_c, 1);
    p = put_nodes(p, &s->comm_r_last, 1);
    MUST(p == out + post_vanilla_bytes(v->proof));
}

void update_vanilla_encode(uint8_t *out, const struct update_vanilla *v, uint32_t p)
{
    const struct update_partition *partition = &v->partitions[p];
    const struct update_layout *l = &v->layout;
    const struct sector_size *s = v->proof->sector;
    uint8_t *at = put_nodes(out, &partition->comm_c, 1);
    at = put_u64(at, s->update_apex_leaves);
    at = put_nodes(at, partition->apex_leaves, s->update_apex_leaves);
    at = put_u64(at, v->proof->challenges);
    for (uint32_t c = 0; c < v->proof->challenges; c++) {
        const fr_int *x = update_values(v, p, c);
        uint64_t node = partition->nodes[c];
        at = put_proof(at, s->tree, s->nodes_log2, &partition->old_root, &x[l->old_leaf],
                       &x[l->old_path], node);
        at = put_proof(at, TREE_BINARY, s->nodes_log2, &partition->data_root, &x[l->data_leaf],
                       &x[l->data_path], node);
        at = put_proof(at, s->tree, s->nodes_log2, &partition->new_root, &x[l->new_leaf],
                       &x[l->new_path], node);
    }
    MUST(at == out + update_vanilla_bytes(v->proof));
}
