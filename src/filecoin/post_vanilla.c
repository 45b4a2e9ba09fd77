#include "filecoin/post_vanilla.h"

#include "base/mem.h"
#include "filecoin/merkle_proof.h"
#include "math/codec.h"
#include <stdio.h>
#include <string.h>

#define HEAD_BYTES (8 + NODE_BYTES + 8 + 8)

#define NAME_BYTES 64
static void blob_name(char name[NAME_BYTES], size_t number)
{
    snprintf(name, NAME_BYTES, "sector proof %zu", number);
}

size_t post_vanilla_bytes(const struct post_proof *proof)
{
    return HEAD_BYTES + 2 * NODE_BYTES +
           proof->challenges * merkle_proof_bytes(proof->sector->tree, proof->sector->nodes_log2);
}

status post_vanilla_sector_id(uint64_t *out, const struct blob *blob)
{
    struct bytes b = bytes_of(blob->data, blob->n, "sector proof");
    return bytes_u64_le(&b, out, "sector id");
}

static status read_head(struct bytes *b, const struct post_proof *proof, struct post_sector *s)
{
    TRY(bytes_u64_le(b, &s->id, "sector id"));
    TRY(bincode_elements(b, &s->comm_r, 1, "comm_r"));
    TRY(bincode_length(b, 1, "sectors"));
    TRY(bincode_length(b, proof->challenges, "inclusion proofs"));
    return ST_OK;
}

/* The head, then the size, which follows from it. The head comes first because it says more. */
static status check_blob(const struct blob *blob, const struct post_proof *proof, size_t number)
{
    char name[NAME_BYTES];
    struct post_sector s;
    blob_name(name, number);
    struct bytes b = bytes_of(blob->data, blob->n, name);
    size_t wanted = post_vanilla_bytes(proof);
    TRY(read_head(&b, proof, &s));
    if (blob->n < wanted)
        FAIL(ST_FORMAT, "%s (sector %llu): ends at offset %zu, wanted %zu bytes for %s", name,
             (unsigned long long)s.id, blob->n, wanted, proof->name);
    if (blob->n > wanted)
        FAIL(ST_FORMAT, "%s (sector %llu): %zu unexpected bytes at offset %zu, wanted none for %s",
             name, (unsigned long long)s.id, blob->n - wanted, wanted, proof->name);
    return ST_OK;
}

static status differs(const struct bytes *b, size_t at, const char *what, const fr_int *wanted,
                      const fr_int *found)
{
    char w[2 * NODE_BYTES + 1], f[2 * NODE_BYTES + 1];
    uint8_t bytes[NODE_BYTES];
    fr_int_to_le(bytes, wanted);
    hex_encode(w, bytes, NODE_BYTES);
    fr_int_to_le(bytes, found);
    hex_encode(f, bytes, NODE_BYTES);
    FAIL(ST_FORMAT, "%s: %s before offset %zu: wanted %s, found %s", b->name, what, at, w, f);
}

/* Inclusion proof k of sector i; its root has to be comm_r_last. */
static status read_challenge(struct bytes *b, struct post_vanilla *v, size_t i, uint32_t k)
{
    const struct sector_size *size = v->proof->sector;
    size_t challenge = i * v->proof->challenges + k;
    fr_int *values = v->values + challenge * v->stride, root;
    TRY(merkle_proof_decode(b, size->tree, size->nodes_log2, &root, &values[0], &values[1],
                            &v->leaves[challenge]));
    if (memcmp(&root, &v->sectors[i].comm_r_last, sizeof root) != 0)
        return differs(b, b->pos, "root is not comm_r_last", &v->sectors[i].comm_r_last, &root);
    return ST_OK;
}

static status read_sector(struct bytes *b, struct post_vanilla *v, size_t i)
{
    struct post_sector *s = &v->sectors[i];
    struct bytes tail = *b;
    tail.pos = tail.n - 2 * NODE_BYTES;
    TRY(read_head(b, v->proof, s));
    TRY(bincode_elements(&tail, &s->comm_c, 1, "comm_c"));
    TRY(bincode_elements(&tail, &s->comm_r_last, 1, "comm_r_last"));
    for (uint32_t k = 0; k < v->proof->challenges; k++) {
        status st = read_challenge(b, v, i, k);
        if (st != ST_OK)
            return status_prefix(st, "sector %llu: challenge %u", (unsigned long long)s->id, k);
    }
    MUST(bytes_left(b) == 2 * NODE_BYTES); /* its size is the one that was checked */
    return ST_OK;
}

struct decode_ctx {
    struct post_vanilla *v;
    const struct blob *blobs;
};

static status decode_task(void *arg, size_t i, unsigned worker)
{
    struct decode_ctx *ctx = arg;
    char name[NAME_BYTES];
    (void)worker;
    blob_name(name, i);
    struct bytes b = bytes_of(ctx->blobs[i].data, ctx->blobs[i].n, name);
    return read_sector(&b, ctx->v, i);
}

status post_vanilla_decode(struct post_vanilla *out, const struct post_proof *proof,
                           const struct blob *blobs, size_t n, struct pool *pool,
                           const struct cancel *cancel)
{
    status st = ST_OK;
    struct post_vanilla v = {.proof = proof, .n_sectors = n};
    v.siblings = tree_siblings(proof->sector->tree, proof->sector->nodes_log2);
    v.stride = 1 + v.siblings;
    size_t n_values;
    for (size_t i = 0; i < n; i++)
        TRY(check_blob(&blobs[i], proof, i));
    if (!size_mul(&n_values, n, (size_t)proof->challenges * v.stride))
        FAIL(ST_ARG, "%zu sector proofs overflow the size", n);
    TRY_OUT(MEM_NEW(v.sectors, n));
    TRY_OUT(MEM_NEW(v.leaves, n_values / v.stride));
    TRY_OUT(MEM_NEW(v.values, n_values));
    TRY_OUT(pool_run(pool, n, decode_task, &(struct decode_ctx){&v, blobs}, cancel));
    *out = v;
    v = (struct post_vanilla){0};
out:
    post_vanilla_fini(&v);
    return st;
}

void post_vanilla_fini(struct post_vanilla *v)
{
    mem_free(v->sectors);
    mem_free(v->values);
    mem_free(v->leaves);
    *v = (struct post_vanilla){0};
}
