#include "filecoin/sparse_update.h"

#include "base/mem.h"

#define LOW_BITS 4

struct making {
    struct sparse_update *u;
    uint32_t nodes_log2, h, block_bits;
    uint64_t sector;
    fr *rho; /* [2^h] */
};

static void data_leaf(void *ctx, uint64_t node, fr_int *leaf)
{
    const struct making *m = ctx;
    uint64_t block = node >> (m->nodes_log2 - m->block_bits);
    *leaf = (fr_int){{0}};
    if (block % 8 != 0)
        sparse_data_class(leaf, "sparse-sector/update-data/v1", m->sector, block,
                          node & ((1u << LOW_BITS) - 1));
}

static void encode_node(struct making *m, uint64_t node, const fr_int *old, fr_int *leaf)
{
    fr_int data;
    data_leaf(m, node, &data);
    update_encode(leaf, old, &data, &m->rho[node >> (m->nodes_log2 - m->h)]);
}

static void replica_leaf(void *ctx, uint64_t node, fr_int *leaf)
{
    struct making *m = ctx;
    encode_node(m, node, sparse_tree_default(&m->u->old->tree_r, 0, node), leaf);
}

static status make_data(struct making *m, struct pool *pool, const struct cancel *cancel)
{
    struct sparse_update *u = m->u;
    const struct sector_size *size = u->statement.proof->sector;
    const struct sparse_leaves leaves = {
        .block_bits = m->block_bits, .low_bits = LOW_BITS, .leaf = data_leaf, .ctx = m};
    TRY(sparse_tree_build(&u->tree_d, tree_shape_data(size), &leaves, pool, cancel));
    u->statement.comm_d_new = *sparse_tree_root(&u->tree_d);
    u->statement.comm_r_old = u->old->comm_r;
    update_phi(&u->phi, &u->statement.comm_d_new, &u->statement.comm_r_old);
    return ST_OK;
}

static status find_rhos(void *ctx, size_t begin, size_t end, unsigned worker)
{
    struct making *m = ctx;
    (void)worker;
    for (size_t high = begin; high < end; high++)
        update_rho(&m->rho[high], &m->u->phi, high);
    return ST_OK;
}

static status make_replica(struct making *m, struct pool *pool, const struct cancel *cancel)
{
    struct sparse_update *u = m->u;
    const struct sparse_sector *old = u->old;
    struct sparse_leaves leaves = {.block_bits = m->block_bits > m->h ? m->block_bits : m->h,
                                   .low_bits = LOW_BITS,
                                   .leaf = replica_leaf,
                                   .ctx = m,
                                   .n_special = old->n_special,
                                   .special_nodes = old->special_nodes};
    fr_int *special = NULL;
    status st = ST_OK;
    if (leaves.block_bits < SPARSE_BLOCK_BITS) leaves.block_bits = SPARSE_BLOCK_BITS;
    TRY_OUT(pool_range(pool, (size_t)1 << m->h, 16, find_rhos, m, cancel));
    TRY_OUT(MEM_NEW(special, old->n_special));
    for (size_t i = 0; i < old->n_special; i++)
        encode_node(m, old->special_nodes[i],
                    sparse_tree_node(&old->tree_r, 0, old->special_nodes[i]), &special[i]);
    leaves.special = special;
    TRY_OUT(sparse_tree_build(&u->tree_r, tree_shape_replica(u->statement.proof->sector), &leaves,
                              pool, cancel));
    u->comm_r_last = *sparse_tree_root(&u->tree_r);
    const fr_int pair[2] = {old->comm_c, u->comm_r_last};
    poseidon_of_ints(&u->statement.comm_r_new, pair, 2);
out:
    mem_free(special);
    return st;
}

static const struct update_proof *update_proof_of_size(const struct sector_size *s)
{
    for (uint64_t i = 0; i < REGISTRY_N_UPDATE_PROOFS; i++) {
        const struct update_proof *p = update_proof_of_value(i);
        if (p && p->sector == s) return p;
    }
    return NULL;
}

status sparse_update_create(struct sparse_update *out, const struct sparse_sector *old, uint32_t h,
                            struct pool *pool, const struct cancel *cancel)
{
    const struct sector_size *size = old->in.proof->sector;
    struct sparse_update u = {.old = old, .statement.proof = update_proof_of_size(size)};
    struct update_bits bits;
    struct making m = {
        .u = &u, .nodes_log2 = size->nodes_log2, .sector = old->in.owner.sector_number};
    status st = ST_OK;
    if (!u.statement.proof)
        FAIL(ST_UNSUPPORTED, "sector update: no registered proof of %s", size->label);
    TRY(update_h_index(&u.statement.h_index, size, h));
    m.h = size->update_hs[u.statement.h_index];
    bits = update_bits_of(size);
    m.block_bits = bits.apex + bits.partition;
    TRY(MEM_NEW(m.rho, (size_t)1 << m.h));
    TRY_OUT(make_data(&m, pool, cancel));
    TRY_OUT(make_replica(&m, pool, cancel));
    *out = u;
    u = (struct sparse_update){.old = NULL};
out:
    mem_free(m.rho);
    sparse_update_fini(&u);
    return st;
}

void sparse_update_fini(struct sparse_update *u)
{
    sparse_tree_fini(&u->tree_d);
    sparse_tree_fini(&u->tree_r);
    *u = (struct sparse_update){.old = NULL};
}

/* ---- vanilla proofs ---- */

static void prove_node(const struct sparse_update *u, const struct update_layout *l, uint32_t node,
                       fr_int *v)
{
    v[l->old_leaf] = *sparse_tree_node(&u->old->tree_r, 0, node);
    sparse_tree_path(&u->old->tree_r, node, &v[l->old_path]);
    v[l->data_leaf] = *sparse_tree_node(&u->tree_d, 0, node);
    sparse_tree_path(&u->tree_d, node, &v[l->data_path]);
    v[l->new_leaf] = *sparse_tree_node(&u->tree_r, 0, node);
    sparse_tree_path(&u->tree_r, node, &v[l->new_path]);
}

static status prove_partition(struct update_vanilla *v, const struct sparse_update *u, uint32_t p)
{
    const struct sector_size *s = v->proof->sector;
    struct update_partition *out = &v->partitions[p];
    uint32_t apex_level = update_bits_of(s).path, n_apex = s->update_apex_leaves;
    TRY(MEM_NEW(out->apex_leaves, n_apex));
    TRY(MEM_NEW(out->values, (size_t)v->proof->challenges * v->layout.stride));
    TRY(MEM_NEW(out->nodes, v->proof->challenges));
    out->comm_c = u->old->comm_c;
    out->old_root = u->old->comm_r_last;
    out->new_root = u->comm_r_last;
    out->data_root = u->statement.comm_d_new;
    for (uint32_t i = 0; i < n_apex; i++)
        out->apex_leaves[i] = *sparse_tree_node(&u->tree_d, apex_level, p * n_apex + i);
    update_challenges(out->nodes, s, &u->statement.comm_r_new, p);
    for (uint32_t c = 0; c < v->proof->challenges; c++)
        prove_node(u, &v->layout, out->nodes[c], out->values + (size_t)c * v->layout.stride);
    return ST_OK;
}

status sparse_update_prove(struct update_vanilla *out, const struct sparse_update *u)
{
    struct update_vanilla v = {.proof = u->statement.proof};
    status st = ST_OK;
    update_layout_init(&v.layout, v.proof->sector);
    TRY(MEM_NEW(v.partitions, v.proof->partitions));
    v.n_partitions = v.proof->partitions;
    for (uint32_t p = 0; p < v.n_partitions; p++)
        TRY_OUT(prove_partition(&v, u, p));
    *out = v;
    v = (struct update_vanilla){0};
out:
    update_vanilla_fini(&v);
    return st;
}
