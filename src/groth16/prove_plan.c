/* What a proof needs in memory. Two phases lie over each other in the workspace: first h, a, b and
 * the transforms' scratch, then h and its points; when the sum over h is known, each other query
 * has the whole workspace for itself. Queries are decoded and summed piece by piece: full pieces
 * cost nothing in time as long as they are long, so a limit of memory is met by halving them. */
#include "groth16/prove_impl.h"

#include "base/mem.h"

#define PIECE_MAX   ((size_t)1 << 24) /* points: a multi-scalar sum takes no more in one pass */
#define H_PIECE_MIN ((size_t)1 << 12)

static size_t take(size_t *end, size_t bytes)
{
    size_t at = *end;
    *end += (bytes + 63) / 64 * 64;
    return at;
}

static size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

struct prove_areas prove_areas_of(const struct prove_plan *plan)
{
    struct prove_areas x = {0};
    size_t end = 0;
    x.h = take(&end, plan->ntt.n * sizeof(fr));
    x.h_end = end;
    x.a = take(&end, plan->ntt.n * sizeof(fr));
    x.b = take(&end, plan->ntt.n * sizeof(fr));
    x.ntt = take(&end, plan->ntt.work_bytes);
    x.quotient_end = end;
    x.h_points = take(&x.h_end, plan->h_piece * sizeof(g1_affine));
    x.h_msm = take(&x.h_end, plan->h.work_bytes);
    return x;
}

const struct split *prover_split(const struct prover *p, enum params_query q)
{
    return q == PARAMS_L ? &p->l : q == PARAMS_A ? &p->a : &p->b;
}

bool prover_has_input(const struct prover *p, enum params_query q, size_t i)
{
    if (q == PARAMS_L) return false;
    return q == PARAMS_A || (p->density.b_inputs[i / 64] >> (i % 64) & 1);
}

size_t prover_n_inputs(const struct prover *p, enum params_query q)
{
    if (q == PARAMS_L) return 0;
    return q == PARAMS_A ? p->size.n_inputs : p->density.n_b_inputs;
}

static size_t n_fields(const struct prover *p, enum params_query q)
{
    const struct split *s = prover_split(p, q);
    return prover_n_inputs(p, q) + s->chunk[s->n_chunks].fields;
}

/* Bits of the fullest piece of a query. */
static size_t most_bits(const struct split *s, size_t piece_chunks)
{
    size_t most = 0;
    for (size_t c = 0; c < s->n_chunks; c += piece_chunks) {
        size_t end = s->n_chunks - c < piece_chunks ? s->n_chunks : c + piece_chunks;
        most = max_size(most, split_n_bits(s, (struct split_piece){c, end}));
    }
    return most;
}

struct query_areas query_areas_of(const struct prover *p, const struct prove_plan *plan,
                                  enum params_query q)
{
    struct query_areas x = {.n_inputs = prover_n_inputs(p, q), .n_fields = n_fields(p, q)};
    size_t point = q == PARAMS_B_G2 ? sizeof(g2_affine) : sizeof(g1_affine);
    size_t n_bits = most_bits(prover_split(p, q), plan->piece_chunks);
    const struct msm_plan *bits = q == PARAMS_B_G2 ? &plan->bits_g2 : &plan->bits_g1;
    x.bits = take(&x.end, split_bit_words(n_bits) * sizeof(uint64_t));
    x.fields = take(&x.end, x.n_fields * sizeof(fr_int));
    x.bit_points = take(&x.end, n_bits * point);
    x.field_points = take(&x.end, x.n_fields * point);
    x.msm = take(&x.end, max_size(bits->work_bytes, plan->fields[q].work_bytes));
    return x;
}

/* Everything that follows from the lengths of the pieces. */
static status plan_pieces(struct prove_plan *plan, const struct prover *p)
{
    struct msm_options o = {.threads = plan->threads};
    size_t l = most_bits(&p->l, plan->piece_chunks), a = most_bits(&p->a, plan->piece_chunks);
    size_t b = most_bits(&p->b, plan->piece_chunks);
    TRY(msm_plan_init(&plan->h, MSM_G1, MSM_FULL, plan->h_piece, &o));
    TRY(msm_plan_init(&plan->bits_g1, MSM_G1, MSM_BITS, max_size(max_size(l, a), b), &o));
    TRY(msm_plan_init(&plan->bits_g2, MSM_G2, MSM_BITS, b, &o));
    struct prove_areas areas = prove_areas_of(plan);
    plan->work_bytes = max_size(areas.quotient_end, areas.h_end);
    for (int q = PARAMS_L; q < PARAMS_N_QUERIES; q++) {
        size_t end = query_areas_of(p, plan, (enum params_query)q).end;
        plan->work_bytes = max_size(plan->work_bytes, end);
    }
    return ST_OK;
}

static status plan_fields(struct prove_plan *plan, const struct prover *p)
{
    struct msm_options o = {.threads = plan->threads};
    for (int q = PARAMS_L; q < PARAMS_N_QUERIES; q++)
        TRY(msm_plan_init(&plan->fields[q], q == PARAMS_B_G2 ? MSM_G2 : MSM_G1, MSM_FULL,
                          n_fields(p, (enum params_query)q), &o));
    return ST_OK;
}

status prove_plan_init(struct prove_plan *out, const struct prover *p,
                       const struct prove_limits *limits)
{
    struct prove_plan plan = {.threads = limits && limits->threads ? limits->threads : 1};
    size_t limit = limits && limits->max_work_bytes ? limits->max_work_bytes : SIZE_MAX;
    TRY(ntt_plan_init(&plan.ntt, p->domain_log2, plan.threads));
    TRY(plan_fields(&plan, p));
    plan.h_piece = plan.ntt.n < PIECE_MAX ? plan.ntt.n : PIECE_MAX;
    plan.piece_chunks = PIECE_MAX / SPLIT_CHUNK;
    TRY(plan_pieces(&plan, p));
    while (plan.work_bytes > limit && (plan.h_piece > H_PIECE_MIN || plan.piece_chunks > 1)) {
        if (plan.h_piece > H_PIECE_MIN) plan.h_piece /= 2;
        if (plan.piece_chunks > 1) plan.piece_chunks /= 2;
        TRY(plan_pieces(&plan, p));
    }
    if (plan.work_bytes > limit)
        FAIL(ST_NOMEM, "a proof of this circuit needs at least %zu bytes of workspace, %zu allowed",
             plan.work_bytes, limit);
    *out = plan;
    return ST_OK;
}
