/* The five multi-scalar sums of a proof. The one over h has full-width scalars; the others are
 * split by type: nearly all variables are bits and need a subset sum only. */
#include "groth16/prove_impl.h"

#include "base/clock.h"
#include "groth16/resident_key.h"

/* ---- h ---- */

static status h_to_int(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    char *h = ctx; /* allocated memory: what is stored decides its type */
    for (size_t i = begin; i < end; i++) {
        fr x = ((const fr *)(void *)h)[i];
        fr_int k;
        fr_to_int(&k, &x);
        ((fr_int *)(void *)h)[i] = k;
    }
    return ST_OK;
}

/* The top coefficient of h is zero and has no point: infinity stands for it. */
status prove_sum_h(struct prove_run *v)
{
    const struct prove_plan *plan = &v->p->plan;
    struct prove_areas at = prove_areas_of(plan);
    struct pool *pool = v->o->pool;
    const struct cancel *cancel = v->o->cancel;
    fr_int *h = (fr_int *)(void *)(v->work + at.h);
    g1_affine *decoded = (g1_affine *)(void *)(v->work + at.h_points);
    size_t n = plan->ntt.n, n_points = v->key->query[PARAMS_H].n;
    g1 part;
    TRY(pool_range(pool, n, 4096, h_to_int, h, cancel));
    g1_infinity(&v->sum_h);
    for (size_t i = 0; i < n; i += plan->h_piece) {
        const g1_affine *points = decoded;
        if (v->o->resident) {
            points = v->o->resident->h + i;
        } else {
            size_t take = n_points - i < plan->h_piece ? n_points - i : plan->h_piece;
            uint64_t start = clock_ns();
            TRY(params_read_g1(v->key, PARAMS_H, decoded, i, take, pool, cancel));
            v->times.decode_ms += clock_ms_since(start);
            if (take < plan->h_piece) decoded[take] = (g1_affine){0};
        }
        TRY(msm_g1_run(&plan->h, &part, points, h + i, v->work + at.h_msm, pool, cancel));
        g1_add(&v->sum_h, &v->sum_h, &part);
    }
    return ST_OK;
}

/* ---- l, a, b ---- */

static void input_values(const struct prove_run *v, fr_int *out, enum params_query q)
{
    for (size_t i = 0; i < v->p->size.n_inputs; i++)
        if (prover_has_input(v->p, q, i)) fr_to_int(out++, &v->w->inputs[i]);
}

static const struct msm_plan *bits_plan(const struct prove_plan *plan, enum params_query q)
{
    return q == PARAMS_B_G2 ? &plan->bits_g2 : &plan->bits_g1;
}

#define P            g1
#define PA           g1_affine
#define P_NAME(x)    g1_##x
#define MSM_BITS_RUN msm_g1_bits_run
#define MSM_FULL_RUN msm_g1_run
#define SPLIT_POINTS split_points_g1
#define QUICK        params_g1_quick
#define POINT_BYTES  G1_UNCOMPRESSED_BYTES
#define POINTS       piece_points_g1
#define RUN          prove_sum_g1
#include "groth16/prove_sums.inc"

#define P            g2
#define PA           g2_affine
#define P_NAME(x)    g2_##x
#define MSM_BITS_RUN msm_g2_bits_run
#define MSM_FULL_RUN msm_g2_run
#define SPLIT_POINTS split_points_g2
#define QUICK        params_g2_quick
#define POINT_BYTES  G2_UNCOMPRESSED_BYTES
#define POINTS       piece_points_g2
#define RUN          prove_sum_g2
#include "groth16/prove_sums.inc"
