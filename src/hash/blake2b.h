/* BLAKE2b with 64 bytes of output (RFC 7693, no key), through libcrypto: digests of big files.
 *
 * The digest of a parameter file in Filecoin's parameters.json is the first 32 hex digits. */
#ifndef CUZK_HASH_BLAKE2B_H
#define CUZK_HASH_BLAKE2B_H

#include "base/status.h"
#include <stdint.h>

NODISCARD status blake2b(uint8_t out[64], const void *data, size_t n);

/* Incremental. final gives the digest of all updates and starts again with the empty string. */
struct blake2b_ctx;
NODISCARD status blake2b_create(struct blake2b_ctx **out);
NODISCARD status blake2b_update(struct blake2b_ctx *c, const void *data, size_t n);
NODISCARD status blake2b_final(struct blake2b_ctx *c, uint8_t out[64]);
void blake2b_destroy(struct blake2b_ctx *c); /* NULL is a no-op */

#endif
