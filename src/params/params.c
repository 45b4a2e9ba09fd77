#include "params/params.h"

#include "base/mem.h"
#include "params/point_decoder.h"
#include <string.h>

#define CHECK_CHUNK 512
#define CHECK_BATCH ((size_t)1 << 16) /* points between two reports of progress */
#define READ_CHUNK  4096

const char *params_query_name(enum params_query q)
{
    static const char *const names[PARAMS_N_QUERIES] = {"h", "l", "a", "b_g1", "b_g2"};
    return names[q];
}

size_t params_point_bytes(enum params_query q)
{
    return q == PARAMS_B_G2 ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES;
}

/* ---- the index ---- */

static status index_query(struct params_file *p, struct bytes *b, enum params_query q)
{
    const char *name = params_query_name(q);
    size_t size = params_point_bytes(q), at = b->pos;
    uint32_t n;
    TRY(bytes_u32_be(b, &n, name));
    if (n > bytes_left(b) / size)
        FAIL(ST_FORMAT, "%s: query %s at offset %zu: %u points of %zu bytes do not fit in %zu",
             b->name, name, at, n, size, bytes_left(b));
    p->query[q].n = n;
    p->query[q].offset = b->pos;
    return bytes_take(b, &p->query[q].points, size * n, name);
}

/* What holds in every key of bellperson's, whatever the circuit. */
static status check_lengths(const struct params_file *p)
{
    size_t domain = p->query[PARAMS_H].n + 1, n_a = p->query[PARAMS_A].n;
    size_t n_b1 = p->query[PARAMS_B_G1].n, n_b2 = p->query[PARAMS_B_G2].n;
    if ((domain & (domain - 1)) != 0)
        FAIL(ST_FORMAT, "%s: query h: wanted one point less than a power of two, found %zu",
             p->name, domain - 1);
    if (n_a < p->vk.n_ic)
        FAIL(ST_FORMAT, "%s: query a: wanted at least one point for each of %zu inputs, found %zu",
             p->name, p->vk.n_ic, n_a);
    if (n_b1 != n_b2)
        FAIL(ST_FORMAT, "%s: queries b_g1 and b_g2: wanted equal lengths, found %zu and %zu",
             p->name, n_b1, n_b2);
    return ST_OK;
}

static status index_all(struct params_file *p)
{
    struct bytes b = bytes_of(p->data, p->n_bytes, p->name);
    TRY(vk_read(&p->vk, &b));
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        TRY(index_query(p, &b, (enum params_query)q));
    TRY(bytes_end(&b));
    return check_lengths(p);
}

static status copy_name(char **out, const char *name)
{
    size_t n = strlen(name) + 1;
    TRY(MEM_NEW(*out, n));
    memcpy(*out, name, n);
    return ST_OK;
}

status params_open_bytes(struct params_file *out, const void *data, size_t n, const char *name)
{
    struct params_file p = {.data = data, .n_bytes = n};
    status st = copy_name(&p.name, name);
    if (st == ST_OK) st = index_all(&p);
    if (st == ST_OK)
        *out = p;
    else
        params_close(&p);
    return st;
}

status params_open(struct params_file *out, const char *path)
{
    struct file_data f = {0};
    struct params_file p = {0};
    TRY(file_map(&f, path));
    status st = params_open_bytes(&p, f.data, f.n, path);
    if (st != ST_OK) {
        file_release(&f);
        return st;
    }
    p.file = f;
    *out = p;
    return ST_OK;
}

void params_close(struct params_file *p)
{
    vk_fini(&p->vk);
    file_release(&p->file);
    mem_free(p->name);
    *p = (struct params_file){0};
}

/* ---- checking ---- */

struct check {
    const struct params_file *p;
    enum params_query q;
    enum params_check_level level;
    size_t first;
};

static status check_point(const struct check *k, const uint8_t *bytes)
{
    g1_affine a;
    g2_affine b;
    bool infinity;
    if (k->q == PARAMS_B_G2) {
        TRY(k->level == PARAMS_CHECK_GROUP ? g2_from_uncompressed(&b, bytes)
                                           : g2_from_uncompressed_unchecked(&b, bytes));
        infinity = g2_affine_is_infinity(&b);
    } else {
        TRY(k->level == PARAMS_CHECK_GROUP ? g1_from_uncompressed(&a, bytes)
                                           : g1_from_uncompressed_unchecked(&a, bytes));
        infinity = g1_affine_is_infinity(&a);
    }
    if (infinity) FAIL(ST_FORMAT, "point at infinity");
    return ST_OK;
}

static status check_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct check *k = ctx;
    size_t size = params_point_bytes(k->q);
    for (size_t i = k->first + begin; i < k->first + end; i++) {
        status st = check_point(k, k->p->query[k->q].points + i * size);
        if (st != ST_OK)
            return status_prefix(st, "%s: point %zu of query %s at offset %zu", k->p->name, i,
                                 params_query_name(k->q), k->p->query[k->q].offset + i * size);
    }
    return ST_OK;
}

status params_check(const struct params_file *p, enum params_check_level level, struct pool *pool,
                    const struct cancel *cancel, const struct progress *progress)
{
    size_t done = 0, total = 0;
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        total += p->query[q].n;
    for (int q = 0; q < PARAMS_N_QUERIES; q++) {
        size_t n = p->query[q].n;
        for (size_t i = 0; i < n; i += CHECK_BATCH) {
            struct check k = {p, (enum params_query)q, level, i};
            size_t take = n - i < CHECK_BATCH ? n - i : CHECK_BATCH;
            TRY(pool_range(pool, take, CHECK_CHUNK, check_range, &k, cancel));
            done += take;
            progress_report(progress, done, total);
        }
    }
    return ST_OK;
}

/* ---- quick decoding ---- */

void params_g1_quick(g1_affine *out, const uint8_t bytes[G1_UNCOMPRESSED_BYTES])
{
    coordinate_quick(&out->x, bytes);
    coordinate_quick(&out->y, bytes + 48);
}

void params_g2_quick(g2_affine *out, const uint8_t bytes[G2_UNCOMPRESSED_BYTES])
{
    coordinate_quick(&out->x.c1, bytes);
    coordinate_quick(&out->x.c0, bytes + 48);
    coordinate_quick(&out->y.c1, bytes + 96);
    coordinate_quick(&out->y.c0, bytes + 144);
}

struct read {
    const uint8_t *points;
    void *out;
};

static status read_g1_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct read *r = ctx;
    struct point_decoder d;
    point_decoder_init(&d);
    for (size_t i = begin; i < end; i++)
        point_decoder_g1(&d, (g1_affine *)r->out + i, r->points + i * G1_UNCOMPRESSED_BYTES);
    point_decoder_flush(&d);
    return ST_OK;
}

static status read_g2_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct read *r = ctx;
    struct point_decoder d;
    point_decoder_init(&d);
    for (size_t i = begin; i < end; i++)
        point_decoder_g2(&d, (g2_affine *)r->out + i, r->points + i * G2_UNCOMPRESSED_BYTES);
    point_decoder_flush(&d);
    return ST_OK;
}

static status check_read(const struct params_file *p, enum params_query q, bool in_g2, size_t first,
                         size_t n)
{
    if ((q == PARAMS_B_G2) != in_g2)
        FAIL(ST_BUG, "%s: query %s is not in G%d", p->name, params_query_name(q), in_g2 + 1);
    if (first > p->query[q].n || n > p->query[q].n - first)
        FAIL(ST_ARG, "%s: query %s: points %zu to %zu of %zu", p->name, params_query_name(q), first,
             first + n, p->query[q].n);
    return ST_OK;
}

status params_read_g1(const struct params_file *p, enum params_query q, g1_affine *out,
                      size_t first, size_t n, struct pool *pool, const struct cancel *cancel)
{
    TRY(check_read(p, q, false, first, n));
    struct read r = {p->query[q].points + first * G1_UNCOMPRESSED_BYTES, out};
    return pool_range(pool, n, READ_CHUNK, read_g1_range, &r, cancel);
}

status params_read_g2(const struct params_file *p, enum params_query q, g2_affine *out,
                      size_t first, size_t n, struct pool *pool, const struct cancel *cancel)
{
    TRY(check_read(p, q, true, first, n));
    struct read r = {p->query[q].points + first * G2_UNCOMPRESSED_BYTES, out};
    return pool_range(pool, n, READ_CHUNK, read_g2_range, &r, cancel);
}
