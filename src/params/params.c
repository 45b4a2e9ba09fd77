#include "params/params.h"

#include "base/mem.h"
#include <string.h>

#define CHECK_CHUNK 1024

const char *params_query_name(enum params_query q)
{
    static const char *const names[PARAMS_N_QUERIES] = {"h", "l", "a", "b_g1", "b_g2"};
    return names[q];
}

static size_t point_bytes(enum params_query q)
{
    return q == PARAMS_B_G2 ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES;
}

/* ---- verifying keys ---- */

static status read_g1(g1_affine *out, struct bytes *b, const char *what)
{
    const uint8_t *p;
    size_t at = b->pos;
    TRY(bytes_take(b, &p, G1_UNCOMPRESSED_BYTES, what));
    status st = g1_from_uncompressed(out, p);
    if (st != ST_OK) return status_prefix(st, "%s: %s at offset %zu", b->name, what, at);
    return ST_OK;
}

static status read_g2(g2_affine *out, struct bytes *b, const char *what)
{
    const uint8_t *p;
    size_t at = b->pos;
    TRY(bytes_take(b, &p, G2_UNCOMPRESSED_BYTES, what));
    status st = g2_from_uncompressed(out, p);
    if (st != ST_OK) return status_prefix(st, "%s: %s at offset %zu", b->name, what, at);
    return ST_OK;
}

/* A number of points that must fit into what is left. */
static status read_count(size_t *out, struct bytes *b, size_t elem_bytes, const char *what)
{
    uint32_t n;
    size_t at = b->pos;
    TRY(bytes_u32_be(b, &n, what));
    if (n > bytes_left(b) / elem_bytes)
        FAIL(ST_FORMAT, "%s: %s at offset %zu: %u points of %zu bytes do not fit in %zu bytes",
             b->name, what, at, n, elem_bytes, bytes_left(b));
    *out = n;
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
    TRY_OUT(read_count(&vk.n_ic, b, G1_UNCOMPRESSED_BYTES, "number of ic points"));
    if (vk.n_ic == 0) FAIL_OUT(ST_FORMAT, "%s: a key without ic points", b->name);
    TRY_OUT(MEM_NEW(vk.ic, vk.n_ic));
    for (size_t i = 0; i < vk.n_ic; i++)
        TRY_OUT(read_g1(&vk.ic[i], b, "ic point"));
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
    TRY(file_read(&f, path, (size_t)64 << 20));
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

/* ---- parameter files ---- */

status params_open(struct params_file *out, const char *path)
{
    struct params_file p = {0};
    status st = ST_OK;
    TRY_OUT(file_map(&p.file, path));
    struct bytes b = bytes_of(p.file.data, p.file.n, path);
    TRY_OUT(vk_read(&p.vk, &b));
    for (int q = 0; q < PARAMS_N_QUERIES; q++) {
        const char *name = params_query_name((enum params_query)q);
        size_t size = point_bytes((enum params_query)q);
        TRY_OUT(read_count(&p.query[q].n, &b, size, name));
        TRY_OUT(bytes_take(&b, &p.query[q].points, size * p.query[q].n, name));
    }
    TRY_OUT(bytes_end(&b));
    *out = p;
    p = (struct params_file){0};
out:
    params_close(&p);
    return st;
}

void params_close(struct params_file *p)
{
    vk_fini(&p->vk);
    file_release(&p->file);
    *p = (struct params_file){0};
}

struct check {
    const struct params_file *p;
    enum params_query q;
};

static status check_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct check *k = ctx;
    for (size_t i = begin; i < end; i++) {
        const uint8_t *bytes = k->p->query[k->q].points + i * point_bytes(k->q);
        g1_affine a;
        g2_affine b;
        bool infinity;
        status st;
        if (k->q == PARAMS_B_G2) {
            st = g2_from_uncompressed(&b, bytes);
            infinity = st == ST_OK && g2_affine_is_infinity(&b);
        } else {
            st = g1_from_uncompressed(&a, bytes);
            infinity = st == ST_OK && g1_affine_is_infinity(&a);
        }
        if (infinity) st = status_fail(ST_FORMAT, "point at infinity");
        if (st != ST_OK)
            return status_prefix(st, "point %zu of %s at offset %zu", i, params_query_name(k->q),
                                 (size_t)(bytes - k->p->file.data));
    }
    return ST_OK;
}

status params_check(const struct params_file *p, struct pool *pool, const struct cancel *cancel)
{
    for (int q = 0; q < PARAMS_N_QUERIES; q++) {
        struct check k = {p, (enum params_query)q};
        TRY(pool_range(pool, p->query[q].n, CHECK_CHUNK, check_range, &k, cancel));
    }
    return ST_OK;
}

/* Montgomery multiplication takes any 384-bit operand to a reduced value when the other is reduced
 * and the operand is below 2^384: the product is below p * 2^384. */
static void coordinate_quick(fp *out, const uint8_t bytes[48], bool with_flags)
{
    fp_int x;
    for (int i = 0; i < 6; i++)
        x.l[5 - i] = load_u64_be(bytes + 8 * i);
    if (with_flags) x.l[5] &= UINT64_MAX >> 3;
    fp_from_int(out, &x);
}

void params_g1_quick(g1_affine *out, const uint8_t bytes[G1_UNCOMPRESSED_BYTES])
{
    coordinate_quick(&out->x, bytes, true);
    coordinate_quick(&out->y, bytes + 48, false);
}

void params_g2_quick(g2_affine *out, const uint8_t bytes[G2_UNCOMPRESSED_BYTES])
{
    coordinate_quick(&out->x.c1, bytes, true);
    coordinate_quick(&out->x.c0, bytes + 48, false);
    coordinate_quick(&out->y.c1, bytes + 96, false);
    coordinate_quick(&out->y.c0, bytes + 144, false);
}
