#include "hash/sha256.h"

#include "base/bytes.h"
#include "hash/sha256_ni.h"
#include <string.h>

const uint32_t sha256_iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
const uint32_t sha256_k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, unsigned k)
{
    return x >> k | x << (32 - k);
}

static void compress_one(uint32_t state[8], const uint8_t block[64])
{
    uint32_t w[64], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4],
                    f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 16; i++)
        w[i] = load_u32_be(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
        uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + sha256_k[i] + w[i];
        uint32_t s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
        uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

void sha256_compress_portable(uint32_t state[8], const uint8_t *blocks, size_t n)
{
    for (; n > 0; n--, blocks += 64)
        compress_one(state, blocks);
}

void sha256_compress_blocks(uint32_t state[8], const uint8_t *blocks, size_t n)
{
    if (sha256_ni_usable())
        sha256_ni_compress(state, blocks, n);
    else
        sha256_compress_portable(state, blocks, n);
}

void sha256_compress(uint32_t state[8], const uint8_t block[64])
{
    sha256_compress_blocks(state, block, 1);
}

void sha256_init(struct sha256 *h)
{
    memcpy(h->state, sha256_iv, sizeof h->state);
    h->n_bytes = 0;
}

void sha256_update(struct sha256 *h, const void *data, size_t n)
{
    const uint8_t *p = data;
    size_t have = h->n_bytes % 64;
    if (n == 0) return;
    h->n_bytes += n;
    if (have) {
        size_t take = 64 - have < n ? 64 - have : n;
        memcpy(h->buf + have, p, take);
        p += take;
        n -= take;
        if (have + take < 64) return;
        sha256_compress(h->state, h->buf);
    }
    sha256_compress_blocks(h->state, p, n / 64);
    if (n % 64) memcpy(h->buf, p + n / 64 * 64, n % 64);
}

void sha256_final(struct sha256 *h, uint8_t digest[32])
{
    uint64_t n_bits = 8 * h->n_bytes;
    uint8_t pad[72] = {0x80};
    size_t have = h->n_bytes % 64, n_pad = have < 56 ? 56 - have : 120 - have;
    store_u64_be(pad + n_pad, n_bits);
    sha256_update(h, pad, n_pad + 8);
    for (int i = 0; i < 8; i++)
        store_u32_be(digest + 4 * i, h->state[i]);
}

void sha256(uint8_t digest[32], const void *data, size_t n)
{
    struct sha256 h;
    sha256_init(&h);
    sha256_update(&h, data, n);
    sha256_final(&h, digest);
}

void sha256_node(uint8_t node[32], const void *data, size_t n)
{
    sha256(node, data, n);
    node[31] &= 0x3f;
}

void sha256_node_pair(uint8_t node[32], const uint8_t left[32], const uint8_t right[32])
{
    /* The second block is the padding of any 64-byte message. */
    static const uint8_t padding[64] = {[0] = 0x80, [62] = 0x02};
    uint8_t block[64];
    uint32_t state[8];
    memcpy(block, left, 32);
    memcpy(block + 32, right, 32);
    memcpy(state, sha256_iv, sizeof state);
    sha256_compress(state, block);
    sha256_compress(state, padding);
    for (int i = 0; i < 8; i++)
        store_u32_be(node + 4 * i, state[i]);
    node[31] &= 0x3f;
}
