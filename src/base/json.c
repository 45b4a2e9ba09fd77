/* The reader turns yajl's callbacks into a pull interface: yajl gets the text in small pieces and
 * its callbacks queue events, which the caller takes one by one; an empty queue is filled from the
 * next piece. An error waits until the events before it are taken, so that the path is the place.
 *
 * A piece ends behind a comma. Then numbers are whole, and a long string without commas (base64) is
 * given in place. What yajl had to unescape or glue together is copied, since its buffer changes.
 *
 * yajl does not check its allocations: when there is no memory, the allocator jumps out of it. All
 * its blocks are in a list of ours, so that nothing is lost then. */
#include "base/json.h"

#include "base/mem.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#define PIECE_BYTES 2048
/* Every event takes a byte, and what a piece has behind PIECE_BYTES has no comma: it can hold only
 * as many events as there are levels to open and to close. */
#define MAX_EVENTS (PIECE_BYTES + 4 * JSON_MAX_DEPTH)
#define KEY_MAX    48 /* bytes of a key kept for paths */

struct event {
    const char *text;
    uint64_t u64;
    uint32_t n;
    uint32_t kind; /* enum json_kind */
};

struct frame {
    bool is_object, has_key;
    uint8_t key_n;
    char key[KEY_MAX];
    size_t index; /* of an array's item, counted from 1; 0 before the first */
};

struct block { /* in front of each block yajl gets */
    struct block *prev, *next;
    size_t n;
    size_t pad; /* keeps 16-byte alignment */
};

struct json_reader {
    const char *name;
    json_source *source;
    void *source_ctx;
    const uint8_t *data; /* what the source gave; [pos, n) not parsed yet */
    size_t n, pos;
    size_t done_bytes; /* in front of data */
    bool text_taken;   /* of json_reader_create: given once */

    yajl_handle yajl;
    yajl_alloc_funcs alloc_funcs;
    struct block *blocks;
    jmp_buf no_memory;

    const uint8_t *piece;
    size_t piece_n;
    struct arena texts; /* of this piece's events */
    uint32_t event_pos, n_events;
    uint32_t open; /* levels, as parsed */
    bool ended;
    status failed; /* to be told when the events are taken */
    char failed_text[STATUS_DETAIL_MAX];

    uint32_t depth; /* levels, as taken */
    struct frame frames[JSON_MAX_DEPTH];
    struct event events[MAX_EVENTS];
};

bool json_text_is(struct json_text t, const char *s)
{
    return strlen(s) == t.n && memcmp(s, t.s, t.n) == 0;
}

/* Memory for yajl. */

static void *yajl_new(void *ctx, size_t n)
{
    struct json_reader *r = ctx;
    size_t total;
    struct block *b = NULL;
    if (size_add(&total, n, sizeof *b)) b = mem_alloc(1, total);
    if (!b) longjmp(r->no_memory, 1);
    b->n = n;
    b->next = r->blocks;
    if (b->next) b->next->prev = b;
    r->blocks = b;
    return b + 1;
}

static void yajl_release(void *ctx, void *p)
{
    struct json_reader *r = ctx;
    if (!p) return;
    struct block *b = (struct block *)p - 1;
    if (b->next) b->next->prev = b->prev;
    if (b->prev)
        b->prev->next = b->next;
    else
        r->blocks = b->next;
    mem_free(b);
}

static void *yajl_resize(void *ctx, void *p, size_t n)
{
    void *q = yajl_new(ctx, n);
    if (p) {
        size_t old_n = ((struct block *)p - 1)->n;
        memcpy(q, p, old_n < n ? old_n : n);
        yajl_release(ctx, p);
    }
    return q;
}

/* Callbacks: 0 stops yajl. */

static int stop(struct json_reader *r, status st)
{
    r->failed = st;
    snprintf(r->failed_text, sizeof r->failed_text, "%s", status_detail());
    return 0;
}

static int put(struct json_reader *r, enum json_kind kind, const char *text, size_t n, uint64_t u64)
{
    if (r->n_events == MAX_EVENTS)
        return stop(r, status_fail(ST_BUG, "%s: too many JSON events", r->name));
    if (n > UINT32_MAX) return stop(r, status_fail(ST_FORMAT, "a string of %zu bytes", n));
    if (text && n > 0 &&
        (text < (const char *)r->piece || text >= (const char *)r->piece + r->piece_n)) {
        char *copy = arena_alloc(&r->texts, n, 1);
        if (!copy) return stop(r, ST_NOMEM);
        memcpy(copy, text, n);
        text = copy;
    }
    r->events[r->n_events++] =
        (struct event){.text = text, .n = (uint32_t)n, .u64 = u64, .kind = (uint32_t)kind};
    return 1;
}

static int on_null(void *ctx)
{
    return put(ctx, JSON_NULL, NULL, 0, 0);
}

static int on_bool(void *ctx, int v)
{
    return put(ctx, v ? JSON_TRUE : JSON_FALSE, NULL, 0, 0);
}

static int on_number(void *ctx, const char *s, size_t n)
{
    uint64_t v = 0;
    size_t i = 0;
    for (; i < n && s[i] >= '0' && s[i] <= '9'; i++)
        if (__builtin_mul_overflow(v, (uint64_t)10, &v) ||
            __builtin_add_overflow(v, (uint64_t)(s[i] - '0'), &v))
            break;
    if (i == n) return put(ctx, JSON_UINT, NULL, 0, v);
    return put(ctx, JSON_NUMBER, s, n, 0);
}

static int on_string(void *ctx, const unsigned char *s, size_t n)
{
    return put(ctx, JSON_STRING, (const char *)s, n, 0);
}

static int on_key(void *ctx, const unsigned char *s, size_t n)
{
    return put(ctx, JSON_KEY, (const char *)s, n, 0);
}

static int open_level(struct json_reader *r, enum json_kind kind)
{
    if (r->open == JSON_MAX_DEPTH)
        return stop(r, status_fail(ST_FORMAT, "nested deeper than %d levels", JSON_MAX_DEPTH));
    r->open++;
    return put(r, kind, NULL, 0, 0);
}

static int on_object(void *ctx)
{
    return open_level(ctx, JSON_OBJECT);
}

static int on_array(void *ctx)
{
    return open_level(ctx, JSON_ARRAY);
}

static int on_object_end(void *ctx)
{
    struct json_reader *r = ctx;
    r->open--;
    return put(r, JSON_OBJECT_END, NULL, 0, 0);
}

static int on_array_end(void *ctx)
{
    struct json_reader *r = ctx;
    r->open--;
    return put(r, JSON_ARRAY_END, NULL, 0, 0);
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_bool,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_object_end,
    .yajl_start_array = on_array,
    .yajl_end_array = on_array_end,
};

/* Reader. */

static status create(struct json_reader **out, const char *name)
{
    struct json_reader *r;
    TRY(MEM_NEW(r, 1));
    r->name = name;
    r->alloc_funcs = (yajl_alloc_funcs){
        .malloc = yajl_new, .realloc = yajl_resize, .free = yajl_release, .ctx = r};
    if (setjmp(r->no_memory) != 0) {
        json_reader_destroy(r);
        return ST_NOMEM;
    }
    r->yajl = yajl_alloc(&callbacks, &r->alloc_funcs, r);
    *out = r;
    return ST_OK;
}

status json_reader_create(struct json_reader **out, const void *data, size_t n, const char *name)
{
    TRY(create(out, name));
    (*out)->data = data;
    (*out)->n = n;
    return ST_OK;
}

status json_reader_create_source(struct json_reader **out, json_source *source, void *ctx,
                                 const char *name)
{
    TRY(create(out, name));
    (*out)->source = source;
    (*out)->source_ctx = ctx;
    return ST_OK;
}

void json_reader_destroy(struct json_reader *r)
{
    if (!r) return;
    for (struct block *b = r->blocks, *next; b; b = next) {
        next = b->next;
        mem_free(b);
    }
    arena_fini(&r->texts);
    mem_free(r);
}

/* yajl's text, as "byte N: text". */
static void syntax_error(struct json_reader *r)
{
    size_t at = r->done_bytes + (size_t)(r->piece - r->data) + yajl_get_bytes_consumed(r->yajl);
    if (at > r->done_bytes + r->n) at = r->done_bytes + r->n; /* yajl ends a text with a blank */
    unsigned char *text = yajl_get_error(r->yajl, 0, NULL, 0);
    int n = (int)strcspn((const char *)text, "\n");
    snprintf(r->failed_text, sizeof r->failed_text, "byte %zu: not JSON: %.*s", at, n,
             (const char *)text);
    yajl_free_error(r->yajl, text);
    r->failed = ST_FORMAT;
}

/* Parses the piece, or the end of the text if it is empty. */
static void parse(struct json_reader *r)
{
    if (setjmp(r->no_memory) != 0) {
        (void)stop(r, ST_NOMEM);
        return;
    }
    yajl_status ys =
        r->piece_n > 0 ? yajl_parse(r->yajl, r->piece, r->piece_n) : yajl_complete_parse(r->yajl);
    if (ys == yajl_status_error) syntax_error(r);
}

/* More of the text if all is parsed; r->n = r->pos at its end. */
static status take_source(struct json_reader *r)
{
    if (r->pos < r->n || !r->source) return ST_OK;
    r->done_bytes += r->n;
    r->data = NULL;
    r->n = r->pos = 0;
    return r->source(r->source_ctx, &r->data, &r->n);
}

static status fill(struct json_reader *r)
{
    while (r->event_pos == r->n_events) {
        if (r->failed != ST_OK) {
            if (r->failed != ST_FORMAT) {
                status_set_detail(r->failed_text);
                return r->failed;
            }
            return json_fail(r, r->failed, "%s", r->failed_text);
        }
        r->event_pos = r->n_events = 0;
        if (r->ended) {
            r->events[r->n_events++] = (struct event){.kind = JSON_END};
            return ST_OK;
        }
        if (r->texts.head) arena_fini(&r->texts);
        TRY(take_source(r));
        size_t left = r->n - r->pos, n = left;
        r->piece = r->data + r->pos;
        if (n > PIECE_BYTES) {
            const uint8_t *comma = memchr(r->piece + PIECE_BYTES - 1, ',', left - PIECE_BYTES + 1);
            if (comma) n = (size_t)(comma - r->piece) + 1;
        }
        r->piece_n = n;
        r->ended = n == 0;
        parse(r);
        r->pos += n;
    }
    return ST_OK;
}

/* The next event; stays until `taken`. */
static inline status look(struct json_reader *r, const struct event **e)
{
    if (r->event_pos == r->n_events) TRY(fill(r));
    *e = &r->events[r->event_pos];
    return ST_OK;
}

static inline void taken(struct json_reader *r)
{
    r->event_pos++;
}

static status push(struct json_reader *r, bool is_object)
{
    MUST(r->depth < JSON_MAX_DEPTH); /* open_level saw to it */
    struct frame *f = &r->frames[r->depth++];
    f->is_object = is_object;
    f->has_key = false;
    f->index = 0;
    return ST_OK;
}

static void describe(const struct event *e, char out[96])
{
    static const char *const names[] = {
        [JSON_END] = "the end of the text",
        [JSON_NULL] = "null",
        [JSON_FALSE] = "false",
        [JSON_TRUE] = "true",
        [JSON_OBJECT] = "an object",
        [JSON_OBJECT_END] = "the end of the object",
        [JSON_ARRAY] = "an array",
        [JSON_ARRAY_END] = "the end of the array",
    };
    int n = e->n > 40 ? 40 : (int)e->n;
    const char *more = e->n > 40 ? ".." : "";
    switch ((enum json_kind)e->kind) {
    case JSON_UINT:
        snprintf(out, 96, "%llu", (unsigned long long)e->u64);
        return;
    case JSON_NUMBER:
        snprintf(out, 96, "%.*s%s", n, e->text, more);
        return;
    case JSON_STRING:
    case JSON_KEY:
        snprintf(out, 96, "\"%.*s%s\"", n, e->text, more);
        return;
    default:
        snprintf(out, 96, "%s", names[e->kind]);
        return;
    }
}

static status wrong(struct json_reader *r, const struct event *e, const char *wanted)
{
    char found[96];
    describe(e, found);
    return json_fail(r, ST_FORMAT, "wanted %s, found %s", wanted, found);
}

status json_peek(struct json_reader *r, enum json_kind *kind)
{
    const struct event *e;
    TRY(look(r, &e));
    *kind = (enum json_kind)e->kind;
    return ST_OK;
}

status json_read_u64(struct json_reader *r, uint64_t *out, uint64_t max)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind != JSON_UINT || e->u64 > max) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "a whole number up to %llu", (unsigned long long)max);
        return wrong(r, e, wanted);
    }
    *out = e->u64;
    taken(r);
    return ST_OK;
}

status json_read_double(struct json_reader *r, double *out)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind == JSON_UINT)
        *out = (double)e->u64;
    else if (e->kind == JSON_NUMBER) {
        char text[64];
        snprintf(text, sizeof text, "%.*s", (int)(e->n < 63 ? e->n : 63), e->text);
        *out = strtod(text, NULL);
    } else
        return wrong(r, e, "a number");
    taken(r);
    return ST_OK;
}

status json_read_bool(struct json_reader *r, bool *out)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind != JSON_TRUE && e->kind != JSON_FALSE) return wrong(r, e, "true or false");
    *out = e->kind == JSON_TRUE;
    taken(r);
    return ST_OK;
}

status json_read_string(struct json_reader *r, struct json_text *out)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind != JSON_STRING) return wrong(r, e, "a string");
    *out = (struct json_text){.s = e->n > 0 ? e->text : "", .n = e->n};
    taken(r);
    return ST_OK;
}

status json_read_cstring(struct json_reader *r, char *out, size_t cap)
{
    struct json_text t = {.s = ""};
    TRY(json_read_string(r, &t));
    if (t.n >= cap)
        return json_fail(r, ST_FORMAT, "wanted at most %zu bytes, found %zu", cap - 1, t.n);
    if (memchr(t.s, 0, t.n)) return json_fail(r, ST_FORMAT, "a zero byte in the string");
    memcpy(out, t.s, t.n);
    out[t.n] = 0;
    return ST_OK;
}

status json_read_bytes(struct json_reader *r, uint8_t *out, size_t n)
{
    const struct event *e;
    TRY(json_array_begin(r));
    struct frame *f = &r->frames[r->depth - 1];
    for (size_t i = 0; i < n; i++) {
        TRY(look(r, &e));
        f->index = i + 1;
        if (e->kind != JSON_UINT || e->u64 > 255) {
            if (e->kind != JSON_ARRAY_END) return wrong(r, e, "a number from 0 to 255");
            r->depth--;
            return json_fail(r, ST_FORMAT, "wanted %zu numbers, found %zu", n, i);
        }
        out[i] = (uint8_t)e->u64;
        taken(r);
    }
    TRY(look(r, &e));
    r->depth--;
    if (e->kind != JSON_ARRAY_END)
        return json_fail(r, ST_FORMAT, "wanted %zu numbers, found more", n);
    taken(r);
    return ST_OK;
}

status json_skip(struct json_reader *r)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind == JSON_END || e->kind == JSON_KEY || e->kind == JSON_OBJECT_END ||
        e->kind == JSON_ARRAY_END)
        return wrong(r, e, "a value");
    size_t level = 0;
    do {
        TRY(look(r, &e));
        if (e->kind == JSON_OBJECT || e->kind == JSON_ARRAY) level++;
        if (e->kind == JSON_OBJECT_END || e->kind == JSON_ARRAY_END) level--;
        taken(r);
    } while (level > 0);
    return ST_OK;
}

status json_array_begin(struct json_reader *r)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind != JSON_ARRAY) return wrong(r, e, "an array");
    taken(r);
    return push(r, false);
}

status json_array_next(struct json_reader *r, bool *more)
{
    const struct event *e;
    MUST(r->depth > 0);
    TRY(look(r, &e));
    *more = e->kind != JSON_ARRAY_END;
    if (*more) {
        r->frames[r->depth - 1].index++;
    } else {
        taken(r);
        r->depth--;
    }
    return ST_OK;
}

status json_object_begin(struct json_reader *r)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind != JSON_OBJECT) return wrong(r, e, "an object");
    taken(r);
    return push(r, true);
}

status json_object_next(struct json_reader *r, struct json_text *key, bool *more)
{
    const struct event *e;
    MUST(r->depth > 0);
    TRY(look(r, &e));
    struct frame *f = &r->frames[r->depth - 1];
    f->has_key = false;
    *more = e->kind == JSON_KEY;
    if (!*more) {
        if (e->kind != JSON_OBJECT_END) return wrong(r, e, "a member");
        taken(r);
        r->depth--;
        return ST_OK;
    }
    *key = (struct json_text){.s = e->n > 0 ? e->text : "", .n = e->n};
    f->has_key = true;
    f->key_n = (uint8_t)(key->n < KEY_MAX ? key->n : KEY_MAX);
    memcpy(f->key, key->s, f->key_n);
    taken(r);
    return ST_OK;
}

status json_field_next(struct json_reader *r, struct json_fields *f, int *which)
{
    for (;;) {
        struct json_text key;
        bool more;
        const struct event *e;
        TRY(look(r, &e));
        uint32_t missing = f->required & ~f->seen;
        if (e->kind == JSON_OBJECT_END && missing) {
            r->frames[r->depth - 1].has_key = false;
            return json_fail(r, ST_FORMAT, "member \"%s\" is missing",
                             f->names[__builtin_ctz(missing)]);
        }
        TRY(json_object_next(r, &key, &more));
        *which = -1;
        if (!more) return ST_OK;
        for (unsigned i = 0; i < f->n; i++)
            if (json_text_is(key, f->names[i])) *which = (int)i;
        if (*which >= 0) {
            uint32_t bit = (uint32_t)1 << *which;
            if (f->seen & bit) return json_fail(r, ST_FORMAT, "the member is there twice");
            f->seen |= bit;
            return ST_OK;
        }
        TRY(json_skip(r));
    }
}

status json_finish(struct json_reader *r)
{
    const struct event *e;
    TRY(look(r, &e));
    if (e->kind != JSON_END) return wrong(r, e, "the end of the text");
    return ST_OK;
}

void json_path(const struct json_reader *r, char out[JSON_PATH_MAX])
{
    size_t n = 1;
    out[0] = '$';
    out[1] = 0;
    for (uint32_t i = 0; i < r->depth && n < JSON_PATH_MAX; i++) {
        const struct frame *f = &r->frames[i];
        int k = 0;
        if (f->is_object && f->has_key)
            k = snprintf(out + n, JSON_PATH_MAX - n, ".%.*s", (int)f->key_n, f->key);
        else if (!f->is_object && f->index > 0)
            k = snprintf(out + n, JSON_PATH_MAX - n, "[%zu]", f->index - 1);
        n += k > 0 ? (size_t)k : 0;
    }
}

status json_fail(const struct json_reader *r, status st, const char *fmt, ...)
{
    char path[JSON_PATH_MAX], text[STATUS_DETAIL_MAX];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    json_path(r, path);
    return status_fail(st, "%s: %s: %s", r->name, path, text);
}
