/* Bounded byte cursor: every parser reads through it, so that no length in a file or message can
 * lead outside the buffer. Errors name what was read, the offset, wanted and found. */
#ifndef CUZK_BASE_BYTES_H
#define CUZK_BASE_BYTES_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

struct bytes {
    const uint8_t *data;
    size_t n, pos;
    const char *name; /* of the file or message, for errors; borrowed */
};

static inline struct bytes bytes_of(const void *data, size_t n, const char *name)
{
    return (struct bytes){.data = (const uint8_t *)data, .n = n, .pos = 0, .name = name};
}
static inline size_t bytes_left(const struct bytes *b)
{
    return b->n - b->pos;
}

/* The next n bytes, in place (borrowed from the buffer). `what` names the field in errors. */
NODISCARD status bytes_take(struct bytes *b, const uint8_t **out, size_t n, const char *what);
NODISCARD status bytes_copy(struct bytes *b, void *out, size_t n, const char *what);
NODISCARD status bytes_u8(struct bytes *b, uint8_t *out, const char *what);
NODISCARD status bytes_u32_be(struct bytes *b, uint32_t *out, const char *what);
NODISCARD status bytes_u32_le(struct bytes *b, uint32_t *out, const char *what);
NODISCARD status bytes_u64_le(struct bytes *b, uint64_t *out, const char *what);
/* A u64 little-endian element count, refused unless count * elem_bytes fits in what is left and
 * count <= max. Call before allocating for the elements. */
NODISCARD status bytes_count_u64_le(struct bytes *b, size_t *out, size_t elem_bytes, size_t max,
                                    const char *what);
/* ST_FORMAT if anything is left. */
NODISCARD status bytes_end(const struct bytes *b);

static inline uint32_t load_u32_be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}
static inline uint32_t load_u32_le(const uint8_t *p)
{
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | (uint32_t)p[0];
}
static inline uint64_t load_u64_le(const uint8_t *p)
{
    return (uint64_t)load_u32_le(p + 4) << 32 | load_u32_le(p);
}
static inline uint64_t load_u64_be(const uint8_t *p)
{
    return (uint64_t)load_u32_be(p) << 32 | load_u32_be(p + 4);
}
static inline void store_u32_be(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 24), p[1] = (uint8_t)(v >> 16), p[2] = (uint8_t)(v >> 8),
    p[3] = (uint8_t)v;
}
static inline void store_u32_le(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v, p[1] = (uint8_t)(v >> 8), p[2] = (uint8_t)(v >> 16),
    p[3] = (uint8_t)(v >> 24);
}
static inline void store_u64_le(uint8_t *p, uint64_t v)
{
    store_u32_le(p, (uint32_t)v);
    store_u32_le(p + 4, (uint32_t)(v >> 32));
}
static inline void store_u64_be(uint8_t *p, uint64_t v)
{
    store_u32_be(p, (uint32_t)(v >> 32));
    store_u32_be(p + 4, (uint32_t)v);
}

/* Lower-case hex of n bytes into out[2 * n + 1]. */
void hex_encode(char *out, const uint8_t *bytes, size_t n);
/* Exactly n bytes from 2 * n hex digits (an optional "0x" in front). `what` names it in errors. */
NODISCARD status hex_decode(uint8_t *out, size_t n, const char *hex, const char *what);

#endif
