/* Transforms and the quotient: against the naive sum at every size to 2^12, against each other
 * above, and against the reference's vectors (tests/vectors/ntt). Every case runs on the portable
 * kernel and on the one that NTT_AUTO takes. */
#include "tests/harness.h"

#include "base/mem.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include "ntt/quotient.h"
#include "tests/vec_json.h"
#include <stdio.h>
#include <string.h>

struct setup {
    struct ntt_plan plan;
    struct ntt_domain *d;
    struct pool *pool;
    void *work;
    size_t n;
};

static struct setup set_up_plan(const struct ntt_plan *plan)
{
    struct setup s = {.plan = *plan};
    s.n = s.plan.n;
    CHECK_OK(ntt_domain_create(&s.d, &s.plan));
    CHECK_OK(pool_create(&s.pool, plan->n_threads));
    s.work = mem_alloc(s.plan.work_bytes, 1);
    CHECK(s.work);
    return s;
}

static struct setup set_up(unsigned log2_n, unsigned n_threads, enum ntt_kernel_choice kernel)
{
    struct ntt_plan p;
    CHECK_OK(ntt_plan_init(&p, log2_n, n_threads));
    p.kernel = kernel;
    return set_up_plan(&p);
}

/* Levels that the plan of this size would not have. */
static struct setup set_up_levels(unsigned n_levels, const unsigned *level_log2,
                                  enum ntt_kernel_choice kernel)
{
    struct ntt_plan p;
    unsigned sum = 0;
    for (unsigned i = 0; i < n_levels; i++)
        sum += level_log2[i];
    CHECK_OK(ntt_plan_init(&p, sum, 2));
    CHECK_OK(ntt_plan_levels(&p, n_levels, level_log2));
    p.kernel = kernel;
    return set_up_plan(&p);
}

static void tear_down(struct setup *s)
{
    ntt_domain_destroy(s->d);
    pool_destroy(s->pool);
    mem_free(s->work);
}

static void run(const struct setup *s, enum ntt_op op, fr *v)
{
    CHECK_OK(ntt_run(s->d, op, v, s->work, s->pool, NULL));
}

static fr *new_vector(size_t n)
{
    fr *v;
    CHECK_OK(MEM_NEW(v, n));
    return v;
}

static void random_fr(fr *r)
{
    fr_int x;
    test_random_bytes(&x, sizeof x);
    x.l[3] >>= 2; /* below 2^254 < r */
    fr_from_int(r, &x);
}

static fr *random_vector(size_t n)
{
    fr *v = new_vector(n);
    for (size_t i = 0; i < n; i++)
        random_fr(&v[i]);
    return v;
}

static fr *copy_of(const fr *v, size_t n)
{
    fr *c = new_vector(n);
    memcpy(c, v, n * sizeof *v);
    return c;
}

static size_t bit_reverse(size_t x, unsigned bits)
{
    size_t r = 0;
    for (unsigned i = 0; i < bits; i++)
        r = r << 1 | (x >> i & 1);
    return r;
}

/* out[i] = sum of v[j] x^j at x = start * omega^i, by Horner. */
static void naive(fr *out, const fr *v, unsigned log2_n, const fr *start)
{
    size_t n = (size_t)1 << log2_n;
    fr x = *start, omega;
    ntt_root(&omega, log2_n);
    for (size_t i = 0; i < n; i++) {
        fr_zero(&out[i]);
        for (size_t j = n; j-- > 0;) {
            fr_mul(&out[i], &out[i], &x);
            fr_add(&out[i], &out[i], &v[j]);
        }
        fr_mul(&x, &x, &omega);
    }
}

static bool same(const fr *a, const fr *b, size_t n)
{
    return memcmp(a, b, n * sizeof *a) == 0;
}

static void permute(fr *v, unsigned log2_n)
{
    for (size_t i = 0; i < (size_t)1 << log2_n; i++) {
        size_t r = bit_reverse(i, log2_n);
        if (r <= i) continue;
        fr x = v[i];
        v[i] = v[r];
        v[r] = x;
    }
}

/* All operations on one vector, given its values on the domain and on the coset. */
static void check_all_ops(const struct setup *s, const fr *coefficients, const fr *values,
                          const fr *coset_values)
{
    size_t n = s->n;
    unsigned k = s->plan.log2_n;
    fr *v = copy_of(coefficients, n);
    run(s, NTT_FORWARD, v);
    CHECK_MSG(same(v, values, n), "forward 2^%u", k);
    run(s, NTT_INVERSE, v);
    CHECK_MSG(same(v, coefficients, n), "inverse 2^%u", k);
    run(s, NTT_COSET_FORWARD, v);
    CHECK_MSG(same(v, coset_values, n), "coset forward 2^%u", k);
    run(s, NTT_COSET_INVERSE, v);
    CHECK_MSG(same(v, coefficients, n), "coset inverse 2^%u", k);
    memcpy(v, values, n * sizeof *v);
    run(s, NTT_INVERSE_TO_BITREV, v);
    run(s, NTT_COSET_FORWARD_FROM_BITREV, v);
    CHECK_MSG(same(v, coset_values, n), "to the coset by bit-reversed order, 2^%u", k);
    memcpy(v, values, n * sizeof *v);
    run(s, NTT_INVERSE_TO_BITREV, v);
    permute(v, k);
    CHECK_MSG(same(v, coefficients, n), "inverse to bit-reversed order, 2^%u", k);
    permute(v, k);
    run(s, NTT_FORWARD_FROM_BITREV, v);
    CHECK_MSG(same(v, values, n), "forward from bit-reversed order, 2^%u", k);
    mem_free(v);
}

TEST(ntt, every_size_to_2_12_equals_the_naive_sum)
{
    fr one, seven;
    fr_one(&one);
    fr_from_u64(&seven, 7);
    for (unsigned k = 0; k <= 12; k++) {
        size_t n = (size_t)1 << k;
        fr *v = random_vector(n), *values = new_vector(n), *coset_values = new_vector(n);
        naive(values, v, k, &one);
        naive(coset_values, v, k, &seven);
        for (int kernel = NTT_AUTO; kernel <= NTT_PORTABLE; kernel++) {
            struct setup s = set_up(k, 1 + k % 3, (enum ntt_kernel_choice)kernel);
            check_all_ops(&s, v, values, coset_values);
            tear_down(&s);
            if (k < 11) continue;
            s = set_up_levels(3, (unsigned[]){4, 3, k - 7}, (enum ntt_kernel_choice)kernel);
            check_all_ops(&s, v, values, coset_values);
            tear_down(&s);
        }
        mem_free(v);
        mem_free(values);
        mem_free(coset_values);
    }
}

/* Elements r - 1, zero and one over the biggest tiles: unreduced sums come as near to their bounds
 * as they get. The portable kernel, which reduces every sum, is the judge. */
TEST(ntt, kernels_agree_on_extreme_elements_in_the_biggest_tiles)
{
    static const unsigned levels[4][3] = {{11, 3, 0}, {3, 11, 0}, {4, 11, 0}, {3, 3, 8}};
    for (unsigned k = 0; k < 4; k++) {
        unsigned n_levels = levels[k][2] ? 3 : 2;
        struct setup s[2] = {set_up_levels(n_levels, levels[k], NTT_AUTO),
                             set_up_levels(n_levels, levels[k], NTT_PORTABLE)};
        fr *v[2] = {new_vector(s[0].n), NULL}, choice[4];
        fr_one(&choice[0]);
        fr_neg(&choice[1], &choice[0]);
        fr_zero(&choice[2]);
        choice[3] = (fr){FR_MODULUS}; /* limbs r - 1 */
        choice[3].l[0]--;
        for (size_t i = 0; i < s[0].n; i++)
            v[0][i] = choice[i * 4 / s[0].n == 3 ? 3 : test_random() % 4];
        v[1] = copy_of(v[0], s[0].n);
        for (int op = NTT_FORWARD; op <= NTT_COSET_FORWARD_FROM_BITREV; op++) {
            for (int i = 0; i < 2; i++)
                run(&s[i], (enum ntt_op)op, v[i]);
            CHECK_MSG(same(v[0], v[1], s[0].n), "operation %d, levels %u", op, k);
        }
        fr *h[2] = {new_vector(s[0].n), new_vector(s[0].n)};
        for (int i = 0; i < 2; i++) {
            fr *b = copy_of(v[i], s[i].n);
            CHECK_OK(quotient_run(s[i].d, h[i], v[i], b, s[i].work, s[i].pool, NULL));
            mem_free(b);
        }
        CHECK_MSG(same(h[0], h[1], s[0].n), "quotient, levels %u", k);
        for (int i = 0; i < 2; i++) {
            tear_down(&s[i]);
            mem_free(v[i]);
            mem_free(h[i]);
        }
    }
}

TEST(ntt, plan_refuses_sizes_with_numbers)
{
    struct ntt_plan p;
    unsigned k;
    CHECK_FAILS(ntt_plan_init(&p, 32, 1), ST_ARG, "2^32: wanted at most 2^31");
    CHECK_FAILS(ntt_plan_init(&p, 4, 0), ST_ARG, "found 0");
    for (k = 0; k <= 31; k++) {
        unsigned sum = 0;
        CHECK_OK(ntt_plan_init(&p, k, 3));
        for (unsigned i = 0; i < p.n_levels; i++)
            sum += p.level_log2[i];
        CHECK(p.n == (size_t)1 << k && sum == (p.n_levels ? k : 0) && p.work_bytes < 5u << 20);
    }
    CHECK_OK(ntt_plan_init(&p, 20, 3));
    CHECK_FAILS(ntt_plan_levels(&p, 2, (unsigned[]){10, 9}), ST_ARG, "wanted 2^20 in all");
    CHECK_FAILS(ntt_plan_levels(&p, 2, (unsigned[]){12, 8}), ST_ARG, "found 2^12");
    CHECK_FAILS(ntt_plan_levels(&p, 1, (unsigned[]){20}), ST_ARG, "found 1");
    CHECK_OK(ntt_log2_for(&k, 0));
    CHECK(k == 0);
    CHECK_OK(ntt_log2_for(&k, 130278541 + 328));
    CHECK(k == 27);
    CHECK_OK(ntt_log2_for(&k, (size_t)1 << 31));
    CHECK(k == 31);
    CHECK_FAILS(ntt_log2_for(&k, ((size_t)1 << 31) + 1), ST_ARG, "2147483649 rows");
}

TEST(ntt, run_is_cancellable_and_checks_the_pool)
{
    struct setup s = set_up(10, 1, NTT_AUTO);
    fr *v = random_vector(s.n);
    struct cancel c = {0};
    struct pool *three;
    CHECK_OK(pool_create(&three, 3));
    CHECK_FAILS(ntt_run(s.d, NTT_FORWARD, v, s.work, three, NULL), ST_ARG, "for 1 threads");
    CHECK_FAILS(ntt_run(s.d, NTT_FORWARD, v, NULL, s.pool, NULL), ST_ARG, "bytes of work");
    CHECK_FAILS(ntt_run(s.d, NTT_FORWARD, v, (char *)s.work + 32, s.pool, NULL), ST_ARG, "aligned");
    CHECK_FAILS(quotient_run(s.d, v, v, v, s.work, three, NULL), ST_ARG, "the pool has 3");
    atomic_store(&c.requested, true);
    CHECK_FAILS(ntt_run(s.d, NTT_FORWARD, v, s.work, s.pool, &c), ST_CANCELLED, "cancelled");
    pool_destroy(three);
    mem_free(v);
    tear_down(&s);
}

TEST(ntt, domain_survives_every_failed_allocation)
{
    struct ntt_plan p;
    struct ntt_domain *d = NULL;
    CHECK_OK(ntt_plan_init(&p, 20, 1));
    size_t n = 0, live = mem_live_bytes();
    do {
        CHECK(mem_live_bytes() == live);
        mem_fail_after(++n);
    } while (ntt_domain_create(&d, &p) == ST_NOMEM);
    mem_fail_after(0);
    CHECK(d && n > 2);
    ntt_domain_destroy(d);
    ntt_domain_destroy(NULL);
    CHECK(mem_live_bytes() == live);
}

/* h (x^n - 1) + c = a b at a random point, with c the interpolation of the row products. */
static void check_quotient(struct setup s)
{
    size_t n = s.n;
    unsigned k = s.plan.log2_n;
    fr *a = random_vector(n), *b = random_vector(n), *h = new_vector(n), *c = new_vector(n);
    fr *poly[4] = {copy_of(a, n), copy_of(b, n), c, h}, at, value[4], z, one;
    for (size_t i = 0; i < n; i++)
        fr_mul(&c[i], &a[i], &b[i]);
    for (int i = 0; i < 3; i++)
        run(&s, NTT_INVERSE, poly[i]);
    CHECK_OK(quotient_run(s.d, h, a, b, s.work, s.pool, NULL));
    CHECK_MSG(fr_is_zero(&h[n - 1]), "degree of h, 2^%u", k);
    random_fr(&at);
    for (int i = 0; i < 4; i++) {
        fr_zero(&value[i]);
        for (size_t j = n; j-- > 0;) {
            fr_mul(&value[i], &value[i], &at);
            fr_add(&value[i], &value[i], &poly[i][j]);
        }
    }
    z = at;
    for (unsigned i = 0; i < k; i++)
        fr_sqr(&z, &z);
    fr_one(&one);
    fr_sub(&z, &z, &one);
    fr_mul(&z, &z, &value[3]);
    fr_add(&z, &z, &value[2]);
    fr_mul(&value[0], &value[0], &value[1]);
    CHECK_MSG(fr_eq(&z, &value[0]), "quotient identity, 2^%u", k);
    mem_free(poly[0]);
    mem_free(poly[1]);
    mem_free(a);
    mem_free(b);
    mem_free(h);
    mem_free(c);
    tear_down(&s);
}

TEST(ntt, quotient_satisfies_its_identity)
{
    for (unsigned k = 0; k <= 14; k++)
        for (int kernel = NTT_AUTO; kernel <= NTT_PORTABLE; kernel++)
            check_quotient(set_up(k, 1 + k % 3, (enum ntt_kernel_choice)kernel));
    for (int kernel = NTT_AUTO; kernel <= NTT_PORTABLE; kernel++)
        check_quotient(set_up_levels(3, (unsigned[]){5, 3, 4}, (enum ntt_kernel_choice)kernel));
}

/* ---- the reference's vectors ---- */

static const char *const op_name[4] = {"fft", "ifft", "coset_fft", "icoset_fft"};

static void digest_of(uint8_t out[32], const fr *v, size_t n)
{
    struct sha256 h;
    sha256_init(&h);
    for (size_t i = 0; i < n; i++) {
        uint8_t bytes[32];
        fr_to_le(bytes, &v[i]);
        sha256_update(&h, bytes, sizeof bytes);
    }
    sha256_final(&h, out);
}

static void check_digest(vec_json v, const char *op, const fr *got, size_t n)
{
    char key[64];
    uint8_t want[32], digest[32];
    snprintf(key, sizeof key, "sha256_%s", op);
    vec_bytes(vec_get(v, key), want, 32);
    digest_of(digest, got, n);
    CHECK_MSG(memcmp(want, digest, 32) == 0, "%s of %zu elements", op, n);
}

/* Input element i of ntt.json: SHA-256 of "ntt/i" with the two top bits cleared. */
static void labelled_input(fr *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char label[32];
        uint8_t bytes[32];
        sha256_node(bytes, label, (size_t)snprintf(label, sizeof label, "ntt/%zu", i));
        CHECK_OK(fr_from_le(&v[i], bytes));
    }
}

TEST(ntt, transforms_equal_the_reference)
{
    vec_json file = vec_load("ntt/ntt.json");
    for (size_t i = 0; i < vec_len(file); i++) {
        vec_json v = vec_at(file, i);
        struct setup s = set_up((unsigned)vec_u64(vec_get(v, "log2_size")), 2, NTT_AUTO);
        fr *input = new_vector(s.n), *x = new_vector(s.n), *want = new_vector(s.n);
        labelled_input(input, s.n);
        check_digest(v, "input", input, s.n);
        for (int op = 0; op < 4; op++) {
            static const enum ntt_op ops[4] = {NTT_FORWARD, NTT_INVERSE, NTT_COSET_FORWARD,
                                               NTT_COSET_INVERSE};
            memcpy(x, input, s.n * sizeof *x);
            run(&s, ops[op], x);
            check_digest(v, op_name[op], x, s.n);
            if (!vec_has(v, op_name[op])) continue;
            vec_fr_array(vec_get(v, op_name[op]), want, s.n);
            CHECK_MSG(same(x, want, s.n), "%s of %zu", op_name[op], s.n);
        }
        mem_free(input);
        mem_free(x);
        mem_free(want);
        tear_down(&s);
    }
    vec_free(file);
}

TEST(ntt, special_inputs_equal_the_reference)
{
    vec_json file = vec_load("ntt/special.json");
    for (size_t i = 0; i < vec_len(file); i++) {
        vec_json v = vec_at(file, i);
        size_t n;
        unsigned k;
        fr *input = vec_fr_alloc(vec_get(v, "input"), &n);
        CHECK_OK(ntt_log2_for(&k, n));
        struct setup s = set_up(k, 1, NTT_AUTO);
        fr *x = new_vector(s.n), *want = new_vector(s.n);
        for (int op = 0; op < 4; op++) {
            memset(x, 0, s.n * sizeof *x);
            memcpy(x, input, n * sizeof *x);
            run(&s, (enum ntt_op)op, x); /* the first four, in the order of op_name */
            vec_fr_array(vec_get(v, op_name[op]), want, s.n);
            CHECK_MSG(same(x, want, s.n), "%s: %s", vec_string(vec_get(v, "label")), op_name[op]);
        }
        mem_free(input);
        mem_free(x);
        mem_free(want);
        tear_down(&s);
    }
    vec_free(file);
}

/* a and b of h-polynomial.json: full, or (the largest) by label "ntt/<label>/a/i". */
static fr *quotient_input(vec_json v, const char *which, size_t domain)
{
    fr *x = new_vector(domain);
    size_t rows = (size_t)vec_u64(vec_get(v, "rows"));
    if (vec_has(v, which)) {
        vec_fr_array(vec_get(v, which), x, rows);
        return x;
    }
    for (size_t i = 0; i < rows; i++) {
        char label[64];
        uint8_t bytes[32];
        int n = snprintf(label, sizeof label, "ntt/%s/%s/%zu", vec_string(vec_get(v, "label")),
                         which, i);
        sha256_node(bytes, label, (size_t)n);
        CHECK_OK(fr_from_le(&x[i], bytes));
    }
    return x;
}

TEST(ntt, quotient_equals_the_reference)
{
    vec_json file = vec_load("ntt/h-polynomial.json"), list = vec_get(file, "h");
    for (size_t i = 0; i < vec_len(list); i++)
        for (int kernel = NTT_AUTO; kernel <= NTT_PORTABLE; kernel++) {
            vec_json v = vec_at(list, i);
            unsigned k;
            CHECK_OK(ntt_log2_for(&k, (size_t)vec_u64(vec_get(v, "rows"))));
            struct setup s = set_up(k, 2, (enum ntt_kernel_choice)kernel);
            CHECK(s.n == vec_u64(vec_get(v, "domain")));
            fr *a = quotient_input(v, "a", s.n), *b = quotient_input(v, "b", s.n);
            fr *h = new_vector(s.n), *want = new_vector(s.n);
            CHECK_OK(quotient_run(s.d, h, a, b, s.work, s.pool, NULL));
            if (vec_has(v, "h_coefficients")) {
                vec_fr_array(vec_get(v, "h_coefficients"), want, s.n);
                CHECK_MSG(same(h, want, s.n), "%s", vec_string(vec_get(v, "label")));
            }
            check_digest(v, "h_all_m_coefficients", h, s.n);
            mem_free(a);
            mem_free(b);
            mem_free(h);
            mem_free(want);
            tear_down(&s);
        }
    vec_free(file);
}
