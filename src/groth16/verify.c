/* The equation is checked as one product of pairings,
 *   e(A, B) e(-sum x_i ic_i, gamma) e(-C, delta) = e(alpha, beta),
 * and for many proofs with random k_j as
 *   prod_j e(k_j A_j, B_j) e(-sum_i (sum_j k_j x_ji) ic_i, gamma) e(-sum_j k_j C_j, delta)
 *     e(-(sum_j k_j) alpha, beta) = 1. */
#include "groth16/verify.h"

#include "base/mem.h"
#include "base/random.h"
#include "msm/msm.h"
#include <string.h>

static status copy_key(struct verifying_key *out, const struct verifying_key *vk)
{
    g1_affine *ic;
    TRY(MEM_NEW(ic, vk->n_ic));
    memcpy(ic, vk->ic, vk->n_ic * sizeof *ic);
    *out = *vk;
    out->ic = ic;
    return ST_OK;
}

status verifier_init(struct verifier *out, const struct verifying_key *vk)
{
    struct verifying_key copy;
    if (vk->n_ic == 0) FAIL(ST_ARG, "verifying key without ic points");
    TRY(copy_key(&copy, vk));
    out->vk = copy;
    pairing_miller(&out->alpha_beta, &vk->alpha_g1, &vk->beta_g2, 1);
    pairing_final_exp(&out->alpha_beta, &out->alpha_beta);
    return ST_OK;
}

void verifier_fini(struct verifier *v)
{
    vk_fini(&v->vk);
}

static status check_inputs(const struct verifier *v, size_t n_inputs)
{
    if (n_inputs + 1 != v->vk.n_ic)
        FAIL(ST_ARG, "public inputs: the key wants %zu, found %zu", v->vk.n_ic - 1, n_inputs);
    return ST_OK;
}

/* *out = sum of k_i * p_i */
static status sum_of(g1 *out, const g1_affine *p, const fr_int *k, size_t n)
{
    struct msm_plan plan;
    struct msm_options options = {.threads = 1};
    TRY(msm_plan_init(&plan, MSM_G1, MSM_FULL, n, &options));
    void *work = mem_alloc(plan.work_bytes, 1);
    if (!work) return ST_NOMEM;
    status st = msm_g1_run(&plan, out, p, k, work, NULL, NULL);
    mem_free(work);
    return st;
}

static void negated(g1_affine *out, const g1 *p)
{
    g1 t;
    g1_neg(&t, p);
    g1_to_affine(out, &t);
}

/* *f = product of e(p_i, q_i) */
static void product(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n)
{
    fp12 part;
    fp12_one(f);
    for (size_t i = 0; i < n; i += PAIRING_MAX_PAIRS) {
        size_t take = n - i < PAIRING_MAX_PAIRS ? n - i : PAIRING_MAX_PAIRS;
        pairing_miller(&part, p + i, q + i, take);
        fp12_mul(f, f, &part);
    }
    pairing_final_exp(f, f);
}

status groth16_verify(const struct verifier *v, const struct proof *proof, const fr *inputs,
                      size_t n_inputs)
{
    const g2_affine q[3] = {proof->b, v->vk.gamma_g2, v->vk.delta_g2};
    g1_affine p[3];
    fr_int *k = NULL;
    g1 sum;
    fp12 f;
    status st = ST_OK;
    TRY(check_inputs(v, n_inputs));
    TRY_OUT(MEM_NEW(k, n_inputs + 1));
    k[0].l[0] = 1;
    for (size_t i = 0; i < n_inputs; i++)
        fr_to_int(&k[i + 1], &inputs[i]);
    TRY_OUT(sum_of(&sum, v->vk.ic, k, n_inputs + 1));
    p[0] = proof->a;
    negated(&p[1], &sum);
    g1_affine_neg(&p[2], &proof->c);
    product(&f, p, q, 3);
    if (!fp12_eq(&f, &v->alpha_beta))
        st = status_fail(ST_INVALID_PROOF, "the pairing equation does not hold");
out:
    mem_free(k);
    return st;
}

/* A coefficient of 128 random bits, not zero. */
static status random_coefficient(fr_int *out)
{
    *out = (fr_int){{0}};
    do
        TRY(random_bytes(out->l, 16));
    while ((out->l[0] | out->l[1]) == 0);
    return ST_OK;
}

struct batch {
    g1_affine *p, *c;
    g2_affine *q;
    fr_int *k, *weight;
    fr *sums; /* over the proofs: k_j, then k_j x_ji for every input i */
};

static status batch_alloc(struct batch *b, size_t n, size_t n_inputs)
{
    TRY(MEM_NEW(b->p, n + 3));
    TRY(MEM_NEW(b->q, n + 3));
    TRY(MEM_NEW(b->c, n));
    TRY(MEM_NEW(b->k, n));
    TRY(MEM_NEW(b->sums, n_inputs + 1));
    return MEM_NEW(b->weight, n_inputs + 1);
}

static void batch_free(struct batch *b)
{
    mem_free(b->p);
    mem_free(b->q);
    mem_free(b->c);
    mem_free(b->k);
    mem_free(b->sums);
    mem_free(b->weight);
}

/* Proof number i with its coefficient. */
static void batch_add(struct batch *b, size_t i, const struct proof *proof, const fr *inputs,
                      size_t n_inputs)
{
    g1 t;
    fr k, x;
    g1_from_affine(&t, &proof->a);
    g1_mul_vartime(&t, &t, &b->k[i]);
    g1_to_affine(&b->p[i], &t);
    b->q[i] = proof->b;
    b->c[i] = proof->c;
    fr_from_int(&k, &b->k[i]);
    fr_add(&b->sums[0], &b->sums[0], &k);
    for (size_t j = 0; j < n_inputs; j++) {
        fr_mul(&x, &k, &inputs[j]);
        fr_add(&b->sums[j + 1], &b->sums[j + 1], &x);
    }
}

/* The three pairs that all proofs share, behind those of the n proofs. */
static status batch_finish(struct batch *b, const struct verifying_key *vk, size_t n)
{
    g1 ic, c, alpha;
    for (size_t i = 0; i < vk->n_ic; i++)
        fr_to_int(&b->weight[i], &b->sums[i]);
    TRY(sum_of(&ic, vk->ic, b->weight, vk->n_ic));
    TRY(sum_of(&c, b->c, b->k, n));
    g1_from_affine(&alpha, &vk->alpha_g1);
    g1_mul_vartime(&alpha, &alpha, &b->weight[0]);
    negated(&b->p[n], &ic);
    negated(&b->p[n + 1], &c);
    negated(&b->p[n + 2], &alpha);
    b->q[n] = vk->gamma_g2;
    b->q[n + 1] = vk->delta_g2;
    b->q[n + 2] = vk->beta_g2;
    return ST_OK;
}

status groth16_verify_batch(const struct verifier *v, const struct proof *proofs,
                            const fr *const *inputs, size_t n_inputs, size_t n)
{
    struct batch b = {0};
    fp12 f;
    status st = ST_OK;
    TRY(check_inputs(v, n_inputs));
    if (n == 0) FAIL(ST_ARG, "a batch of no proofs");
    TRY_OUT(batch_alloc(&b, n, n_inputs));
    for (size_t i = 0; i < n; i++) {
        TRY_OUT(random_coefficient(&b.k[i]));
        batch_add(&b, i, &proofs[i], inputs[i], n_inputs);
    }
    TRY_OUT(batch_finish(&b, &v->vk, n));
    product(&f, b.p, b.q, n + 3);
    if (!fp12_is_one(&f))
        st = status_fail(ST_INVALID_PROOF, "at least one of %zu proofs does not verify", n);
out:
    batch_free(&b);
    return st;
}
