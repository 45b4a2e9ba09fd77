#include "filecoin/update_check.h"

#include "base/mem.h"
#include "filecoin/merkle_fault.h"
#include "filecoin/tree.h"
#include <string.h>

/* A partition's apex: the leaves, the levels above them, and last the path from its root on up to
 * comm_d_new, which challenge 0 says. */
struct apex {
    fr_int *nodes; /* of level l, from the leaves up, at 2^(bits+1) - 2^(bits+1-l) */
    const fr_int *path;
};

struct check {
    const struct update_vanilla *v;
    const struct update_statement *s;
    struct update_bits bits;
    struct tree_shape tree;
    struct apex *apex; /* of each partition */
    fr phi;
};

static bool equal(const fr_int *a, const fr_int *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Equal, or the failure "what: wanted .., found ..". */
static status expect(const char *what, const fr_int *found, const fr_int *wanted)
{
    char f[2 * NODE_BYTES + 1], w[2 * NODE_BYTES + 1];
    if (equal(found, wanted)) return ST_OK;
    hex_encode(f, (const uint8_t *)found, NODE_BYTES);
    hex_encode(w, (const uint8_t *)wanted, NODE_BYTES);
    FAIL(ST_UNSAT, "%s: wanted %s, found %s", what, w, f);
}

static status nonzero(status code, const char *what, const fr_int *v)
{
    if ((v->l[0] | v->l[1] | v->l[2] | v->l[3]) == 0)
        FAIL(code, "%s: wanted a commitment, found zero", what);
    return ST_OK;
}

status update_statement_check(const struct update_statement *s)
{
    MUST(s->h_index < UPDATE_N_HS);
    TRY(nonzero(ST_ARG, "comm_r_old", &s->comm_r_old));
    TRY(nonzero(ST_ARG, "comm_r_new", &s->comm_r_new));
    return nonzero(ST_ARG, "comm_d_new", &s->comm_d_new);
}

/* ---- a partition ---- */

static fr_int *apex_level(const struct check *k, const struct apex *a, uint32_t level)
{
    size_t all = (size_t)2 << k->bits.apex;
    return a->nodes + (all - (all >> level));
}

/* Values of challenge c. */
static const fr_int *values_of(const struct check *k, uint32_t p, uint32_t c)
{
    return update_values(k->v, p, c);
}

static void apex_build(const struct check *k, struct apex *a, uint32_t p)
{
    const fr_int *leaves = k->v->partitions[p].apex_leaves;
    memcpy(a->nodes, leaves, sizeof *leaves << k->bits.apex);
    for (uint32_t l = 0; l < k->bits.apex; l++) {
        const fr_int *children = apex_level(k, a, l);
        fr_int *parents = apex_level(k, a, l + 1);
        for (size_t i = 0; i < (size_t)1 << (k->bits.apex - l - 1); i++)
            tree_parent(&parents[i], TREE_SHA256, children + 2 * i, 2);
    }
    a->path = values_of(k, p, 0) + k->v->layout.data_path + k->bits.own;
}

static status check_comm_r(const char *what, const fr_int *comm_c, const fr_int *root,
                           const fr_int *comm_r)
{
    fr_int pair[2] = {*comm_c, *root}, hash;
    poseidon_of_ints(&hash, pair, 2);
    return expect(what, &hash, comm_r);
}

static status check_commitments(const struct check *k, uint32_t p)
{
    const struct update_partition *part = &k->v->partitions[p];
    TRY(nonzero(ST_UNSAT, "comm_c", &part->comm_c));
    TRY(nonzero(ST_UNSAT, "root of the old replica", &part->old_root));
    TRY(nonzero(ST_UNSAT, "root of the new replica", &part->new_root));
    TRY(check_comm_r("H(comm_c, root of the old replica) is comm_r_old", &part->comm_c,
                     &part->old_root, &k->s->comm_r_old));
    TRY(check_comm_r("H(comm_c, root of the new replica) is comm_r_new", &part->comm_c,
                     &part->new_root, &k->s->comm_r_new));
    return expect("root of the new data is comm_d_new", &part->data_root, &k->s->comm_d_new);
}

static status check_nodes(const struct check *k, uint32_t p)
{
    const uint32_t *nodes = k->v->partitions[p].nodes;
    uint32_t challenges[UPDATE_MAX_CHALLENGES];
    update_challenges(challenges, k->v->proof->sector, &k->s->comm_r_new, p);
    for (uint32_t c = 0; c < k->v->proof->challenges; c++) {
        uint32_t wanted = challenges[c], share = nodes[c] >> k->bits.own;
        if (nodes[c] == wanted) continue;
        if (share != p)
            FAIL(ST_UNSAT, "challenge %u: wanted node %u, found %u, which is of partition %u", c,
                 wanted, nodes[c], share);
        FAIL(ST_UNSAT, "challenge %u: wanted node %u for this comm_r_new, found %u", c, wanted,
             nodes[c]);
    }
    return ST_OK;
}

static status check_apex(const struct check *k, uint32_t p)
{
    struct apex *a = &k->apex[p];
    apex_build(k, a, p);
    fr_int root = *apex_level(k, a, k->bits.apex);
    struct tree_shape above = {TREE_SHA256, TREE_BINARY, k->bits.partition};
    tree_path_root(&root, above, &root, p, a->path);
    return expect("root above the apex leaves", &root, &k->s->comm_d_new);
}

static status check_partition(const struct check *k, uint32_t p)
{
    TRY(check_commitments(k, p));
    TRY(check_nodes(k, p));
    return check_apex(k, p);
}

static status partition_task(void *ctx, size_t p, unsigned worker)
{
    (void)worker;
    status st = check_partition(ctx, (uint32_t)p);
    return st == ST_OK ? st : status_prefix(st, "partition %zu", p);
}

/* ---- a challenge ---- */

struct one {
    const struct check *check;
    uint32_t partition, challenge, node;
    const fr_int *values;
};

static status check_encoding(const struct one *o)
{
    const struct check *k = o->check;
    const struct update_layout *l = &k->v->layout;
    uint32_t h = k->v->proof->sector->update_hs[k->s->h_index];
    fr_int new_node;
    fr rho;
    update_rho(&rho, &k->phi, o->node >> (k->bits.node - h));
    update_encode(&new_node, &o->values[l->old_leaf], &o->values[l->data_leaf], &rho);
    return expect("new node is the old one plus data times rho", &o->values[l->new_leaf],
                  &new_node);
}

/* One of the replicas. */
struct replica {
    const struct one *one;
    const char *what;
    uint32_t leaf, path;
    const fr_int *root;
};

static struct merkle_path replica_path(const void *ctx, size_t c)
{
    const struct replica *r = ctx;
    const struct check *k = r->one->check;
    const fr_int *values = values_of(k, r->one->partition, (uint32_t)c);
    return (struct merkle_path){.leaf = values + r->leaf,
                                .siblings = values + r->path,
                                .node = k->v->partitions[r->one->partition].nodes[c]};
}

static status check_replica(const struct replica *r)
{
    const struct check *k = r->one->check;
    struct merkle_path path = replica_path(r, r->one->challenge);
    char level[MERKLE_FAULT_TEXT_MAX];
    fr_int root;
    tree_path_root(&root, k->tree, path.leaf, path.node, path.siblings);
    if (equal(&root, r->root)) return ST_OK;
    merkle_fault_text(
        level, merkle_fault_find(k->tree, r->root, path, replica_path, r, k->v->proof->challenges));
    status st = expect("root", &root, r->root);
    return status_prefix(st, "path of the %s is wrong at %s", r->what, level);
}

/* Up to the apex leaf, whose place in comm_d_new is known; above it the siblings are known. */
static status check_data(const struct one *o)
{
    const struct check *k = o->check;
    const struct update_layout *l = &k->v->layout;
    const struct apex *a = &k->apex[o->partition];
    const fr_int *siblings = o->values + l->data_path;
    struct tree_shape below = {TREE_SHA256, TREE_BINARY, k->bits.path};
    uint32_t place = (o->node & ((1u << k->bits.own) - 1)) >> k->bits.path;
    fr_int leaf;
    tree_path_root(&leaf, below, &o->values[l->data_leaf], o->node, siblings);
    status st = expect("apex leaf", &leaf, apex_level(k, a, 0) + place);
    if (st != ST_OK)
        return status_prefix(st, "path of the new data is wrong at level %u or below",
                             k->bits.path - 1);
    for (uint32_t i = k->bits.path; i < l->data_siblings; i++) {
        uint32_t up = i - k->bits.path;
        const fr_int *wanted = up < k->bits.apex ? apex_level(k, a, up) + (place >> up ^ 1)
                                                 : &a->path[up - k->bits.apex];
        st = expect("sibling", &siblings[i], wanted);
        if (st != ST_OK) return status_prefix(st, "path of the new data is wrong at level %u", i);
    }
    return ST_OK;
}

static status check_challenge(const struct one *o)
{
    const struct check *k = o->check;
    const struct update_layout *l = &k->v->layout;
    const struct update_partition *p = &k->v->partitions[o->partition];
    const struct replica old_replica = {o, "old replica", l->old_leaf, l->old_path, &p->old_root};
    const struct replica new_replica = {o, "new replica", l->new_leaf, l->new_path, &p->new_root};
    TRY(check_replica(&old_replica));
    TRY(check_data(o));
    TRY(check_replica(&new_replica));
    return check_encoding(o);
}

static status challenge_task(void *ctx, size_t i, unsigned worker)
{
    const struct check *k = ctx;
    uint32_t n = k->v->proof->challenges;
    struct one o = {.check = k, .partition = (uint32_t)(i / n), .challenge = (uint32_t)(i % n)};
    (void)worker;
    o.node = k->v->partitions[o.partition].nodes[o.challenge];
    o.values = values_of(k, o.partition, o.challenge);
    status st = check_challenge(&o);
    if (st == ST_OK) return st;
    return status_prefix(st, "partition %u: challenge %u (node %u)", o.partition, o.challenge,
                         o.node);
}

status update_check(const struct update_vanilla *v, const struct update_statement *s,
                    struct pool *pool, const struct cancel *cancel)
{
    status st = ST_OK;
    size_t n_partitions = v->n_partitions, apex_nodes = 2 * v->proof->sector->update_apex_leaves;
    struct check k = {.v = v,
                      .s = s,
                      .bits = update_bits_of(v->proof->sector),
                      .tree = tree_shape_replica(v->proof->sector)};
    fr_int *nodes = NULL;
    MUST(s->proof == v->proof);
    TRY(update_statement_check(s));
    update_phi(&k.phi, &s->comm_d_new, &s->comm_r_old);
    TRY_OUT(MEM_NEW(k.apex, n_partitions));
    TRY_OUT(MEM_NEW(nodes, n_partitions * apex_nodes));
    for (size_t p = 0; p < n_partitions; p++)
        k.apex[p].nodes = nodes + p * apex_nodes;
    TRY_OUT(pool_run(pool, n_partitions, partition_task, &k, cancel));
    TRY_OUT(pool_run(pool, n_partitions * v->proof->challenges, challenge_task, &k, cancel));
out:
    mem_free(k.apex);
    mem_free(nodes);
    return st;
}
