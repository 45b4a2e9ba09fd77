/* Signed digits of scalars, without a carry from one window to the next.
 *
 * With c bits a window and W windows, add the constant sum_{w < W-1} 2^(c-1) * 2^(cw) to the scalar
 * once: every field of c bits below the top then holds its signed digit plus 2^(c-1), and what is
 * left above is the top digit, unsigned. So any digit can be read at any time in any order. The
 * top digit is at most (r >> c(W-1)) + 1. */
#ifndef CUZK_MSM_DIGITS_H
#define CUZK_MSM_DIGITS_H

#include "math/fr.h"
#include <stdint.h>

/* Reads the digits of window w; see digits_window. */
struct digits {
    uint64_t bias[4];
    unsigned limb, shift; /* where the window starts */
    uint64_t mask;        /* its bits */
    int64_t centre;       /* 2^(c-1), or 0 for the top window */
};

/* Number of windows of c bits that a scalar of 255 bits has, c in [2, 22]. */
static inline unsigned digits_windows(unsigned c)
{
    return (255 + c - 1) / c;
}

void digits_window(struct digits *d, unsigned c, unsigned w);

/* Is k below r, as it has to be? */
bool digits_in_range(const fr_int *k);

/* The largest top digit of a scalar below r. */
uint64_t digits_top_max(unsigned c);

/* The digit of k: in [-2^(c-1), 2^(c-1)), top window: >= 0. */
static inline int64_t digits_get(const struct digits *d, const fr_int *k)
{
    uint64_t s[5];
    u128 acc = 0;
    for (unsigned i = 0; i < 4; i++) {
        acc += (u128)k->l[i] + d->bias[i];
        s[i] = (uint64_t)acc;
        acc >>= 64;
    }
    s[4] = 0;
    u128 two = (u128)s[d->limb + 1] << 64 | s[d->limb];
    return (int64_t)((uint64_t)(two >> d->shift) & d->mask) - d->centre;
}

#endif
