/* The prover against bellperson's (vectors/groth16-small), in pieces, and when things go wrong. */
#include "tests/harness.h"

#include "base/mem.h"
#include "groth16/prove.h"
#include "groth16/resident_key.h"
#include "hash/sha256.h"
#include "r1cs/builder.h"
#include "tests/small_circuits.h"
#include <stdio.h>
#include <string.h>

/* A circuit with all that proving takes. */
struct bench {
    struct small_circuit s;
    struct prover prover;
    struct params_file key;
    void *work;
};

static void bench_init(struct bench *b, const char *name, enum small_types types, unsigned threads)
{
    struct prove_limits limits = {.threads = threads};
    small_circuit_load(&b->s, name, types);
    CHECK_OK(params_open(&b->key, small_circuit_params(&b->s)));
    CHECK_OK(prover_init(&b->prover, b->s.circuit, &limits));
    b->work = mem_alloc(b->prover.plan.work_bytes, 1);
    CHECK(b->work);
}

static void bench_fini(struct bench *b)
{
    mem_free(b->work);
    prover_fini(&b->prover);
    params_close(&b->key);
    small_circuit_free(&b->s);
}

static status prove(struct bench *b, struct proof *out, const struct prove_options *o)
{
    return groth16_prove(out, &b->prover, &b->key, &b->s.witness, b->work, o);
}

static void check_points(const struct proof *p, vec_json want)
{
    uint8_t bytes[192], hex[192];
    g1_to_uncompressed(bytes, &p->a);
    vec_bytes(vec_get(want, "a_uncompressed"), hex, 96);
    CHECK(memcmp(bytes, hex, 96) == 0);
    g2_to_uncompressed(bytes, &p->b);
    vec_bytes(vec_get(want, "b_uncompressed"), hex, 192);
    CHECK(memcmp(bytes, hex, 192) == 0);
    g1_to_uncompressed(bytes, &p->c);
    vec_bytes(vec_get(want, "c_uncompressed"), hex, 96);
    CHECK(memcmp(bytes, hex, 96) == 0);
}

TEST(groth16, proofs_equal_the_reference)
{
    struct pool *pool;
    CHECK_OK(pool_create(&pool, 2));
    for (int i = 0; i < N_SMALL_CIRCUITS; i++)
        for (int types = 0; types < 2; types++) {
            struct bench b;
            bench_init(&b, small_circuit_names[i], (enum small_types)types, 2);
            struct verifier v;
            CHECK_OK(verifier_init(&v, &b.key.vk));
            vec_json cases = vec_get(b.s.groth16, "proofs");
            CHECK(vec_len(cases) == 7);
            for (size_t k = 0; k < vec_len(cases); k++) {
                vec_json c = vec_at(cases, k);
                struct prove_options o = {.pool = k % 2 ? pool : NULL,
                                          .verifier = k < 3 ? &v : NULL};
                struct proof p;
                fr r, s;
                vec_fr(vec_get(c, "r"), &r);
                vec_fr(vec_get(c, "s"), &s);
                o.r = &r;
                o.s = &s;
                CHECK_OK(prove(&b, &p, &o));
                check_points(&p, vec_get(c, "proof"));
            }
            verifier_fini(&v);
            bench_fini(&b);
        }
    pool_destroy(pool);
}

/* ---- intermediate values ---- */

static void check_values(const fr *v, size_t n, vec_json prover, const char *what)
{
    char key[64];
    snprintf(key, sizeof key, "sha256_%s", what);
    if (vec_has(prover, what)) {
        fr *want;
        CHECK_OK(MEM_NEW(want, n));
        vec_fr_array(vec_get(prover, what), want, n);
        CHECK_MSG(memcmp(v, want, n * sizeof *v) == 0, "%s", what);
        mem_free(want);
    }
    if (vec_has(prover, key)) {
        struct sha256 h;
        uint8_t bytes[32], digest[32];
        sha256_init(&h);
        for (size_t i = 0; i < n; i++) {
            fr_to_le(bytes, &v[i]);
            sha256_update(&h, bytes, sizeof bytes);
        }
        sha256_final(&h, digest);
        vec_bytes(vec_get(prover, key), bytes, 32);
        CHECK_MSG(memcmp(digest, bytes, 32) == 0, "%s", key);
    }
}

static void check_density(const uint64_t *map, size_t n, vec_json want)
{
    const char *text = vec_string(want);
    CHECK(strlen(text) == n);
    for (size_t i = 0; i < n; i++)
        CHECK_MSG((map[i / 64] >> (i % 64) & 1) == (uint64_t)(text[i] - '0'), "variable %zu", i);
}

TEST(groth16, evaluations_quotient_and_densities_equal_the_reference)
{
    for (int i = 0; i < N_SMALL_CIRCUITS; i++) {
        struct bench b;
        bench_init(&b, small_circuit_names[i], SMALL_BITS_WHERE_0_OR_1, 1);
        const struct prover *p = &b.prover;
        size_t n = p->plan.ntt.n, rows = p->size.n_constraints;
        fr *v;
        CHECK_OK(MEM_NEW(v, 3 * n));
        fr *x = v, *y = v + n, *h = v + 2 * n;
        CHECK(n == vec_u64(vec_get(b.s.groth16, "domain_size")));
        CHECK_OK(circuit_eval_ab(p->circuit, &b.s.witness, x, y, NULL, NULL));
        memcpy(x + rows, b.s.witness.inputs, p->size.n_inputs * sizeof *x);
        check_values(x, rows + p->size.n_inputs, b.s.prover, "a_evaluations");
        check_values(y, rows + p->size.n_inputs, b.s.prover, "b_evaluations");
        CHECK_OK(quotient_run(p->domain, h, x, y, b.work, NULL, NULL));
        check_values(h, n, b.s.prover, "h_coefficients");
        check_density(p->density.a_aux, p->size.n_aux, vec_get(b.s.prover, "a_aux_density"));
        check_density(p->density.b_aux, p->size.n_aux, vec_get(b.s.prover, "b_aux_density"));
        check_density(p->density.b_inputs, p->size.n_inputs,
                      vec_get(b.s.prover, "b_input_density"));
        mem_free(v);
        bench_fini(&b);
    }
}

/* ---- what the caller may bring, and what comes back ---- */

struct stages {
    size_t calls, last;
};

static void on_stage(void *ctx, size_t done, size_t total)
{
    struct stages *s = ctx;
    CHECK(done == s->calls++ && total == PROVE_N_STAGES);
    s->last = done;
}

TEST(groth16, evaluated_by_the_caller_gives_the_same_proof)
{
    struct bench b;
    struct prove_times times = {0};
    struct stages seen = {0};
    struct progress progress = {on_stage, &seen};
    struct proof p, q;
    fr r, s, *v;
    bench_init(&b, "sparse", SMALL_ALL_FIELDS, 1);
    size_t rows = b.prover.size.n_constraints;
    fr_from_u64(&r, 5);
    fr_from_u64(&s, 6);
    struct prove_options o = {.r = &r, .s = &s, .times = &times, .progress = &progress};
    CHECK_OK(prove(&b, &p, &o));
    CHECK(seen.calls == PROVE_N_STAGES + 1 && seen.last == PROVE_N_STAGES);
    double sum = 0;
    for (int i = 0; i < PROVE_N_STAGES; i++) {
        CHECK(times.stage_ms[i] > 0 && prove_stage_name((enum prove_stage)i)[0]);
        sum += times.stage_ms[i];
    }
    CHECK(times.decode_ms > 0 && sum <= times.total_ms);
    CHECK_OK(MEM_NEW(v, 2 * rows));
    CHECK_OK(circuit_eval_ab(b.s.circuit, &b.s.witness, v, v + rows, NULL, NULL));
    o.progress = NULL;
    o.a = v;
    CHECK_FAILS(prove(&b, &q, &o), ST_ARG, "a and b come together");
    o.b = v + rows;
    CHECK_OK(prove(&b, &q, &o));
    CHECK(memcmp(&p, &q, sizeof p) == 0);
    v[7].l[0] ^= 1; /* values that are not the witness' */
    CHECK_FAILS(prove(&b, &q, &o), ST_BUG, "does not verify though the witness satisfies");
    mem_free(v);
    bench_fini(&b);
}

TEST(groth16, proofs_are_blinded)
{
    struct bench b;
    struct prove_options o = {0};
    struct proof p, q;
    bench_init(&b, "cubic", SMALL_ALL_FIELDS, 1);
    CHECK_OK(prove(&b, &p, &o));
    CHECK_OK(prove(&b, &q, &o));
    CHECK(memcmp(&p.a, &q.a, sizeof p.a) != 0 && memcmp(&p.b, &q.b, sizeof p.b) != 0 &&
          memcmp(&p.c, &q.c, sizeof p.c) != 0);
    bench_fini(&b);
}

TEST(groth16, a_bad_witness_gives_no_proof)
{
    struct bench b;
    struct prove_options o = {0};
    struct proof p, before;
    bench_init(&b, "cubic", SMALL_ALL_FIELDS, 1);
    memset(&p, 0x5a, sizeof p);
    before = p;
    fr_from_u64(&b.s.witness.fields[0], 4);
    CHECK_FAILS(prove(&b, &p, &o), ST_UNSAT,
                "the witness breaks 3 of 3 constraints, the first is number 0");
    CHECK(memcmp(&p, &before, sizeof p) == 0);
    bench_fini(&b);
}

/* Every point of the key matters. */
TEST(groth16, a_damaged_key_gives_no_proof)
{
    struct bench b;
    struct prove_options o = {0};
    struct proof p, before;
    uint8_t *bytes;
    bench_init(&b, "cubic", SMALL_ALL_FIELDS, 1);
    memset(&p, 0x5a, sizeof p);
    before = p;
    size_t n = b.key.n_bytes;
    CHECK_OK(MEM_NEW(bytes, n));
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        for (size_t i = 0; i < b.key.query[q].n; i++) {
            struct params_file key;
            size_t size = params_point_bytes((enum params_query)q);
            size_t byte = test_random() % size;
            unsigned k = (unsigned)(test_random() % (byte % 48 ? 8 : 5)); /* not the flags */
            size_t at = b.key.query[q].offset + i * size + byte;
            memcpy(bytes, b.key.data, n);
            bytes[at] = (uint8_t)(bytes[at] ^ 1u << k);
            CHECK_OK(params_open_bytes(&key, bytes, n, "damaged"));
            status st = groth16_prove(&p, &b.prover, &key, &b.s.witness, b.work, &o);
            CHECK_MSG(st == ST_BUG, "query %s, point %zu: status %d",
                      params_query_name((enum params_query)q), i, (int)st);
            CHECK(test_contains(status_detail(), "damaged: the finished proof does not verify"));
            CHECK(memcmp(&p, &before, sizeof p) == 0);
            params_close(&key);
        }
    mem_free(bytes);
    bench_fini(&b);
}

TEST(groth16, another_circuits_key_is_refused)
{
    struct bench a, b;
    struct prove_options o = {0};
    struct proof p;
    bench_init(&a, "cubic", SMALL_ALL_FIELDS, 1);
    bench_init(&b, "mimc", SMALL_ALL_FIELDS, 1);
    CHECK_FAILS(groth16_prove(&p, &a.prover, &b.key, &a.s.witness, a.work, &o), ST_ARG,
                "mimc.params is no key of this circuit: wanted 2 ic points, found 3");
    a.key.query[PARAMS_L].n--;
    CHECK_FAILS(prove(&a, &p, &o), ST_ARG, "query l: wanted 3 points, found 2");
    bench_fini(&a);
    bench_fini(&b);
}

TEST(groth16, bad_arguments_and_cancelling)
{
    struct bench b;
    struct pool *pool;
    struct proof p;
    struct cancel cancel = {.requested = true};
    struct prove_options o = {.cancel = &cancel};
    CHECK_OK(pool_create(&pool, 3));
    bench_init(&b, "mimc", SMALL_ALL_FIELDS, 2);
    CHECK_FAILS(prove(&b, &p, &o), ST_CANCELLED, "");
    o = (struct prove_options){.pool = pool};
    CHECK_FAILS(prove(&b, &p, &o), ST_ARG, "planned for 2 threads, the pool has 3");
    o.pool = NULL;
    CHECK_FAILS(groth16_prove(&p, &b.prover, &b.key, &b.s.witness, NULL, &o), ST_ARG, "workspace");
    CHECK_FAILS(groth16_prove(&p, &b.prover, &b.key, &b.s.witness, (char *)b.work + 8, &o), ST_ARG,
                "64-byte aligned");
    bench_fini(&b);
    pool_destroy(pool);
}

TEST(groth16, a_circuit_without_auxiliary_variables)
{
    struct builder *b;
    struct circuit *c;
    struct witness w;
    struct setup_secrets secrets;
    struct setup_options so = {0};
    struct params_file key;
    struct prover prover;
    struct prove_options o = {0};
    struct proof p;
    const char *path = test_tmp_path("inputs.params");
    CHECK_OK(builder_create(&b));
    struct lc one = lc_of_one(b);
    pub x = pub_alloc(b, &one);
    struct lc in = lc_of_pub(b, x);
    builder_enforce(b, &in, &in, &one);
    CHECK_OK(builder_finish(b, &c));
    CHECK_OK(witness_create(&w, c));
    CHECK_OK(circuit_fill(c, &(struct advice){0}, &w, NULL, NULL));
    CHECK_OK(setup_secrets_test(&secrets, "test", "inputs"));
    CHECK_OK(groth16_setup(c, &secrets, path, NULL, &so));
    CHECK_OK(params_open(&key, path));
    CHECK(key.query[PARAMS_L].n == 0 && key.query[PARAMS_B_G2].n == 1);
    CHECK_OK(prover_init(&prover, c, NULL));
    void *work = mem_alloc(prover.plan.work_bytes, 1);
    CHECK(work);
    CHECK_OK(groth16_prove(&p, &prover, &key, &w, work, &o));
    mem_free(work);
    prover_fini(&prover);
    params_close(&key);
    witness_fini(&w);
    circuit_destroy(c);
}

/* ---- memory ---- */

TEST(groth16, proving_allocates_nothing_before_verification)
{
    struct bench b;
    struct stages seen = {0};
    struct progress progress = {on_stage, &seen};
    struct proof p;
    fr *v;
    bench_init(&b, "sparse", SMALL_BITS_WHERE_0_OR_1, 1);
    size_t rows = b.prover.size.n_constraints;
    CHECK_OK(MEM_NEW(v, 2 * rows));
    CHECK_OK(circuit_eval_ab(b.s.circuit, &b.s.witness, v, v + rows, NULL, NULL));
    struct prove_options o = {.progress = &progress, .a = v, .b = v + rows};
    size_t before = mem_live_bytes();
    mem_fail_after(1);
    status st = prove(&b, &p, &o);
    mem_fail_after(0);
    CHECK_MSG(st == ST_NOMEM && seen.last == PROVE_VERIFY, "status %d in stage %zu", (int)st,
              seen.last);
    CHECK(mem_live_bytes() == before);
    mem_free(v);
    bench_fini(&b);
}

TEST(groth16, the_workspace_is_used_within_its_bounds)
{
    struct bench b;
    struct prove_options o = {0};
    struct proof p;
    enum { MARGIN = 4096 };
    for (int i = 0; i < N_SMALL_CIRCUITS; i++) {
        bench_init(&b, small_circuit_names[i], SMALL_BITS_WHERE_0_OR_1, 1);
        size_t n = b.prover.plan.work_bytes;
        uint8_t *work = mem_alloc(n + 2 * MARGIN, 1);
        CHECK(work);
        memset(work, 0xa5, n + 2 * MARGIN); /* contents do not matter */
        CHECK_OK(groth16_prove(&p, &b.prover, &b.key, &b.s.witness, work + MARGIN, &o));
        for (size_t k = 0; k < MARGIN; k++)
            CHECK(work[k] == 0xa5 && work[MARGIN + n + k] == 0xa5);
        mem_free(work);
        bench_fini(&b);
    }
}

/* Queries worked off in pieces, on any number of threads, give the same proof. */
TEST(groth16, pieces_and_threads_do_not_change_the_proof)
{
    struct circuit *c;
    struct witness w;
    struct setup_secrets secrets;
    struct pool *pool;
    struct params_file key;
    struct proof first = {0}, p;
    fr r, s;
    const char *path = test_tmp_path("chain.params");
    fr_from_u64(&r, 12345);
    fr_from_u64(&s, 67890);
    chain_circuit_create(&c, &w, 1100); /* 18,700 variables: three chunks */
    CHECK_OK(pool_create(&pool, 3));
    CHECK_OK(setup_secrets_test(&secrets, "test", "chain"));
    struct setup_options so = {.pool = pool};
    CHECK_OK(groth16_setup(c, &secrets, path, NULL, &so));
    CHECK_OK(params_open(&key, path));
    size_t smallest = 0;
    for (int i = 0; i < 4; i++) {
        struct prove_limits limits = {.threads = i % 2 ? 3 : 1, .max_work_bytes = i < 2 ? 0 : 1};
        struct prover prover;
        if (i >= 2) { /* as little as there is: the refusal tells */
            CHECK_FAILS(prover_init(&prover, c, &limits), ST_NOMEM, "1 allowed");
            CHECK(sscanf(strstr(status_detail(), "at least"), "at least %zu", &smallest) == 1);
            limits.max_work_bytes = smallest;
        }
        CHECK_OK(prover_init(&prover, c, &limits));
        CHECK((prover.plan.piece_chunks == 1) == (i >= 2));
        CHECK((prover.plan.h_piece < prover.plan.ntt.n) == (i >= 2));
        void *work = mem_alloc(prover.plan.work_bytes, 1);
        struct prove_options o = {.pool = i % 2 ? pool : NULL, .r = &r, .s = &s};
        CHECK(work);
        CHECK_OK(groth16_prove(&p, &prover, &key, &w, work, &o));
        if (i == 0) first = p;
        CHECK_MSG(memcmp(&p, &first, sizeof p) == 0, "run %d", i);
        struct resident_key resident;
        CHECK_OK(resident_key_load(&resident, &prover, &key, o.pool, NULL, NULL));
        o.resident = &resident;
        CHECK_OK(groth16_prove(&p, &prover, &key, &w, work, &o));
        CHECK_MSG(memcmp(&p, &first, sizeof p) == 0, "run %d, resident", i);
        resident_key_fini(&resident);
        mem_free(work);
        prover_fini(&prover);
    }
    params_close(&key);
    pool_destroy(pool);
    witness_fini(&w);
    circuit_destroy(c);
}

TEST(groth16, allocation_failures_leave_no_leak)
{
    struct small_circuit s;
    small_circuit_load(&s, "sparse", SMALL_BITS_WHERE_0_OR_1);
    size_t before = mem_live_bytes(), failed = 0;
    for (size_t n = 1; n < 40; n++) {
        struct prover p;
        mem_fail_after(n);
        status st = prover_init(&p, s.circuit, NULL);
        mem_fail_after(0);
        if (st == ST_OK) prover_fini(&p);
        CHECK(st == ST_OK || st == ST_NOMEM);
        failed += st != ST_OK;
        CHECK_MSG(mem_live_bytes() == before, "after failing allocation %zu", n);
    }
    CHECK(failed > 8);
    small_circuit_free(&s);
}

static void on_points(void *ctx, size_t done, size_t total)
{
    size_t *seen = ctx;
    CHECK(done > *seen && done <= total);
    *seen = done;
}

TEST(groth16, a_resident_key_serves_without_the_file)
{
    struct bench b, other;
    struct resident_key k;
    struct proof p, q;
    struct prove_times times;
    fr r, s;
    size_t seen = 0;
    struct progress progress = {on_points, &seen};
    fr_from_u64(&r, 7);
    fr_from_u64(&s, 8);
    struct prove_options o = {.r = &r, .s = &s, .times = &times};
    bench_init(&b, "sparse", SMALL_BITS_WHERE_0_OR_1, 1);
    bench_init(&other, "mimc", SMALL_ALL_FIELDS, 1);
    CHECK_OK(prove(&b, &p, &o));
    size_t before = mem_live_bytes(), failed = 0;
    CHECK_FAILS(resident_key_load(&k, &b.prover, &other.key, NULL, NULL, NULL), ST_ARG,
                "no key of this circuit");
    for (size_t n = 1; n < 8; n++) {
        mem_fail_after(n);
        status st = resident_key_load(&k, &b.prover, &b.key, NULL, NULL, NULL);
        mem_fail_after(0);
        if (st == ST_OK) resident_key_fini(&k);
        CHECK(st == ST_OK || st == ST_NOMEM);
        failed += st != ST_OK;
        CHECK(mem_live_bytes() == before);
    }
    CHECK(failed == 5);
    CHECK_OK(resident_key_load(&k, &b.prover, &b.key, NULL, NULL, &progress));
    CHECK(seen > 0 && k.n_bytes == resident_key_bytes(&b.prover));
    uint8_t zeros[192] = {0};
    for (int i = 0; i < PARAMS_N_QUERIES; i++)
        b.key.query[i].points = zeros; /* nobody looks */
    o.resident = &k;
    CHECK_OK(prove(&b, &q, &o));
    CHECK(memcmp(&p, &q, sizeof p) == 0 && times.decode_ms == 0);
    resident_key_fini(&k);
    resident_key_fini(&k);
    bench_fini(&other);
    bench_fini(&b);
}

/* ---- the split by type ---- */

/* Encoded "points" that are numbers: x = 1 + the variable's number. */
static void encode_number(uint8_t *out, size_t n_bytes, size_t v)
{
    memset(out, 0, n_bytes);
    store_u64_be(out + 40, v + 1);
}

static size_t number_of(const fp *x)
{
    fp_int k;
    fp_to_int(&k, x);
    return (size_t)k.l[0] - 1;
}

struct split_case {
    size_t n;
    uint64_t *density, *is_field;
    struct witness w;
    struct split s;
    uint8_t *encoded;
};

static bool map_bit(const uint64_t *map, size_t i)
{
    return map[i / 64] >> (i % 64) & 1;
}

static void split_case_init(struct split_case *t, size_t n, unsigned sparse)
{
    size_t bits = 0, fields = 0, stored = 0;
    *t = (struct split_case){.n = n};
    CHECK_OK(MEM_NEW(t->density, n / 64 + 1));
    CHECK_OK(MEM_NEW(t->is_field, n / 64 + 1));
    CHECK_OK(MEM_NEW(t->w.bits, n / 64 + 1));
    CHECK_OK(MEM_NEW(t->w.fields, n + 1));
    CHECK_OK(MEM_NEW(t->encoded, (n + 1) * G1_UNCOMPRESSED_BYTES));
    for (size_t i = 0; i < n; i++) {
        bool field = test_random() % 16 < (i / 64 % 4 == 3 ? 0 : sparse);
        bool in = i / 64 % 8 == 5 || test_random() % 4 < 4 - sparse;
        t->is_field[i / 64] |= (uint64_t)field << (i % 64);
        t->density[i / 64] |= (uint64_t)in << (i % 64);
        if (field)
            fr_from_u64(&t->w.fields[fields++], i);
        else
            t->w.bits[bits / 64] |= (test_random() & 1) << (bits % 64), bits++;
        if (in) encode_number(t->encoded + stored++ * G1_UNCOMPRESSED_BYTES, 96, i);
    }
    CHECK_OK(split_init(&t->s, t->density, t->is_field, n));
}

static void split_case_fini(struct split_case *t)
{
    split_fini(&t->s);
    mem_free(t->density);
    mem_free(t->is_field);
    mem_free(t->w.bits);
    mem_free(t->w.fields);
    mem_free(t->encoded);
}

/* The piece's points and values are those of its stored variables, in order. */
static void check_piece(const struct split_case *t, struct split_piece piece, struct pool *pool)
{
    size_t n_bits = split_n_bits(&t->s, piece), n_fields = split_n_fields(&t->s, piece);
    g1_affine *bit_points, *field_points;
    uint64_t *bits;
    fr_int *fields;
    size_t b = 0, f = 0, all_bits = 0;
    CHECK_OK(MEM_NEW(bit_points, n_bits));
    CHECK_OK(MEM_NEW(field_points, n_fields));
    CHECK_OK(MEM_NEW(bits, split_bit_words(n_bits)));
    CHECK_OK(MEM_NEW(fields, n_fields));
    memset(bits, 0xff, split_bit_words(n_bits) * sizeof *bits);
    CHECK_OK(split_points_g1(&t->s, piece, bit_points, field_points, t->encoded, pool, NULL));
    CHECK_OK(split_values(&t->s, piece, bits, fields, &t->w, pool, NULL));
    for (size_t i = 0; i < t->n && i < piece.end * SPLIT_CHUNK; i++) {
        bool mine = i >= piece.first * SPLIT_CHUNK && map_bit(t->density, i);
        if (map_bit(t->is_field, i)) {
            if (!mine) continue;
            CHECK(fields[f].l[0] == i && number_of(&field_points[f].x) == i);
            f++;
        } else {
            bool v = map_bit(t->w.bits, all_bits++);
            if (!mine) continue;
            CHECK_MSG(map_bit(bits, b) == v && number_of(&bit_points[b].x) == i, "variable %zu", i);
            b++;
        }
    }
    CHECK(b == n_bits && f == n_fields);
    for (; b < 64 * split_bit_words(n_bits); b++)
        CHECK(!map_bit(bits, b));
    mem_free(bit_points);
    mem_free(field_points);
    mem_free(bits);
    mem_free(fields);
}

TEST(groth16, split_keeps_order_in_any_pieces)
{
    static const size_t sizes[] = {
        0, 1, 63, 64, 65, SPLIT_CHUNK, SPLIT_CHUNK + 1, 3 * SPLIT_CHUNK + 77};
    struct pool *pool;
    CHECK_OK(pool_create(&pool, 3));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (unsigned sparse = 0; sparse < 4; sparse++) {
            struct split_case t;
            split_case_init(&t, sizes[i], sparse);
            size_t n = t.s.n_chunks;
            check_piece(&t, (struct split_piece){0, n}, pool);
            for (size_t c = 0; c < n; c++)
                check_piece(&t, (struct split_piece){c, c + 1}, NULL);
            if (n > 2) check_piece(&t, (struct split_piece){1, n}, pool);
            split_case_fini(&t);
        }
    pool_destroy(pool);
}
