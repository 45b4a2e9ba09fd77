#include "filecoin/merkle_proof.h"

#include "math/codec.h"

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
    c->shift += (unsigned)__builtin_ctz(arity);
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
