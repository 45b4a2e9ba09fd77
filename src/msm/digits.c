#include "msm/digits.h"

#include <stdbool.h>
#include <string.h>

enum { BLOCK = 64 }; /* scalars whose digits of one window are written together */

static const uint64_t r_limbs[4] = {0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805,
                                    0x73eda753299d7d48};

static bool below_r(const fr_int *k)
{
    for (unsigned i = 4; i-- > 0;)
        if (k->l[i] != r_limbs[i]) return k->l[i] < r_limbs[i];
    return false;
}

/* The top window starts at bit 233 or above. */
uint64_t digits_top_max(unsigned c)
{
    return (r_limbs[3] >> ((digits_windows(c) - 1) * c - 192)) + 1;
}

static void add_bias(uint64_t s[5], const fr_int *k, const uint64_t bias[4])
{
    u128 acc = 0;
    for (unsigned i = 0; i < 4; i++) {
        acc += (u128)k->l[i] + bias[i];
        s[i] = (uint64_t)acc;
        acc >>= 64;
    }
    s[4] = 0;
}

size_t digits_split(int32_t *out, size_t stride, const fr_int *k, size_t n, unsigned c)
{
    unsigned windows = digits_windows(c);
    uint64_t bias[4] = {0}, s[BLOCK][5];
    for (unsigned w = 0; w + 1 < windows; w++) {
        unsigned bit = w * c + c - 1;
        bias[bit / 64] |= 1ull << bit % 64;
    }
    for (size_t at = 0; at < n; at += BLOCK) {
        size_t m = n - at < BLOCK ? n - at : BLOCK;
        for (size_t i = 0; i < m; i++) {
            if (!below_r(&k[at + i])) return at + i;
            add_bias(s[i], &k[at + i], bias);
        }
        for (unsigned w = 0; w < windows; w++) {
            unsigned limb = w * c / 64, shift = w * c % 64;
            bool top = w + 1 == windows;
            uint64_t mask = top ? UINT64_MAX : (1ull << c) - 1, centre = top ? 0 : 1ull << (c - 1);
            int32_t *to = out + w * stride + at;
            for (size_t i = 0; i < m; i++) {
                uint64_t x = s[i][limb] >> shift | s[i][limb + 1] << 1 << (63 - shift);
                to[i] = (int32_t)((int64_t)(x & mask) - (int64_t)centre);
            }
        }
    }
    return n;
}
