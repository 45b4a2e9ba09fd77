/* Vanilla proofs of a sparse sector's PoRep. */
#include "base/mem.h"
#include "filecoin/sparse_sector.h"
#include <string.h>

static void prove_column(const struct sparse_sector *s, const struct porep_layout *l, uint32_t node,
                         fr_int *column)
{
    memcpy(column, sparse_labels(s, node), l->layers * sizeof *column);
    column[l->column_leaf] = *sparse_tree_node(&s->tree_c, 0, node);
    sparse_tree_path(&s->tree_c, node, column + l->column_path);
}

static void prove_challenge(const struct sparse_sector *s, const struct graph *g,
                            const struct porep_layout *l, uint32_t node, fr_int *v,
                            uint32_t nodes[POREP_COLUMNS])
{
    nodes[POREP_OWN_COLUMN] = node;
    graph_parents(g, node, nodes + 1);
    v[l->data_leaf] = *sparse_tree_node(&s->tree_d, 0, node);
    sparse_tree_path(&s->tree_d, node, v + l->data_path);
    v[l->replica_leaf] = *sparse_tree_node(&s->tree_r, 0, node);
    sparse_tree_path(&s->tree_r, node, v + l->replica_path);
    for (size_t k = 0; k < POREP_COLUMNS; k++)
        prove_column(s, l, nodes[k], v + l->columns + k * l->column_stride);
}

static status prove_partition(struct porep_c1 *c1, const struct sparse_sector *s,
                              const struct graph *g, uint32_t p)
{
    struct porep_partition *out = &c1->partitions[p];
    struct porep_statement statement;
    size_t n = c1->proof->challenges;
    uint32_t *challenges = NULL;
    status st = ST_OK;
    porep_statement_of_c1(&statement, c1);
    TRY_OUT(MEM_NEW(out->values, n * c1->layout.stride));
    TRY_OUT(MEM_NEW(out->nodes, n * POREP_COLUMNS));
    TRY_OUT(MEM_NEW(challenges, n));
    TRY_OUT(porep_challenges(challenges, &statement, p));
    for (size_t c = 0; c < n; c++)
        prove_challenge(s, g, &c1->layout, challenges[c], out->values + c * c1->layout.stride,
                        out->nodes + c * POREP_COLUMNS);
out:
    mem_free(challenges);
    return st;
}

status sparse_porep_prove(struct porep_c1 *out, const struct sparse_sector *s)
{
    const struct seal_proof *proof = s->in.proof;
    struct porep_c1 c1 = {.proof = proof, .comm_c = s->comm_c, .comm_r_last = s->comm_r_last};
    struct graph g;
    status st = ST_OK;
    memcpy(c1.replica_id, s->replica_id, 32);
    memcpy(c1.comm_d, &s->comm_d, 32);
    memcpy(c1.comm_r, &s->comm_r, 32);
    memcpy(c1.seed, s->in.seed, 32);
    memcpy(c1.ticket, s->in.ticket, 32);
    porep_layout_init(&c1.layout, proof->sector);
    graph_init(&g, sector_nodes(proof->sector), proof->porep_id, proof->api);
    TRY(MEM_NEW(c1.partitions, proof->partitions));
    c1.n_partitions = proof->partitions;
    for (uint32_t p = 0; p < c1.n_partitions; p++)
        TRY_OUT(prove_partition(&c1, s, &g, p));
    *out = c1;
    c1 = (struct porep_c1){.proof = NULL};
out:
    porep_c1_fini(&c1);
    return st;
}
