#include "filecoin/update_vanilla.h"

#include "base/mem.h"
#include "filecoin/merkle_proof.h"
#include "math/codec.h"
#include <stdio.h>
#include <string.h>

#define NAME_BYTES 64
static void blob_name(char name[NAME_BYTES], size_t partition)
{
    snprintf(name, NAME_BYTES, "partition proof %zu", partition);
}

void update_layout_init(struct update_layout *l, const struct sector_size *s)
{
    *l = (struct update_layout){.tree_siblings = tree_siblings(s->tree, s->nodes_log2),
                                .data_siblings = tree_siblings(TREE_BINARY, s->nodes_log2),
                                .old_leaf = 0,
                                .data_leaf = 1,
                                .new_leaf = 2,
                                .old_path = 3};
    l->data_path = l->old_path + l->tree_siblings;
    l->new_path = l->data_path + l->data_siblings;
    l->stride = l->new_path + l->tree_siblings;
}

/* comm_c, apex leaves, number of challenges. */
static size_t head_bytes(const struct sector_size *s)
{
    return NODE_BYTES + 8 + NODE_BYTES * (size_t)s->update_apex_leaves + 8;
}

size_t update_vanilla_bytes(const struct update_proof *proof)
{
    const struct sector_size *s = proof->sector;
    return head_bytes(s) + proof->challenges * (2 * merkle_proof_bytes(s->tree, s->nodes_log2) +
                                                merkle_proof_bytes(TREE_BINARY, s->nodes_log2));
}

/* apex_leaves may be NULL: then they are skipped. */
static status read_head(struct bytes *b, const struct sector_size *s, fr_int *comm_c,
                        fr_int *apex_leaves)
{
    const uint8_t *skipped;
    TRY(bincode_elements(b, comm_c, 1, "comm_c"));
    TRY(bincode_length(b, s->update_apex_leaves, "apex leaves"));
    if (apex_leaves)
        TRY(bincode_elements(b, apex_leaves, s->update_apex_leaves, "apex leaf"));
    else
        TRY(bincode_digests(b, &skipped, s->update_apex_leaves, "apex leaves"));
    return bincode_length(b, s->update_challenges, "challenge proofs");
}

/* The head, then the size, which follows from it. The head comes first because it says more. */
static status check_blob(const struct blob *blob, const struct update_proof *proof, size_t p)
{
    char name[NAME_BYTES];
    fr_int comm_c;
    size_t wanted = update_vanilla_bytes(proof);
    blob_name(name, p);
    struct bytes b = bytes_of(blob->data, blob->n, name);
    TRY(read_head(&b, proof->sector, &comm_c, NULL));
    if (blob->n < wanted)
        FAIL(ST_FORMAT, "%s: ends at offset %zu, wanted %zu bytes for %s", name, blob->n, wanted,
             proof->name);
    if (blob->n > wanted)
        FAIL(ST_FORMAT, "%s: %zu unexpected bytes at offset %zu, wanted none for %s", name,
             blob->n - wanted, wanted, proof->name);
    return ST_OK;
}

/* The first challenge says a root, all others repeat it. */
static status same_root(const struct bytes *b, fr_int *root, const fr_int *found, bool first,
                        const char *what)
{
    char w[2 * NODE_BYTES + 1], f[2 * NODE_BYTES + 1];
    uint8_t bytes[NODE_BYTES];
    if (first) *root = *found;
    if (memcmp(root, found, sizeof *root) == 0) return ST_OK;
    fr_int_to_le(bytes, root);
    hex_encode(w, bytes, NODE_BYTES);
    fr_int_to_le(bytes, found);
    hex_encode(f, bytes, NODE_BYTES);
    FAIL(ST_FORMAT, "%s: root of %s before offset %zu: wanted challenge 0's %s, found %s", b->name,
         what, b->pos, w, f);
}

struct part {
    const char *what;
    struct tree_arities tree;
    uint32_t leaf, path;
    fr_int *root;
};

static status read_challenge(struct bytes *b, const struct update_vanilla *v,
                             struct update_partition *p, uint32_t c)
{
    const struct update_layout *l = &v->layout;
    const struct sector_size *s = v->proof->sector;
    fr_int *values = p->values + (size_t)c * l->stride, root;
    const struct part parts[] = {
        {"the old replica", s->tree, l->old_leaf, l->old_path, &p->old_root},
        {"the new data", TREE_BINARY, l->data_leaf, l->data_path, &p->data_root},
        {"the new replica", s->tree, l->new_leaf, l->new_path, &p->new_root}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const struct part *part = &parts[i];
        uint64_t node;
        status st = merkle_proof_decode(b, part->tree, s->nodes_log2, &root, &values[part->leaf],
                                        &values[part->path], &node);
        if (st != ST_OK) return status_prefix(st, "%s", part->what);
        TRY(same_root(b, part->root, &root, c == 0, part->what));
        if (i == 0) p->nodes[c] = (uint32_t)node;
        if (node != p->nodes[c])
            FAIL(ST_FORMAT,
                 "%s: node of %s before offset %zu: wanted the old replica's %u, found %u", b->name,
                 part->what, b->pos, p->nodes[c], (unsigned)node);
    }
    return ST_OK;
}

struct decode_ctx {
    const struct update_vanilla *v;
    const struct blob *blobs;
};

static status decode_task(void *arg, size_t p, unsigned worker)
{
    const struct decode_ctx *ctx = arg;
    const struct update_proof *proof = ctx->v->proof;
    struct update_partition *out = &ctx->v->partitions[p];
    char name[NAME_BYTES];
    (void)worker;
    blob_name(name, p);
    struct bytes b = bytes_of(ctx->blobs[p].data, ctx->blobs[p].n, name);
    TRY(read_head(&b, proof->sector, &out->comm_c, out->apex_leaves));
    for (uint32_t c = 0; c < proof->challenges; c++) {
        status st = read_challenge(&b, ctx->v, out, c);
        if (st != ST_OK) return status_prefix(st, "partition %zu: challenge %u", p, c);
    }
    return bytes_end(&b);
}

static status partition_alloc(struct update_partition *p, const struct update_vanilla *v)
{
    size_t n = v->proof->challenges;
    TRY(MEM_NEW(p->apex_leaves, v->proof->sector->update_apex_leaves));
    TRY(MEM_NEW(p->values, n * v->layout.stride));
    return MEM_NEW(p->nodes, n);
}

status update_vanilla_decode(struct update_vanilla *out, const struct update_proof *proof,
                             const struct blob *blobs, size_t n, struct pool *pool,
                             const struct cancel *cancel)
{
    status st = ST_OK;
    struct update_vanilla v = {.proof = proof};
    update_layout_init(&v.layout, proof->sector);
    if (n > proof->partitions)
        FAIL(ST_ARG, "%s: wanted at most %u partition proofs, found %zu", proof->name,
             proof->partitions, n);
    for (size_t p = 0; p < n; p++)
        TRY(check_blob(&blobs[p], proof, p));
    TRY_OUT(MEM_NEW(v.partitions, n));
    v.n_partitions = (uint32_t)n;
    for (size_t p = 0; p < n; p++)
        TRY_OUT(partition_alloc(&v.partitions[p], &v));
    TRY_OUT(pool_run(pool, n, decode_task, &(struct decode_ctx){&v, blobs}, cancel));
    *out = v;
    v = (struct update_vanilla){0};
out:
    update_vanilla_fini(&v);
    return st;
}

void update_vanilla_fini(struct update_vanilla *v)
{
    for (size_t p = 0; p < v->n_partitions; p++) {
        mem_free(v->partitions[p].apex_leaves);
        mem_free(v->partitions[p].values);
        mem_free(v->partitions[p].nodes);
    }
    mem_free(v->partitions);
    *v = (struct update_vanilla){0};
}
