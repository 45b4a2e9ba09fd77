/* bincode 1 with its default options, as the Filecoin proofs API writes vanilla proofs:
 * little-endian; integers of fixed width; a sequence is a u64 length and its elements, an enum a
 * u32 tag and its content; arrays of fixed length and digests of 32 bytes stand bare.
 *
 * What a vanilla proof may hold follows from its registered proof, so every length and tag is
 * known: these readers take one and compare, before anything depends on it. They refuse with
 * ST_FORMAT and offset, wanted, found. Reading goes through base/bytes.h. */
#ifndef CUZK_BASE_BINCODE_H
#define CUZK_BASE_BINCODE_H

#include "base/bytes.h"

/* One encoded object; borrowed. */
struct blob {
    const uint8_t *data;
    size_t n;
};

/* The length of a sequence, which has to be n. */
NODISCARD status bincode_length(struct bytes *b, uint64_t n, const char *what);
/* The tag of an enum, which has to be `tag`; its variant's name is for the error. */
NODISCARD status bincode_tag(struct bytes *b, uint32_t tag, const char *variant, const char *what);
/* A u64 below `limit`. */
NODISCARD status bincode_u64_below(struct bytes *b, uint64_t *out, uint64_t limit,
                                   const char *what);
/* n digests of 32 bytes in place: 32 * n bytes. */
NODISCARD status bincode_digests(struct bytes *b, const uint8_t **out, size_t n, const char *what);

#endif
