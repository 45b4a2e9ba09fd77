#include "filecoin/merkle_proof.h"

#include "hash/poseidon.h"
#include "hash/sha256.h"
#include "math/codec.h"

#define MAX_ARITY 8

static unsigned arity_log2(uint32_t arity)
{
    return (unsigned)__builtin_ctz(arity);
}

/* ---- decoding ---- */

status bincode_elements(struct bytes *b, fr_int *out, size_t n, const char *what)
{
    const uint8_t *p;
    TRY(bincode_digests(b, &p, n, what));
    for (size_t i = 0; i < n; i++, p += NODE_BYTES) {
        if (fr_int_from_le(&out[i], p) == ST_OK) continue;
        char hex[2 * NODE_BYTES + 1];
        hex_encode(hex, p, NODE_BYTES);
        FAIL(ST_FORMAT, "%s: %s at offset %zu: wanted a field element (below r), found %s", b->name,
             what, (size_t)(p - b->data), hex);
    }
    return ST_OK;
}

/* Where the next level's siblings and place go. */
struct cursor {
    fr_int *siblings;
    uint64_t index;
    unsigned shift;
    uint32_t level;
};

static status read_level(struct bytes *b, struct cursor *c, uint32_t arity)
{
    uint64_t place;
    TRY(bincode_length(b, arity - 1, "siblings"));
    TRY(bincode_elements(b, c->siblings, arity - 1, "sibling"));
    TRY(bincode_u64_below(b, &place, arity, "place"));
    c->index |= place << c->shift;
    c->siblings += arity - 1;
    c->shift += arity_log2(arity);
    return ST_OK;
}

static status read_path(struct bytes *b, struct cursor *c, uint32_t n_levels, uint32_t arity,
                        const char *what)
{
    TRY(bincode_length(b, n_levels, what));
    for (uint32_t i = 0; i < n_levels; i++, c->level++) {
        status st = read_level(b, c, arity);
        if (st != ST_OK) return status_prefix(st, "level %u", c->level);
    }
    return ST_OK;
}

size_t merkle_proof_bytes(struct tree_arities t, uint32_t nodes_log2)
{
    size_t n_paths = t.top ? 3 : t.sub ? 2 : 1;
    return 4 + 8 * n_paths + 2 * NODE_BYTES + 16 * (size_t)tree_levels(t, nodes_log2) +
           NODE_BYTES * (size_t)tree_siblings(t, nodes_log2);
}

status merkle_proof_decode(struct bytes *b, struct tree_arities t, uint32_t nodes_log2,
                           fr_int *root, fr_int *leaf, fr_int *siblings, uint64_t *index)
{
    uint32_t base_levels = tree_base_levels(t, nodes_log2);
    struct cursor c = {.siblings = siblings};
    uint32_t tag = t.top ? 2 : t.sub ? 1 : 0;
    static const char *const variants[] = {"Single", "Sub", "Top"};
    TRY(bincode_tag(b, tag, variants[tag], "kind of Merkle proof"));
    if (tag == 0) {
        TRY(bincode_elements(b, root, 1, "root"));
        TRY(bincode_elements(b, leaf, 1, "leaf"));
    }
    TRY(read_path(b, &c, base_levels, t.base, "path"));
    if (tag >= 1) TRY(read_path(b, &c, 1, t.sub, "sub path"));
    if (tag == 2) TRY(read_path(b, &c, 1, t.top, "top path"));
    if (tag != 0) {
        TRY(bincode_elements(b, root, 1, "root"));
        TRY(bincode_elements(b, leaf, 1, "leaf"));
    }
    *index = c.index;
    return ST_OK;
}

/* ---- the root ---- */

/* One level up; takes arity - 1 siblings. */
static void poseidon_parent(fr *node, uint32_t arity, uint32_t place, const fr_int *siblings)
{
    fr children[MAX_ARITY];
    for (uint32_t i = 0; i < arity; i++) {
        if (i == place)
            children[i] = *node;
        else
            fr_from_int(&children[i], siblings++);
    }
    poseidon_hash(node, poseidon_of_arity(arity), children);
}

void merkle_poseidon_nodes(fr_int *nodes, struct tree_arities t, uint32_t nodes_log2,
                           const fr_int *leaf, const fr_int *siblings, uint64_t index)
{
    uint32_t n_levels = tree_levels(t, nodes_log2);
    fr node;
    fr_from_int(&node, leaf);
    nodes[0] = *leaf;
    for (uint32_t l = 0; l < n_levels; l++) {
        uint32_t arity = tree_level_arity(t, nodes_log2, l);
        poseidon_parent(&node, arity, (uint32_t)index & (arity - 1), siblings);
        siblings += arity - 1;
        index >>= arity_log2(arity);
        fr_to_int(&nodes[l + 1], &node);
    }
}

void merkle_poseidon_root(fr_int *root, struct tree_arities t, uint32_t nodes_log2,
                          const fr_int *leaf, const fr_int *siblings, uint64_t index)
{
    fr_int nodes[MERKLE_MAX_LEVELS + 1];
    uint32_t n_levels = tree_levels(t, nodes_log2);
    MUST(n_levels <= MERKLE_MAX_LEVELS);
    merkle_poseidon_nodes(nodes, t, nodes_log2, leaf, siblings, index);
    *root = nodes[n_levels];
}

void merkle_sha256_root(fr_int *root, uint32_t levels, const fr_int *leaf, const fr_int *siblings,
                        uint64_t index)
{
    uint8_t node[NODE_BYTES], sibling[NODE_BYTES];
    fr_int_to_le(node, leaf);
    for (uint32_t l = 0; l < levels; l++, index >>= 1) {
        fr_int_to_le(sibling, siblings++);
        if (index & 1)
            sha256_node_pair(node, sibling, node);
        else
            sha256_node_pair(node, node, sibling);
    }
    status st = fr_int_from_le(root, node); /* below 2^254 */
    MUST(st == ST_OK);
}
