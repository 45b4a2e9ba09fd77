#include "msm/digits.h"

static const uint64_t r_limbs[4] = {0xffffffff00000001, 0x53bda402fffe5bfe, 0x3339d80809a1d805,
                                    0x73eda753299d7d48};

void digits_window(struct digits *d, unsigned c, unsigned w)
{
    unsigned n = digits_windows(c);
    *d = (struct digits){.limb = w * c / 64, .shift = w * c % 64};
    for (unsigned i = 0; i + 1 < n; i++) {
        unsigned bit = i * c + c - 1;
        d->bias[bit / 64] |= 1ull << bit % 64;
    }
    if (w + 1 < n) {
        d->mask = (1ull << c) - 1;
        d->centre = (int64_t)(1ull << (c - 1));
    } else {
        d->mask = (1ull << (c + 1)) - 1;
    }
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
