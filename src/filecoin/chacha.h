/* The ChaCha block function (Bernstein): 8 rounds draw the graph's parents, 20 rounds the synthetic
 * challenges. Not for secrets. */
#ifndef CUZK_FILECOIN_CHACHA_H
#define CUZK_FILECOIN_CHACHA_H

#include <stdint.h>

#define CHACHA_BLOCK_BYTES 64

/* 64 bytes of the key stream. tail = the state's last four words: counter and nonce, which the
 * users divide differently. rounds is even. */
void chacha_block(uint8_t out[CHACHA_BLOCK_BYTES], const uint8_t key[32], const uint32_t tail[4],
                  unsigned rounds);

#endif
