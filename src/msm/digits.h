/* Signed digits of scalars.
 *
 * With c bits a window and W windows, add the constant sum_{w < W-1} 2^(c-1) * 2^(cw) to the
 * scalar: every field of c bits below the top then holds its signed digit plus 2^(c-1), and what is
 * left above is the top digit, unsigned. No carry runs from window to window. */
#ifndef CUZK_MSM_DIGITS_H
#define CUZK_MSM_DIGITS_H

#include "math/fr.h"
#include <stdint.h>

/* Number of windows of c bits that a scalar of 255 bits has, c in [2, 22]. */
static inline unsigned digits_windows(unsigned c)
{
    return (255 + c - 1) / c;
}

/* The largest top digit of a scalar below r: (r >> c(W-1)) + 1. */
uint64_t digits_top_max(unsigned c);

/* out[w * stride + i] = digit w of k[i]: in [-2^(c-1), 2^(c-1)), for the top window in
 * [0, digits_top_max]. Returns n, or the index of a scalar that is not below r; out is then partly
 * written. */
size_t digits_split(int32_t *out, size_t stride, const fr_int *k, size_t n, unsigned c);

#endif
