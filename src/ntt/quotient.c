/* Six transforms in 2 * (levels of a transform) sweeps over memory, because neighbouring steps
 * work on the same tiles. For two levels:
 *
 *   1 top      h = a b;  a, b: inverse begins
 *   2 bottom   a, b: inverse ends (coefficients, bit-reversed), coset transform begins
 *   3 top      a, b: coset transform ends; a = a b, inverse begins; b = h, inverse begins
 *   4 bottom   a, b: inverse ends; h = their difference, off the coset, in natural order
 *
 * A middle level, in large domains, has sweeps of its own. Inverses leave out 1/n: a', b' come out
 * n times too large, their product n^2, its inverse n^3; that of h n times. The product may leave
 * out a power of two. Two constants at the end make up for all of it and divide by 7^n - 1. */
#include "ntt/quotient.h"

#include "ntt/ntt_domain.h"

struct quotient {
    struct ntt_level level;
    fr *h, *a, *b;
    void *work;
    bool up;                        /* middle sweeps only */
    struct ntt_const coset, domain; /* factors of coset_inverse(a' b') and inverse(a b) */
};

struct tiles {
    void *first, *second;
    struct ntt_lanes at;
};

static struct tiles load_both(const struct quotient *q, size_t task, unsigned worker)
{
    const struct ntt_level *l = &q->level;
    struct tiles t = {.first = ntt_work_of(l->d, q->work, worker), .at = ntt_lanes_of(l, task)};
    t.second = (char *)t.first + ((size_t)l->d->kernel->vec_bytes << l->rows_log2);
    ntt_tile_load(l, t.first, q->a, &t.at);
    ntt_tile_load(l, t.second, q->b, &t.at);
    return t;
}

static void store_both(const struct quotient *q, const struct tiles *t)
{
    ntt_tile_store(&q->level, q->a, t->first, &t->at);
    ntt_tile_store(&q->level, q->b, t->second, &t->at);
}

static status sweep_start(void *ctx, size_t task, unsigned worker)
{
    const struct quotient *q = ctx;
    const struct ntt_level *l = &q->level;
    struct tiles t = load_both(q, task, worker);
    l->d->kernel->product(t.first, t.second, l->rows_log2);
    ntt_tile_store(l, q->h, t.first, &t.at);
    ntt_tile_load(l, t.first, q->a, &t.at);
    ntt_tile_down(l, t.first, 2, &t.at, NTT_OMEGA_INVERSE, false);
    store_both(q, &t);
    return ST_OK;
}

static status sweep_to_coset(void *ctx, size_t task, unsigned worker)
{
    const struct quotient *q = ctx;
    const struct ntt_level *l = &q->level;
    struct tiles t = load_both(q, task, worker);
    ntt_tile_down(l, t.first, 2, &t.at, NTT_OMEGA_INVERSE, false);
    l->d->kernel->settle(t.first, l->rows_log2);
    l->d->kernel->settle(t.second, l->rows_log2);
    ntt_tile_up(l, t.first, 2, &t.at, true);
    store_both(q, &t);
    return ST_OK;
}

static status sweep_product(void *ctx, size_t task, unsigned worker)
{
    const struct quotient *q = ctx;
    const struct ntt_level *l = &q->level;
    struct tiles t = load_both(q, task, worker);
    ntt_tile_up(l, t.first, 2, &t.at, true);
    l->d->kernel->product(t.first, t.second, l->rows_log2);
    ntt_tile_load(l, t.second, q->h, &t.at);
    ntt_tile_down(l, t.first, 2, &t.at, NTT_OMEGA_INVERSE, false);
    store_both(q, &t);
    return ST_OK;
}

static status sweep_finish(void *ctx, size_t task, unsigned worker)
{
    const struct quotient *q = ctx;
    const struct ntt_level *l = &q->level;
    struct tiles t = load_both(q, task, worker);
    ntt_tile_down(l, t.first, 2, &t.at, NTT_OMEGA_INVERSE, false);
    ntt_tile_leave_coset(l, t.first, &t.at, &q->coset);
    l->d->kernel->sub_scaled(t.first, t.second, l->rows_log2, &q->domain);
    ntt_tile_store_natural(l, q->h, t.first, &t.at);
    return ST_OK;
}

static status sweep_middle(void *ctx, size_t task, unsigned worker)
{
    const struct quotient *q = ctx;
    const struct ntt_level *l = &q->level;
    struct tiles t = load_both(q, task, worker);
    if (q->up)
        ntt_tile_up(l, t.first, 2, &t.at, true);
    else
        ntt_tile_down(l, t.first, 2, &t.at, NTT_OMEGA_INVERSE, false);
    store_both(q, &t);
    return ST_OK;
}

static void set_factors(struct quotient *q, const struct ntt_domain *d)
{
    fr x = d->coset_n_minus_1_inverse;
    for (unsigned i = 0; i < d->kernel->product_log2; i++)
        fr_dbl(&x, &x);
    fr_mul(&x, &x, &d->n_inverse);
    d->kernel->constant(&q->domain, &x);
    fr_mul(&x, &x, &d->n_inverse);
    fr_mul(&x, &x, &d->n_inverse);
    d->kernel->constant(&q->coset, &x);
}

static status run_large(const struct ntt_domain *d, struct quotient *q, struct pool *pool,
                        const struct cancel *cancel)
{
    unsigned n = d->plan.n_levels;
    struct ntt_level top = ntt_level_of(d, 0), bottom = ntt_level_of(d, n - 1);
    struct ntt_level middle = ntt_level_of(d, 1);
    struct {
        struct ntt_level level;
        pool_fn fn;
        bool up;
    } sweeps[] = {
        {top, sweep_start, false},       {middle, sweep_middle, false},
        {bottom, sweep_to_coset, false}, {middle, sweep_middle, true},
        {top, sweep_product, false},     {middle, sweep_middle, false},
        {bottom, sweep_finish, false},
    };
    for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++) {
        if (n == 2 && sweeps[i].fn == sweep_middle) continue;
        q->level = sweeps[i].level;
        q->up = sweeps[i].up;
        TRY(pool_run(pool, q->level.n_tiles, sweeps[i].fn, q, cancel));
    }
    return ST_OK;
}

static void run_small(const struct ntt_domain *d, const struct quotient *q)
{
    size_t n = d->plan.n;
    for (size_t i = 0; i < n; i++)
        fr_mul(&q->h[i], &q->a[i], &q->b[i]);
    ntt_run_small(d, NTT_INVERSE, q->h);
    ntt_run_small(d, NTT_INVERSE, q->a);
    ntt_run_small(d, NTT_INVERSE, q->b);
    ntt_run_small(d, NTT_COSET_FORWARD, q->a);
    ntt_run_small(d, NTT_COSET_FORWARD, q->b);
    for (size_t i = 0; i < n; i++)
        fr_mul(&q->a[i], &q->a[i], &q->b[i]);
    ntt_run_small(d, NTT_COSET_INVERSE, q->a);
    for (size_t i = 0; i < n; i++) {
        fr_sub(&q->h[i], &q->a[i], &q->h[i]);
        fr_mul(&q->h[i], &q->h[i], &d->coset_n_minus_1_inverse);
    }
}

status quotient_run(const struct ntt_domain *d, fr *h, fr *a, fr *b, void *work, struct pool *pool,
                    const struct cancel *cancel)
{
    struct quotient q = {.h = h, .a = a, .b = b, .work = work};
    TRY(ntt_check_run(d, work, pool));
    if (d->plan.n_levels == 0) {
        TRY(cancel_check(cancel));
        run_small(d, &q);
        return ST_OK;
    }
    set_factors(&q, d);
    return run_large(d, &q, pool, cancel);
}
