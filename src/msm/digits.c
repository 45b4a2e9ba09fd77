#include "msm/digits.h"

/* Bits 192 and up of r: the top window starts at bit 233 or above. */
#define R_TOP_LIMB 0x73eda753299d7d48ull

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

uint64_t digits_top_max(unsigned c)
{
    return (R_TOP_LIMB >> ((digits_windows(c) - 1) * c - 192)) + 1;
}
