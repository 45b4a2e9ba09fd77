#include "msm/digits.h"

static const uint64_t r_limbs[4] = {0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805,
                                    0x73eda753299d7d48};

void digits_window(struct digits *d, unsigned c, unsigned w)
{
    unsigned n = digits_windows(c), start = w == 0 ? 0 : (w - 1) * c;
    bool top = w + 1 == n;
    *d = (struct digits){.c = c, .w = w, .limb = start / 64, .shift = start % 64};
    d->next = d->limb < 3 ? d->limb + 1 : 3; /* past the end: bits that the mask drops */
    d->mask = (1ull << (top ? 255 - w * c : c)) - 1;
    d->limit = top ? UINT64_MAX : 1ull << (c - 1);
}

/* Windows pass a carry on until one has less than 2^(c-1) - 1, which stops it. */
unsigned digits_carry(const fr_int *k, unsigned c, unsigned w)
{
    while (w-- > 0) {
        struct digits d;
        digits_window(&d, c, w + 1); /* whose window below is w */
        uint64_t x = k->l[d.limb] >> d.shift | k->l[d.next] << 1 << (63 - d.shift);
        uint64_t v = x & ((1ull << c) - 1), half = 1ull << (c - 1);
        if (v != half - 1) return v >= half;
    }
    return 0;
}

bool digits_in_range(const fr_int *k)
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
