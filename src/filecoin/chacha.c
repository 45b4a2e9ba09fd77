#include "filecoin/chacha.h"

#include "base/bytes.h"
#include <string.h>

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

static void quarter_round(uint32_t *x, unsigned a, unsigned b, unsigned c, unsigned d)
{
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 7);
}

void chacha_block(uint8_t out[CHACHA_BLOCK_BYTES], const uint8_t key[32], const uint32_t tail[4],
                  unsigned rounds)
{
    uint32_t state[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    for (unsigned i = 0; i < 8; i++)
        state[4 + i] = load_u32_le(key + 4 * i);
    memcpy(state + 12, tail, 4 * sizeof *tail);
    memcpy(x, state, sizeof x);
    for (unsigned r = 0; r < rounds; r += 2) {
        quarter_round(x, 0, 4, 8, 12);
        quarter_round(x, 1, 5, 9, 13);
        quarter_round(x, 2, 6, 10, 14);
        quarter_round(x, 3, 7, 11, 15);
        quarter_round(x, 0, 5, 10, 15);
        quarter_round(x, 1, 6, 11, 12);
        quarter_round(x, 2, 7, 8, 13);
        quarter_round(x, 3, 4, 9, 14);
    }
    for (unsigned i = 0; i < 16; i++)
        store_u32_le(out + 4 * i, x[i] + state[i]);
}
