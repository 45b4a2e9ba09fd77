/* One challenge of a C1. Each reader takes one JSON value and writes it to its place, so the order
 * of members does not matter; what needs two of them (a path and its node, the labelling proofs and
 * the columns) is compared at the end of the challenge. */
#include "filecoin/porep_c1_impl.h"

#include "base/bytes.h"
#include <stdio.h>
#include <string.h>

/* ---- values ---- */

bool c1_is_below_r(const fr_int *v)
{
    static const fr_int modulus = {FR_MODULUS};
    for (int i = 3; i >= 0; i--)
        if (v->l[i] != modulus.l[i]) return v->l[i] < modulus.l[i];
    return false;
}

static status read_element(struct decoder *d, fr_int *out)
{
    TRY(json_read_bytes(d->r, (uint8_t *)out, sizeof *out));
    if (!c1_is_below_r(out))
        return json_fail(d->r, ST_FORMAT, "wanted 32 bytes of a number below r, found one above");
    return ST_OK;
}

status c1_next_of(struct decoder *d, size_t i, size_t n, const char *what, bool *more)
{
    TRY(json_array_next(d->r, more));
    if (*more && i == n) return json_fail(d->r, ST_FORMAT, "wanted %zu %s, found more", n, what);
    if (!*more && i < n) return json_fail(d->r, ST_FORMAT, "wanted %zu %s, found %zu", n, what, i);
    return ST_OK;
}

/* An array of exactly n elements. */
static status read_elements(struct decoder *d, fr_int *out, size_t n)
{
    bool more;
    TRY(json_array_begin(d->r));
    for (size_t i = 0;; i++) {
        TRY(c1_next_of(d, i, n, "items", &more));
        if (!more) return ST_OK;
        TRY(read_element(d, &out[i]));
    }
}

/* ---- Merkle proofs ---- */

/* Where the next level's siblings and index go. */
struct path_cursor {
    fr_int *siblings;
    unsigned shift; /* of the index within the node number */
    uint64_t node;
};

/* {"hashes": [arity - 1 elements], "index"} */
static status read_level(struct decoder *d, struct path_cursor *path, uint32_t arity)
{
    static const char *const names[] = {"hashes", "index"};
    struct json_fields f = JSON_FIELDS(names, 3);
    uint64_t index;
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) break;
        if (which == 0) {
            TRY(read_elements(d, path->siblings, arity - 1));
        } else {
            TRY(json_read_u64(d->r, &index, arity - 1));
            path->node |= index << path->shift;
        }
    }
    path->siblings += arity - 1;
    path->shift += (unsigned)__builtin_ctz(arity);
    return ST_OK;
}

/* {"path": [levels]} */
static status read_levels(struct decoder *d, struct path_cursor *path, uint32_t arity,
                          uint32_t n_levels)
{
    static const char *const names[] = {"path"};
    struct json_fields f = JSON_FIELDS(names, 1);
    int which;
    bool more;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) return ST_OK;
        TRY(json_array_begin(d->r));
        for (uint32_t i = 0;; i++) {
            TRY(c1_next_of(d, i, n_levels, "levels", &more));
            if (!more) break;
            TRY(read_level(d, path, arity));
        }
    }
}

/* The parts of a tree's path: base, sub, top. */
enum { N_PARTS = 3 };

/* {"root", "leaf", and the parts of the path} of a Single, Sub or Top proof. */
static status read_parts(struct decoder *d, struct tree_arities t, fr_int *leaf, fr_int *siblings,
                         fr_int *root, uint32_t *node)
{
    static const char *const single[] = {"root", "leaf", "path"};
    static const char *const nested[] = {"root", "leaf", "base_proof", "sub_proof", "top_proof"};
    unsigned n_parts = t.top ? 3 : t.sub ? 2 : 1;
    struct json_fields f = {.names = n_parts == 1 ? single : nested,
                            .n = 2 + n_parts,
                            .required = (1u << (2 + n_parts)) - 1};
    uint32_t nodes_log2 = d->sector->nodes_log2, base_levels = tree_base_levels(t, nodes_log2);
    uint32_t arities[N_PARTS] = {t.base, t.sub, t.top}, levels[N_PARTS] = {base_levels, 1, 1};
    struct path_cursor parts[N_PARTS] = {{.siblings = siblings}};
    for (unsigned i = 1; i < n_parts; i++) {
        uint32_t below = levels[i - 1];
        parts[i].siblings = parts[i - 1].siblings + (size_t)below * (arities[i - 1] - 1);
        parts[i].shift = parts[i - 1].shift + below * (unsigned)__builtin_ctz(arities[i - 1]);
    }
    int which;
    uint64_t n = 0;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) break;
        if (which == 0)
            TRY(read_element(d, root));
        else if (which == 1)
            TRY(read_element(d, leaf));
        else
            TRY(read_levels(d, &parts[which - 2], arities[which - 2], levels[which - 2]));
    }
    for (unsigned i = 0; i < n_parts; i++)
        n |= parts[i].node;
    *node = (uint32_t)n; /* the levels have nodes_log2 < 32 bits */
    return ST_OK;
}

/* {"Single" or "Sub" or "Top": parts}, as the tree wants it. */
static status read_merkle_data(struct decoder *d, struct tree_arities t, fr_int *leaf,
                               fr_int *siblings, fr_int *root, uint32_t *node)
{
    const char *wanted = t.top ? "Top" : t.sub ? "Sub" : "Single";
    struct json_text key;
    bool more, found = false;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_object_next(d->r, &key, &more));
        if (!more) break;
        if (found || !json_text_is(key, wanted))
            return json_fail(d->r, ST_FORMAT, "wanted a \"%s\" proof (tree %u-%u-%u)%s", wanted,
                             t.base, t.sub, t.top, found ? " alone" : "");
        found = true;
        TRY(read_parts(d, t, leaf, siblings, root, node));
    }
    if (!found) return json_fail(d->r, ST_FORMAT, "wanted a \"%s\" proof, found none", wanted);
    return ST_OK;
}

/* {"data": ..}; path_index says which of own_roots and path_nodes it is. */
static status read_merkle(struct decoder *d, struct tree_arities t, fr_int *leaf, fr_int *siblings,
                          size_t path_index)
{
    static const char *const names[] = {"data"};
    struct json_fields f = JSON_FIELDS(names, 1);
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) return ST_OK;
        TRY(read_merkle_data(d, t, leaf, siblings, &d->own_roots[path_index],
                             &d->path_nodes[path_index]));
    }
}

/* ---- columns ---- */

/* {"index", "rows"} */
static status read_column(struct decoder *d, size_t k, fr_int *rows)
{
    static const char *const names[] = {"index", "rows"};
    struct json_fields f = JSON_FIELDS(names, 3);
    uint64_t index;
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) return ST_OK;
        if (which == 0) {
            TRY(json_read_u64(d->r, &index, sector_nodes(d->sector) - 1));
            d->nodes[k] = (uint32_t)index;
        } else {
            TRY(read_elements(d, rows, d->sector->layers));
        }
    }
}

/* {"column", "inclusion_proof"} of column k */
static status read_column_proof(struct decoder *d, size_t k)
{
    static const char *const names[] = {"column", "inclusion_proof"};
    struct json_fields f = JSON_FIELDS(names, 3);
    const struct porep_layout *l = &d->c1.layout;
    fr_int *v = d->values + l->columns + k * l->column_stride;
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) return ST_OK;
        if (which == 0)
            TRY(read_column(d, k, v));
        else
            TRY(read_merkle(d, d->sector->tree, v + l->column_leaf, v + l->column_path,
                            PATH_COLUMN + k));
    }
}

static status read_parent_columns(struct decoder *d, size_t first, size_t n)
{
    bool more;
    TRY(json_array_begin(d->r));
    for (size_t i = 0;; i++) {
        TRY(c1_next_of(d, i, n, "parents", &more));
        if (!more) return ST_OK;
        TRY(read_column_proof(d, first + i));
    }
}

/* {"c_x", "drg_parents", "exp_parents"} */
static status read_columns(struct decoder *d)
{
    static const char *const names[] = {"c_x", "drg_parents", "exp_parents"};
    struct json_fields f = JSON_FIELDS(names, 7);
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) return ST_OK;
        if (which == 0)
            TRY(read_column_proof(d, POREP_OWN_COLUMN));
        else if (which == 1)
            TRY(read_parent_columns(d, 1, POREP_BASE_PARENTS));
        else
            TRY(read_parent_columns(d, 1 + POREP_BASE_PARENTS, POREP_EXPANDER_PARENTS));
    }
}

/* {"parents", "layer_index", "node"} */
static status read_labeling(struct decoder *d, struct labeling *out)
{
    static const char *const names[] = {"parents", "layer_index", "node"};
    struct json_fields f = JSON_FIELDS(names, 7);
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) return ST_OK;
        if (which == 0)
            TRY(read_elements(d, out->parents, LABEL_PARENTS));
        else
            TRY(json_read_u64(d->r, which == 1 ? &out->layer : &out->node, UINT64_MAX));
    }
}

static status read_labelings(struct decoder *d)
{
    bool more;
    TRY(json_array_begin(d->r));
    for (size_t i = 0;; i++) {
        TRY(c1_next_of(d, i, d->sector->layers, "layers", &more));
        if (!more) return ST_OK;
        TRY(read_labeling(d, &d->labels[i]));
    }
}

/* ---- what a challenge says more than once ---- */

status c1_differs(struct decoder *d, const char *what, const fr_int *found, const fr_int *wanted)
{
    char f[65], w[65];
    hex_encode(f, (const uint8_t *)found, 32);
    hex_encode(w, (const uint8_t *)wanted, 32);
    return json_fail(d->r, ST_FORMAT, "%s: wanted %s, found %s", what, w, f);
}

/* "replica_column_proofs.exp_parents[3]" */
static void column_name(char out[64], size_t k)
{
    if (k == POREP_OWN_COLUMN)
        snprintf(out, 64, "replica_column_proofs.c_x");
    else if (k <= POREP_BASE_PARENTS)
        snprintf(out, 64, "replica_column_proofs.drg_parents[%zu]", k - 1);
    else
        snprintf(out, 64, "replica_column_proofs.exp_parents[%zu]", k - 1 - POREP_BASE_PARENTS);
}

static void path_name(char out[64], size_t path_index)
{
    if (path_index == PATH_DATA)
        snprintf(out, 64, "comm_d_proofs");
    else if (path_index == PATH_REPLICA)
        snprintf(out, 64, "comm_r_last_proof");
    else
        column_name(out, path_index - PATH_COLUMN);
}

/* Every path leads to its node and to the root that the first challenge gave. */
static status check_paths(struct decoder *d)
{
    if (!d->has_roots) {
        d->data_root = d->own_roots[PATH_DATA];
        d->replica_root = d->own_roots[PATH_REPLICA];
        d->column_root = d->own_roots[PATH_COLUMN];
        d->has_roots = true;
    }
    for (size_t i = 0; i < PATH_COLUMN + POREP_COLUMNS; i++) {
        char name[64], what[80];
        uint32_t node = i < PATH_COLUMN ? d->nodes[POREP_OWN_COLUMN] : d->nodes[i - PATH_COLUMN];
        const fr_int *root = i == PATH_DATA      ? &d->data_root
                             : i == PATH_REPLICA ? &d->replica_root
                                                 : &d->column_root;
        path_name(name, i);
        if (d->path_nodes[i] != node)
            return json_fail(d->r, ST_FORMAT, "%s: wanted the path of node %u, found that of %u",
                             name, node, d->path_nodes[i]);
        snprintf(what, sizeof what, "%s: root", name);
        if (memcmp(&d->own_roots[i], root, sizeof *root) != 0)
            return c1_differs(d, what, &d->own_roots[i], root);
    }
    return ST_OK;
}

/* Layer 1 hashes the base parents; the others also the expander parents' labels of the layer below;
 * both repeated to 37. */
static status check_labeling(struct decoder *d, const struct labeling *found, uint32_t layer,
                             const char *name)
{
    const struct porep_layout *l = &d->c1.layout;
    size_t n = layer == 1 ? POREP_BASE_PARENTS : POREP_PARENTS;
    if (found->layer != layer)
        return json_fail(d->r, ST_FORMAT, "%s.layer_index: wanted %u, found %llu", name, layer,
                         (unsigned long long)found->layer);
    if (found->node != d->nodes[POREP_OWN_COLUMN])
        return json_fail(d->r, ST_FORMAT, "%s.node: wanted %u, found %llu", name,
                         d->nodes[POREP_OWN_COLUMN], (unsigned long long)found->node);
    for (size_t i = 0; i < LABEL_PARENTS; i++) {
        size_t p = i % n;
        const fr_int *labels = d->values + l->columns + (1 + p) * l->column_stride;
        const fr_int *wanted = &labels[p < POREP_BASE_PARENTS ? layer - 1 : layer - 2];
        if (memcmp(&found->parents[i], wanted, sizeof *wanted) != 0) {
            char what[96];
            snprintf(what, sizeof what, "%s.parents[%zu]", name, i);
            return c1_differs(d, what, &found->parents[i], wanted);
        }
    }
    return ST_OK;
}

static status check_challenge(struct decoder *d)
{
    uint32_t layers = d->sector->layers;
    TRY(check_paths(d));
    for (uint32_t l = 1; l <= layers; l++) {
        char name[64];
        snprintf(name, sizeof name, "labeling_proofs[%u]", l - 1);
        TRY(check_labeling(d, &d->labels[l - 1], l, name));
    }
    return check_labeling(d, &d->encoding, layers, "encoding_proof");
}

status c1_read_challenge(struct decoder *d)
{
    static const char *const names[] = {"comm_d_proofs", "comm_r_last_proof",
                                        "replica_column_proofs", "labeling_proofs",
                                        "encoding_proof"};
    struct json_fields f = JSON_FIELDS(names, 0x1f);
    const struct porep_layout *l = &d->c1.layout;
    fr_int *v = d->values;
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) return check_challenge(d);
        if (which == 0)
            TRY(read_merkle(d, TREE_BINARY, v + l->data_leaf, v + l->data_path, PATH_DATA));
        else if (which == 1)
            TRY(read_merkle(d, d->sector->tree, v + l->replica_leaf, v + l->replica_path,
                            PATH_REPLICA));
        else if (which == 2)
            TRY(read_columns(d));
        else if (which == 3)
            TRY(read_labelings(d));
        else
            TRY(read_labeling(d, &d->encoding));
    }
}
