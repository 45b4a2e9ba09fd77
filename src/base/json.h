/* JSON: a pull reader over a stream, and a writer. The grammar is yajl's work; nobody else knows
 * it.
 *
 * The reader never builds a tree: the caller asks for what it expects, value by value, and gets an
 * error that names the path, wanted and found: "c1.json: $.a[3].b: wanted a string, found null".
 * Memory is fixed but for strings that are escaped or cut by a chunk, which are copied; nesting is
 * limited. Numbers that are whole and fit 64 bits are exact. */
#ifndef CUZK_BASE_JSON_H
#define CUZK_BASE_JSON_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

#define JSON_MAX_DEPTH 32
#define JSON_PATH_MAX  256

enum json_kind {
    JSON_END, /* of the text */
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_UINT,   /* whole, 0 .. 2^64 - 1, written without point or exponent */
    JSON_NUMBER, /* any other */
    JSON_STRING,
    JSON_OBJECT,
    JSON_OBJECT_END,
    JSON_ARRAY,
    JSON_ARRAY_END,
    JSON_KEY
};

/* n bytes of UTF-8, not terminated; valid until the next call on the reader. */
struct json_text {
    const char *s;
    size_t n;
};
bool json_text_is(struct json_text t, const char *s);

struct json_reader;

/* Gives the next piece of the text, valid until the next call; *n = 0 at its end. */
typedef status json_source(void *ctx, const uint8_t **data, size_t *n);

/* Reads data[0..n) in place; borrowed, as is `name`, which errors call the text. */
NODISCARD status json_reader_create(struct json_reader **out, const void *data, size_t n,
                                    const char *name);
/* The same of a source; an error of its own ends the reading. */
NODISCARD status json_reader_create_source(struct json_reader **out, json_source *source, void *ctx,
                                           const char *name);
void json_reader_destroy(struct json_reader *r); /* NULL is a no-op */

/* Kind of the next value, key or end, without taking it. */
NODISCARD status json_peek(struct json_reader *r, enum json_kind *kind);

/* Each takes one whole value of its kind. */
NODISCARD status json_read_u64(struct json_reader *r, uint64_t *out, uint64_t max);
NODISCARD status json_read_double(struct json_reader *r, double *out); /* any number */
NODISCARD status json_read_bool(struct json_reader *r, bool *out);
NODISCARD status json_read_string(struct json_reader *r, struct json_text *out);
/* As a C string of less than cap bytes; one that holds a zero byte is refused. */
NODISCARD status json_read_cstring(struct json_reader *r, char *out, size_t cap);
/* An array of exactly n numbers 0..255. */
NODISCARD status json_read_bytes(struct json_reader *r, uint8_t *out, size_t n);
NODISCARD status json_skip(struct json_reader *r); /* any */

/* Arrays: begin, then json_array_next before each item until it gives false. */
NODISCARD status json_array_begin(struct json_reader *r);
NODISCARD status json_array_next(struct json_reader *r, bool *more);

/* Objects: begin, then json_object_next before each value until it gives false. */
NODISCARD status json_object_begin(struct json_reader *r);
NODISCARD status json_object_next(struct json_reader *r, struct json_text *key, bool *more);

/* Objects with known members: begin, then json_field_next until *which is -1. It skips members
 * that are not listed, refuses repeated ones, and at the end of the object names one that is
 * missing though bit i of `required` says that names[i] has to be there. Start with seen = 0. */
struct json_fields {
    const char *const *names;
    unsigned n; /* at most 32 */
    uint32_t required, seen;
};
#define JSON_FIELDS(names_, required_)                                                             \
    {                                                                                              \
        .names = (names_), .n = sizeof(names_) / sizeof *(names_), .required = (required_)         \
    }
NODISCARD status json_field_next(struct json_reader *r, struct json_fields *f, int *which);

/* Nothing but white space is left. */
NODISCARD status json_finish(struct json_reader *r);

/* Path of the value taken last or being read, as "$.a[3].b", cut to JSON_PATH_MAX - 1 bytes. */
void json_path(const struct json_reader *r, char out[JSON_PATH_MAX]);
/* Fails with "name: path: text". */
status json_fail(const struct json_reader *r, status st, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* Writer into memory. Calls give no status: the first failure is kept and json_writer_text returns
 * it. Strings have to be UTF-8. */
struct json_writer;
enum json_style { JSON_COMPACT, JSON_PRETTY };
NODISCARD status json_writer_create(struct json_writer **out, enum json_style style);
void json_writer_destroy(struct json_writer *w); /* NULL is a no-op */
/* All that was written (pretty: with a newline at the end), zero-terminated; valid until the next
 * call. ST_BUG if something is still open. */
NODISCARD status json_writer_text(struct json_writer *w, const char **text, size_t *n);
void json_writer_reset(struct json_writer *w); /* begin anew */

void json_put_object(struct json_writer *w);
void json_put_object_end(struct json_writer *w);
void json_put_array(struct json_writer *w);
void json_put_array_end(struct json_writer *w);
void json_put_key(struct json_writer *w, const char *key);
void json_put_string(struct json_writer *w, const char *s); /* NULL writes null */
void json_put_string_n(struct json_writer *w, const char *s, size_t n);
void json_put_u64(struct json_writer *w, uint64_t v);
void json_put_i64(struct json_writer *w, int64_t v);
/* With this many digits behind the point (at most 17); null unless finite. */
void json_put_double(struct json_writer *w, double v, unsigned decimals);
void json_put_bool(struct json_writer *w, bool v);
void json_put_null(struct json_writer *w);
void json_put_hex(struct json_writer *w, const uint8_t *bytes, size_t n); /* a string */
/* A value that is JSON already; written as it is. */
void json_put_raw(struct json_writer *w, const char *json, size_t n);

/* Members: key and value at once. */
void json_add_string(struct json_writer *w, const char *key, const char *s);
void json_add_u64(struct json_writer *w, const char *key, uint64_t v);
void json_add_double(struct json_writer *w, const char *key, double v, unsigned decimals);
void json_add_bool(struct json_writer *w, const char *key, bool v);
void json_add_hex(struct json_writer *w, const char *key, const uint8_t *bytes, size_t n);

#endif
