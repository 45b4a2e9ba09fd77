/* Benchmarks of the parts. */
#include "apps/bench.h"

#include "base/clock.h"
#include "base/mem.h"
#include "filecoin/circuit.h"
#include "hash/poseidon.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include "math/fp.h"
#include "math/fr.h"
#include "msm/fixed_base.h"
#include "msm/msm.h"
#include "ntt/ntt.h"
#include "ntt/quotient.h"
#include "r1cs/shape.h"
#include <string.h>

#define FIELD_ROUNDS 200000

/* Splitmix64: benchmarks need no secret numbers. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static void random_scalars(fr_int *v, size_t n)
{
    uint64_t state = 1;
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++)
            v[i].l[k] = next_random(&state);
        v[i].l[3] >>= 2;
    }
}

static status field_line(const char *op, double ms, double baseline_ms)
{
    struct json_writer *w;
    TRY(bench_line(&w, op));
    json_add_double(w, "ns", ms * 1e6 / (8.0 * FIELD_ROUNDS), 2);
    json_add_double(w, "million_per_s", 8.0 * FIELD_ROUNDS / ms / 1e3, 1);
    json_add_double(w, "speedup_over_portable", baseline_ms / ms, 2);
    return bench_line_end(w);
}

/* Throughput of a product: eight independent chains. */
#define FIELD_BENCH(name, F, mul)                                                                  \
    static double name(void)                                                                       \
    {                                                                                              \
        F v[8], k;                                                                                 \
        F##_from_u64(&k, 0x123456789abcdef);                                                       \
        F##_sqr(&k, &k);                                                                           \
        for (uint64_t i = 0; i < 8; i++)                                                           \
            F##_from_u64(&v[i], i + 2);                                                            \
        uint64_t start = clock_ns();                                                               \
        for (int r = 0; r < FIELD_ROUNDS; r++)                                                     \
            for (int i = 0; i < 8; i++)                                                            \
                mul(&v[i], &v[i], &k);                                                             \
        double ms = clock_ms_since(start);                                                         \
        return F##_is_zero(&v[3]) ? 0 : ms; /* the result is used */                               \
    }
FIELD_BENCH(fp_portable_ms, fp, fp_mul_portable)
FIELD_BENCH(fp_ms, fp, fp_mul)
FIELD_BENCH(fr_portable_ms, fr, fr_mul_portable)
FIELD_BENCH(fr_ms, fr, fr_mul)

status bench_field(const struct bench_options *o)
{
    (void)o;
    double fp0 = fp_portable_ms(), fp1 = fp_ms(), fr0 = fr_portable_ms(), fr1 = fr_ms();
    TRY(field_line("fp_mul_portable", fp0, fp0));
    TRY(field_line("fp_mul", fp1, fp0));
    TRY(field_line("fr_mul_portable", fr0, fr0));
    return field_line("fr_mul", fr1, fr0);
}

/* ---- transforms ---- */

static status ntt_size(const struct bench_options *o, struct pool *pool, unsigned log2_n,
                       enum ntt_kernel_choice kernel, double *median)
{
    struct ntt_plan plan;
    struct ntt_domain *d = NULL;
    fr *v = NULL;
    void *work = NULL;
    struct bench_times t = {.n = 0};
    struct json_writer *w;
    status st = ST_OK;
    TRY(ntt_plan_init(&plan, log2_n, pool_threads(pool)));
    plan.kernel = kernel;
    TRY_OUT(ntt_domain_create(&d, &plan));
    TRY_OUT(MEM_NEW(v, plan.n));
    work = mem_alloc(plan.work_bytes, 1);
    if (!work) TRY_OUT(ST_NOMEM);
    for (size_t i = 0; i < plan.n; i++)
        fr_from_u64(&v[i], i * i + 7);
    for (uint64_t i = 0; i <= o->iterations; i++) { /* the first run warms up */
        uint64_t start = clock_ns();
        TRY_OUT(ntt_run(d, NTT_FORWARD, v, work, pool, NULL));
        if (i) bench_add(&t, clock_ms_since(start));
    }
    TRY_OUT(bench_line(&w, kernel == NTT_PORTABLE ? "ntt_portable" : "ntt"));
    json_add_u64(w, "log2_n", log2_n);
    json_add_u64(w, "threads", pool_threads(pool));
    bench_line_times(w, &t);
    if (kernel == NTT_PORTABLE)
        *median = bench_median(&t);
    else
        json_add_double(w, "speedup_over_portable", *median / bench_median(&t), 2);
    st = bench_line_end(w);
out:
    ntt_domain_destroy(d);
    mem_free(v);
    mem_free(work);
    return st;
}

status bench_ntt(const struct bench_options *o)
{
    struct pool *pool;
    status st = ST_OK;
    double median = 0;
    TRY(pool_create(&pool, (unsigned)o->threads));
    for (uint64_t k = o->log2_min; k <= o->log2_max; k += 2) {
        TRY_OUT(ntt_size(o, pool, (unsigned)k, NTT_PORTABLE, &median));
        TRY_OUT(ntt_size(o, pool, (unsigned)k, NTT_AUTO, &median));
    }
out:
    pool_destroy(pool);
    return st;
}

/* ---- sums ---- */

struct msm_data {
    size_t n;
    fr_int *scalars;
    g1_affine *g1;
    uint64_t *bits;
    void *work;
};

static status msm_points(struct msm_data *d, struct pool *pool, struct bench_times *t)
{
    struct fixed_base_g1 *table = NULL;
    struct fixed_base_options fo = {.n = d->n};
    g1_affine base;
    status st = ST_OK;
    g1_generator(&base);
    TRY(fixed_base_g1_create(&table, &base, &fo));
    void *work = mem_alloc(fixed_base_g1_work_bytes(table, pool_threads(pool)), 1);
    if (!work) TRY_OUT(ST_NOMEM);
    uint64_t start = clock_ns();
    TRY_OUT(fixed_base_g1_run(table, d->g1, d->scalars, d->n, work, pool, NULL));
    bench_add(t, clock_ms_since(start));
out:
    mem_free(work);
    fixed_base_g1_destroy(table);
    return st;
}

static status msm_line(const char *op, const struct msm_data *d, struct pool *pool,
                       struct bench_times *t, double *scalar_median, bool is_scalar)
{
    struct json_writer *w;
    TRY(bench_line(&w, op));
    json_add_u64(w, "n", d->n);
    json_add_u64(w, "threads", pool_threads(pool));
    bench_line_times(w, t);
    json_add_double(w, "ns_per_point", bench_median(t) * 1e6 / (double)d->n, 1);
    if (is_scalar)
        *scalar_median = bench_median(t);
    else if (*scalar_median > 0)
        json_add_double(w, "speedup_over_scalar", *scalar_median / bench_median(t), 2);
    return bench_line_end(w);
}

static status msm_form(const struct bench_options *o, const struct msm_data *d, struct pool *pool,
                       enum msm_form form, enum msm_path path, double *scalar_median)
{
    struct msm_plan plan;
    struct msm_options mo = {.threads = pool_threads(pool), .path = path};
    struct bench_times t = {.n = 0};
    g1 sum;
    status st = ST_OK;
    TRY(msm_plan_init(&plan, MSM_G1, form, d->n, &mo));
    void *work = mem_alloc(plan.work_bytes, 1);
    if (!work) return ST_NOMEM;
    for (uint64_t i = 0; i < o->iterations; i++) {
        uint64_t start = clock_ns();
        if (form == MSM_FULL)
            TRY_OUT(msm_g1_run(&plan, &sum, d->g1, d->scalars, work, pool, NULL));
        else
            TRY_OUT(msm_g1_bits_run(&plan, &sum, d->g1, d->bits, d->n, work, pool, NULL));
        bench_add(&t, clock_ms_since(start));
    }
    bool is_scalar = path == MSM_PATH_SCALAR;
    st = msm_line(form == MSM_FULL ? is_scalar ? "msm_g1_full_scalar" : "msm_g1_full"
                  : is_scalar      ? "msm_g1_bits_scalar"
                                   : "msm_g1_bits",
                  d, pool, &t, scalar_median, is_scalar);
out:
    mem_free(work);
    return st;
}

static status msm_size(const struct bench_options *o, struct pool *pool, unsigned log2_n)
{
    struct msm_data d = {.n = (size_t)1 << log2_n};
    struct bench_times fixed = {.n = 0};
    double full = 0, bits = 0, none = 0;
    uint64_t state = 3;
    status st = ST_OK;
    TRY_OUT(MEM_NEW(d.scalars, d.n));
    TRY_OUT(MEM_NEW(d.g1, d.n));
    TRY_OUT(MEM_NEW(d.bits, d.n / 64 + 1));
    random_scalars(d.scalars, d.n);
    for (size_t i = 0; i < d.n / 64 + 1; i++)
        d.bits[i] = next_random(&state);
    TRY_OUT(msm_points(&d, pool, &fixed));
    TRY_OUT(msm_line("fixed_base_g1", &d, pool, &fixed, &none, false));
    TRY_OUT(msm_form(o, &d, pool, MSM_FULL, MSM_PATH_SCALAR, &full));
    TRY_OUT(msm_form(o, &d, pool, MSM_FULL, MSM_PATH_AUTO, &full));
    TRY_OUT(msm_form(o, &d, pool, MSM_BITS, MSM_PATH_SCALAR, &bits));
    TRY_OUT(msm_form(o, &d, pool, MSM_BITS, MSM_PATH_AUTO, &bits));
out:
    mem_free(d.scalars);
    mem_free(d.g1);
    mem_free(d.bits);
    return st;
}

status bench_msm(const struct bench_options *o)
{
    struct pool *pool;
    status st = ST_OK;
    TRY(pool_create(&pool, (unsigned)o->threads));
    for (uint64_t k = o->log2_min; k <= o->log2_max; k += 2)
        TRY_OUT(msm_size(o, pool, (unsigned)k));
out:
    pool_destroy(pool);
    return st;
}

/* ---- hashes and circuits ---- */

status bench_poseidon(const struct bench_options *o)
{
    enum { HASHES = 2000 };
    static const unsigned arities[4] = {2, 4, 8, 11};
    struct json_writer *w;
    for (int a = 0; a < 4; a++) {
        const struct poseidon_constants *c = poseidon_of_arity(arities[a]);
        fr v[POSEIDON_MAX_ARITY] = {{{0}}};
        struct bench_times t = {.n = 0};
        for (uint64_t i = 0; i < o->iterations; i++) {
            uint64_t start = clock_ns();
            for (int k = 0; k < HASHES; k++)
                poseidon_hash(&v[0], c, v);
            bench_add(&t, clock_ms_since(start));
        }
        TRY(bench_line(&w, "poseidon"));
        json_add_u64(w, "arity", arities[a]);
        json_add_double(w, "us_per_hash", bench_median(&t) * 1e3 / HASHES, 2);
        TRY(bench_line_end(w));
    }
    uint8_t block[64] = {0};
    uint32_t state[8] = {0};
    uint64_t start = clock_ns();
    for (int k = 0; k < 100000; k++)
        sha256_compress(state, block);
    TRY(bench_line(&w, "sha256_compress"));
    json_add_double(w, "ns", clock_ms_since(start) * 1e6 / 100000, 1);
    return bench_line_end(w);
}

status bench_circuit(const struct bench_options *o)
{
    const struct sector_size *size = sector_size_of_label(o->size);
    struct bench_times t = {.n = 0};
    struct circuit *c = NULL;
    struct json_writer *w;
    struct shape shape;
    if (!size) FAIL(ST_ARG, "--size: no sector size \"%s\"", o->size);
    for (uint64_t i = 0; i < o->iterations; i++) {
        circuit_destroy(c);
        uint64_t start = clock_ns();
        TRY(filecoin_circuit_create(&c, CIRCUIT_POREP, size));
        bench_add(&t, clock_ms_since(start));
    }
    struct circuit_size n = circuit_size(c);
    uint64_t start = clock_ns();
    status st = shape_compute(&shape, c, 0, NULL, NULL);
    double expand_ms = clock_ms_since(start);
    circuit_destroy(c);
    TRY(st);
    TRY(bench_line(&w, "describe_porep"));
    json_add_string(w, "size", size->label);
    bench_line_times(w, &t);
    json_add_u64(w, "constraints", n.n_constraints);
    json_add_u64(w, "blocks", n.n_blocks);
    json_add_u64(w, "description_bytes", n.description_bytes);
    json_add_double(w, "expand_and_hash_ms", expand_ms, 1);
    return bench_line_end(w);
}
