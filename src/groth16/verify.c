#include "groth16/verify.h"

#include "base/mem.h"
#include "base/random.h"
#include "math/pairing.h"
#include <string.h>

static status check_inputs(const struct verifying_key *vk, size_t n_inputs)
{
    if (n_inputs + 1 != vk->n_ic)
        FAIL(ST_ARG, "public inputs: the key wants %zu, found %zu", vk->n_ic - 1, n_inputs);
    return ST_OK;
}

/* acc += k * p */
static void add_multiple(g1 *acc, const g1_affine *p, const fr *k)
{
    g1 t;
    fr_int e;
    g1_from_affine(&t, p);
    fr_to_int(&e, k);
    g1_mul_vartime(&t, &t, &e);
    g1_add(acc, acc, &t);
}

static void negated(g1_affine *out, const g1 *p)
{
    g1 t;
    g1_neg(&t, p);
    g1_to_affine(out, &t);
}

static bool product_is_one(const g1_affine *p, const g2_affine *q, size_t n)
{
    fp12 f, part;
    fp12_one(&f);
    for (size_t i = 0; i < n; i += PAIRING_MAX_PAIRS) {
        size_t take = n - i < PAIRING_MAX_PAIRS ? n - i : PAIRING_MAX_PAIRS;
        pairing_miller(&part, p + i, q + i, take);
        fp12_mul(&f, &f, &part);
    }
    pairing_final_exp(&f, &f);
    return fp12_is_one(&f);
}

status groth16_verify(const struct verifying_key *vk, const struct proof *proof, const fr *inputs,
                      size_t n_inputs)
{
    TRY(check_inputs(vk, n_inputs));
    g1 sum, c, alpha;
    g1_affine p[4];
    g2_affine q[4] = {proof->b, vk->beta_g2, vk->gamma_g2, vk->delta_g2};
    g1_from_affine(&sum, &vk->ic[0]);
    for (size_t i = 0; i < n_inputs; i++)
        add_multiple(&sum, &vk->ic[i + 1], &inputs[i]);
    g1_from_affine(&alpha, &vk->alpha_g1);
    g1_from_affine(&c, &proof->c);
    p[0] = proof->a;
    negated(&p[1], &alpha);
    negated(&p[2], &sum);
    negated(&p[3], &c);
    if (!product_is_one(p, q, 4)) FAIL(ST_INVALID_PROOF, "the pairing equation does not hold");
    return ST_OK;
}

/* A coefficient of 128 random bits. */
static status random_coefficient(fr *out)
{
    fr_int k = {{0}};
    TRY(random_bytes(k.l, 16));
    fr_from_int(out, &k);
    return ST_OK;
}

/* prod e(k_i A_i, B_i) = e(sum k_i, alpha; beta) e(sum k_i IC_i, gamma) e(sum k_i C_i, delta). */
status groth16_verify_batch(const struct verifying_key *vk, const struct proof *proofs,
                            const fr *const *inputs, size_t n_inputs, size_t n)
{
    status st = ST_OK;
    fr *weight = NULL;
    g1_affine *p = NULL;
    g2_affine *q = NULL;
    TRY(check_inputs(vk, n_inputs));
    TRY_OUT(MEM_NEW(weight, n_inputs + 1));
    TRY_OUT(MEM_NEW(p, n + 3));
    TRY_OUT(MEM_NEW(q, n + 3));
    g1 c_sum, ic_sum, alpha, t;
    g1_infinity(&c_sum);
    g1_infinity(&ic_sum);
    g1_infinity(&alpha);
    for (size_t i = 0; i < n; i++) {
        fr k, x;
        TRY_OUT(random_coefficient(&k));
        g1_infinity(&t);
        add_multiple(&t, &proofs[i].a, &k);
        g1_to_affine(&p[i], &t);
        q[i] = proofs[i].b;
        add_multiple(&c_sum, &proofs[i].c, &k);
        fr_add(&weight[0], &weight[0], &k);
        for (size_t j = 0; j < n_inputs; j++) {
            fr_mul(&x, &k, &inputs[i][j]);
            fr_add(&weight[j + 1], &weight[j + 1], &x);
        }
    }
    for (size_t j = 0; j <= n_inputs; j++)
        add_multiple(&ic_sum, &vk->ic[j], &weight[j]);
    add_multiple(&alpha, &vk->alpha_g1, &weight[0]);
    negated(&p[n], &alpha);
    q[n] = vk->beta_g2;
    negated(&p[n + 1], &ic_sum);
    q[n + 1] = vk->gamma_g2;
    negated(&p[n + 2], &c_sum);
    q[n + 2] = vk->delta_g2;
    if (!product_is_one(p, q, n + 3))
        FAIL_OUT(ST_INVALID_PROOF, "at least one of %zu proofs does not verify", n);
out:
    mem_free(weight);
    mem_free(p);
    mem_free(q);
    return st;
}
