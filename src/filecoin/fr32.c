#include "filecoin/fr32.h"

#include <string.h>

#define NODE_BITS 254

size_t fr32_padded_bytes(size_t n)
{
    /* n = 127 q + r bytes: 4 q nodes and those of r * 8 bits */
    return n / 127 * 128 + (n % 127 * 8 + NODE_BITS - 1) / NODE_BITS * 32;
}

void fr32_pad(uint8_t *out, const uint8_t *in, size_t n)
{
    /* Every fourth node begins at a byte; within 127 bytes positions are small. */
    for (size_t node = 0, n_nodes = fr32_padded_bytes(n) / 32; node < n_nodes; node++) {
        size_t bit = node % 4 * NODE_BITS, at = node / 4 * 127 + bit / 8;
        unsigned shift = (unsigned)(bit % 8);
        for (size_t i = 0; i < 32; i++, at++) {
            unsigned low = at < n ? in[at] : 0, high = at + 1 < n ? in[at + 1] : 0;
            out[32 * node + i] = (uint8_t)((low | high << 8) >> shift);
        }
        out[32 * node + 31] &= 0x3f;
    }
}

void fr32_unpad(uint8_t *out, const uint8_t *in, size_t n)
{
    memset(out, 0, n);
    for (size_t node = 0, n_nodes = fr32_padded_bytes(n) / 32; node < n_nodes; node++) {
        size_t bit = node % 4 * NODE_BITS, at = node / 4 * 127 + bit / 8;
        unsigned shift = (unsigned)(bit % 8);
        for (size_t i = 0; i < 32; i++, at++) {
            unsigned byte = in[32 * node + i];
            if (i == 31) byte &= 0x3f;
            byte <<= shift;
            if (at < n) out[at] |= (uint8_t)byte;
            if (at + 1 < n) out[at + 1] |= (uint8_t)(byte >> 8);
        }
    }
}
