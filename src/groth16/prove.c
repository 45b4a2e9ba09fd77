/* The steps in the order of the paper. */
#include "groth16/prove.h"

#include "base/clock.h"
#include "base/mem.h"
#include "groth16/prove_impl.h"
#include "groth16/scalar.h"
#include <string.h>

const char *prove_stage_name(enum prove_stage stage)
{
    static const char *const names[PROVE_N_STAGES] = {"evaluate", "quotient", "msm_h",
                                                      "msm_l",    "msm_a",    "msm_b_g1",
                                                      "msm_b_g2", "finish",   "verify"};
    return names[stage];
}

/* ---- the circuit's part ---- */

static status prover_fill(struct prover *p, const struct prove_limits *limits)
{
    size_t n_aux = p->size.n_aux;
    TRY(circuit_density_create(&p->density, p->circuit));
    TRY(split_field_map(&p->is_field, p->circuit));
    TRY(split_init(&p->l, NULL, p->is_field, n_aux));
    TRY(split_init(&p->a, p->density.a_aux, p->is_field, n_aux));
    TRY(split_init(&p->b, p->density.b_aux, p->is_field, n_aux));
    TRY(prove_plan_init(&p->plan, p, limits));
    return ntt_domain_create(&p->domain, &p->plan.ntt);
}

status prover_init(struct prover *out, const struct circuit *c, const struct prove_limits *limits)
{
    struct prover p = {.circuit = c, .size = circuit_size(c)};
    p.domain_log2 = circuit_domain_log2(c);
    status st = prover_fill(&p, limits);
    if (st == ST_OK)
        *out = p;
    else
        prover_fini(&p);
    return st;
}

void prover_fini(struct prover *p)
{
    circuit_density_fini(&p->density);
    mem_free(p->is_field);
    split_fini(&p->l);
    split_fini(&p->a);
    split_fini(&p->b);
    ntt_domain_destroy(p->domain);
    *p = (struct prover){0};
}

status prover_check_key(const struct prover *p, const struct params_file *key)
{
    const struct circuit_density *d = &p->density;
    size_t n_b = d->n_b_inputs + d->n_b_aux;
    const size_t want[PARAMS_N_QUERIES] = {p->plan.ntt.n - 1, p->size.n_aux,
                                           p->size.n_inputs + d->n_a_aux, n_b, n_b};
    if (key->vk.n_ic != p->size.n_inputs)
        FAIL(ST_ARG, "%s is no key of this circuit: wanted %zu ic points, found %zu", key->name,
             p->size.n_inputs, key->vk.n_ic);
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        if (key->query[q].n != want[q])
            FAIL(ST_ARG, "%s is no key of this circuit: query %s: wanted %zu points, found %zu",
                 key->name, params_query_name((enum params_query)q), want[q], key->query[q].n);
    return ST_OK;
}

/* ---- a, b, h ---- */

/* Values of a and b on the domain: the circuit's rows, one row an input (A = input, B = 0), zeros.
 */
static status evaluate(struct prove_run *v)
{
    struct prove_areas at = prove_areas_of(&v->p->plan);
    fr *a = (fr *)(void *)(v->work + at.a), *b = (fr *)(void *)(v->work + at.b);
    size_t rows = v->p->size.n_constraints, n_inputs = v->p->size.n_inputs, n = v->p->plan.ntt.n;
    if (v->o->a) {
        memcpy(a, v->o->a, rows * sizeof *a);
        memcpy(b, v->o->b, rows * sizeof *b);
    } else {
        TRY(circuit_eval_ab(v->p->circuit, v->w, a, b, v->o->pool, v->o->cancel));
    }
    memcpy(a + rows, v->w->inputs, n_inputs * sizeof *a);
    memset(a + rows + n_inputs, 0, (n - rows - n_inputs) * sizeof *a);
    memset(b + rows, 0, (n - rows) * sizeof *b);
    return ST_OK;
}

static status quotient(struct prove_run *v)
{
    struct prove_areas at = prove_areas_of(&v->p->plan);
    return quotient_run(v->p->domain, (fr *)(void *)(v->work + at.h),
                        (fr *)(void *)(v->work + at.a), (fr *)(void *)(v->work + at.b),
                        v->work + at.ntt, v->o->pool, v->o->cancel);
}

/* ---- blinding ---- */

struct blinding {
    fr r, s, rs;
};

static status blinding_draw(struct blinding *k, const struct prove_options *o)
{
    if (o->r)
        k->r = *o->r;
    else
        TRY(scalar_random(&k->r));
    if (o->s)
        k->s = *o->s;
    else
        TRY(scalar_random(&k->s));
    fr_mul(&k->rs, &k->r, &k->s);
    return ST_OK;
}

static void g1_times(g1 *out, const g1 *p, const fr *k)
{
    fr_int e;
    fr_to_int(&e, k);
    g1_mul(out, p, &e);
    mem_wipe(&e, sizeof e);
}

static void g2_times(g2 *out, const g2 *p, const fr *k)
{
    fr_int e;
    fr_to_int(&e, k);
    g2_mul(out, p, &e);
    mem_wipe(&e, sizeof e);
}

static void blind(struct proof *out, const struct prove_run *v, const struct blinding *k)
{
    const struct verifying_key *vk = &v->key->vk;
    g1 a, b_g1, c, t, delta;
    g2 b, t2;
    g1_from_affine(&delta, &vk->delta_g1);
    g1_times(&a, &delta, &k->r);
    g1_add(&a, &a, &v->sum_a);
    g1_add_affine(&a, &a, &vk->alpha_g1);

    g1_times(&b_g1, &delta, &k->s);
    g1_add(&b_g1, &b_g1, &v->sum_b_g1);
    g1_add_affine(&b_g1, &b_g1, &vk->beta_g1);

    g2_from_affine(&t2, &vk->delta_g2);
    g2_times(&b, &t2, &k->s);
    g2_add(&b, &b, &v->sum_b_g2);
    g2_add_affine(&b, &b, &vk->beta_g2);

    g1_add(&c, &v->sum_l, &v->sum_h);
    g1_times(&t, &a, &k->s);
    g1_add(&c, &c, &t);
    g1_times(&t, &b_g1, &k->r);
    g1_add(&c, &c, &t);
    g1_times(&t, &delta, &k->rs);
    g1_sub(&c, &c, &t);

    g1_to_affine(&out->a, &a);
    g2_to_affine(&out->b, &b);
    g1_to_affine(&out->c, &c);
}

static status finish(struct prove_run *v, struct proof *out)
{
    struct blinding k;
    status st = blinding_draw(&k, v->o);
    if (st == ST_OK) blind(out, v, &k);
    mem_wipe(&k, sizeof k);
    return st;
}

/* ---- verification ---- */

/* A proof that its own key's verifier refuses: says why as well as can be known. */
static status explain(const struct prove_run *v)
{
    size_t n_bad = 0, first = 0;
    TRY(circuit_count_unsatisfied(v->p->circuit, v->w, &n_bad, &first));
    if (n_bad)
        FAIL(ST_UNSAT, "the witness breaks %zu of %zu constraints, the first is number %zu", n_bad,
             v->p->size.n_constraints, first);
    FAIL(ST_BUG,
         "%s: the finished proof does not verify though the witness satisfies the circuit: the key "
         "is damaged or the computation went wrong; the proof is withheld",
         v->key->name);
}

static status check_proof(const struct prove_run *v, const struct proof *proof)
{
    uint8_t bytes[PROOF_BYTES];
    struct proof decoded;
    struct verifier own = {0};
    const struct verifier *verifier = v->o->verifier;
    proof_to_bytes(bytes, proof);
    if (proof_from_bytes(&decoded, bytes) != ST_OK) return explain(v);
    if (!verifier) {
        TRY(verifier_init(&own, &v->key->vk));
        verifier = &own;
    }
    status st = groth16_verify(verifier, &decoded, v->w->inputs + 1, v->p->size.n_inputs - 1);
    verifier_fini(&own);
    return st == ST_INVALID_PROOF ? explain(v) : st;
}

/* ---- all of it ---- */

static status run_stage(struct prove_run *v, enum prove_stage stage, struct proof *proof)
{
    switch (stage) {
    case PROVE_EVALUATE:
        return evaluate(v);
    case PROVE_QUOTIENT:
        return quotient(v);
    case PROVE_MSM_H:
        return prove_sum_h(v);
    case PROVE_MSM_L:
        return prove_sum_g1(v, &v->sum_l, PARAMS_L);
    case PROVE_MSM_A:
        return prove_sum_g1(v, &v->sum_a, PARAMS_A);
    case PROVE_MSM_B_G1:
        return prove_sum_g1(v, &v->sum_b_g1, PARAMS_B_G1);
    case PROVE_MSM_B_G2:
        return prove_sum_g2(v, &v->sum_b_g2, PARAMS_B_G2);
    case PROVE_FINISH:
        return finish(v, proof);
    case PROVE_VERIFY:
        return check_proof(v, proof);
    case PROVE_N_STAGES:
        break;
    }
    FAIL(ST_BUG, "no such stage");
}

static status check_arguments(const struct prove_run *v)
{
    const struct prove_options *o = v->o;
    if (!v->work || (uintptr_t)v->work % 64 != 0)
        FAIL(ST_ARG, "prover: the workspace is missing or not 64-byte aligned");
    if (!o->a != !o->b) FAIL(ST_ARG, "prover: a and b come together or not at all");
    if (pool_threads(o->pool) > v->p->plan.threads)
        FAIL(ST_ARG, "prover: planned for %u threads, the pool has %u", v->p->plan.threads,
             pool_threads(o->pool));
    return prover_check_key(v->p, v->key);
}

status groth16_prove(struct proof *out, const struct prover *p, const struct params_file *key,
                     const struct witness *w, void *work, const struct prove_options *options)
{
    struct prove_run v = {.p = p, .key = key, .w = w, .o = options, .work = work};
    struct proof proof = {0};
    uint64_t start = clock_ns();
    status st = ST_OK;
    TRY(check_arguments(&v));
    for (int i = 0; i < PROVE_N_STAGES; i++) {
        uint64_t begin = clock_ns();
        progress_report(options->progress, (size_t)i, PROVE_N_STAGES);
        TRY_OUT(cancel_check(options->cancel));
        TRY_OUT(run_stage(&v, (enum prove_stage)i, &proof));
        v.times.stage_ms[i] = clock_ms_since(begin);
    }
    v.times.total_ms = clock_ms_since(start);
    progress_report(options->progress, PROVE_N_STAGES, PROVE_N_STAGES);
    if (options->times) *options->times = v.times;
    *out = proof;
out:
    mem_wipe(&v, sizeof v);
    return st;
}
