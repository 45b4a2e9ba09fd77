/* The QAP at tau, then its points.
 *
 * With the Lagrange basis L_k of the domain at tau, A_j(tau) = sum_k a_kj L_k(tau) over the rows k,
 * and so for B and C; after the circuit's rows comes one row an input, A = input, B = C = 0. With
 * K_j = beta A_j + alpha B_j + C_j the queries are, each value times the generator,
 *   h    tau^i t(tau) / delta for i < n - 1
 *   l    K_j / delta of the auxiliaries
 *   a    A_j of all variables, zeros left out
 *   b    B_j likewise, in both groups
 *   ic   K_j / gamma of the inputs
 * Points are made and written in chunks: memory is that of the QAP. */
#include "groth16/setup.h"

#include "base/mem.h"
#include "groth16/scalar.h"
#include "msm/fixed_base.h"
#include "ntt/ntt.h"
#include <stdio.h>
#include <string.h>

#define POINT_CHUNK ((size_t)1 << 16)

static const char *const secret_names[5] = {"alpha", "beta", "gamma", "delta", "tau"};

static void secrets_set(struct setup_secrets *out, fr v[5])
{
    *out = (struct setup_secrets){v[0], v[1], v[2], v[3], v[4]};
    mem_wipe(v, 5 * sizeof *v);
}

status setup_secrets_random(struct setup_secrets *out)
{
    fr v[5];
    for (int i = 0; i < 5; i++)
        TRY(scalar_random(&v[i]));
    secrets_set(out, v);
    return ST_OK;
}

status setup_secrets_test(struct setup_secrets *out, const char *prefix, const char *name)
{
    char label[512];
    fr v[5];
    for (int i = 0; i < 5; i++) {
        int n = snprintf(label, sizeof label, "%s/%s/%s", prefix, name, secret_names[i]);
        if (n < 0 || (size_t)n >= sizeof label)
            FAIL(ST_ARG, "setup name %.64s... is too long", name);
        TRY(scalar_of_label(&v[i], label));
    }
    secrets_set(out, v);
    return ST_OK;
}

static status check_secrets(const struct setup_secrets *s)
{
    const fr *const v[5] = {&s->alpha, &s->beta, &s->gamma, &s->delta, &s->tau};
    for (int i = 0; i < 5; i++)
        if (fr_is_zero(v[i])) FAIL(ST_ARG, "setup: secret %s is zero", secret_names[i]);
    return ST_OK;
}

struct setup {
    const struct circuit *c;
    const struct setup_secrets *s;
    const struct setup_options *o;
    struct circuit_size size;
    fr delta_inverse;
    size_t n;         /* domain */
    fr *lagrange;     /* until the QAP is evaluated */
    fr *at, *bt, *ct; /* of all variables: inputs, then auxiliaries */
    struct fixed_base_g1 *g1;
    struct fixed_base_g2 *g2;
    void *work;
    struct params_writer *out;
    size_t done, total; /* points */
    /* one chunk on its way to the file */
    fr_int *scalars;
    g1_affine *points_g1;
    g2_affine *points_g2;
};

/* ---- the Lagrange basis at tau: L_k = w^k (tau^n - 1) / (n (tau - w^k)) ---- */

struct lagrange {
    fr *out;
    fr tau, factor, root;
    struct pool *pool;
};

static status lagrange_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct lagrange *l = ctx;
    enum { BATCH = 1024 };
    fr power[BATCH], den[BATCH], scratch[BATCH], w;
    uint64_t e = begin;
    fr_pow_vartime(&w, &l->root, &e, 1);
    for (size_t i = begin; i < end; i += BATCH) {
        size_t n = end - i < BATCH ? end - i : BATCH;
        for (size_t k = 0; k < n; k++) {
            power[k] = w;
            fr_sub(&den[k], &l->tau, &w);
            fr_mul(&w, &w, &l->root);
        }
        fr_batch_inv(den, n, scratch);
        for (size_t k = 0; k < n; k++) {
            fr_mul(&den[k], &den[k], &power[k]);
            fr_mul(&l->out[i + k], &den[k], &l->factor);
        }
    }
    mem_wipe(den, sizeof den);
    return ST_OK;
}

/* *t = tau^n - 1 */
static void vanishing(fr *t, const fr *tau, size_t n)
{
    uint64_t e = n;
    fr one;
    fr_one(&one);
    fr_pow_vartime(t, tau, &e, 1);
    fr_sub(t, t, &one);
}

static status make_lagrange(struct setup *s, unsigned log2_n)
{
    struct lagrange l = {.out = s->lagrange, .tau = s->s->tau};
    fr t;
    vanishing(&t, &l.tau, s->n);
    if (fr_is_zero(&t)) FAIL(ST_ARG, "setup: tau lies in the domain of 2^%u", log2_n);
    fr_from_u64(&l.factor, s->n);
    fr_inv(&l.factor, &l.factor);
    fr_mul(&l.factor, &l.factor, &t);
    ntt_root(&l.root, log2_n);
    return pool_range(s->o->pool, s->n, (size_t)1 << 14, lagrange_range, &l, s->o->cancel);
}

/* ---- A, B, C of every variable at tau ---- */

static status add_row(void *ctx, size_t row, const struct lc_view abc[3])
{
    struct setup *s = ctx;
    const fr *coefs = circuit_coefficients(s->c), *weight = &s->lagrange[row];
    fr *to[3] = {s->at, s->bt, s->ct}, x;
    for (int m = 0; m < 3; m++)
        for (size_t i = 0; i < abc[m].n; i++) {
            uint32_t var = abc[m].var[i], coef = abc[m].coef[i];
            fr *v = &to[m][var & VAR_AUX ? s->size.n_inputs + (var & ~VAR_AUX) : var];
            if (coef == COEF_ONE) {
                fr_add(v, v, weight);
            } else if (coef == COEF_MINUS_ONE) {
                fr_sub(v, v, weight);
            } else {
                fr_mul(&x, weight, &coefs[coef]);
                fr_add(v, v, &x);
            }
        }
    if ((row & 0xffff) == 0) return cancel_check(s->o->cancel);
    return ST_OK;
}

static status evaluate_qap(struct setup *s)
{
    TRY(circuit_expand(s->c, add_row, s));
    for (size_t i = 0; i < s->size.n_inputs; i++)
        fr_add(&s->at[i], &s->at[i], &s->lagrange[s->size.n_constraints + i]);
    for (size_t i = s->size.n_inputs; i < s->size.n_inputs + s->size.n_aux; i++)
        if (fr_is_zero(&s->at[i]) && fr_is_zero(&s->bt[i]) && fr_is_zero(&s->ct[i]))
            FAIL(ST_UNSAT, "setup: auxiliary variable %zu occurs in no constraint",
                 i - s->size.n_inputs);
    return ST_OK;
}

/* ---- points ---- */

/* Points of the n scalars of the chunk, into the file. */
static status write_chunk(struct setup *s, size_t n, bool in_g2)
{
    const struct setup_options *o = s->o;
    if (in_g2) {
        TRY(fixed_base_g2_run(s->g2, s->points_g2, s->scalars, n, s->work, o->pool, o->cancel));
        TRY(params_writer_g2(s->out, s->points_g2, n, o->pool, o->cancel));
    } else {
        TRY(fixed_base_g1_run(s->g1, s->points_g1, s->scalars, n, s->work, o->pool, o->cancel));
        TRY(params_writer_g1(s->out, s->points_g1, n, o->pool, o->cancel));
    }
    s->done += n;
    progress_report(o->progress, s->done, s->total);
    return ST_OK;
}

/* The next n scalars of h; *x is the first of them and then the one after. */
static void h_scalars(struct setup *s, fr *x, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        fr_to_int(&s->scalars[k], x);
        fr_mul(x, x, &s->s->tau);
    }
}

static status write_h(struct setup *s)
{
    status st = params_writer_query(s->out, PARAMS_H, s->n - 1);
    fr x;
    vanishing(&x, &s->s->tau, s->n);
    fr_mul(&x, &x, &s->delta_inverse);
    for (size_t i = 0; st == ST_OK && i < s->n - 1; i += POINT_CHUNK) {
        size_t take = s->n - 1 - i < POINT_CHUNK ? s->n - 1 - i : POINT_CHUNK;
        h_scalars(s, &x, take);
        st = write_chunk(s, take, false);
    }
    mem_wipe(&x, sizeof x);
    return st;
}

/* (beta A + alpha B + C) of variable i. */
static void combined(fr *out, const struct setup *s, size_t i)
{
    fr x;
    fr_mul(out, &s->s->beta, &s->at[i]);
    fr_mul(&x, &s->s->alpha, &s->bt[i]);
    fr_add(out, out, &x);
    fr_add(out, out, &s->ct[i]);
}

static void multiple_g1(g1_affine *out, const fr *k)
{
    fr_int e;
    g1 p;
    g1_generator(out);
    g1_from_affine(&p, out);
    fr_to_int(&e, k);
    g1_mul(&p, &p, &e);
    g1_to_affine(out, &p);
    mem_wipe(&e, sizeof e);
}

static void multiple_g2(g2_affine *out, const fr *k)
{
    fr_int e;
    g2 p;
    g2_generator(out);
    g2_from_affine(&p, out);
    fr_to_int(&e, k);
    g2_mul(&p, &p, &e);
    g2_to_affine(out, &p);
    mem_wipe(&e, sizeof e);
}

static status make_vk(struct verifying_key *vk, const struct setup *s)
{
    fr gamma_inv, x;
    *vk = (struct verifying_key){.n_ic = s->size.n_inputs};
    TRY(MEM_NEW(vk->ic, vk->n_ic));
    multiple_g1(&vk->alpha_g1, &s->s->alpha);
    multiple_g1(&vk->beta_g1, &s->s->beta);
    multiple_g2(&vk->beta_g2, &s->s->beta);
    multiple_g2(&vk->gamma_g2, &s->s->gamma);
    multiple_g1(&vk->delta_g1, &s->s->delta);
    multiple_g2(&vk->delta_g2, &s->s->delta);
    fr_inv(&gamma_inv, &s->s->gamma);
    for (size_t i = 0; i < vk->n_ic; i++) {
        combined(&x, s, i);
        fr_mul(&x, &x, &gamma_inv);
        multiple_g1(&vk->ic[i], &x);
    }
    mem_wipe(&gamma_inv, sizeof gamma_inv);
    return ST_OK;
}

struct quotients {
    const struct setup *s;
    size_t first;
};

static status l_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct quotients *q = ctx;
    for (size_t i = begin; i < end; i++) {
        fr x;
        combined(&x, q->s, q->s->size.n_inputs + q->first + i);
        fr_mul(&x, &x, &q->s->delta_inverse);
        fr_to_int(&q->s->scalars[i], &x);
    }
    return ST_OK;
}

static status write_l(struct setup *s)
{
    struct quotients q = {.s = s};
    size_t n = s->size.n_aux;
    TRY(params_writer_query(s->out, PARAMS_L, n));
    for (size_t i = 0; i < n; i += POINT_CHUNK) {
        size_t take = n - i < POINT_CHUNK ? n - i : POINT_CHUNK;
        q.first = i;
        TRY(pool_range(s->o->pool, take, 1024, l_range, &q, s->o->cancel));
        TRY(write_chunk(s, take, false));
    }
    return ST_OK;
}

static size_t count_dense(const struct setup *s, const fr *v)
{
    size_t n = 0;
    for (size_t i = 0; i < s->size.n_inputs + s->size.n_aux; i++)
        n += !fr_is_zero(&v[i]);
    return n;
}

/* A query of the values that are not zero, inputs first. */
static status write_dense(struct setup *s, enum params_query q, const fr *v)
{
    size_t n_all = s->size.n_inputs + s->size.n_aux, used = 0;
    TRY(params_writer_query(s->out, q, count_dense(s, v)));
    for (size_t i = 0; i < n_all; i++) {
        if (!fr_is_zero(&v[i])) fr_to_int(&s->scalars[used++], &v[i]);
        if (used == POINT_CHUNK || (i + 1 == n_all && used)) {
            TRY(write_chunk(s, used, q == PARAMS_B_G2));
            used = 0;
        }
    }
    return ST_OK;
}

static status write_queries(struct setup *s)
{
    s->total = s->n - 1 + s->size.n_aux + count_dense(s, s->at) + 2 * count_dense(s, s->bt);
    TRY(write_h(s));
    TRY(write_l(s));
    TRY(write_dense(s, PARAMS_A, s->at));
    TRY(write_dense(s, PARAMS_B_G1, s->bt));
    return write_dense(s, PARAMS_B_G2, s->bt);
}

/* ---- memory ---- */

static status setup_alloc(struct setup *s)
{
    size_t n_all = s->size.n_inputs + s->size.n_aux;
    unsigned threads = pool_threads(s->o->pool);
    g1_affine base_g1;
    g2_affine base_g2;
    struct fixed_base_options many = {.n = s->n + 3 * n_all};
    g1_generator(&base_g1);
    g2_generator(&base_g2);
    TRY(MEM_NEW(s->lagrange, s->n));
    TRY(MEM_NEW(s->at, n_all));
    TRY(MEM_NEW(s->bt, n_all));
    TRY(MEM_NEW(s->ct, n_all));
    TRY(MEM_NEW(s->scalars, POINT_CHUNK));
    TRY(MEM_NEW(s->points_g1, POINT_CHUNK));
    TRY(MEM_NEW(s->points_g2, POINT_CHUNK));
    TRY(fixed_base_g1_create(&s->g1, &base_g1, &many));
    many.n = n_all;
    TRY(fixed_base_g2_create(&s->g2, &base_g2, &many));
    size_t w1 = fixed_base_g1_work_bytes(s->g1, threads);
    size_t w2 = fixed_base_g2_work_bytes(s->g2, threads);
    s->work = mem_alloc(w1 > w2 ? w1 : w2, 1);
    return s->work ? ST_OK : ST_NOMEM;
}

static void wipe_free(void *p, size_t n_bytes)
{
    if (p) mem_wipe(p, n_bytes);
    mem_free(p);
}

static void lagrange_free(struct setup *s)
{
    wipe_free(s->lagrange, s->n * sizeof(fr));
    s->lagrange = NULL;
}

static void setup_fini(struct setup *s)
{
    size_t n_all = s->size.n_inputs + s->size.n_aux;
    lagrange_free(s);
    wipe_free(s->at, n_all * sizeof(fr));
    wipe_free(s->bt, n_all * sizeof(fr));
    wipe_free(s->ct, n_all * sizeof(fr));
    wipe_free(s->scalars, POINT_CHUNK * sizeof(fr_int));
    mem_free(s->points_g1);
    mem_free(s->points_g2);
    mem_free(s->work);
    fixed_base_g1_destroy(s->g1);
    fixed_base_g2_destroy(s->g2);
    params_writer_abort(s->out);
}

status groth16_setup(const struct circuit *c, const struct setup_secrets *secrets,
                     const char *params_path, const char *vk_path,
                     const struct setup_options *options)
{
    unsigned log2_n = circuit_domain_log2(c);
    struct setup s = {.c = c, .s = secrets, .o = options, .size = circuit_size(c)};
    struct verifying_key vk = {0};
    status st = ST_OK;
    s.n = (size_t)1 << log2_n;
    TRY(check_secrets(secrets));
    fr_inv(&s.delta_inverse, &secrets->delta);
    if (s.n > UINT32_MAX) FAIL(ST_UNSUPPORTED, "setup: a domain of 2^%u", log2_n);
    TRY_OUT(setup_alloc(&s));
    TRY_OUT(make_lagrange(&s, log2_n));
    TRY_OUT(evaluate_qap(&s));
    lagrange_free(&s);
    TRY_OUT(make_vk(&vk, &s));
    TRY_OUT(params_writer_create(&s.out, params_path, &vk));
    TRY_OUT(write_queries(&s));
    st = params_writer_commit(s.out);
    s.out = NULL;
    if (st == ST_OK && vk_path) st = vk_write_file(vk_path, &vk);
out:
    vk_fini(&vk);
    setup_fini(&s);
    mem_wipe(&s, sizeof s);
    return st;
}
