/* Index arithmetic of sweeps: a number's bits are (above, rows, below) from the top; a tile holds
 * all values of the middle ones. See ntt_kernel.h for what the twiddles need. */
#include "ntt/ntt_domain.h"

struct ntt_level ntt_level_of(const struct ntt_domain *d, unsigned index)
{
    struct ntt_level l = {.d = d, .index = index, .rows_log2 = d->plan.level_log2[index]};
    for (unsigned i = 0; i < index; i++)
        l.above_log2 += d->plan.level_log2[i];
    l.below_log2 = d->plan.log2_n - l.above_log2 - l.rows_log2;
    l.n_tiles = d->plan.n / NTT_LANES >> l.rows_log2;
    return l;
}

struct ntt_lanes ntt_lanes_of(const struct ntt_level *l, size_t tile)
{
    struct ntt_lanes at;
    size_t first = tile * NTT_LANES;
    for (size_t i = 0; i < NTT_LANES; i++) {
        if (l->below_log2 == 0) {
            at.reversed[i] = first + i;
            at.at[i] = ntt_bit_reverse(first + i, l->above_log2) << l->rows_log2;
        } else {
            size_t above = first >> l->below_log2;
            size_t below = (first & (((size_t)1 << l->below_log2) - 1)) + i;
            at.reversed[i] = ntt_bit_reverse(above, l->above_log2);
            at.at[i] = (above << (l->rows_log2 + l->below_log2)) + below;
        }
    }
    return at;
}

void ntt_tile_load(const struct ntt_level *l, void *tile, const fr *v, const struct ntt_lanes *at)
{
    const fr *lane[NTT_LANES];
    for (int i = 0; i < NTT_LANES; i++)
        lane[i] = v + at->at[i];
    l->d->kernel->load(tile, l->rows_log2, lane, (size_t)1 << l->below_log2);
}

void ntt_tile_store(const struct ntt_level *l, fr *v, const void *tile, const struct ntt_lanes *at)
{
    fr *lane[NTT_LANES];
    for (int i = 0; i < NTT_LANES; i++)
        lane[i] = v + at->at[i];
    l->d->kernel->store(lane, (size_t)1 << l->below_log2, tile, l->rows_log2);
}

void ntt_tile_store_natural(const struct ntt_level *l, fr *v, const void *tile,
                            const struct ntt_lanes *at)
{
    fr *lane[NTT_LANES];
    for (int i = 0; i < NTT_LANES; i++)
        lane[i] = v + at->reversed[i];
    l->d->kernel->store_reversed(lane, (size_t)1 << l->above_log2, tile, l->rows_log2);
}

/* g of the last of n_stages = base^exponent[i] * *factor in lane i. */
static void twist_of(const struct ntt_level *l, struct ntt_twist *out, unsigned n_stages,
                     const struct ntt_powers *base, const size_t *exponent,
                     const struct ntt_const *factor)
{
    const struct ntt_const *lo[NTT_LANES], *hi[NTT_LANES];
    for (int i = 0; i < NTT_LANES; i++) {
        lo[i] = &base->lo[exponent[i] & (((size_t)1 << base->lo_log2) - 1)];
        hi[i] = &base->hi[exponent[i] >> base->lo_log2];
    }
    l->d->kernel->twist(out, n_stages, lo, hi, factor);
}

void ntt_tile_down(const struct ntt_level *l, void *tiles, unsigned n_tiles,
                   const struct ntt_lanes *at, enum ntt_direction direction, bool coset)
{
    const struct ntt_domain *d = l->d;
    MUST(!coset || direction == NTT_OMEGA);
    if (l->index == 0) {
        d->kernel->down(tiles, n_tiles, l->rows_log2, coset ? d->down_coset : d->down[direction],
                        NULL);
        return;
    }
    /* The block above has number q: its lowest stage's roots are of order n / 2^below. */
    struct ntt_twist g;
    size_t exponent[NTT_LANES];
    for (int i = 0; i < NTT_LANES; i++)
        exponent[i] = at->reversed[i] << l->below_log2;
    twist_of(l, &g, l->rows_log2, &d->omega_powers[direction], exponent,
             coset ? &d->down_coset_factor[l->index] : NULL);
    d->kernel->down(tiles, n_tiles, l->rows_log2, d->down[direction], &g);
}

void ntt_tile_up(const struct ntt_level *l, void *tiles, unsigned n_tiles,
                 const struct ntt_lanes *at, bool coset)
{
    const struct ntt_domain *d = l->d;
    if (l->below_log2 == 0) {
        d->kernel->up(tiles, n_tiles, l->rows_log2, coset ? d->up_coset : d->up, NULL);
        return;
    }
    /* Column c of blocks of n / 2^above. */
    struct ntt_twist g;
    size_t exponent[NTT_LANES];
    for (int i = 0; i < NTT_LANES; i++)
        exponent[i] = (at->at[i] & (((size_t)1 << l->below_log2) - 1)) << l->above_log2;
    twist_of(l, &g, l->rows_log2, &d->omega_powers[NTT_OMEGA], exponent,
             coset ? &d->up_coset_factor[l->index] : NULL);
    d->kernel->up(tiles, n_tiles, l->rows_log2, d->up, &g);
}

void ntt_tile_leave_coset(const struct ntt_level *l, void *tile, const struct ntt_lanes *at,
                          const struct ntt_const *factor)
{
    struct ntt_twist g;
    twist_of(l, &g, 1, &l->d->coset_inverse_powers, at->reversed, factor);
    l->d->kernel->scale_rows(tile, l->rows_log2, l->d->coset_rows, &g);
}

status ntt_check_run(const struct ntt_domain *d, const void *work, const struct pool *pool)
{
    if (d->plan.work_bytes && (!work || (uintptr_t)work % 64))
        FAIL(ST_ARG, "transform of 2^%u: wanted %zu bytes of work, aligned to 64, found %p",
             d->plan.log2_n, d->plan.work_bytes, work);
    if (pool_threads(pool) > d->plan.n_threads)
        FAIL(ST_ARG, "the transform was planned for %u threads, the pool has %u", d->plan.n_threads,
             pool_threads(pool));
    return ST_OK;
}
