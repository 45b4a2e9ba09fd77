/* Signed digits of scalars, each on its own.
 *
 * Windows of c bits; digits are in [-2^(c-1), 2^(c-1)) but for the top one, which is unsigned and
 * at most (r >> c(W-1)) + 1. A window passes a carry on if it has 2^(c-1) or more, its own carry
 * counted: so the bits of a window and of the one below it decide, except where that one is just
 * short by one and would need its own carry known (once in 2^c). */
#ifndef CUZK_MSM_DIGITS_H
#define CUZK_MSM_DIGITS_H

#include "math/fr.h"
#include <stdint.h>

/* Reads the digits of one window. */
struct digits {
    unsigned c, w;
    unsigned limb, next, shift; /* where the window below starts, 0 for w = 0 */
    uint64_t mask;              /* bits of the window, shifted down */
    uint64_t limit; /* from here on a digit is 2^c less: 2^(c-1), none for the top window */
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

/* What the windows below window w pass on to it, 0 or 1. */
unsigned digits_carry(const fr_int *k, unsigned c, unsigned w);

/* The digit of k. */
static inline int64_t digits_get(const struct digits *d, const fr_int *k)
{
    uint64_t half = 1ull << (d->c - 1), x, below, v;
    if (d->w == 0) {
        v = k->l[0] & d->mask;
    } else {
        x = k->l[d->limb] >> d->shift | k->l[d->next] << 1 << (63 - d->shift);
        below = x & (2 * half - 1);
        v = (x >> d->c & d->mask) + (below >> (d->c - 1));
        if (below == half - 1) v += digits_carry(k, d->c, d->w);
    }
    return (int64_t)v - (int64_t)(v >= d->limit ? 2 * half : 0);
}

#endif
