#include "hash/sha256.h"

#include "base/bytes.h"
#include <stdbool.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

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

static void compress_portable(uint32_t state[8], const uint8_t block[64])
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

#if defined(__x86_64__)
/* The instructions keep the state as ABEF and CDGH and do four rounds from one message vector. */
__attribute__((target("sha,sse4.1,ssse3"))) static void compress_shani(uint32_t state[8],
                                                                       const uint8_t block[64])
{
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i dcba = _mm_loadu_si128((const __m128i *)(const void *)state);
    __m128i hgfe = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
    __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1), efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    const __m128i abef0 = abef, cdgh0 = cdgh;
    __m128i m[4];
    for (int i = 0; i < 4; i++)
        m[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(block + 16 * i)),
                                swap);
    for (int i = 0; i < 16; i++) {
        __m128i k = _mm_loadu_si128((const __m128i *)(const void *)(sha256_k + 4 * i));
        __m128i wk = _mm_add_epi32(m[i & 3], k);
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, wk);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(wk, 0x0e));
        if (i < 12) {
            __m128i x = _mm_sha256msg1_epu32(m[i & 3], m[(i + 1) & 3]);
            x = _mm_add_epi32(x, _mm_alignr_epi8(m[(i + 3) & 3], m[(i + 2) & 3], 4));
            m[i & 3] = _mm_sha256msg2_epu32(x, m[(i + 3) & 3]);
        }
    }
    abef = _mm_add_epi32(abef, abef0);
    cdgh = _mm_add_epi32(cdgh, cdgh0);
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

static bool has_shani(void)
{
    unsigned a, b, c, d;
    __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(7), "c"(0));
    return (b >> 29 & 1) && __builtin_cpu_supports("sse4.1");
}
#endif

void sha256_compress(uint32_t state[8], const uint8_t block[64])
{
#if defined(__x86_64__)
    static _Thread_local int8_t known; /* 0 not asked yet, 1 no, 2 yes */
    if (known == 0) known = has_shani() ? 2 : 1;
    if (known == 2) {
        compress_shani(state, block);
        return;
    }
#endif
    compress_portable(state, block);
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
    h->n_bytes += n;
    if (have) {
        size_t take = 64 - have < n ? 64 - have : n;
        memcpy(h->buf + have, p, take);
        p += take;
        n -= take;
        if (have + take < 64) return;
        sha256_compress(h->state, h->buf);
    }
    for (; n >= 64; p += 64, n -= 64)
        sha256_compress(h->state, p);
    if (n) memcpy(h->buf, p, n);
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
