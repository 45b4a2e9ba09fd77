#include "filecoin/porep_check.h"

#include "base/bytes.h"
#include "base/mem.h"
#include "filecoin/label.h"
#include "filecoin/merkle_fault.h"
#include "filecoin/tree.h"
#include <stdio.h>
#include <string.h>

struct check {
    const struct porep_c1 *c1;
    struct graph graph;
    struct tree_shape data_tree, tree;
    fr_int comm_d;
    const uint32_t *challenges; /* [partition][challenge] */
};

/* One challenge of it. */
struct one {
    const struct check *check;
    size_t partition, challenge;
    const fr_int *values;
    const uint32_t *nodes;
};

void porep_statement_of_c1(struct porep_statement *out, const struct porep_c1 *c1)
{
    *out = (struct porep_statement){.proof = c1->proof};
    memcpy(out->replica_id, c1->replica_id, 32);
    memcpy(out->comm_d, c1->comm_d, 32);
    memcpy(out->comm_r, c1->comm_r, 32);
    memcpy(out->seed, c1->seed, 32);
}

static bool equal(const fr_int *a, const fr_int *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Equal, or the failure "what: wanted .., found ..". */
static status expect(const char *what, const void *found, const void *wanted)
{
    char f[65], w[65];
    if (memcmp(found, wanted, 32) == 0) return ST_OK;
    hex_encode(f, found, 32);
    hex_encode(w, wanted, 32);
    FAIL(ST_UNSAT, "%s: wanted %s, found %s", what, w, f);
}

static void column_name(char out[32], size_t k)
{
    if (k == POREP_OWN_COLUMN)
        snprintf(out, 32, "column c_x");
    else if (k <= POREP_BASE_PARENTS)
        snprintf(out, 32, "column of base parent %zu", k - 1);
    else
        snprintf(out, 32, "column of expander parent %zu", k - 1 - POREP_BASE_PARENTS);
}

static status check_nodes(const struct one *o)
{
    const struct check *k = o->check;
    uint32_t parents[POREP_PARENTS], node = o->nodes[POREP_OWN_COLUMN];
    uint32_t wanted = k->challenges[o->partition * k->c1->proof->challenges + o->challenge];
    if (node != wanted) FAIL(ST_UNSAT, "challenged node: wanted %u, found %u", wanted, node);
    graph_parents(&k->graph, node, parents);
    for (size_t p = 0; p < POREP_PARENTS; p++)
        if (o->nodes[1 + p] != parents[p]) {
            char name[32];
            column_name(name, 1 + p);
            FAIL(ST_UNSAT, "%s: wanted node %u, found node %u", name, parents[p], o->nodes[1 + p]);
        }
    return ST_OK;
}

/* Path i of the partition's: its other challenges' tell where a bad one goes wrong. */
static struct merkle_path data_path_at(const void *ctx, size_t i)
{
    const struct one *o = ctx;
    const struct porep_c1 *c1 = o->check->c1;
    const fr_int *v = porep_challenge(c1, o->partition, i);
    return (struct merkle_path){.leaf = v + c1->layout.data_leaf,
                                .siblings = v + c1->layout.data_path,
                                .node = porep_nodes(c1, o->partition, i)[POREP_OWN_COLUMN]};
}

static struct merkle_path replica_path_at(const void *ctx, size_t i)
{
    const struct one *o = ctx;
    const struct porep_c1 *c1 = o->check->c1;
    const fr_int *v = porep_challenge(c1, o->partition, i);
    return (struct merkle_path){.leaf = v + c1->layout.replica_leaf,
                                .siblings = v + c1->layout.replica_path,
                                .node = porep_nodes(c1, o->partition, i)[POREP_OWN_COLUMN]};
}

static struct merkle_path column_path_at(const void *ctx, size_t i)
{
    const struct one *o = ctx;
    const struct porep_c1 *c1 = o->check->c1;
    size_t c = i / POREP_COLUMNS, k = i % POREP_COLUMNS;
    const fr_int *v = porep_column(c1, o->partition, c, k);
    return (struct merkle_path){.leaf = v + c1->layout.column_leaf,
                                .siblings = v + c1->layout.column_path,
                                .node = porep_nodes(c1, o->partition, c)[k]};
}

/* Path i of a tree leads to its root. */
static status check_path(const struct one *o, const char *what, const char *root_name,
                         struct tree_shape shape, const fr_int *root, merkle_path_fn path, size_t i)
{
    char text[128], level[MERKLE_FAULT_TEXT_MAX];
    struct merkle_path p = path(o, i);
    size_t n = o->check->c1->proof->challenges * (path == column_path_at ? POREP_COLUMNS : 1u);
    fr_int found;
    tree_path_root(&found, shape, p.leaf, p.node, p.siblings);
    if (equal(&found, root)) return ST_OK;
    merkle_fault_text(level, merkle_fault_find(shape, root, p, path, o, n));
    snprintf(text, sizeof text, "%s: path of node %llu wrong at %s: %s", what,
             (unsigned long long)p.node, level, root_name);
    return expect(text, &found, root);
}

static status check_columns(const struct one *o)
{
    const struct porep_c1 *c1 = o->check->c1;
    const struct porep_layout *l = &c1->layout;
    for (size_t k = 0; k < POREP_COLUMNS; k++) {
        const fr_int *v = porep_column(c1, o->partition, o->challenge, k);
        char name[32], what[64];
        fr_int hash;
        column_name(name, k);
        poseidon_of_ints(&hash, v, l->layers);
        snprintf(what, sizeof what, "%s: hash of its labels", name);
        TRY(expect(what, &v[l->column_leaf], &hash));
        TRY(check_path(o, name, "comm_c", o->check->tree, &c1->comm_c, column_path_at,
                       o->challenge * POREP_COLUMNS + k));
    }
    return ST_OK;
}

static status check_labels(const struct one *o)
{
    const struct porep_c1 *c1 = o->check->c1;
    const struct porep_layout *l = &c1->layout;
    const fr_int *own = porep_column(c1, o->partition, o->challenge, POREP_OWN_COLUMN);
    for (uint32_t layer = 1; layer <= l->layers; layer++) {
        const fr_int *parents[POREP_PARENTS];
        uint32_t n = layer == 1 ? POREP_BASE_PARENTS : POREP_PARENTS;
        fr_int label;
        char what[32];
        for (uint32_t p = 0; p < n; p++)
            parents[p] = porep_column(c1, o->partition, o->challenge, 1 + p) +
                         (p < POREP_BASE_PARENTS ? layer - 1 : layer - 2);
        sdr_label(&label, c1->replica_id, layer, o->nodes[POREP_OWN_COLUMN], parents, n);
        snprintf(what, sizeof what, "label of layer %u", layer);
        TRY(expect(what, &own[layer - 1], &label));
    }
    return ST_OK;
}

static status check_encoding(const struct one *o)
{
    const struct porep_c1 *c1 = o->check->c1;
    const struct porep_layout *l = &c1->layout;
    const fr_int *own = porep_column(c1, o->partition, o->challenge, POREP_OWN_COLUMN);
    fr key, data;
    fr_int replica;
    fr_from_int(&key, &own[l->layers - 1]);
    fr_from_int(&data, &o->values[l->data_leaf]);
    fr_add(&key, &key, &data);
    fr_to_int(&replica, &key);
    TRY(expect("encoding, last label plus data", &o->values[l->replica_leaf], &replica));
    return check_path(o, "replica", "comm_r_last", o->check->tree, &c1->comm_r_last,
                      replica_path_at, o->challenge);
}

static status check_one(const struct one *o)
{
    TRY(check_nodes(o));
    TRY(check_path(o, "data", "comm_d", o->check->data_tree, &o->check->comm_d, data_path_at,
                   o->challenge));
    TRY(check_columns(o));
    TRY(check_labels(o));
    return check_encoding(o);
}

static status check_task(void *ctx, size_t task, unsigned worker)
{
    const struct check *k = ctx;
    size_t n = k->c1->proof->challenges, p = task / n, c = task % n;
    struct one o = {.check = k,
                    .partition = p,
                    .challenge = c,
                    .values = porep_challenge(k->c1, p, c),
                    .nodes = porep_nodes(k->c1, p, c)};
    (void)worker;
    status st = check_one(&o);
    if (st != ST_OK) return status_prefix(st, "vanilla proof, partition %zu, challenge %zu", p, c);
    return ST_OK;
}

static status check_owner(const struct porep_c1 *c1, const struct porep_owner *owner)
{
    uint8_t replica_id[32];
    char what[96];
    porep_replica_id(replica_id, owner->prover_id, owner->sector_number, c1->ticket, c1->comm_d,
                     c1->proof->porep_id);
    snprintf(what, sizeof what, "replica_id of this prover and sector %llu",
             (unsigned long long)owner->sector_number);
    return expect(what, c1->replica_id, replica_id);
}

status porep_c1_check(const struct porep_c1 *c1, const struct porep_owner *owner, struct pool *pool,
                      const struct cancel *cancel)
{
    const struct seal_proof *proof = c1->proof;
    struct check k = {.c1 = c1,
                      .data_tree = tree_shape_data(proof->sector),
                      .tree = tree_shape_replica(proof->sector)};
    struct porep_statement statement;
    fr_int pair[2] = {c1->comm_c, c1->comm_r_last}, comm_r;
    uint32_t *challenges;
    status st = ST_OK;
    poseidon_of_ints(&comm_r, pair, 2);
    TRY(expect("comm_r, hash of comm_c and comm_r_last", c1->comm_r, &comm_r));
    if (owner) TRY(check_owner(c1, owner));
    TRY(MEM_NEW(challenges, (size_t)proof->partitions * proof->challenges));
    porep_statement_of_c1(&statement, c1);
    for (uint32_t p = 0; p < proof->partitions; p++)
        TRY_OUT(porep_challenges(challenges + p * proof->challenges, &statement, p));
    k.challenges = challenges;
    memcpy(&k.comm_d, c1->comm_d, 32);
    graph_init(&k.graph, sector_nodes(proof->sector), proof->porep_id, proof->api);
    TRY_OUT(pool_run(pool, (size_t)proof->partitions * proof->challenges, check_task, &k, cancel));
out:
    mem_free(challenges);
    return st;
}
