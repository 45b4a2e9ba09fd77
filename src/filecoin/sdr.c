#include "filecoin/sdr.h"

#include "base/mem.h"
#include "filecoin/label.h"
#include "hash/poseidon.h"
#include <string.h>

#define MAX_SECTOR_BYTES ((uint64_t)1 << 30)

/* What the parallel steps need. */
struct sealing {
    const struct sdr_input *in;
    struct sdr_sector *s;
    struct graph graph;
    size_t nodes;
    uint32_t layers;
    uint32_t *parents; /* [node][POREP_PARENTS] */
    fr_int *leaves;    /* of tree C, then of tree R */
};

static status check_data(const fr_int *data, size_t nodes)
{
    for (size_t i = 0; i < nodes; i++)
        if (data[i].l[3] >> 62)
            FAIL(ST_ARG, "data of node %zu: wanted the two top bits zero (bit-padded)", i);
    return ST_OK;
}

static status find_parents(void *ctx, size_t begin, size_t end, unsigned worker)
{
    struct sealing *k = ctx;
    (void)worker;
    for (size_t node = begin; node < end; node++)
        graph_parents(&k->graph, (uint32_t)node, k->parents + node * POREP_PARENTS);
    return ST_OK;
}

/* Labels of a layer follow from each other: one after the other. */
static status label_layer(struct sealing *k, uint32_t layer, const struct cancel *cancel)
{
    fr_int *own = k->s->labels + (layer - 1) * k->nodes;
    const fr_int *below = layer == 1 ? NULL : own - k->nodes;
    for (size_t node = 0; node < k->nodes; node++) {
        const uint32_t *p = k->parents + node * POREP_PARENTS;
        const fr_int *labels[POREP_PARENTS];
        uint32_t n = node == 0 ? 0 : layer == 1 ? POREP_BASE_PARENTS : POREP_PARENTS;
        for (uint32_t i = 0; i < n; i++)
            labels[i] = (i < POREP_BASE_PARENTS ? own : below) + p[i];
        sdr_label(&own[node], k->s->replica_id, layer, node, labels, n);
        if (node % 65536 == 0) TRY(cancel_check(cancel));
    }
    return ST_OK;
}

static status hash_columns(void *ctx, size_t begin, size_t end, unsigned worker)
{
    struct sealing *k = ctx;
    (void)worker;
    for (size_t node = begin; node < end; node++) {
        fr_int column[POREP_MAX_LAYERS];
        for (uint32_t l = 0; l < k->layers; l++)
            column[l] = k->s->labels[l * k->nodes + node];
        poseidon_of_ints(&k->leaves[node], column, k->layers);
    }
    return ST_OK;
}

static status encode_nodes(void *ctx, size_t begin, size_t end, unsigned worker)
{
    struct sealing *k = ctx;
    const fr_int *keys = k->s->labels + (k->layers - 1) * k->nodes;
    (void)worker;
    for (size_t node = begin; node < end; node++) {
        fr key, data;
        fr_from_int(&key, &keys[node]);
        fr_from_int(&data, &k->in->data[node]);
        fr_add(&key, &key, &data);
        fr_to_int(&k->leaves[node], &key);
    }
    return ST_OK;
}

static status seal(struct sealing *k, struct pool *pool, const struct cancel *cancel)
{
    struct sdr_sector *s = k->s;
    const struct sector_size *size = s->proof->sector;
    struct tree_shape shape = tree_shape_replica(size);
    TRY(tree_build(&s->tree_d, tree_shape_data(size), k->in->data, pool, cancel));
    s->comm_d = *tree_root(&s->tree_d);
    porep_replica_id(s->replica_id, k->in->owner.prover_id, k->in->owner.sector_number, s->ticket,
                     (const uint8_t *)&s->comm_d, s->proof->porep_id);
    TRY(pool_range(pool, k->nodes, 0, find_parents, k, cancel));
    for (uint32_t l = 1; l <= k->layers; l++)
        TRY(label_layer(k, l, cancel));
    TRY(pool_range(pool, k->nodes, 0, hash_columns, k, cancel));
    TRY(tree_build(&s->tree_c, shape, k->leaves, pool, cancel));
    s->comm_c = *tree_root(&s->tree_c);
    TRY(pool_range(pool, k->nodes, 0, encode_nodes, k, cancel));
    TRY(tree_build(&s->tree_r, shape, k->leaves, pool, cancel));
    s->comm_r_last = *tree_root(&s->tree_r);
    const fr_int pair[2] = {s->comm_c, s->comm_r_last};
    poseidon_of_ints(&s->comm_r, pair, 2);
    return ST_OK;
}

status sdr_seal(struct sdr_sector *out, const struct sdr_input *in, struct pool *pool,
                const struct cancel *cancel)
{
    const struct sector_size *size = in->proof->sector;
    struct sdr_sector s = {.proof = in->proof};
    struct sealing k = {
        .in = in, .s = &s, .nodes = (size_t)sector_nodes(size), .layers = size->layers};
    status st = ST_OK;
    if (size->bytes > MAX_SECTOR_BYTES)
        FAIL(ST_UNSUPPORTED, "sealing in memory: wanted at most 1GiB, found %s", size->label);
    TRY(check_data(in->data, k.nodes));
    memcpy(s.ticket, in->ticket, 32);
    graph_init(&k.graph, k.nodes, in->proof->porep_id, in->proof->api);
    TRY_OUT(MEM_NEW(s.labels, k.layers * k.nodes));
    TRY_OUT(MEM_NEW(k.parents, k.nodes * POREP_PARENTS));
    TRY_OUT(MEM_NEW(k.leaves, k.nodes));
    TRY_OUT(seal(&k, pool, cancel));
    *out = s;
    s = (struct sdr_sector){.proof = NULL};
out:
    mem_free(k.parents);
    mem_free(k.leaves);
    sdr_sector_fini(&s);
    return st;
}

void sdr_sector_fini(struct sdr_sector *s)
{
    mem_free(s->labels);
    tree_fini(&s->tree_d);
    tree_fini(&s->tree_c);
    tree_fini(&s->tree_r);
    *s = (struct sdr_sector){.proof = NULL};
}

/* ---- vanilla proof ---- */

static void prove_challenge(const struct sdr_sector *s, const struct graph *g,
                            const struct porep_layout *l, uint32_t node, fr_int *v,
                            uint32_t nodes[POREP_COLUMNS])
{
    size_t n = (size_t)sector_nodes(s->proof->sector);
    nodes[POREP_OWN_COLUMN] = node;
    graph_parents(g, node, nodes + 1);
    v[l->data_leaf] = s->tree_d.nodes[node];
    tree_path(&s->tree_d, node, v + l->data_path);
    v[l->replica_leaf] = s->tree_r.nodes[node];
    tree_path(&s->tree_r, node, v + l->replica_path);
    for (size_t k = 0; k < POREP_COLUMNS; k++) {
        fr_int *column = v + l->columns + k * l->column_stride;
        for (uint32_t layer = 0; layer < l->layers; layer++)
            column[layer] = s->labels[layer * n + nodes[k]];
        column[l->column_leaf] = s->tree_c.nodes[nodes[k]];
        tree_path(&s->tree_c, nodes[k], column + l->column_path);
    }
}

static status prove_partition(struct porep_c1 *c1, const struct sdr_sector *s,
                              const struct graph *g, const struct porep_statement *statement,
                              uint32_t p)
{
    struct porep_partition *out = &c1->partitions[p];
    size_t n = c1->proof->challenges;
    uint32_t *challenges = NULL;
    status st = ST_OK;
    TRY_OUT(MEM_NEW(out->values, n * c1->layout.stride));
    TRY_OUT(MEM_NEW(out->nodes, n * POREP_COLUMNS));
    TRY_OUT(MEM_NEW(challenges, n));
    TRY_OUT(porep_challenges(challenges, statement, p));
    for (size_t c = 0; c < n; c++)
        prove_challenge(s, g, &c1->layout, challenges[c], out->values + c * c1->layout.stride,
                        out->nodes + c * POREP_COLUMNS);
out:
    mem_free(challenges);
    return st;
}

status sdr_prove(struct porep_c1 *out, const struct sdr_sector *s, const uint8_t seed[32])
{
    struct porep_c1 c1 = {.proof = s->proof, .comm_c = s->comm_c, .comm_r_last = s->comm_r_last};
    struct porep_statement statement;
    struct graph g;
    status st = ST_OK;
    memcpy(c1.replica_id, s->replica_id, 32);
    memcpy(c1.comm_d, &s->comm_d, 32);
    memcpy(c1.comm_r, &s->comm_r, 32);
    memcpy(c1.seed, seed, 32);
    memcpy(c1.ticket, s->ticket, 32);
    porep_layout_init(&c1.layout, s->proof->sector);
    porep_statement_of_c1(&statement, &c1);
    graph_init(&g, sector_nodes(s->proof->sector), s->proof->porep_id, s->proof->api);
    TRY(MEM_NEW(c1.partitions, s->proof->partitions));
    c1.n_partitions = s->proof->partitions;
    for (uint32_t p = 0; p < c1.n_partitions; p++)
        TRY_OUT(prove_partition(&c1, s, &g, &statement, p));
    *out = c1;
    c1 = (struct porep_c1){.proof = NULL};
out:
    porep_c1_fini(&c1);
    return st;
}
