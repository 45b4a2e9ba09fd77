#include "tests/vec_json.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "math/codec.h"
#include "tests/harness.h"
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_tree.h>

#define MAX_FILE ((size_t)64 << 20)

/* The text of an .xz file, terminated. */
static char *unpack(const struct file_data *f, const char *name, size_t *n)
{
    lzma_stream z = LZMA_STREAM_INIT;
    size_t cap = 0;
    char *text = NULL;
    lzma_ret ret = lzma_stream_decoder(&z, UINT64_MAX, 0);
    z.next_in = f->data;
    z.avail_in = f->n;
    while (ret == LZMA_OK) {
        size_t have = (size_t)z.total_out;
        char *grown = mem_grow(text, have, cap = 2 * cap + 65536, 1);
        CHECK(grown);
        text = grown;
        z.next_out = (uint8_t *)text + have;
        z.avail_out = cap - 1 - have;
        ret = lzma_code(&z, LZMA_FINISH);
    }
    CHECK_MSG(ret == LZMA_STREAM_END, "%s: xz error %d", name, (int)ret);
    text[z.total_out] = '\0';
    *n = (size_t)z.total_out;
    lzma_end(&z);
    return text;
}

char *vec_text(const char *path, size_t *n)
{
    struct file_data f = {0};
    char packed[1024], *text;
    snprintf(packed, sizeof packed, "%s.xz", path);
    if (file_exists(packed)) {
        CHECK_OK(file_read(&f, packed, MAX_FILE));
        text = unpack(&f, path, n);
    } else {
        CHECK_OK(file_read(&f, path, MAX_FILE));
        CHECK_OK(MEM_NEW(text, f.n + 1));
        memcpy(text, f.data, f.n);
        *n = f.n;
    }
    file_release(&f);
    return text;
}

vec_json vec_load(const char *name)
{
    size_t n;
    char error[200], *text = vec_text(test_vector_path(name), &n);
    vec_json v = yajl_tree_parse(text, error, sizeof error);
    CHECK_MSG(v, "%s: %s", name, error);
    mem_free(text);
    return v;
}

void vec_free(vec_json v)
{
    yajl_tree_free(v);
}

static vec_json find(vec_json object, const char *key)
{
    CHECK_MSG(YAJL_IS_OBJECT(object), "wanted an object with \"%s\"", key);
    for (size_t i = 0; i < object->u.object.len; i++)
        if (strcmp(object->u.object.keys[i], key) == 0) return object->u.object.values[i];
    return NULL;
}

bool vec_has(vec_json object, const char *key)
{
    return find(object, key) != NULL;
}

vec_json vec_get(vec_json object, const char *key)
{
    vec_json v = find(object, key);
    CHECK_MSG(v, "no member \"%s\"", key);
    return v;
}

size_t vec_len(vec_json array)
{
    CHECK_MSG(YAJL_IS_ARRAY(array), "wanted an array");
    return array->u.array.len;
}

vec_json vec_at(vec_json array, size_t i)
{
    CHECK_MSG(i < vec_len(array), "item %zu of %zu", i, vec_len(array));
    return array->u.array.values[i];
}

const char *vec_string(vec_json v)
{
    CHECK_MSG(YAJL_IS_STRING(v), "wanted a string");
    return v->u.string;
}

bool vec_is_null(vec_json v)
{
    return YAJL_IS_NULL(v);
}

bool vec_bool(vec_json v)
{
    CHECK_MSG(YAJL_IS_TRUE(v) || YAJL_IS_FALSE(v), "wanted true or false");
    return YAJL_IS_TRUE(v);
}

uint64_t vec_u64(vec_json v)
{
    const char *digits = YAJL_IS_NUMBER(v) ? YAJL_GET_NUMBER(v) : vec_string(v);
    char *end;
    uint64_t x = strtoull(digits, &end, 10);
    CHECK_MSG(*digits >= '0' && *digits <= '9' && *end == '\0', "not a number: %s", digits);
    return x;
}

void vec_bytes(vec_json v, uint8_t *out, size_t n)
{
    CHECK_OK(hex_decode(out, n, vec_string(v), "vector"));
}

void vec_fr(vec_json v, fr *out)
{
    uint8_t bytes[32];
    vec_bytes(v, bytes, sizeof bytes);
    CHECK_OK(fr_from_le(out, bytes));
}

void vec_fr_array(vec_json array, fr *out, size_t n)
{
    CHECK_MSG(vec_len(array) == n, "wanted %zu elements, found %zu", n, vec_len(array));
    for (size_t i = 0; i < n; i++)
        vec_fr(vec_at(array, i), &out[i]);
}

fr *vec_fr_alloc(vec_json array, size_t *n)
{
    fr *v;
    *n = vec_len(array);
    CHECK_OK(MEM_NEW(v, *n));
    vec_fr_array(array, v, *n);
    return v;
}
