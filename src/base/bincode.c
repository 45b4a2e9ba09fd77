#include "base/bincode.h"

#include "base/mem.h"

status bincode_length(struct bytes *b, uint64_t n, const char *what)
{
    size_t at = b->pos;
    uint64_t found;
    TRY(bytes_u64_le(b, &found, what));
    if (found != n)
        FAIL(ST_FORMAT, "%s: %s at offset %zu: wanted %llu elements, found %llu", b->name, what, at,
             (unsigned long long)n, (unsigned long long)found);
    return ST_OK;
}

status bincode_tag(struct bytes *b, uint32_t tag, const char *variant, const char *what)
{
    size_t at = b->pos;
    uint32_t found;
    TRY(bytes_u32_le(b, &found, what));
    if (found != tag)
        FAIL(ST_FORMAT, "%s: %s at offset %zu: wanted variant %u (%s), found %u", b->name, what, at,
             tag, variant, found);
    return ST_OK;
}

status bincode_u64_below(struct bytes *b, uint64_t *out, uint64_t limit, const char *what)
{
    size_t at = b->pos;
    uint64_t found;
    TRY(bytes_u64_le(b, &found, what));
    if (found >= limit)
        FAIL(ST_FORMAT, "%s: %s at offset %zu: wanted a number below %llu, found %llu", b->name,
             what, at, (unsigned long long)limit, (unsigned long long)found);
    *out = found;
    return ST_OK;
}

status bincode_digests(struct bytes *b, const uint8_t **out, size_t n, const char *what)
{
    size_t n_bytes;
    if (!size_mul(&n_bytes, n, 32))
        FAIL(ST_ARG, "%s: %s: %zu digests overflow the size", b->name, what, n);
    return bytes_take(b, out, n_bytes, what);
}
