/* SHA-256 (FIPS 180-4). The running state is a plain value: no set-up, no failure, and copying it
 * forks a running hash. The compression uses the processor's SHA instructions where it has them. */
#ifndef CUZK_HASH_SHA256_H
#define CUZK_HASH_SHA256_H

#include <stddef.h>
#include <stdint.h>

struct sha256 {
    uint32_t state[8]; /* a..h */
    uint64_t n_bytes;
    uint8_t buf[64];
};

/* Round constants and initial state: sections 4.2.2 and 5.3.3. */
extern const uint32_t sha256_k[64];
extern const uint32_t sha256_iv[8];

void sha256_init(struct sha256 *h);
void sha256_update(struct sha256 *h, const void *data, size_t n); /* data may be NULL if n = 0 */
void sha256_final(struct sha256 *h, uint8_t digest[32]);          /* h is used up */
/* All of the above; digest may overlap data. */
void sha256(uint8_t digest[32], const void *data, size_t n);

/* A tree node: the digest with the two top bits of its last byte cleared, so that its 32 bytes
 * read little-endian are below 2^254, hence below r. node may overlap the inputs. */
void sha256_node(uint8_t node[32], const void *data, size_t n);
void sha256_node_pair(uint8_t node[32], const uint8_t left[32], const uint8_t right[32]);

/* One compression of a 64-byte block, then of n blocks back to back. */
void sha256_compress(uint32_t state[8], const uint8_t block[64]);
void sha256_compress_blocks(uint32_t state[8], const uint8_t *blocks, size_t n);

/* The latter's portable version, whatever the processor: for tests. */
void sha256_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t n);

#endif
