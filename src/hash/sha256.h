/* SHA-256 (FIPS 180-4). The state is a plain value: copy it to fork a running hash. */
#ifndef CUZK_HASH_SHA256_H
#define CUZK_HASH_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8];
    uint64_t n_bytes;
    uint8_t buf[64];
};

extern const uint32_t sha256_k[64];
extern const uint32_t sha256_iv[8];

void sha256_init(struct sha256 *h);
void sha256_update(struct sha256 *h, const void *data, size_t n);
void sha256_final(struct sha256 *h, uint8_t digest[32]);
/* All of the above. */
void sha256(uint8_t digest[32], const void *data, size_t n);

/* One compression of a 64-byte block. With the processor's SHA instructions where it has them. */
void sha256_compress(uint32_t state[8], const uint8_t block[64]);

#endif
