/* The writer: yajl_gen for commas, quotes and indentation; the text is kept here. */
#include "base/json.h"

#include "base/bytes.h"
#include "base/mem.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yajl/yajl_gen.h>

struct json_writer {
    yajl_gen gen;
    yajl_alloc_funcs alloc_funcs;
    _Alignas(16) uint8_t gen_memory[4096];
    size_t gen_used;
    char *text;
    size_t n, cap;
    int open;
    status st; /* the first failure */
    char detail[STATUS_DETAIL_MAX];
};

/* yajl_gen does not check its few allocations; they come from here and cannot fail. */
static void *gen_new(void *ctx, size_t n)
{
    struct json_writer *w = ctx;
    n = (n + 15) & ~(size_t)15;
    MUST(n <= sizeof w->gen_memory - w->gen_used);
    void *p = w->gen_memory + w->gen_used;
    w->gen_used += n;
    return p;
}

static void *gen_resize(void *ctx, void *p, size_t n)
{
    MUST(p == NULL); /* nothing grows when it prints through a callback */
    return gen_new(ctx, n);
}

static void gen_release(void *ctx, void *p)
{
    (void)ctx, (void)p;
}

static void keep_failure(struct json_writer *w, status st)
{
    if (w->st != ST_OK) return;
    w->st = st;
    snprintf(w->detail, sizeof w->detail, "%s", status_detail());
}

static void append(void *ctx, const char *s, size_t n)
{
    struct json_writer *w = ctx;
    if (w->st != ST_OK) return;
    if (w->cap - w->n <= n) {
        size_t cap = 2 * w->cap + n + 256;
        char *p = mem_grow(w->text, w->cap, cap, 1);
        if (!p) {
            keep_failure(w, ST_NOMEM);
            return;
        }
        w->text = p;
        w->cap = cap;
    }
    memcpy(w->text + w->n, s, n);
    w->n += n;
}

status json_writer_create(struct json_writer **out, enum json_style style)
{
    struct json_writer *w;
    TRY(MEM_NEW(w, 1));
    w->alloc_funcs =
        (yajl_alloc_funcs){.malloc = gen_new, .realloc = gen_resize, .free = gen_release, .ctx = w};
    w->gen = yajl_gen_alloc(&w->alloc_funcs);
    w->cap = 256;
    w->text = mem_alloc(w->cap, 1);
    if (!w->text) {
        json_writer_destroy(w);
        return ST_NOMEM;
    }
    yajl_gen_config(w->gen, yajl_gen_print_callback, append, w);
    yajl_gen_config(w->gen, yajl_gen_validate_utf8, 1);
    if (style == JSON_PRETTY) {
        yajl_gen_config(w->gen, yajl_gen_beautify, 1);
        yajl_gen_config(w->gen, yajl_gen_indent_string, "  ");
    }
    *out = w;
    return ST_OK;
}

void json_writer_destroy(struct json_writer *w)
{
    if (!w) return;
    if (w->gen) yajl_gen_free(w->gen);
    mem_free(w->text);
    mem_free(w);
}

status json_writer_text(struct json_writer *w, const char **text, size_t *n)
{
    if (w->st == ST_OK && w->open != 0)
        keep_failure(w, status_fail(ST_BUG, "JSON output: %d levels still open", w->open));
    if (w->st != ST_OK) {
        status_set_detail(w->detail);
        return w->st;
    }
    w->text[w->n] = 0; /* append keeps one byte free */
    *text = w->text;
    *n = w->n;
    return ST_OK;
}

void json_writer_reset(struct json_writer *w)
{
    yajl_gen_reset(w->gen, NULL);
    w->n = 0;
    w->open = 0;
    w->st = ST_OK;
}

static void done(struct json_writer *w, yajl_gen_status gs)
{
    if (gs == yajl_gen_status_ok || w->st != ST_OK) return;
    if (gs == yajl_gen_invalid_string)
        keep_failure(w, status_fail(ST_FORMAT, "JSON output: a string is not UTF-8"));
    else
        keep_failure(w, status_fail(ST_BUG, "JSON output: calls in wrong order (%d)", (int)gs));
}

void json_put_object(struct json_writer *w)
{
    w->open++;
    done(w, yajl_gen_map_open(w->gen));
}

void json_put_object_end(struct json_writer *w)
{
    w->open--;
    done(w, yajl_gen_map_close(w->gen));
}

void json_put_array(struct json_writer *w)
{
    w->open++;
    done(w, yajl_gen_array_open(w->gen));
}

void json_put_array_end(struct json_writer *w)
{
    w->open--;
    done(w, yajl_gen_array_close(w->gen));
}

void json_put_string_n(struct json_writer *w, const char *s, size_t n)
{
    done(w, yajl_gen_string(w->gen, (const unsigned char *)s, n));
}

void json_put_string(struct json_writer *w, const char *s)
{
    if (s)
        json_put_string_n(w, s, strlen(s));
    else
        json_put_null(w);
}

void json_put_key(struct json_writer *w, const char *key)
{
    json_put_string_n(w, key, strlen(key));
}

void json_put_raw(struct json_writer *w, const char *json, size_t n)
{
    done(w, yajl_gen_number(w->gen, json, n)); /* written as it is */
}

void json_put_u64(struct json_writer *w, uint64_t v)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%llu", (unsigned long long)v);
    json_put_raw(w, text, (size_t)n);
}

void json_put_i64(struct json_writer *w, int64_t v)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)v);
    json_put_raw(w, text, (size_t)n);
}

void json_put_double(struct json_writer *w, double v, unsigned decimals)
{
    char text[352]; /* the longest double has 309 digits in front of the point */
    if (!isfinite(v)) {
        json_put_null(w);
        return;
    }
    int n = snprintf(text, sizeof text, "%.*f", (int)(decimals < 17 ? decimals : 17), v);
    json_put_raw(w, text, (size_t)n);
}

void json_put_bool(struct json_writer *w, bool v)
{
    done(w, yajl_gen_bool(w->gen, v));
}

void json_put_null(struct json_writer *w)
{
    done(w, yajl_gen_null(w->gen));
}

void json_put_hex(struct json_writer *w, const uint8_t *bytes, size_t n)
{
    char *hex = mem_alloc(2 * n + 1, 1);
    if (!hex) {
        keep_failure(w, ST_NOMEM);
        return;
    }
    hex_encode(hex, bytes, n);
    json_put_string_n(w, hex, 2 * n);
    mem_free(hex);
}

void json_add_string(struct json_writer *w, const char *key, const char *s)
{
    json_put_key(w, key);
    json_put_string(w, s);
}

void json_add_u64(struct json_writer *w, const char *key, uint64_t v)
{
    json_put_key(w, key);
    json_put_u64(w, v);
}

void json_add_double(struct json_writer *w, const char *key, double v, unsigned decimals)
{
    json_put_key(w, key);
    json_put_double(w, v, decimals);
}

void json_add_bool(struct json_writer *w, const char *key, bool v)
{
    json_put_key(w, key);
    json_put_bool(w, v);
}

void json_add_hex(struct json_writer *w, const char *key, const uint8_t *bytes, size_t n)
{
    json_put_key(w, key);
    json_put_hex(w, bytes, n);
}
