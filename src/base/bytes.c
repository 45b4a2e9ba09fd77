#include "base/bytes.h"

#include <string.h>

status bytes_take(struct bytes *b, const uint8_t **out, size_t n, const char *what)
{
    if (n > bytes_left(b))
        FAIL(ST_FORMAT, "%s: %s at offset %zu needs %zu bytes, found %zu", b->name, what, b->pos, n,
             bytes_left(b));
    *out = b->data + b->pos;
    b->pos += n;
    return ST_OK;
}

status bytes_copy(struct bytes *b, void *out, size_t n, const char *what)
{
    const uint8_t *p;
    TRY(bytes_take(b, &p, n, what));
    if (n) memcpy(out, p, n);
    return ST_OK;
}

status bytes_u8(struct bytes *b, uint8_t *out, const char *what)
{
    return bytes_copy(b, out, 1, what);
}

status bytes_u32_be(struct bytes *b, uint32_t *out, const char *what)
{
    const uint8_t *p;
    TRY(bytes_take(b, &p, 4, what));
    *out = load_u32_be(p);
    return ST_OK;
}

status bytes_u32_le(struct bytes *b, uint32_t *out, const char *what)
{
    const uint8_t *p;
    TRY(bytes_take(b, &p, 4, what));
    *out = load_u32_le(p);
    return ST_OK;
}

status bytes_u64_le(struct bytes *b, uint64_t *out, const char *what)
{
    const uint8_t *p;
    TRY(bytes_take(b, &p, 8, what));
    *out = load_u64_le(p);
    return ST_OK;
}

status bytes_count_u64_le(struct bytes *b, size_t *out, size_t elem_bytes, size_t max,
                          const char *what)
{
    uint64_t n;
    size_t at = b->pos;
    TRY(bytes_u64_le(b, &n, what));
    if (n > max)
        FAIL(ST_FORMAT, "%s: %s at offset %zu: wanted at most %zu elements, found %llu", b->name,
             what, at, max, (unsigned long long)n);
    if (elem_bytes && n > bytes_left(b) / elem_bytes)
        FAIL(ST_FORMAT, "%s: %s at offset %zu: %llu elements of %zu bytes do not fit in %zu bytes",
             b->name, what, at, (unsigned long long)n, elem_bytes, bytes_left(b));
    *out = (size_t)n;
    return ST_OK;
}

status bytes_end(const struct bytes *b)
{
    if (bytes_left(b))
        FAIL(ST_FORMAT, "%s: %zu unexpected bytes after the end at offset %zu", b->name,
             bytes_left(b), b->pos);
    return ST_OK;
}

void hex_encode(char *out, const uint8_t *bytes, size_t n)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * n] = '\0';
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

status hex_decode(uint8_t *out, size_t n, const char *hex, const char *what)
{
    if (hex[0] == '0' && (hex[1] == 'x' || hex[1] == 'X')) hex += 2;
    size_t len = strlen(hex);
    if (len != 2 * n) FAIL(ST_FORMAT, "%s: wanted %zu hex digits, found %zu", what, 2 * n, len);
    for (size_t i = 0; i < n; i++) {
        int hi = hex_digit(hex[2 * i]), lo = hex_digit(hex[2 * i + 1]);
        if (hi < 0 || lo < 0)
            FAIL(ST_FORMAT, "%s: not a hex digit at position %zu", what, 2 * i + (hi >= 0));
        out[i] = (uint8_t)(hi << 4 | lo);
    }
    return ST_OK;
}
