#include "tests/harness.h"

#include "base/json.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

static struct json_reader *reader_of(const char *text)
{
    struct json_reader *r;
    CHECK_OK(json_reader_create(&r, text, strlen(text), "doc"));
    return r;
}

/* The text in pieces of `step` bytes. */
struct pieces {
    const char *text;
    size_t n, pos, step;
    char buf[16]; /* another place each time: nothing may point into an old piece */
};

static status next_piece(void *ctx, const uint8_t **data, size_t *n)
{
    struct pieces *p = ctx;
    *n = p->n - p->pos < p->step ? p->n - p->pos : p->step;
    memset(p->buf, '#', sizeof p->buf);
    memcpy(p->buf, p->text + p->pos, *n);
    p->pos += *n;
    *data = (const uint8_t *)p->buf;
    return ST_OK;
}

static void check_document(struct json_reader *r)
{
    static const char *const names[] = {"list", "name", "big", "real", "flag"};
    struct json_fields f = JSON_FIELDS(names, 0x1f);
    int which;
    bool more, flag = false;
    uint64_t v, sum = 0;
    double real = 0;
    char name[32] = "";
    uint8_t bytes[3] = {0};
    CHECK_OK(json_object_begin(r));
    for (;;) {
        CHECK_OK(json_field_next(r, &f, &which));
        if (which < 0) break;
        if (which == 0) {
            CHECK_OK(json_array_begin(r));
            for (;;) {
                CHECK_OK(json_array_next(r, &more));
                if (!more) break;
                CHECK_OK(json_read_bytes(r, bytes, 3));
                sum += (uint64_t)bytes[0] * 10000 + (uint64_t)bytes[1] * 100 + bytes[2];
            }
        } else if (which == 1)
            CHECK_OK(json_read_cstring(r, name, sizeof name));
        else if (which == 2) {
            CHECK_OK(json_read_u64(r, &v, UINT64_MAX));
            CHECK(v == UINT64_MAX);
        } else if (which == 3)
            CHECK_OK(json_read_double(r, &real));
        else
            CHECK_OK(json_read_bool(r, &flag));
    }
    CHECK_OK(json_finish(r));
    CHECK(sum == 2550001 + 10203);
    CHECK(strcmp(name, "a\"\xc3\xa9/") == 0);
    CHECK(real == -1.5e3 && flag);
}

static const char document[] =
    " { \"x\":{\"y\":[1,{}, \"]\"]}, \"name\" : \"a\\\"\\u00e9\\/\", "
    "\"big\":18446744073709551615,\n"
    "\"list\":[[255,0,1],[1,2,3]], \"real\":-1.5e3,\"flag\":true,\"unknown\":null} ";

TEST(json, reads_a_document_whole_and_in_pieces)
{
    struct json_reader *r = reader_of(document);
    check_document(r);
    json_reader_destroy(r);
    for (size_t step = 1; step <= 16; step++) {
        struct pieces p = {.text = document, .n = strlen(document), .step = step};
        CHECK_OK(json_reader_create_source(&r, next_piece, &p, "doc"));
        check_document(r);
        json_reader_destroy(r);
    }
}

TEST(json, long_strings_and_many_values_pass_the_piece_size)
{
    enum { N = 40000 };
    char *text = mem_alloc(12 * N, 1);
    CHECK(text);
    size_t n = 0;
    text[n++] = '[';
    for (unsigned i = 0; i < N; i++)
        n += (size_t)sprintf(text + n, "%u,", i);
    text[n++] = '"';
    for (unsigned i = 0; i < N; i++)
        text[n++] = (char)('a' + i % 26);
    text[n++] = '"';
    text[n++] = ']';
    struct json_reader *r;
    bool more;
    uint64_t v;
    struct json_text s;
    CHECK_OK(json_reader_create(&r, text, n, "doc"));
    CHECK_OK(json_array_begin(r));
    for (unsigned i = 0; i < N; i++) {
        CHECK_OK(json_array_next(r, &more));
        CHECK(more);
        CHECK_OK(json_read_u64(r, &v, N));
        CHECK(v == i);
    }
    CHECK_OK(json_array_next(r, &more));
    CHECK_OK(json_read_string(r, &s));
    CHECK(s.n == N && s.s == text + n - 2 - N); /* in place */
    CHECK_OK(json_array_next(r, &more));
    CHECK(!more);
    CHECK_OK(json_finish(r));
    json_reader_destroy(r);
    mem_free(text);
}

/* Reads {"a":[{"b":<32 numbers>}]}, c ignored. */
static status read_bytes_at_b(const char *text)
{
    static const char *const outer[] = {"a"}, *const inner[] = {"b"};
    struct json_fields f = JSON_FIELDS(outer, 1), g = JSON_FIELDS(inner, 1);
    struct json_reader *r;
    uint8_t bytes[4];
    int which;
    bool more;
    status st;
    CHECK_OK(json_reader_create(&r, text, strlen(text), "doc"));
    TRY_OUT(json_object_begin(r));
    TRY_OUT(json_field_next(r, &f, &which));
    TRY_OUT(json_array_begin(r));
    TRY_OUT(json_array_next(r, &more));
    TRY_OUT(json_object_begin(r));
    TRY_OUT(json_field_next(r, &g, &which));
    TRY_OUT(json_read_bytes(r, bytes, 4));
    TRY_OUT(json_field_next(r, &g, &which));
    TRY_OUT(json_array_next(r, &more));
    TRY_OUT(json_field_next(r, &f, &which));
    TRY_OUT(json_finish(r));
out:
    json_reader_destroy(r);
    return st;
}

TEST(json, errors_name_path_wanted_and_found)
{
    static const struct {
        const char *text, *needle;
    } cases[] = {
        {"{\"a\":[{\"b\":[1,2,3]}]}", "doc: $.a[0].b: wanted 4 numbers, found 3"},
        {"{\"a\":[{\"b\":[1,2,3,4,5]}]}", "$.a[0].b: wanted 4 numbers, found more"},
        {"{\"a\":[{\"b\":[1,2,256,4]}]}", "$.a[0].b[2]: wanted a number from 0 to 255, found 256"},
        {"{\"a\":[{\"b\":[1,2,-1,4]}]}", "$.a[0].b[2]: wanted a number from 0 to 255, found -1"},
        {"{\"a\":[{\"b\":[1,2,3.0,4]}]}", "found 3.0"},
        {"{\"a\":[{\"b\":[1,\"x\",3,4]}]}",
         "$.a[0].b[1]: wanted a number from 0 to 255, found \"x\""},
        {"{\"a\":[{\"b\":\"1,2,3,4\"}]}", "$.a[0].b: wanted an array, found \"1,2,3,4\""},
        {"{\"a\":[{\"c\":1}]}", "$.a[0]: member \"b\" is missing"},
        {"{\"a\":[{\"b\":[1,2,3,4],\"b\":1}]}", "$.a[0].b: the member is there twice"},
        {"{\"a\":[1]}", "$.a[0]: wanted an object, found 1"},
        {"{}", "doc: $: member \"a\" is missing"},
        {"[]", "doc: $: wanted an object, found an array"},
        {"", "doc: $: byte 0: not JSON"},
        {"{\"a\":", "not JSON"},
        {"{\"a\":[{\"b\":[1,2,3,4]}]} {}", "byte 25: not JSON"},
        {"{\"a\":[{\"b\":[1,2,,4]}]}", "$.a[0].b[1]: byte"},
        {"{\"a\":[{\"b\":[1,2", "not JSON"},
        {"{\"a\":[{\"b\":[1,2,3,4]}],}", "not JSON"},
        {"{\"a\":[{\"c\":\"\xff\"}]}", "not JSON"},
        {"{\"c\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "nested deeper than 32"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_FAILS(read_bytes_at_b(cases[i].text), ST_FORMAT, cases[i].needle);
    CHECK_OK(read_bytes_at_b("{\"c\":{},\"a\":[{\"c\":[[]],\"b\":[1,2,3,4],\"d\":1}],\"e\":null}"));
}

TEST(json, an_error_waits_for_the_values_before_it)
{
    struct json_reader *r = reader_of("[1,2,}");
    bool more;
    uint64_t v;
    CHECK_OK(json_array_begin(r));
    CHECK_OK(json_array_next(r, &more));
    CHECK_OK(json_read_u64(r, &v, 9));
    CHECK_OK(json_array_next(r, &more));
    CHECK_OK(json_read_u64(r, &v, 9));
    CHECK(v == 2);
    CHECK_FAILS(json_array_next(r, &more), ST_FORMAT, "byte");
    CHECK_FAILS(json_array_next(r, &more), ST_FORMAT, "byte");
    json_reader_destroy(r);
}

static status read_with_little_memory(size_t fail_at, bool *failed)
{
    /* An escaped string longer than yajl's buffer, so that it has to grow. */
    char text[6000];
    struct json_reader *r = NULL;
    struct json_text s;
    memset(text, 'a', sizeof text);
    text[0] = '"';
    memcpy(text + 2000, "\\n", 2);
    text[sizeof text - 1] = '"';
    mem_fail_after(fail_at);
    status st;
    TRY_OUT(json_reader_create(&r, text, sizeof text, "doc"));
    TRY_OUT(json_read_string(r, &s));
    CHECK(s.n == sizeof text - 3 && s.s[1999] == '\n');
out:
    mem_fail_after(0);
    *failed = st != ST_OK;
    json_reader_destroy(r);
    return st;
}

TEST(json, survives_without_memory)
{
    size_t live = mem_live_bytes();
    bool failed = true;
    for (size_t i = 1; failed; i++) {
        status st = read_with_little_memory(i, &failed);
        CHECK(st == (failed ? ST_NOMEM : ST_OK));
        CHECK(mem_live_bytes() == live);
        CHECK(i < 100);
    }
    failed = true;
    for (size_t i = 1; failed; i++) {
        struct json_writer *w = NULL;
        const char *text;
        size_t n;
        mem_fail_after(i);
        status st = json_writer_create(&w, JSON_PRETTY);
        if (st == ST_OK) {
            json_put_array(w);
            for (int k = 0; k < 100; k++)
                json_put_hex(w, (const uint8_t *)"0123456789", 10);
            json_put_array_end(w);
            st = json_writer_text(w, &text, &n);
        }
        mem_fail_after(0);
        failed = st != ST_OK;
        CHECK(!failed || st == ST_NOMEM);
        json_writer_destroy(w);
        CHECK(mem_live_bytes() == live);
        CHECK(i < 300);
    }
}

static void write_sample(struct json_writer *w)
{
    json_put_object(w);
    json_add_string(w, "s", "a\"\n\\");
    json_add_u64(w, "u", UINT64_MAX);
    json_put_key(w, "list");
    json_put_array(w);
    json_put_i64(w, INT64_MIN);
    json_put_double(w, 1.0 / 3, 3);
    json_put_double(w, 1.0 / 0.0, 3);
    json_put_null(w);
    json_put_raw(w, "{\"raw\":1}", 9);
    json_put_array_end(w);
    json_add_bool(w, "b", false);
    json_add_hex(w, "h", (const uint8_t *)"\x01\xff", 2);
    json_put_object_end(w);
}

TEST(json, writes_compact_and_pretty)
{
    static const char wanted[] = "{\"s\":\"a\\\"\\n\\\\\",\"u\":18446744073709551615,\"list\":"
                                 "[-9223372036854775808,0.333,null,null,{\"raw\":1}],\"b\":false,"
                                 "\"h\":\"01ff\"}";
    struct json_writer *w;
    const char *text;
    size_t n;
    CHECK_OK(json_writer_create(&w, JSON_COMPACT));
    for (int round = 0; round < 2; round++) {
        write_sample(w);
        CHECK_OK(json_writer_text(w, &text, &n));
        CHECK(n == strlen(wanted) && strcmp(text, wanted) == 0);
        json_writer_reset(w);
    }
    json_put_object(w);
    CHECK_FAILS(json_writer_text(w, &text, &n), ST_BUG, "1 levels still open");
    json_writer_reset(w);
    json_put_string(w, "\xff");
    CHECK_FAILS(json_writer_text(w, &text, &n), ST_FORMAT, "UTF-8");
    json_writer_reset(w);
    json_put_object(w);
    json_put_u64(w, 1);
    json_put_object_end(w);
    CHECK_FAILS(json_writer_text(w, &text, &n), ST_BUG, "wrong order");
    json_writer_destroy(w);

    CHECK_OK(json_writer_create(&w, JSON_PRETTY));
    json_put_object(w);
    json_add_u64(w, "a", 1);
    json_put_object_end(w);
    CHECK_OK(json_writer_text(w, &text, &n));
    CHECK(strcmp(text, "{\n  \"a\": 1\n}\n") == 0);
    json_writer_destroy(w);
}
