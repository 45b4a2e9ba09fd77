/* The steps in the order of the paper; each query of the key is decoded when its turn comes, so
 * that at most one is in memory besides the file. */
#include "groth16/prove.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/random.h"
#include "groth16/split.h"
#include "groth16/verify.h"
#include "msm/msm.h"
#include "ntt/quotient.h"
#include <string.h>

status prove_circuit_create(struct prove_circuit *out, const struct circuit *c)
{
    struct prove_circuit p = {.c = c, .size = circuit_size(c)};
    status st = circuit_density_create(&p.density, c);
    if (st == ST_OK) st = split_field_map(&p.is_field, c);
    if (st == ST_OK)
        *out = p;
    else
        prove_circuit_fini(&p);
    return st;
}

void prove_circuit_fini(struct prove_circuit *p)
{
    circuit_density_fini(&p->density);
    mem_free(p->is_field);
    *p = (struct prove_circuit){0};
}

status prove_check_key(const struct prove_circuit *p, const struct params_file *key)
{
    const struct circuit_density *d = &p->density;
    size_t n_b = d->n_b_inputs + d->n_b_aux;
    size_t want[PARAMS_N_QUERIES] = {((size_t)1 << circuit_domain_log2(p->c)) - 1, p->size.n_aux,
                                     p->size.n_inputs + d->n_a_aux, n_b, n_b};
    if (key->vk.n_ic != p->size.n_inputs)
        FAIL(ST_ARG, "the key is not one of this circuit: wanted %zu ic points, found %zu",
             p->size.n_inputs, key->vk.n_ic);
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        if (key->query[q].n != want[q])
            FAIL(ST_ARG,
                 "the key is not one of this circuit: query %s: wanted %zu points, found %zu",
                 params_query_name((enum params_query)q), want[q], key->query[q].n);
    return ST_OK;
}

struct prover {
    const struct prove_circuit *p;
    const struct params_file *key;
    const struct witness *w;
    const struct prove_options *o;
    fr r, s;
    size_t n; /* domain */
    fr *h;
    g1 sum_h, sum_l, sum_a, sum_b1;
    g2 sum_b2;
};

/* ---- quotient ---- */

/* Values of a and b on the domain: the circuit's rows, one row an input (A = input, B = 0), zeros.
 */
static status evaluate(struct prover *v, fr *a, fr *b)
{
    TRY(circuit_eval_ab(v->p->c, v->w, a, b, v->o->pool, v->o->cancel));
    memcpy(a + v->p->size.n_constraints, v->w->inputs, v->p->size.n_inputs * sizeof *a);
    return ST_OK;
}

static status quotient(struct prover *v, struct prove_times *t)
{
    struct ntt_plan plan;
    struct ntt_domain *domain = NULL;
    fr *a = NULL, *b = NULL;
    void *work = NULL;
    uint64_t start = clock_ns();
    status st = ST_OK;
    TRY(ntt_plan_init(&plan, circuit_domain_log2(v->p->c), pool_threads(v->o->pool)));
    TRY_OUT(MEM_NEW(a, v->n));
    TRY_OUT(MEM_NEW(b, v->n));
    TRY_OUT(evaluate(v, a, b));
    t->evaluate = clock_ms_since(start);
    start = clock_ns();
    TRY_OUT(MEM_NEW(v->h, v->n));
    TRY_OUT(ntt_domain_create(&domain, &plan));
    work = mem_alloc(plan.work_bytes, 1);
    if (!work) TRY_OUT(ST_NOMEM);
    TRY_OUT(quotient_run(domain, v->h, a, b, work, v->o->pool, v->o->cancel));
    t->quotient = clock_ms_since(start);
out:
    ntt_domain_destroy(domain);
    mem_free(work);
    mem_free(a);
    mem_free(b);
    return st;
}

/* ---- sums over the queries ---- */

static status full_g1(struct prover *v, g1 *out, const g1_affine *points, const fr_int *scalars,
                      size_t n)
{
    struct msm_plan plan;
    struct msm_options o = {.threads = pool_threads(v->o->pool)};
    TRY(msm_plan_init(&plan, MSM_G1, MSM_FULL, n, &o));
    void *work = mem_alloc(plan.work_bytes, 1);
    if (!work) return ST_NOMEM;
    status st = msm_g1_run(&plan, out, points, scalars, work, v->o->pool, v->o->cancel);
    mem_free(work);
    return st;
}

static status full_g2(struct prover *v, g2 *out, const g2_affine *points, const fr_int *scalars,
                      size_t n)
{
    struct msm_plan plan;
    struct msm_options o = {.threads = pool_threads(v->o->pool)};
    TRY(msm_plan_init(&plan, MSM_G2, MSM_FULL, n, &o));
    void *work = mem_alloc(plan.work_bytes, 1);
    if (!work) return ST_NOMEM;
    status st = msm_g2_run(&plan, out, points, scalars, work, v->o->pool, v->o->cancel);
    mem_free(work);
    return st;
}

static status bits_g1(struct prover *v, g1 *out, const g1_affine *points, const uint64_t *bits,
                      size_t n)
{
    struct msm_plan plan;
    struct msm_options o = {.threads = pool_threads(v->o->pool)};
    TRY(msm_plan_init(&plan, MSM_G1, MSM_BITS, n, &o));
    void *work = mem_alloc(plan.work_bytes, 1);
    if (!work) return ST_NOMEM;
    status st = msm_g1_bits_run(&plan, out, points, bits, n, work, v->o->pool, v->o->cancel);
    mem_free(work);
    return st;
}

static status bits_g2(struct prover *v, g2 *out, const g2_affine *points, const uint64_t *bits,
                      size_t n)
{
    struct msm_plan plan;
    struct msm_options o = {.threads = pool_threads(v->o->pool)};
    TRY(msm_plan_init(&plan, MSM_G2, MSM_BITS, n, &o));
    void *work = mem_alloc(plan.work_bytes, 1);
    if (!work) return ST_NOMEM;
    status st = msm_g2_bits_run(&plan, out, points, bits, n, work, v->o->pool, v->o->cancel);
    mem_free(work);
    return st;
}

struct decode_h {
    const struct prover *v;
    g1_affine *points;
    fr_int *scalars;
};

static status decode_h_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct decode_h *d = ctx;
    const uint8_t *bytes = d->v->key->query[PARAMS_H].points;
    for (size_t i = begin; i < end; i++) {
        params_g1_quick(&d->points[i], bytes + i * G1_UNCOMPRESSED_BYTES);
        fr_to_int(&d->scalars[i], &d->v->h[i]);
    }
    return ST_OK;
}

static status sum_h(struct prover *v)
{
    size_t n = v->n - 1; /* the top coefficient of h is zero and has no point */
    struct decode_h d = {.v = v};
    status st = ST_OK;
    TRY_OUT(MEM_NEW(d.points, n));
    TRY_OUT(MEM_NEW(d.scalars, n));
    TRY_OUT(pool_range(v->o->pool, n, 4096, decode_h_range, &d, v->o->cancel));
    mem_free(v->h);
    v->h = NULL;
    TRY_OUT(full_g1(v, &v->sum_h, d.points, d.scalars, n));
out:
    mem_free(d.points);
    mem_free(d.scalars);
    return st;
}

/* One query: its inputs' points come first (those of in_inputs, all if NULL), then its
 * auxiliaries'. */
struct query {
    enum params_query q;
    bool with_inputs;
    const uint64_t *in_inputs, *in_aux;
};

/* The values that belong to the points, by type: field variables behind the inputs. */
struct typed_values {
    struct split split;
    uint64_t *bits;
    fr_int *fields;
    size_t n_inputs, n_bits, n_fields; /* n_fields with the inputs */
};

static status typed_values_create(struct typed_values *t, const struct prover *v,
                                  const struct query *q)
{
    size_t n_inputs = v->p->size.n_inputs;
    TRY(split_create(&t->split, q->in_aux, v->p->is_field, v->p->size.n_aux));
    t->n_bits = split_n_bits(&t->split);
    TRY(MEM_NEW(t->bits, t->n_bits / 64 + 1));
    TRY(MEM_NEW(t->fields, n_inputs + split_n_fields(&t->split)));
    for (size_t i = 0; q->with_inputs && i < n_inputs; i++)
        if (!q->in_inputs || (q->in_inputs[i / 64] >> (i % 64) & 1))
            fr_to_int(&t->fields[t->n_inputs++], &v->w->inputs[i]);
    t->n_fields = t->n_inputs + split_n_fields(&t->split);
    split_witness(&t->split, t->bits, t->fields + t->n_inputs, v->w);
    return ST_OK;
}

static void typed_values_fini(struct typed_values *t)
{
    split_fini(&t->split);
    mem_free(t->bits);
    mem_free(t->fields);
}

static status sum_query_g1(struct prover *v, g1 *out, const struct query *q)
{
    struct typed_values t = {0};
    g1_affine *bits = NULL, *fields = NULL;
    g1 sum_bits;
    const uint8_t *points = v->key->query[q->q].points;
    status st = ST_OK;
    TRY_OUT(typed_values_create(&t, v, q));
    TRY_OUT(MEM_NEW(bits, t.n_bits));
    TRY_OUT(MEM_NEW(fields, t.n_fields));
    for (size_t i = 0; i < t.n_inputs; i++)
        params_g1_quick(&fields[i], points + i * G1_UNCOMPRESSED_BYTES);
    TRY_OUT(split_points_g1(&t.split, bits, fields + t.n_inputs,
                            points + t.n_inputs * G1_UNCOMPRESSED_BYTES, v->o->pool, v->o->cancel));
    TRY_OUT(bits_g1(v, &sum_bits, bits, t.bits, t.n_bits));
    TRY_OUT(full_g1(v, out, fields, t.fields, t.n_fields));
    g1_add(out, out, &sum_bits);
out:
    typed_values_fini(&t);
    mem_free(bits);
    mem_free(fields);
    return st;
}

static status sum_query_g2(struct prover *v, g2 *out, const struct query *q)
{
    struct typed_values t = {0};
    g2_affine *bits = NULL, *fields = NULL;
    g2 sum_bits;
    const uint8_t *points = v->key->query[q->q].points;
    status st = ST_OK;
    TRY_OUT(typed_values_create(&t, v, q));
    TRY_OUT(MEM_NEW(bits, t.n_bits));
    TRY_OUT(MEM_NEW(fields, t.n_fields));
    for (size_t i = 0; i < t.n_inputs; i++)
        params_g2_quick(&fields[i], points + i * G2_UNCOMPRESSED_BYTES);
    TRY_OUT(split_points_g2(&t.split, bits, fields + t.n_inputs,
                            points + t.n_inputs * G2_UNCOMPRESSED_BYTES, v->o->pool, v->o->cancel));
    TRY_OUT(bits_g2(v, &sum_bits, bits, t.bits, t.n_bits));
    TRY_OUT(full_g2(v, out, fields, t.fields, t.n_fields));
    g2_add(out, out, &sum_bits);
out:
    typed_values_fini(&t);
    mem_free(bits);
    mem_free(fields);
    return st;
}

static status sum_queries(struct prover *v, struct prove_times *t)
{
    const struct circuit_density *d = &v->p->density;
    const struct query l = {PARAMS_L, false, NULL, NULL};
    const struct query a = {PARAMS_A, true, NULL, d->a_aux};
    const struct query b1 = {PARAMS_B_G1, true, d->b_inputs, d->b_aux};
    const struct query b2 = {PARAMS_B_G2, true, d->b_inputs, d->b_aux};
    uint64_t start = clock_ns();
    TRY(sum_h(v));
    t->msm_h = clock_ms_since(start);
    start = clock_ns();
    TRY(sum_query_g1(v, &v->sum_l, &l));
    t->msm_l = clock_ms_since(start);
    start = clock_ns();
    TRY(sum_query_g1(v, &v->sum_a, &a));
    t->msm_a = clock_ms_since(start);
    start = clock_ns();
    TRY(sum_query_g1(v, &v->sum_b1, &b1));
    t->msm_b_g1 = clock_ms_since(start);
    start = clock_ns();
    TRY(sum_query_g2(v, &v->sum_b2, &b2));
    t->msm_b_g2 = clock_ms_since(start);
    return ST_OK;
}

/* ---- blinding ---- */

static status random_scalar(fr *out)
{
    uint8_t bytes[32];
    status st;
    do {
        st = random_bytes(bytes, sizeof bytes);
        bytes[31] &= 0x7f;
    } while (st == ST_OK && fr_from_le(out, bytes) != ST_OK);
    mem_wipe(bytes, sizeof bytes);
    return st;
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

static void finish(struct proof *out, const struct prover *v)
{
    const struct verifying_key *vk = &v->key->vk;
    g1 a, b1, c, t, delta;
    g2 b2, t2;
    fr rs;
    g1_from_affine(&delta, &vk->delta_g1);
    g1_times(&a, &delta, &v->r);
    g1_add(&a, &a, &v->sum_a);
    g1_add_affine(&a, &a, &vk->alpha_g1);

    g1_times(&b1, &delta, &v->s);
    g1_add(&b1, &b1, &v->sum_b1);
    g1_add_affine(&b1, &b1, &vk->beta_g1);

    g2_from_affine(&t2, &vk->delta_g2);
    g2_times(&b2, &t2, &v->s);
    g2_add(&b2, &b2, &v->sum_b2);
    g2_add_affine(&b2, &b2, &vk->beta_g2);

    g1_add(&c, &v->sum_l, &v->sum_h);
    g1_times(&t, &a, &v->s);
    g1_add(&c, &c, &t);
    g1_times(&t, &b1, &v->r);
    g1_add(&c, &c, &t);
    fr_mul(&rs, &v->r, &v->s);
    g1_times(&t, &delta, &rs);
    g1_sub(&c, &c, &t);
    mem_wipe(&rs, sizeof rs);

    g1_to_affine(&out->a, &a);
    g2_to_affine(&out->b, &b2);
    g1_to_affine(&out->c, &c);
}

static status verify(const struct prover *v, const struct proof *proof)
{
    status st = groth16_verify(&v->key->vk, proof, v->w->inputs + 1, v->p->size.n_inputs - 1);
    if (st != ST_INVALID_PROOF) return st;
    FAIL(ST_UNSAT,
         "the finished proof does not verify and is withheld: the witness does not satisfy "
         "the circuit, or the key is damaged");
}

status groth16_prove(struct proof *out, const struct prove_circuit *p,
                     const struct params_file *key, const struct witness *w,
                     const struct prove_options *options)
{
    struct prover v = {.p = p, .key = key, .w = w, .o = options};
    struct prove_times t = {0};
    struct proof proof;
    uint64_t start = clock_ns(), step;
    status st = ST_OK;
    v.n = (size_t)1 << circuit_domain_log2(p->c);
    TRY(prove_check_key(p, key));
    TRY_OUT(quotient(&v, &t));
    TRY_OUT(sum_queries(&v, &t));
    step = clock_ns();
    if (options->r)
        v.r = *options->r;
    else
        TRY_OUT(random_scalar(&v.r));
    if (options->s)
        v.s = *options->s;
    else
        TRY_OUT(random_scalar(&v.s));
    finish(&proof, &v);
    t.finish = clock_ms_since(step);
    step = clock_ns();
    TRY_OUT(verify(&v, &proof));
    t.verify = clock_ms_since(step);
    t.total = clock_ms_since(start);
    if (options->times) *options->times = t;
    *out = proof;
out:
    mem_free(v.h);
    mem_wipe(&v, sizeof v);
    return st;
}
