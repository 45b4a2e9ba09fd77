/* The instructions keep the state as two vectors, ABEF and CDGH (a in the top lane), and do two
 * rounds each; four message words at a time. The schedule holds the latest 16 words in four
 * vectors: msg1 adds sigma0 of w[t-15], the shifted sum adds w[t-7], msg2 adds sigma1 of w[t-2]. */
#include "hash/sha256_ni.h"

#include "base/status.h"
#include "hash/sha256.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#include <pthread.h>

static bool usable; /* set once by ask_processor, then constant */

/* CPUID leaf 7, EBX bit 29: SHA. Leaf 1, ECX bits 9 and 19: SSSE3 and SSE4.1. CPUID traps in a
 * virtual machine (tens of microseconds), hence once. */
static void ask_processor(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 9 & 1) || !(c >> 19 & 1)) return;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
    usable = b >> 29 & 1;
}

bool sha256_ni_usable(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, ask_processor);
    return usable;
}

__attribute__((target("sha,sse4.1,ssse3"))) static __m128i load(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

__attribute__((target("sha,sse4.1,ssse3"))) static void compress_one(__m128i *abef, __m128i *cdgh,
                                                                     const uint8_t *block)
{
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i x = *abef, y = *cdgh, m[4];
    for (int i = 0; i < 4; i++)
        m[i] = _mm_shuffle_epi8(load(block + 16 * i), big_endian);
    for (int i = 0; i < 16; i++) {
        __m128i wk = _mm_add_epi32(m[i & 3], load(sha256_k + 4 * i));
        y = _mm_sha256rnds2_epu32(y, x, wk);
        x = _mm_sha256rnds2_epu32(x, y, _mm_shuffle_epi32(wk, 0x0e));
        if (i >= 12) continue;
        __m128i w = _mm_sha256msg1_epu32(m[i & 3], m[(i + 1) & 3]);
        w = _mm_add_epi32(w, _mm_alignr_epi8(m[(i + 3) & 3], m[(i + 2) & 3], 4));
        m[i & 3] = _mm_sha256msg2_epu32(w, m[(i + 3) & 3]);
    }
    *abef = _mm_add_epi32(*abef, x);
    *cdgh = _mm_add_epi32(*cdgh, y);
}

__attribute__((target("sha,sse4.1,ssse3"))) void sha256_ni_compress(uint32_t state[8],
                                                                    const uint8_t *blocks, size_t n)
{
    __m128i cdab = _mm_shuffle_epi32(load(state), 0xb1);
    __m128i efgh = _mm_shuffle_epi32(load(state + 4), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    for (; n > 0; n--, blocks += 64)
        compress_one(&abef, &cdgh, blocks);
    __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool sha256_ni_usable(void)
{
    return false;
}

void sha256_ni_compress(uint32_t state[8], const uint8_t *blocks, size_t n)
{
    (void)state, (void)blocks;
    MUST(n == 0);
}

#endif
