/* Private to src/ntt: a domain's tables, and the tiles of a sweep. */
#ifndef CUZK_NTT_NTT_DOMAIN_H
#define CUZK_NTT_NTT_DOMAIN_H

#include "base/mem.h"
#include "ntt/ntt_kernel.h"

#define NTT_COSET_GENERATOR 7

enum ntt_direction { NTT_OMEGA, NTT_OMEGA_INVERSE };

/* base^e for e in [0, 2^e_log2): lo[e mod 2^lo_log2] * hi[e >> lo_log2]. */
struct ntt_powers {
    struct ntt_const *lo, *hi;
    unsigned lo_log2;
};

struct ntt_domain {
    struct ntt_plan plan;
    const struct ntt_kernel *kernel;
    struct arena arena; /* all tables */

    fr omega[2]; /* by enum ntt_direction */
    fr coset[2]; /* 7 and 1/7 */
    fr n_inverse;
    fr coset_n_minus_1_inverse; /* 1 / (7^n - 1) */

    /* The rest is absent (NULL) if plan.n_levels is 0. Twiddles of stage s are at [2^s ..). */
    struct ntt_powers omega_powers[2];
    struct ntt_powers coset_inverse_powers; /* of 1/7, exponents below n / bottom rows */
    struct ntt_const *down[2];              /* by direction */
    struct ntt_const *down_coset;           /* for the top level */
    struct ntt_const *up;                   /* omega */
    struct ntt_const *up_coset;             /* for the bottom level */
    struct ntt_const down_coset_factor[NTT_MAX_LEVELS]; /* 7^(n / block) below the top level */
    struct ntt_const up_coset_factor[NTT_MAX_LEVELS];   /* above the bottom level */
    struct ntt_const *coset_rows; /* bottom level: [b] = 7^-(n / rows * bitrev(b)) */
    struct ntt_const n_inverse_const;
};

/* One level of a domain: where its tiles are. A tile's rows are `stride` apart. At the bottom a
 * row is contiguous and lanes are 8 such rows whose results are neighbours in natural order;
 * above it lanes are 8 neighbouring columns. */
struct ntt_level {
    const struct ntt_domain *d;
    unsigned index, rows_log2;
    unsigned above_log2; /* bits of the index above the rows' */
    unsigned below_log2; /* and below: stride = 2^below_log2 */
    size_t n_tiles;
};
struct ntt_level ntt_level_of(const struct ntt_domain *d, unsigned index);

/* Offsets from the vector's start of the 8 lanes' row 0. */
struct ntt_lanes {
    size_t at[NTT_LANES];
    size_t reversed[NTT_LANES]; /* above-bits of the lane, reversed */
};
struct ntt_lanes ntt_lanes_of(const struct ntt_level *l, size_t tile);

void ntt_tile_load(const struct ntt_level *l, void *tile, const fr *v, const struct ntt_lanes *at);
void ntt_tile_store(const struct ntt_level *l, fr *v, const void *tile, const struct ntt_lanes *at);
/* Bottom level, after `down`: to natural order. v is not the vector that tiles are loaded from. */
void ntt_tile_store_natural(const struct ntt_level *l, fr *v, const void *tile,
                            const struct ntt_lanes *at);

/* Transforms of loaded tiles, without a factor 1/n. */
void ntt_tile_down(const struct ntt_level *l, void *tiles, unsigned n_tiles,
                   const struct ntt_lanes *at, enum ntt_direction direction, bool coset);
void ntt_tile_up(const struct ntt_level *l, void *tiles, unsigned n_tiles,
                 const struct ntt_lanes *at, bool coset);
/* Bottom level, after `down`: the element of index i times 7^-i * *factor. */
void ntt_tile_leave_coset(const struct ntt_level *l, void *tile, const struct ntt_lanes *at,
                          const struct ntt_const *factor);

/* A worker's NTT_MAX_TILES tiles. */
static inline void *ntt_work_of(const struct ntt_domain *d, void *work, unsigned worker)
{
    return (char *)work + d->plan.work_bytes / d->plan.n_threads * worker;
}

/* ST_ARG if the pool has more threads than the plan, or work is absent or not aligned. */
NODISCARD status ntt_check_run(const struct ntt_domain *d, const void *work,
                               const struct pool *pool);

/* Sizes below 2^(2 * NTT_MIN_LEVEL_LOG2): in the caller's thread. */
void ntt_run_small(const struct ntt_domain *d, enum ntt_op op, fr *v);

#endif
