/* Test vectors: JSON files of tests/vectors, plain or xz-compressed, as a tree. Whatever is not as
 * asked for fails the test. */
#ifndef CUZK_TESTS_VEC_JSON_H
#define CUZK_TESTS_VEC_JSON_H

#include "math/fr.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct yajl_val_s *vec_json;

/* The file at path, or what path.xz unpacks to if that is there: n bytes and a zero (mem_free). */
char *vec_text(const char *path, size_t *n);

/* tests/vectors/<name>, or <name>.xz if that is there instead. Free with vec_free. */
vec_json vec_load(const char *name);
void vec_free(vec_json v);

bool vec_has(vec_json object, const char *key);
vec_json vec_get(vec_json object, const char *key);
size_t vec_len(vec_json array);
vec_json vec_at(vec_json array, size_t i);
const char *vec_string(vec_json v);
bool vec_is_null(vec_json v);
bool vec_bool(vec_json v);
uint64_t vec_u64(vec_json v);                       /* a number, or a string of decimal digits */
void vec_bytes(vec_json v, uint8_t *out, size_t n); /* 2 n hex digits */
void vec_fr(vec_json v, fr *out);                   /* 32 bytes little-endian, hex */
/* An array of exactly n field elements; a new array of as many as there are (mem_free). */
void vec_fr_array(vec_json array, fr *out, size_t n);
fr *vec_fr_alloc(vec_json array, size_t *n);

#endif
