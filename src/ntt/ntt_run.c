#include "ntt/ntt_domain.h"

/* What happens to a bottom tile after `down`. */
enum finish { FINISH_NOT, FINISH_SCALE, FINISH_LEAVE_COSET };

struct sweep {
    struct ntt_level level;
    fr *v;
    void *work;
    enum ntt_direction direction;
    bool up, coset;
    enum finish finish;
};

static status sweep_tile(void *ctx, size_t task, unsigned worker)
{
    const struct sweep *s = ctx;
    const struct ntt_level *l = &s->level;
    const struct ntt_domain *d = l->d;
    void *tile = ntt_work_of(d, s->work, worker);
    struct ntt_lanes at = ntt_lanes_of(l, task);
    ntt_tile_load(l, tile, s->v, &at);
    if (s->up)
        ntt_tile_up(l, tile, 1, &at, s->coset);
    else
        ntt_tile_down(l, tile, 1, &at, s->direction, s->coset);
    if (l->below_log2 == 0 && s->finish == FINISH_SCALE)
        d->kernel->scale(tile, l->rows_log2, &d->n_inverse_const);
    if (l->below_log2 == 0 && s->finish == FINISH_LEAVE_COSET)
        ntt_tile_leave_coset(l, tile, &at, &d->n_inverse_const);
    ntt_tile_store(l, s->v, tile, &at);
    return ST_OK;
}

static status run_sweeps(const struct ntt_domain *d, struct sweep *s, struct pool *pool,
                         const struct cancel *cancel)
{
    unsigned n = d->plan.n_levels;
    for (unsigned i = 0; i < n; i++) {
        s->level = ntt_level_of(d, s->up ? n - 1 - i : i);
        TRY(pool_run(pool, s->level.n_tiles, sweep_tile, s, cancel));
    }
    return ST_OK;
}

/* The permutation moves 8 x 8 squares: the element at (high 3 bits, middle, low 3 bits) goes to
 * (low, middle, high), each reversed, so that every access is to 8 neighbours. */
struct permutation {
    fr *v;
    unsigned log2_n;
};

static void square_read(fr out[8][8], const struct permutation *p, size_t middle)
{
    for (size_t h = 0; h < 8; h++)
        for (size_t l = 0; l < 8; l++)
            out[ntt_bit_reverse(l, 3)][ntt_bit_reverse(h, 3)] =
                p->v[(h << (p->log2_n - 3)) + (middle << 3) + l];
}

static void square_write(const struct permutation *p, size_t middle, fr in[8][8])
{
    for (size_t h = 0; h < 8; h++)
        for (size_t l = 0; l < 8; l++)
            p->v[(h << (p->log2_n - 3)) + (middle << 3) + l] = in[h][l];
}

static status permute_squares(void *ctx, size_t begin, size_t end, unsigned worker)
{
    const struct permutation *p = ctx;
    fr one[8][8], other[8][8];
    (void)worker;
    for (size_t m = begin; m < end; m++) {
        size_t r = ntt_bit_reverse(m, p->log2_n - 6);
        if (r < m) continue;
        square_read(one, p, m);
        square_read(other, p, r);
        square_write(p, r, one);
        square_write(p, m, other);
    }
    return ST_OK;
}

status ntt_run(const struct ntt_domain *d, enum ntt_op op, fr *v, void *work, struct pool *pool,
               const struct cancel *cancel)
{
    struct sweep s = {.v = v, .work = work};
    bool natural = false;
    TRY(ntt_check_run(d, work, pool));
    if (d->plan.n_levels == 0) {
        TRY(cancel_check(cancel));
        ntt_run_small(d, op, v);
        return ST_OK;
    }
    switch (op) {
    case NTT_FORWARD:
    case NTT_COSET_FORWARD:
        natural = true;
        s.coset = op == NTT_COSET_FORWARD;
        break;
    case NTT_INVERSE:
    case NTT_COSET_INVERSE:
    case NTT_INVERSE_TO_BITREV:
        natural = op != NTT_INVERSE_TO_BITREV;
        s.direction = NTT_OMEGA_INVERSE;
        s.finish = op == NTT_COSET_INVERSE ? FINISH_LEAVE_COSET : FINISH_SCALE;
        break;
    case NTT_FORWARD_FROM_BITREV:
    case NTT_COSET_FORWARD_FROM_BITREV:
        s.up = true;
        s.coset = op == NTT_COSET_FORWARD_FROM_BITREV;
        break;
    default:
        FAIL(ST_ARG, "transform: unknown operation %d", (int)op);
    }
    TRY(run_sweeps(d, &s, pool, cancel));
    if (!natural) return ST_OK;
    struct permutation p = {.v = v, .log2_n = d->plan.log2_n};
    return pool_range(pool, d->plan.n / 64, 0, permute_squares, &p, cancel);
}
