#include "tests/small_circuits.h"

#include "base/file.h"
#include "base/mem.h"
#include "math/codec.h"
#include "r1cs/builder.h"
#include "tests/harness.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const small_circuit_names[N_SMALL_CIRCUITS] = {"cubic", "mimc", "sparse"};

/* ---- from the vectors ---- */

struct variable {
    enum { IS_PUB, IS_NUM, IS_BIT } kind;
    pub p;
    num n;
    bit b;
};

struct record {
    struct builder *b;
    struct variable *inputs, *aux; /* inputs[0] is ONE, unused */
    fr *advice;
    size_t n_advice;
};

static bool is_zero_or_one(const fr *v)
{
    fr one;
    fr_one(&one);
    return fr_is_zero(v) || fr_eq(v, &one);
}

/* Values of public inputs and bits are constants without a constraint: the vectors know them. */
static void record_variables(struct record *r, vec_json r1cs, enum small_types types)
{
    vec_json inputs = vec_get(r1cs, "inputs_with_one"), aux = vec_get(r1cs, "aux");
    fr v;
    CHECK_OK(MEM_NEW(r->inputs, vec_len(inputs)));
    CHECK_OK(MEM_NEW(r->aux, vec_len(aux)));
    CHECK_OK(MEM_NEW(r->advice, vec_len(aux)));
    for (size_t i = 1; i < vec_len(inputs); i++) {
        struct lc x = lc_init(r->b);
        vec_fr(vec_at(inputs, i), &v);
        lc_add_one(&x, &v);
        r->inputs[i] = (struct variable){.kind = IS_PUB, .p = pub_alloc(r->b, &x)};
    }
    for (size_t i = 0; i < vec_len(aux); i++) {
        vec_fr(vec_at(aux, i), &v);
        if (types == SMALL_BITS_WHERE_0_OR_1 && is_zero_or_one(&v)) {
            struct lc x = lc_init(r->b);
            lc_add_one(&x, &v);
            r->aux[i] = (struct variable){.kind = IS_BIT, .b = bit_alloc_raw(r->b, &x, 0)};
        } else {
            r->advice[r->n_advice++] = v;
            r->aux[i] = (struct variable){.kind = IS_NUM, .n = num_alloc_advice(r->b)};
        }
    }
}

static struct lc record_lc(struct record *r, vec_json terms)
{
    struct lc x = lc_init(r->b);
    for (size_t i = 0; i < vec_len(terms); i++) {
        const char *name = vec_string(vec_at(vec_at(terms, i), 0));
        unsigned long k = strtoul(name + 1, NULL, 10);
        fr coef;
        vec_fr(vec_at(vec_at(terms, i), 1), &coef);
        if (name[0] == 'i' && k == 0) {
            lc_add_one(&x, &coef);
            continue;
        }
        const struct variable *v = name[0] == 'i' ? &r->inputs[k] : &r->aux[k];
        if (v->kind == IS_PUB) lc_add_pub(&x, &coef, v->p);
        if (v->kind == IS_NUM) lc_add_num(&x, &coef, v->n);
        if (v->kind == IS_BIT) lc_add_bit(&x, &coef, v->b);
    }
    return x;
}

/* As the circuit added them where that differs: the builder merges and drops. */
static void record_rows(struct record *r, vec_json rows)
{
    for (size_t i = 0; i < vec_len(rows); i++) {
        vec_json row = vec_at(rows, i);
        if (vec_has(row, "added_as")) row = vec_get(row, "added_as");
        struct lc a = record_lc(r, vec_get(row, "a")), b = record_lc(r, vec_get(row, "b"));
        struct lc c = record_lc(r, vec_get(row, "c"));
        builder_enforce(r->b, &a, &b, &c);
    }
}

static vec_json load_json(const char *name, const char *suffix)
{
    char path[128];
    snprintf(path, sizeof path, "groth16-small/%s%s.json", name, suffix);
    return vec_load(path);
}

static void load_secrets(struct small_circuit *s)
{
    vec_json j = vec_get(s->groth16, "secrets");
    struct setup_secrets made;
    fr *const all[5] = {&s->secrets.alpha, &s->secrets.beta, &s->secrets.gamma, &s->secrets.delta,
                        &s->secrets.tau};
    static const char *const names[5] = {"alpha", "beta", "gamma", "delta", "tau"};
    for (int i = 0; i < 5; i++)
        vec_fr(vec_get(j, names[i]), all[i]);
    CHECK_OK(setup_secrets_test(&made, "groth16-small", s->name));
    CHECK(memcmp(&made, &s->secrets, sizeof made) == 0);
}

void small_circuit_load(struct small_circuit *s, const char *name, enum small_types types)
{
    struct record r = {0};
    *s = (struct small_circuit){.name = name};
    s->r1cs = load_json(name, "-r1cs");
    s->groth16 = load_json(name, "");
    s->prover = load_json(name, "-prover");
    load_secrets(s);
    CHECK_OK(builder_create(&r.b));
    record_variables(&r, s->r1cs, types);
    record_rows(&r, vec_get(s->r1cs, "constraints"));
    CHECK_OK(builder_finish(r.b, &s->circuit));
    struct advice advice = {.fields = r.advice};
    CHECK_OK(witness_create(&s->witness, s->circuit));
    CHECK_OK(circuit_fill(s->circuit, &advice, &s->witness, NULL, NULL));
    mem_free(r.inputs);
    mem_free(r.aux);
    mem_free(r.advice);
}

void small_circuit_free(struct small_circuit *s)
{
    vec_free(s->r1cs);
    vec_free(s->groth16);
    vec_free(s->prover);
    witness_fini(&s->witness);
    circuit_destroy(s->circuit);
}

const char *small_circuit_params(const struct small_circuit *s)
{
    char name[64];
    snprintf(name, sizeof name, "%s.params", s->name);
    const char *path = test_tmp_path(name);
    struct setup_options o = {0};
    if (!file_exists(path)) CHECK_OK(groth16_setup(s->circuit, &s->secrets, path, NULL, &o));
    return path;
}

/* ---- a chain ---- */

static void step_body(struct builder *b, const void *params, const struct block_io *io)
{
    (void)params;
    struct lc packed = lc_of_num(b, io->nums_in[0]), x = lc_of_num(b, io->nums_in[0]);
    fr coef;
    for (int i = 0; i < 8; i++) {
        bit fresh = bit_alloc_advice(b);
        bit before = io->bits_in[i];
        io->bits_out[i] = bit_is_constant(before) ? fresh : bit_alloc_xor(b, before, fresh);
        fr_from_u64(&coef, (uint64_t)1 << i);
        lc_add_bit(&packed, &coef, io->bits_out[i]);
    }
    io->nums_out[0] = num_alloc_product(b, &x, &packed, NULL, false);
}

static struct circuit *record_chain(size_t n)
{
    struct builder *b;
    struct circuit *c;
    bit state[8] = {{0}}, next[8];
    CHECK_OK(builder_create(&b));
    num x = num_alloc_advice(b), y;
    for (size_t i = 0; i < n; i++) {
        struct block_io io = {.bits_in = state,
                              .n_bits_in = 8,
                              .nums_in = &x,
                              .n_nums_in = 1,
                              .bits_out = next,
                              .n_bits_out = 8,
                              .nums_out = &y,
                              .n_nums_out = 1};
        builder_call(b, "chain step", step_body, NULL, 0, &io);
        memcpy(state, next, sizeof state);
        x = y;
    }
    struct lc last = lc_of_num(b, x), one = lc_of_one(b);
    pub p = pub_alloc(b, &last);
    struct lc out = lc_of_pub(b, p);
    builder_enforce(b, &out, &one, &last);
    CHECK_OK(builder_finish(b, &c));
    return c;
}

void chain_circuit_create(struct circuit **out, struct witness *w, size_t n)
{
    uint8_t *bits;
    fr x;
    *out = record_chain(n);
    CHECK_OK(MEM_NEW(bits, 8 * n));
    for (size_t i = 0; i < 8 * n; i++)
        bits[i] = test_random() & 1;
    fr_from_u64(&x, test_random());
    struct advice advice = {.bits = bits, .fields = &x};
    CHECK_OK(witness_create(w, *out));
    CHECK_OK(circuit_fill(*out, &advice, w, NULL, NULL));
    mem_free(bits);
}
