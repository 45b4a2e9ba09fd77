/* Both digests of the same piece run side by side, piece by piece, so that a file is read once. */
#include "params/params.h"

#include "hash/blake2b.h"
#include "hash/sha256.h"

#define PIECE_BYTES ((size_t)32 << 20)

struct digest {
    struct sha256 sha256;
    struct blake2b_ctx *blake2b;
    const uint8_t *data;
    size_t n;
};

static status digest_task(void *ctx, size_t task, unsigned worker)
{
    (void)worker;
    struct digest *d = ctx;
    if (task == 0) return blake2b_update(d->blake2b, d->data, d->n);
    sha256_update(&d->sha256, d->data, d->n);
    return ST_OK;
}

status file_digest_bytes(struct file_digest *out, const void *data, size_t n, struct pool *pool,
                         const struct cancel *cancel, const struct progress *progress)
{
    struct digest d = {0};
    struct file_digest result = {.n_bytes = n};
    status st = ST_OK;
    sha256_init(&d.sha256);
    TRY(blake2b_create(&d.blake2b));
    for (size_t at = 0; at < n; at += d.n) {
        d.data = (const uint8_t *)data + at;
        d.n = n - at < PIECE_BYTES ? n - at : PIECE_BYTES;
        TRY_OUT(pool_run(pool, 2, digest_task, &d, cancel));
        progress_report(progress, at + d.n, n);
    }
    sha256_final(&d.sha256, result.sha256);
    TRY_OUT(blake2b_final(d.blake2b, result.blake2b));
    *out = result;
out:
    blake2b_destroy(d.blake2b);
    return st;
}

status file_digest_path(struct file_digest *out, const char *path, struct pool *pool,
                        const struct cancel *cancel, const struct progress *progress)
{
    struct file_data f = {0};
    TRY(file_map(&f, path));
    status st = file_digest_bytes(out, f.data, f.n, pool, cancel, progress);
    file_release(&f);
    return st;
}
