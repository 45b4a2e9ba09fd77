/* The QAP at tau, then its points.
 *
 * With the Lagrange basis L_k of the domain at tau, A_j(tau) = sum_k a_kj L_k(tau) over the rows k,
 * and so for B and C; after the circuit's rows comes one row an input, A = input. The queries are
 *   h_i = tau^i t(tau) / delta, i < n - 1            l_j = (beta A_j + alpha B_j + C_j) / delta,
 * auxiliaries a_j = A_j, b_j = B_j (without zeros)            ic_j = (beta A_j + alpha B_j + C_j) /
 * gamma, inputs each times the generator. Points are made and written in chunks: memory is that of
 * the QAP. */
#include "groth16/setup.h"

#include "base/mem.h"
#include "base/random.h"
#include "hash/sha256.h"
#include "msm/fixed_base.h"
#include "ntt/ntt.h"
#include <stdio.h>
#include <string.h>

#define POINT_CHUNK ((size_t)1 << 16)

status scalar_of_label(fr *out, const char *label)
{
    uint8_t digest[32];
    sha256(digest, label, strlen(label));
    digest[31] &= 0x3f;
    return fr_from_le(out, digest);
}

status setup_secrets_random(struct setup_secrets *out)
{
    fr *all[5] = {&out->alpha, &out->beta, &out->gamma, &out->delta, &out->tau};
    uint8_t bytes[32];
    for (int i = 0; i < 5; i++) {
        do {
            TRY(random_bytes(bytes, sizeof bytes));
            bytes[31] &= 0x7f;
        } while (fr_from_le(all[i], bytes) != ST_OK || fr_is_zero(all[i]));
    }
    mem_wipe(bytes, sizeof bytes);
    return ST_OK;
}

status setup_secrets_test(struct setup_secrets *out, const char *prefix, const char *name)
{
    fr *all[5] = {&out->alpha, &out->beta, &out->gamma, &out->delta, &out->tau};
    static const char *const names[5] = {"alpha", "beta", "gamma", "delta", "tau"};
    char label[512];
    for (int i = 0; i < 5; i++) {
        int n = snprintf(label, sizeof label, "%s/%s/%s", prefix, name, names[i]);
        if (n < 0 || (size_t)n >= sizeof label)
            FAIL(ST_ARG, "setup name %.64s... is too long", name);
        TRY(scalar_of_label(all[i], label));
    }
    return ST_OK;
}

struct setup {
    const struct circuit *c;
    const struct setup_secrets *s;
    const struct setup_options *o;
    struct circuit_size size;
    size_t n; /* domain */
    fr *lagrange;
    fr *at, *bt, *ct; /* of all variables: inputs, then auxiliaries */
    struct fixed_base_g1 *g1;
    struct fixed_base_g2 *g2;
    void *work;
    struct file_writer *out;
    size_t done, total;
    /* one chunk on its way to the file */
    fr_int *scalars;
    g1_affine *points_g1;
    g2_affine *points_g2;
    uint8_t *bytes;
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

struct encode {
    const struct setup *s;
    bool g2;
};

static status encode_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct encode *e = ctx;
    for (size_t i = begin; i < end; i++)
        if (e->g2)
            g2_to_uncompressed(e->s->bytes + i * G2_UNCOMPRESSED_BYTES, &e->s->points_g2[i]);
        else
            g1_to_uncompressed(e->s->bytes + i * G1_UNCOMPRESSED_BYTES, &e->s->points_g1[i]);
    return ST_OK;
}

/* Points of the n scalars of the chunk, into the file. */
static status write_chunk(struct setup *s, size_t n, bool in_g2)
{
    const struct setup_options *o = s->o;
    struct encode e = {s, in_g2};
    if (in_g2)
        TRY(fixed_base_g2_run(s->g2, s->points_g2, s->scalars, n, s->work, o->pool, o->cancel));
    else
        TRY(fixed_base_g1_run(s->g1, s->points_g1, s->scalars, n, s->work, o->pool, o->cancel));
    TRY(pool_range(o->pool, n, 1024, encode_range, &e, o->cancel));
    TRY(file_writer_put(s->out, s->bytes,
                        n * (in_g2 ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES)));
    s->done += n;
    if (o->progress) o->progress(o->progress_ctx, s->done, s->total);
    return ST_OK;
}

/* Scalar number i of a query. */
typedef void (*scalar_fn)(fr *out, const struct setup *s, size_t i);

struct fill {
    const struct setup *s;
    scalar_fn fn;
    size_t first;
};

static status fill_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    const struct fill *f = ctx;
    for (size_t i = begin; i < end; i++) {
        fr x;
        f->fn(&x, f->s, f->first + i);
        fr_to_int(&f->s->scalars[i], &x);
    }
    return ST_OK;
}

static status write_count(struct setup *s, size_t n)
{
    uint8_t bytes[4];
    store_u32_be(bytes, (uint32_t)n);
    return file_writer_put(s->out, bytes, sizeof bytes);
}

/* A query of n points without gaps. */
static status write_query(struct setup *s, size_t n, scalar_fn fn)
{
    TRY(write_count(s, n));
    for (size_t i = 0; i < n; i += POINT_CHUNK) {
        size_t take = n - i < POINT_CHUNK ? n - i : POINT_CHUNK;
        struct fill f = {s, fn, i};
        TRY(pool_range(s->o->pool, take, 1024, fill_range, &f, s->o->cancel));
        TRY(write_chunk(s, take, false));
    }
    return ST_OK;
}

/* A query of the values that are not zero, inputs first. */
static status write_dense(struct setup *s, const fr *v, bool in_g2)
{
    size_t n_all = s->size.n_inputs + s->size.n_aux, n = 0, used = 0;
    for (size_t i = 0; i < n_all; i++)
        n += !fr_is_zero(&v[i]);
    TRY(write_count(s, n));
    for (size_t i = 0; i < n_all; i++) {
        if (!fr_is_zero(&v[i])) fr_to_int(&s->scalars[used++], &v[i]);
        if (used == POINT_CHUNK || (i + 1 == n_all && used)) {
            TRY(write_chunk(s, used, in_g2));
            used = 0;
        }
    }
    return ST_OK;
}

/* h_i = tau^i t(tau) / delta: powers by chunks, so that threads can start anywhere. */
static void h_scalar(fr *out, const struct setup *s, size_t i)
{
    uint64_t e = i;
    fr t, d;
    fr_pow_vartime(out, &s->s->tau, &e, 1);
    vanishing(&t, &s->s->tau, s->n);
    fr_inv(&d, &s->s->delta);
    fr_mul(&t, &t, &d);
    fr_mul(out, out, &t);
}

static status write_h(struct setup *s)
{
    size_t n = s->n - 1;
    TRY(write_count(s, n));
    fr x;
    h_scalar(&x, s, 0);
    for (size_t i = 0; i < n; i += POINT_CHUNK) {
        size_t take = n - i < POINT_CHUNK ? n - i : POINT_CHUNK;
        for (size_t k = 0; k < take; k++) {
            fr_to_int(&s->scalars[k], &x);
            fr_mul(&x, &x, &s->s->tau);
        }
        TRY(write_chunk(s, take, false));
    }
    return ST_OK;
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
    g1_mul_vartime(&p, &p, &e);
    g1_to_affine(out, &p);
}

static void multiple_g2(g2_affine *out, const fr *k)
{
    fr_int e;
    g2 p;
    g2_generator(out);
    g2_from_affine(&p, out);
    fr_to_int(&e, k);
    g2_mul_vartime(&p, &p, &e);
    g2_to_affine(out, &p);
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
    return ST_OK;
}

static fr delta_inverse(const struct setup *s)
{
    fr x;
    fr_inv(&x, &s->s->delta);
    return x;
}

/* l: the combined values over delta, kept in ct, which nothing needs any more. */
static status divide_range(void *ctx, size_t begin, size_t end, unsigned worker)
{
    (void)worker;
    struct setup *s = ctx;
    fr d = delta_inverse(s), x;
    for (size_t i = begin; i < end; i++) {
        combined(&x, s, s->size.n_inputs + i);
        fr_mul(&s->ct[s->size.n_inputs + i], &x, &d);
    }
    return ST_OK;
}

static void l_scalar(fr *out, const struct setup *s, size_t i)
{
    *out = s->ct[s->size.n_inputs + i];
}

static status write_queries(struct setup *s)
{
    TRY(write_h(s));
    TRY(pool_range(s->o->pool, s->size.n_aux, 4096, divide_range, s, s->o->cancel));
    TRY(write_query(s, s->size.n_aux, l_scalar));
    TRY(write_dense(s, s->at, false));
    TRY(write_dense(s, s->bt, false));
    return write_dense(s, s->bt, true);
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
    TRY(MEM_NEW(s->bytes, POINT_CHUNK * G2_UNCOMPRESSED_BYTES));
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

static void setup_fini(struct setup *s)
{
    size_t n_all = s->size.n_inputs + s->size.n_aux;
    wipe_free(s->lagrange, s->n * sizeof(fr));
    wipe_free(s->at, n_all * sizeof(fr));
    wipe_free(s->bt, n_all * sizeof(fr));
    wipe_free(s->ct, n_all * sizeof(fr));
    wipe_free(s->scalars, POINT_CHUNK * sizeof(fr_int));
    mem_free(s->points_g1);
    mem_free(s->points_g2);
    mem_free(s->bytes);
    mem_free(s->work);
    fixed_base_g1_destroy(s->g1);
    fixed_base_g2_destroy(s->g2);
    file_writer_abort(s->out);
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
    s.total = s.n - 1 + s.size.n_aux + 3 * (s.size.n_inputs + s.size.n_aux);
    if (s.n > UINT32_MAX) FAIL(ST_UNSUPPORTED, "setup: a domain of 2^%u", log2_n);
    TRY_OUT(setup_alloc(&s));
    TRY_OUT(file_writer_create(&s.out, params_path));
    TRY_OUT(make_lagrange(&s, log2_n));
    TRY_OUT(evaluate_qap(&s));
    TRY_OUT(make_vk(&vk, &s));
    TRY_OUT(vk_write(s.out, &vk));
    TRY_OUT(write_queries(&s));
    st = file_writer_commit(s.out);
    s.out = NULL;
    if (st == ST_OK && vk_path) st = vk_write_file(vk_path, &vk);
out:
    vk_fini(&vk);
    setup_fini(&s);
    return st;
}
