/* A decoded C1 as JSON again: what the decoder found to be redundant is written out. */
#include "base/base64.h"
#include "base/json.h"
#include "base/mem.h"
#include "filecoin/label.h"
#include "filecoin/porep_c1.h"
#include <stdio.h>
#include <string.h>

struct encoder {
    struct json_writer *w;
    const struct porep_c1 *c1;
    const struct sector_size *sector;
};

/* A C1 is some 10^7 such numbers, so they are written here; also pretty text has them in a line. */
static void put_digest(struct json_writer *w, const void *digest)
{
    const uint8_t *b = digest;
    char text[2 + 32 * 4], *p = text;
    *p++ = '[';
    for (size_t i = 0; i < 32; i++) {
        if (b[i] >= 100) *p++ = (char)('0' + b[i] / 100);
        if (b[i] >= 10) *p++ = (char)('0' + b[i] / 10 % 10);
        *p++ = (char)('0' + b[i] % 10);
        *p++ = i < 31 ? ',' : ']';
    }
    json_put_raw(w, text, (size_t)(p - text));
}

static void add_digest(struct json_writer *w, const char *key, const void *digest)
{
    json_put_key(w, key);
    put_digest(w, digest);
}

/* {"path": levels first.. of the tree} */
static const fr_int *put_levels(struct json_writer *w, struct tree_arities t, uint32_t nodes_log2,
                                uint32_t first, uint32_t n, uint64_t *node, const fr_int *siblings)
{
    json_put_object(w);
    json_put_key(w, "path");
    json_put_array(w);
    for (uint32_t l = first; l < first + n; l++) {
        uint32_t arity = tree_level_arity(t, nodes_log2, l);
        json_put_object(w);
        json_put_key(w, "hashes");
        json_put_array(w);
        for (uint32_t k = 0; k + 1 < arity; k++)
            put_digest(w, siblings++);
        json_put_array_end(w);
        json_add_u64(w, "index", *node & (arity - 1));
        json_put_object_end(w);
        *node >>= __builtin_ctz(arity);
    }
    json_put_array_end(w);
    json_put_object_end(w);
    return siblings;
}

static void add_merkle(const struct encoder *e, const char *key, struct tree_arities t,
                       const void *root, const fr_int *leaf, uint64_t node, const fr_int *siblings)
{
    struct json_writer *w = e->w;
    uint32_t nodes_log2 = e->sector->nodes_log2, base = tree_base_levels(t, nodes_log2);
    json_put_key(w, key);
    json_put_object(w);
    json_put_key(w, "data");
    json_put_object(w);
    json_put_key(w, t.top ? "Top" : t.sub ? "Sub" : "Single");
    json_put_object(w);
    if (t.sub) {
        json_put_key(w, "base_proof");
        siblings = put_levels(w, t, nodes_log2, 0, base, &node, siblings);
        json_put_key(w, "sub_proof");
        siblings = put_levels(w, t, nodes_log2, base, 1, &node, siblings);
    }
    if (t.top) {
        json_put_key(w, "top_proof");
        siblings = put_levels(w, t, nodes_log2, base + 1, 1, &node, siblings);
    }
    add_digest(w, "root", root);
    add_digest(w, "leaf", leaf);
    if (!t.sub) {
        json_put_key(w, "path");
        (void)put_levels(w, t, nodes_log2, 0, base, &node, siblings);
    }
    for (int i = 0; i < 3; i++)
        json_put_object_end(w);
}

static void put_column(const struct encoder *e, const fr_int *v, uint32_t node)
{
    const struct porep_layout *l = &e->c1->layout;
    json_put_object(e->w);
    json_put_key(e->w, "column");
    json_put_object(e->w);
    json_add_u64(e->w, "index", node);
    json_put_key(e->w, "rows");
    json_put_array(e->w);
    for (uint32_t i = 0; i < l->layers; i++)
        put_digest(e->w, &v[i]);
    json_put_array_end(e->w);
    json_put_key(e->w, "_h");
    json_put_null(e->w);
    json_put_object_end(e->w);
    add_merkle(e, "inclusion_proof", e->sector->tree, &e->c1->comm_c, &v[l->column_leaf], node,
               v + l->column_path);
    json_put_object_end(e->w);
}

static void put_labeling(const struct encoder *e, size_t p, size_t c, uint32_t layer)
{
    uint32_t n = layer == 1 ? POREP_BASE_PARENTS : POREP_PARENTS;
    json_put_object(e->w);
    json_put_key(e->w, "parents");
    json_put_array(e->w);
    for (uint32_t i = 0; i < LABEL_PARENTS; i++) {
        uint32_t k = i % n;
        const fr_int *labels = porep_column(e->c1, p, c, 1 + k);
        put_digest(e->w, &labels[k < POREP_BASE_PARENTS ? layer - 1 : layer - 2]);
    }
    json_put_array_end(e->w);
    json_add_u64(e->w, "layer_index", layer);
    json_add_u64(e->w, "node", porep_nodes(e->c1, p, c)[POREP_OWN_COLUMN]);
    json_put_object_end(e->w);
}

static void add_columns(const struct encoder *e, const char *key, size_t p, size_t c, size_t first,
                        size_t n)
{
    json_put_key(e->w, key);
    json_put_array(e->w);
    for (size_t k = first; k < first + n; k++)
        put_column(e, porep_column(e->c1, p, c, k), porep_nodes(e->c1, p, c)[k]);
    json_put_array_end(e->w);
}

static void put_challenge(const struct encoder *e, size_t p, size_t c)
{
    const struct porep_layout *l = &e->c1->layout;
    const fr_int *v = porep_challenge(e->c1, p, c);
    uint32_t node = porep_nodes(e->c1, p, c)[POREP_OWN_COLUMN];
    json_put_object(e->w);
    add_merkle(e, "comm_d_proofs", TREE_BINARY, e->c1->comm_d, &v[l->data_leaf], node,
               v + l->data_path);
    add_merkle(e, "comm_r_last_proof", e->sector->tree, &e->c1->comm_r_last, &v[l->replica_leaf],
               node, v + l->replica_path);
    json_put_key(e->w, "replica_column_proofs");
    json_put_object(e->w);
    json_put_key(e->w, "c_x");
    put_column(e, porep_column(e->c1, p, c, POREP_OWN_COLUMN), node);
    add_columns(e, "drg_parents", p, c, 1, POREP_BASE_PARENTS);
    add_columns(e, "exp_parents", p, c, 1 + POREP_BASE_PARENTS, POREP_EXPANDER_PARENTS);
    json_put_object_end(e->w);
    json_put_key(e->w, "labeling_proofs");
    json_put_array(e->w);
    for (uint32_t layer = 1; layer <= l->layers; layer++)
        put_labeling(e, p, c, layer);
    json_put_array_end(e->w);
    json_put_key(e->w, "encoding_proof");
    put_labeling(e, p, c, l->layers);
    json_put_object_end(e->w);
}

void porep_c1_encode(struct json_writer *w, const struct porep_c1 *c1)
{
    const struct encoder e = {.w = w, .c1 = c1, .sector = c1->proof->sector};
    char v1_name[64];
    snprintf(v1_name, sizeof v1_name, "StackedDrg%sV1", e.sector->label);
    json_put_object(w);
    json_add_string(w, "registered_proof", c1->proof->name);
    json_put_key(w, "vanilla_proofs");
    json_put_object(w);
    json_put_key(w, v1_name);
    json_put_array(w);
    for (size_t p = 0; p < c1->n_partitions; p++) {
        json_put_array(w);
        for (size_t c = 0; c < c1->proof->challenges; c++)
            put_challenge(&e, p, c);
        json_put_array_end(w);
    }
    json_put_array_end(w);
    json_put_object_end(w);
    add_digest(w, "comm_r", c1->comm_r);
    add_digest(w, "comm_d", c1->comm_d);
    add_digest(w, "replica_id", c1->replica_id);
    add_digest(w, "seed", c1->seed);
    add_digest(w, "ticket", c1->ticket);
    json_put_object_end(w);
}

status porep_c1_encode_wrapped(struct json_writer *w, const struct porep_c1 *c1,
                               uint64_t sector_number)
{
    struct json_writer *inner = NULL;
    const char *text;
    char *base64 = NULL;
    size_t n;
    status st = ST_OK;
    TRY(json_writer_create(&inner, JSON_COMPACT));
    porep_c1_encode(inner, c1);
    TRY_OUT(json_writer_text(inner, &text, &n));
    TRY_OUT(MEM_NEW(base64, base64_encoded_size(n) + 1));
    base64_encode(base64, (const uint8_t *)text, n);
    json_put_object(w);
    json_add_u64(w, "SectorNum", sector_number);
    json_put_key(w, "Phase1Out");
    json_put_string_n(w, base64, base64_encoded_size(n));
    json_add_u64(w, "SectorSize", c1->proof->sector->bytes);
    json_put_object_end(w);
out:
    json_writer_destroy(inner);
    mem_free(base64);
    return st;
}
