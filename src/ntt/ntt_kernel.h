/* Private to src/ntt: what a transform is made of, for the portable and the vector unit.
 *
 * A tile is 2^k rows of 8 lanes: 8 independent columns, each a transform of size 2^k, done in cache
 * between one read and one write of memory. A transform of size n = 2^(k1 + k2 + ..) takes one
 * sweep of tiles for each level.
 *
 * Down (natural order in, bit-reversed out) follows the tree of remainders: block b of stage s is a
 * polynomial modulo x^(2m) - z^2 and splits into those modulo x^m - z and x^m + z,
 *     (u, v) -> (u + z v, u - z v),   z = w_(2^(s+1))^bitrev_s(b),
 * one twiddle for the whole block. Up (bit-reversed in, natural out) is decimation in time:
 *     (u, v) -> (u + z v, u - z v),   z = w_(2^(s+1))^j
 * for position j in a block of 2^(s+1). Both multiply before they add, so that a vector kernel may
 * leave sums unreduced.
 *
 * With z[s][i] the twiddles of a transform of its own, a level inside a bigger one needs z[s][i] *
 * g[s], where g[s] belongs to the tile's lane alone: below the top level going down (g = a power
 * of omega given by the bits above), above the bottom level going up (by the bits below). g of the
 * last stage is squared for the one before, and so on. The coset costs nothing: its factor
 * 7^(n / 2^(s+1)) joins the tables, respectively g. */
#ifndef CUZK_NTT_NTT_KERNEL_H
#define CUZK_NTT_NTT_KERNEL_H

#include "ntt/ntt.h"

/* The lowest `bits` bits of x in reverse; bits may be 0. */
static inline size_t ntt_bit_reverse(size_t x, unsigned bits)
{
    size_t r = 0;
    for (unsigned i = 0; i < bits; i++)
        r |= (x >> i & 1) << (bits - 1 - i);
    return r;
}

#define NTT_LANES          8
#define NTT_MIN_LEVEL_LOG2 3
#define NTT_MAX_LEVEL_LOG2 11
#define NTT_VEC_BYTES      320 /* of 8 lanes, at most */
#define NTT_MAX_TILES      2   /* a worker's: tiles transformed together share twiddles */

/* A constant in the form its kernel multiplies by. */
struct ntt_const {
    uint64_t l[5];
};

/* g[s] for every stage of a tile, vectors of 8 lanes. */
struct ntt_twist {
    _Alignas(64) uint8_t g[NTT_MAX_LEVEL_LOG2][NTT_VEC_BYTES];
};

/* Tiles are `n_tiles` one behind the other, each 2^log2_rows rows of vec_bytes; their elements are
 * in the kernel's form until stored. */
struct ntt_kernel {
    const char *name;
    unsigned vec_bytes;
    /* product() leaves out a factor 2^product_log2; where it is used, a constant makes up. */
    unsigned product_log2;

    void (*constant)(struct ntt_const *out, const fr *in);

    /* Row r of lane i = lane[i][r * stride], in store_reversed lane[i][bit_reverse(r) * stride].
     * Stores reduce fully. */
    void (*load)(void *tile, unsigned log2_rows, const fr *const *lane, size_t stride);
    void (*store)(fr *const *lane, size_t stride, const void *tile, unsigned log2_rows);
    void (*store_reversed)(fr *const *lane, size_t stride, const void *tile, unsigned log2_rows);

    /* g of the last stage, lane i = *lo[i] * *hi[i] * *factor (NULL: 1), and its squares. */
    void (*twist)(struct ntt_twist *out, unsigned n_stages, const struct ntt_const *const *lo,
                  const struct ntt_const *const *hi, const struct ntt_const *factor);

    /* z: [2^s + i] the twiddle i of stage s. g may be NULL (all one). */
    void (*down)(void *tiles, unsigned n_tiles, unsigned log2_rows, const struct ntt_const *z,
                 const struct ntt_twist *g);
    void (*up)(void *tiles, unsigned n_tiles, unsigned log2_rows, const struct ntt_const *z,
               const struct ntt_twist *g);

    /* Needed between two transforms of a tile that was neither loaded nor multiplied since. */
    void (*settle)(void *tile, unsigned log2_rows);

    /* a[r] = a[r] * b[r] / 2^product_log2 */
    void (*product)(void *a, const void *b, unsigned log2_rows);
    /* a[r] = a[r] * *c */
    void (*scale)(void *a, unsigned log2_rows, const struct ntt_const *c);
    /* a[r] = a[r] * row[r] * g, lane by lane, g = stage 0 of a twist of one stage */
    void (*scale_rows)(void *a, unsigned log2_rows, const struct ntt_const *row,
                       const struct ntt_twist *g);
    /* a[r] = a[r] - b[r] * *c */
    void (*sub_scaled)(void *a, const void *b, unsigned log2_rows, const struct ntt_const *c);
};

extern const struct ntt_kernel ntt_kernel_portable;
/* NULL where the processor has no AVX-512 IFMA. */
const struct ntt_kernel *ntt_kernel_ifma(void);

#endif
