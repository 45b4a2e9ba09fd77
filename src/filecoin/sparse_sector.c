#include "filecoin/sparse_sector.h"

#include "base/bytes.h"
#include "base/mem.h"
#include "filecoin/label.h"
#include "filecoin/post_challenge.h"
#include "hash/sha256.h"
#include <stdlib.h>
#include <string.h>

#define LOW_BITS       4
#define MAX_POST_NODES (POST_WINDOW_CHALLENGES + POST_WINNING_CHALLENGES)

/* ---- the rule ---- */

static void hash_text(struct sha256 *h, const char *text)
{
    sha256_init(h);
    sha256_update(h, text, strlen(text));
}

static void hash_u64(struct sha256 *h, uint64_t v)
{
    uint8_t b[8];
    store_u64_be(b, v);
    sha256_update(h, b, sizeof b);
}

static void hash_node(struct sha256 *h, fr_int *out)
{
    sha256_final(h, (uint8_t *)out);
    out->l[3] &= UINT64_MAX >> 2;
}

void sparse_input_init(struct sparse_input *in, const struct seal_proof *proof, uint64_t miner,
                       uint64_t sector)
{
    struct sha256 h;
    *in = (struct sparse_input){.proof = proof, .owner.sector_number = sector};
    prover_id_of_miner(in->owner.prover_id, miner);
    hash_text(&h, "sparse-sector/ticket/v1");
    hash_u64(&h, sector);
    sha256_final(&h, in->ticket);
    hash_text(&h, "sparse-sector/seed/v1");
    hash_u64(&h, sector);
    sha256_final(&h, in->seed);
}

void sparse_randomness(uint8_t out[32], enum circuit_kind kind)
{
    const char *text = kind == CIRCUIT_WINNING_POST ? "sparse-sector/winning-randomness/v1"
                                                    : "sparse-sector/window-randomness/v1";
    sha256_node(out, text, strlen(text));
}

void sparse_data_class(fr_int *out, const char *text, uint64_t sector, uint64_t block, uint64_t low)
{
    struct sha256 h;
    hash_text(&h, text);
    hash_u64(&h, sector);
    hash_u64(&h, block);
    hash_u64(&h, low);
    hash_node(&h, out);
}

void sparse_data(fr_int *out, uint64_t sector, uint32_t nodes_log2, uint64_t node)
{
    uint64_t block = node >> (nodes_log2 - SPARSE_BLOCK_BITS), low = node & ((1u << LOW_BITS) - 1);
    *out = (fr_int){{0}};
    if (block % 4 != 0) sparse_data_class(out, "sparse-sector/data/v1", sector, block, low);
}

/* Labels of all layers of a node whose labels nothing looks at. */
static void made_up_labels(fr_int *labels, const struct sparse_sector *s, uint64_t node)
{
    for (uint32_t layer = 1; layer <= s->layers; layer++) {
        struct sha256 h;
        uint8_t number[4];
        store_u32_be(number, layer);
        hash_text(&h, "sparse-sector/label/v1");
        sha256_update(&h, s->replica_id, 32);
        sha256_update(&h, number, sizeof number);
        hash_u64(&h, node);
        hash_node(&h, &labels[layer - 1]);
    }
}

/* ---- making ---- */

/* What the steps share. */
struct making {
    struct sparse_sector *s;
    struct pool *pool;
    const struct cancel *cancel;
    uint32_t nodes_log2;
    struct graph graph;
    fr_int default_leaf;  /* of tree C */
    size_t n_challenges;  /* distinct */
    uint32_t *challenges; /* ascending */
    fr_int *leaves;       /* of the special nodes */
};

static void data_leaf(void *ctx, uint64_t node, fr_int *leaf)
{
    const struct making *m = ctx;
    sparse_data(leaf, m->s->in.owner.sector_number, m->nodes_log2, node);
}

static void column_leaf(void *ctx, uint64_t node, fr_int *leaf)
{
    const struct making *m = ctx;
    (void)node;
    *leaf = m->default_leaf;
}

/* The replica's node: label of the last layer plus data. */
static void encode(struct making *m, uint64_t node, const fr_int *labels, fr_int *out)
{
    fr_int data;
    fr key, d;
    data_leaf(m, node, &data);
    fr_from_int(&key, &labels[m->s->layers - 1]);
    fr_from_int(&d, &data);
    fr_add(&key, &key, &d);
    fr_to_int(out, &key);
}

static void replica_leaf(void *ctx, uint64_t node, fr_int *leaf)
{
    struct making *m = ctx;
    encode(m, node, m->s->default_labels, leaf);
}

static status make_data(struct making *m)
{
    struct sparse_sector *s = m->s;
    const struct sparse_input *in = &s->in;
    const struct sparse_leaves leaves = {
        .block_bits = SPARSE_BLOCK_BITS, .low_bits = LOW_BITS, .leaf = data_leaf, .ctx = m};
    TRY(sparse_tree_build(&s->tree_d, tree_shape_data(in->proof->sector), &leaves, m->pool,
                          m->cancel));
    s->comm_d = *sparse_tree_root(&s->tree_d);
    porep_replica_id(s->replica_id, in->owner.prover_id, in->owner.sector_number, in->ticket,
                     (const uint8_t *)&s->comm_d, in->proof->porep_id);
    return ST_OK;
}

static int compare_nodes(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Sorts and drops what is there twice; the number that is left. */
static size_t sort_nodes(uint32_t *nodes, size_t n)
{
    size_t kept = 0;
    qsort(nodes, n, sizeof *nodes, compare_nodes);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || nodes[kept - 1] != nodes[i]) nodes[kept++] = nodes[i];
    return kept;
}

static size_t special_index(const struct sparse_sector *s, uint32_t node)
{
    const uint32_t *p = bsearch(&node, s->special_nodes, s->n_special, sizeof node, compare_nodes);
    return p ? (size_t)(p - s->special_nodes) : SIZE_MAX;
}

static size_t add_post_nodes(uint32_t *out, enum circuit_kind kind, uint64_t sector, uint64_t nodes)
{
    uint8_t randomness[32];
    uint32_t n = kind == CIRCUIT_WINNING_POST ? POST_WINNING_CHALLENGES : POST_WINDOW_CHALLENGES;
    sparse_randomness(randomness, kind);
    for (uint32_t i = 0; i < n; i++)
        out[i] = (uint32_t)post_leaf_challenge(randomness, sector, i, nodes);
    return n;
}

static status find_special_nodes(struct making *m)
{
    struct sparse_sector *s = m->s;
    const struct seal_proof *proof = s->in.proof;
    uint64_t sector = s->in.owner.sector_number, nodes = sector_nodes(proof->sector);
    struct porep_statement statement = {.proof = proof};
    size_t n = (size_t)proof->partitions * proof->challenges;
    memcpy(statement.replica_id, s->replica_id, 32);
    memcpy(statement.seed, s->in.seed, 32);
    TRY(MEM_NEW(m->challenges, n));
    for (uint32_t p = 0; p < proof->partitions; p++)
        TRY(porep_challenges(m->challenges + p * proof->challenges, &statement, p));
    m->n_challenges = n = sort_nodes(m->challenges, n);
    TRY(MEM_NEW(s->special_nodes, n * POREP_COLUMNS + MAX_POST_NODES));
    for (size_t i = 0; i < n; i++) {
        s->special_nodes[i * POREP_COLUMNS] = m->challenges[i];
        graph_parents(&m->graph, m->challenges[i], s->special_nodes + i * POREP_COLUMNS + 1);
    }
    n *= POREP_COLUMNS;
    n += add_post_nodes(s->special_nodes + n, CIRCUIT_WINDOW_POST, sector, nodes);
    if (sector == SPARSE_WINNING_SECTOR)
        n += add_post_nodes(s->special_nodes + n, CIRCUIT_WINNING_POST, sector, nodes);
    s->n_special = sort_nodes(s->special_nodes, n);
    return ST_OK;
}

static void true_label(struct making *m, uint32_t layer, uint32_t node)
{
    struct sparse_sector *s = m->s;
    const fr_int *labels[POREP_PARENTS];
    uint32_t parents[POREP_PARENTS], n = layer == 1 ? POREP_BASE_PARENTS : POREP_PARENTS;
    graph_parents(&m->graph, node, parents);
    for (uint32_t i = 0; i < n; i++)
        labels[i] = &s->labels[special_index(s, parents[i]) * s->layers +
                               (i < POREP_BASE_PARENTS ? layer - 1 : layer - 2)];
    sdr_label(&s->labels[special_index(s, node) * s->layers + layer - 1], s->replica_id, layer,
              node, labels, n);
}

static status make_labels(struct making *m)
{
    struct sparse_sector *s = m->s;
    TRY(MEM_NEW(s->labels, s->n_special * s->layers));
    made_up_labels(s->default_labels, s, UINT64_MAX);
    for (size_t i = 0; i < s->n_special; i++)
        made_up_labels(&s->labels[i * s->layers], s, s->special_nodes[i]);
    for (uint32_t layer = 1; layer <= s->layers; layer++)
        for (size_t i = 0; i < m->n_challenges; i++)
            true_label(m, layer, m->challenges[i]);
    return ST_OK;
}

static status hash_columns(void *ctx, size_t begin, size_t end, unsigned worker)
{
    struct making *m = ctx;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        poseidon_of_ints(&m->leaves[i], &m->s->labels[i * m->s->layers], m->s->layers);
    return ST_OK;
}

static status make_trees(struct making *m)
{
    struct sparse_sector *s = m->s;
    struct tree_shape shape = tree_shape_replica(s->in.proof->sector);
    struct sparse_leaves leaves = {.leaf = column_leaf,
                                   .ctx = m,
                                   .n_special = s->n_special,
                                   .special_nodes = s->special_nodes};
    TRY(MEM_NEW(m->leaves, s->n_special));
    leaves.special = m->leaves;
    poseidon_of_ints(&m->default_leaf, s->default_labels, s->layers);
    TRY(pool_range(m->pool, s->n_special, 16, hash_columns, m, m->cancel));
    TRY(sparse_tree_build(&s->tree_c, shape, &leaves, m->pool, m->cancel));
    s->comm_c = *sparse_tree_root(&s->tree_c);

    leaves.leaf = replica_leaf;
    leaves.block_bits = SPARSE_BLOCK_BITS;
    leaves.low_bits = LOW_BITS;
    for (size_t i = 0; i < s->n_special; i++)
        encode(m, s->special_nodes[i], &s->labels[i * s->layers], &m->leaves[i]);
    TRY(sparse_tree_build(&s->tree_r, shape, &leaves, m->pool, m->cancel));
    s->comm_r_last = *sparse_tree_root(&s->tree_r);
    const fr_int pair[2] = {s->comm_c, s->comm_r_last};
    poseidon_of_ints(&s->comm_r, pair, 2);
    return ST_OK;
}

status sparse_sector_create(struct sparse_sector *out, const struct sparse_input *in,
                            struct pool *pool, const struct cancel *cancel)
{
    const struct seal_proof *proof = in->proof;
    struct sparse_sector s = {.in = *in, .layers = proof->sector->layers};
    struct making m = {
        .s = &s, .pool = pool, .cancel = cancel, .nodes_log2 = proof->sector->nodes_log2};
    status st = ST_OK;
    if (proof->challenge_kind != POREP_INTERACTIVE)
        FAIL(ST_UNSUPPORTED,
             "sparse sector: wanted a proof with interactive challenges, found %s, "
             "whose challenges depend on the sector's labels",
             proof->name);
    graph_init(&m.graph, sector_nodes(proof->sector), proof->porep_id, proof->api);
    TRY_OUT(make_data(&m));
    TRY_OUT(find_special_nodes(&m));
    TRY_OUT(make_labels(&m));
    TRY_OUT(make_trees(&m));
    *out = s;
    s = (struct sparse_sector){.layers = 0};
out:
    mem_free(m.challenges);
    mem_free(m.leaves);
    sparse_sector_fini(&s);
    return st;
}

void sparse_sector_fini(struct sparse_sector *s)
{
    mem_free(s->special_nodes);
    mem_free(s->labels);
    sparse_tree_fini(&s->tree_d);
    sparse_tree_fini(&s->tree_c);
    sparse_tree_fini(&s->tree_r);
    *s = (struct sparse_sector){.layers = 0};
}

const fr_int *sparse_labels(const struct sparse_sector *s, uint32_t node)
{
    size_t i = special_index(s, node);
    return i == SIZE_MAX ? s->default_labels : &s->labels[i * s->layers];
}
