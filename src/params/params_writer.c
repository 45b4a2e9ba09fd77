#include "params/params.h"

#include "base/mem.h"

#define CHUNK       512               /* points of one task */
#define BATCH       ((size_t)1 << 14) /* points encoded between two writes */
#define BUFFER_SIZE (BATCH * G2_UNCOMPRESSED_BYTES)

struct params_writer {
    struct file_writer *file;
    uint8_t *buffer;
    int query;   /* the open one; -1 before the first */
    size_t left; /* points it still wants */
};

static void writer_free(struct params_writer *w)
{
    mem_free(w->buffer);
    mem_free(w);
}

status params_writer_create(struct params_writer **out, const char *path,
                            const struct verifying_key *vk)
{
    struct params_writer *w;
    status st = ST_OK;
    TRY(MEM_NEW(w, 1));
    w->query = -1;
    TRY_OUT(MEM_NEW(w->buffer, BUFFER_SIZE));
    TRY_OUT(file_writer_create(&w->file, path));
    TRY_OUT(vk_write(w->file, vk));
    *out = w;
    w = NULL;
out:
    params_writer_abort(w);
    return st;
}

void params_writer_abort(struct params_writer *w)
{
    if (!w) return;
    file_writer_abort(w->file);
    writer_free(w);
}

static status check_complete(const struct params_writer *w)
{
    if (w->query >= 0 && w->left)
        FAIL(ST_BUG, "parameter file: query %s still wants %zu points",
             params_query_name((enum params_query)w->query), w->left);
    return ST_OK;
}

status params_writer_query(struct params_writer *w, enum params_query q, size_t n)
{
    uint8_t bytes[4];
    TRY(check_complete(w));
    if ((int)q != w->query + 1)
        FAIL(ST_BUG, "parameter file: query %s out of order", params_query_name(q));
    if (n > UINT32_MAX)
        FAIL(ST_UNSUPPORTED, "parameter file: query %s: at most 2^32 - 1 points, found %zu",
             params_query_name(q), n);
    store_u32_be(bytes, (uint32_t)n);
    w->query = (int)q;
    w->left = n;
    return file_writer_put(w->file, bytes, sizeof bytes);
}

struct encode {
    const void *points;
    uint8_t *out;
    bool in_g2;
};

static status encode_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct encode *e = ctx;
    for (size_t i = begin; i < end; i++)
        if (e->in_g2)
            g2_to_uncompressed(e->out + i * G2_UNCOMPRESSED_BYTES,
                               (const g2_affine *)e->points + i);
        else
            g1_to_uncompressed(e->out + i * G1_UNCOMPRESSED_BYTES,
                               (const g1_affine *)e->points + i);
    return ST_OK;
}

static status put_points(struct params_writer *w, const void *points, size_t n, bool in_g2,
                         struct pool *pool, const struct cancel *cancel)
{
    size_t encoded = in_g2 ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES;
    size_t in_memory = in_g2 ? sizeof(g2_affine) : sizeof(g1_affine);
    if (w->query < 0 || (w->query == PARAMS_B_G2) != in_g2 || n > w->left)
        FAIL(ST_BUG, "parameter file: %zu points of G%d where %zu of query number %d are open", n,
             in_g2 + 1, w->left, w->query);
    for (size_t i = 0; i < n; i += BATCH) {
        size_t take = n - i < BATCH ? n - i : BATCH;
        struct encode e = {(const char *)points + i * in_memory, w->buffer, in_g2};
        TRY(pool_range(pool, take, CHUNK, encode_range, &e, cancel));
        TRY(file_writer_put(w->file, w->buffer, take * encoded));
        w->left -= take;
    }
    return ST_OK;
}

status params_writer_g1(struct params_writer *w, const g1_affine *points, size_t n,
                        struct pool *pool, const struct cancel *cancel)
{
    return put_points(w, points, n, false, pool, cancel);
}

status params_writer_g2(struct params_writer *w, const g2_affine *points, size_t n,
                        struct pool *pool, const struct cancel *cancel)
{
    return put_points(w, points, n, true, pool, cancel);
}

status params_writer_commit(struct params_writer *w)
{
    status st = check_complete(w);
    if (st == ST_OK && w->query != PARAMS_B_G2)
        st = status_fail(ST_BUG, "parameter file: %d of %d queries written", w->query + 1,
                         PARAMS_N_QUERIES);
    if (st == ST_OK)
        st = file_writer_commit(w->file);
    else
        file_writer_abort(w->file);
    writer_free(w);
    return st;
}
