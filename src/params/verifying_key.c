#include "params/params.h"

#include "base/mem.h"

#define VK_MAX_BYTES ((size_t)64 << 20)

static status check_point(const struct bytes *b, status st, bool infinity, const char *what,
                          size_t at)
{
    if (st == ST_OK && infinity) st = status_fail(ST_FORMAT, "point at infinity");
    if (st != ST_OK) return status_prefix(st, "%s: %s at offset %zu", b->name, what, at);
    return ST_OK;
}

static status read_g1(g1_affine *out, struct bytes *b, const char *what)
{
    const uint8_t *p;
    size_t at = b->pos;
    TRY(bytes_take(b, &p, G1_UNCOMPRESSED_BYTES, what));
    status st = g1_from_uncompressed(out, p);
    return check_point(b, st, st == ST_OK && g1_affine_is_infinity(out), what, at);
}

static status read_g2(g2_affine *out, struct bytes *b, const char *what)
{
    const uint8_t *p;
    size_t at = b->pos;
    TRY(bytes_take(b, &p, G2_UNCOMPRESSED_BYTES, what));
    status st = g2_from_uncompressed(out, p);
    return check_point(b, st, st == ST_OK && g2_affine_is_infinity(out), what, at);
}

static status read_ic(struct verifying_key *vk, struct bytes *b)
{
    uint32_t n;
    size_t at = b->pos;
    TRY(bytes_u32_be(b, &n, "number of ic points"));
    if (n == 0) FAIL(ST_FORMAT, "%s: no ic points at offset %zu, wanted at least one", b->name, at);
    if (n > bytes_left(b) / G1_UNCOMPRESSED_BYTES)
        FAIL(ST_FORMAT, "%s: number of ic points at offset %zu: %u of %d bytes do not fit in %zu",
             b->name, at, n, G1_UNCOMPRESSED_BYTES, bytes_left(b));
    TRY(MEM_NEW(vk->ic, n));
    vk->n_ic = n;
    for (size_t i = 0; i < n; i++)
        TRY(read_g1(&vk->ic[i], b, "ic point"));
    return ST_OK;
}

status vk_read(struct verifying_key *out, struct bytes *b)
{
    status st = ST_OK;
    struct verifying_key vk = {0};
    TRY_OUT(read_g1(&vk.alpha_g1, b, "alpha_g1"));
    TRY_OUT(read_g1(&vk.beta_g1, b, "beta_g1"));
    TRY_OUT(read_g2(&vk.beta_g2, b, "beta_g2"));
    TRY_OUT(read_g2(&vk.gamma_g2, b, "gamma_g2"));
    TRY_OUT(read_g1(&vk.delta_g1, b, "delta_g1"));
    TRY_OUT(read_g2(&vk.delta_g2, b, "delta_g2"));
    TRY_OUT(read_ic(&vk, b));
    *out = vk;
    vk = (struct verifying_key){0};
out:
    vk_fini(&vk);
    return st;
}

void vk_fini(struct verifying_key *vk)
{
    mem_free(vk->ic);
    *vk = (struct verifying_key){0};
}

status vk_read_file(struct verifying_key *out, const char *path)
{
    struct file_data f = {0};
    struct verifying_key vk = {0};
    TRY(file_read(&f, path, VK_MAX_BYTES));
    struct bytes b = bytes_of(f.data, f.n, path);
    status st = vk_read(&vk, &b);
    if (st == ST_OK) st = bytes_end(&b);
    file_release(&f);
    if (st == ST_OK)
        *out = vk;
    else
        vk_fini(&vk);
    return st;
}

static status put_g1(struct file_writer *w, const g1_affine *a)
{
    uint8_t bytes[G1_UNCOMPRESSED_BYTES];
    g1_to_uncompressed(bytes, a);
    return file_writer_put(w, bytes, sizeof bytes);
}

static status put_g2(struct file_writer *w, const g2_affine *a)
{
    uint8_t bytes[G2_UNCOMPRESSED_BYTES];
    g2_to_uncompressed(bytes, a);
    return file_writer_put(w, bytes, sizeof bytes);
}

status vk_write(struct file_writer *w, const struct verifying_key *vk)
{
    uint8_t n[4];
    if (vk->n_ic > UINT32_MAX) FAIL(ST_ARG, "verifying key: %zu ic points", vk->n_ic);
    store_u32_be(n, (uint32_t)vk->n_ic);
    TRY(put_g1(w, &vk->alpha_g1));
    TRY(put_g1(w, &vk->beta_g1));
    TRY(put_g2(w, &vk->beta_g2));
    TRY(put_g2(w, &vk->gamma_g2));
    TRY(put_g1(w, &vk->delta_g1));
    TRY(put_g2(w, &vk->delta_g2));
    TRY(file_writer_put(w, n, sizeof n));
    for (size_t i = 0; i < vk->n_ic; i++)
        TRY(put_g1(w, &vk->ic[i]));
    return ST_OK;
}

status vk_write_file(const char *path, const struct verifying_key *vk)
{
    struct file_writer *w;
    TRY(file_writer_create(&w, path));
    status st = vk_write(w, vk);
    if (st == ST_OK) return file_writer_commit(w);
    file_writer_abort(w);
    return st;
}
