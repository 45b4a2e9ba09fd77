/* SHA-256 compression with the x86 SHA extensions. */
#ifndef CUZK_HASH_SHA256_NI_H
#define CUZK_HASH_SHA256_NI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this processor has them; false in builds for others. Asked once per process. */
bool sha256_ni_usable(void);

/* As sha256_compress_blocks; only where usable. */
void sha256_ni_compress(uint32_t state[8], const uint8_t *blocks, size_t n);

#endif
