#include "tests/harness.h"

#include "base/mem.h"
#include "r1cs/builder.h"
#include <string.h>

/* c = a ^ b on every bit, then the sum of the two words and its product with a number: one block.
 */
static void toy_body(struct builder *b, const void *params, const struct block_io *io)
{
    uint32_t n;
    memcpy(&n, params, sizeof n);
    bit xored[32];
    for (uint32_t i = 0; i < 32; i++) {
        bit x = io->bits_in[i], y = io->bits_in[32 + i];
        if (bit_is_constant(x) || bit_is_constant(y) || bit_is_negated(x) || x.lit == y.lit)
            xored[i] = x;
        else
            xored[i] = bit_alloc_xor(b, x, y);
    }
    bit sum[33];
    bits_alloc_sum(b, sum, 33, io->bits_in, 2, n);
    struct lc total = lc_init(b), one = lc_of_one(b), words = lc_init(b);
    fr coef;
    for (uint32_t i = 0; i < 33; i++) {
        fr_from_u64(&coef, (uint64_t)1 << i);
        lc_add_bit(&total, &coef, sum[i]);
    }
    for (uint32_t i = 0; i < 64; i++) {
        fr_from_u64(&coef, (uint64_t)1 << (i % 32));
        lc_add_bit(&words, &coef, io->bits_in[i]);
    }
    fr_from_u64(&coef, n);
    lc_add_one(&words, &coef);
    builder_enforce(b, &words, &one, &total);
    struct lc v = lc_of_num(b, io->nums_in[0]);
    io->nums_out[0] = num_alloc_product(b, &total, &v, NULL, false);
    memcpy(io->bits_out, xored, sizeof xored);
}

static num toy(struct builder *b, uint32_t n, const bit in[64], num v, bit out[32])
{
    num product;
    struct block_io io = {.bits_in = in,
                          .n_bits_in = 64,
                          .nums_in = &v,
                          .n_nums_in = 1,
                          .bits_out = out,
                          .n_bits_out = 32,
                          .nums_out = &product,
                          .n_nums_out = 1};
    builder_call(b, "toy", toy_body, &n, sizeof n, &io);
    return product;
}

/* Three instances in a chain, the last with constants and with an input twice. */
static struct circuit *toy_circuit(void)
{
    struct builder *b;
    struct circuit *c;
    CHECK_OK(builder_create(&b));
    bit in[64], out[32];
    num v = num_alloc_advice(b);
    for (int i = 0; i < 64; i++)
        in[i] = bit_alloc_advice(b);
    v = toy(b, 5, in, v, out);
    memcpy(in, out, sizeof out);
    v = toy(b, 5, in, v, out);
    in[3] = BIT_TRUE;
    in[7] = in[39];
    in[9] = bit_not(in[11]);
    v = toy(b, 5, in, v, out);
    struct lc one = lc_of_one(b), x = lc_of_num(b, v);
    pub p = pub_alloc(b, &x);
    struct lc y = lc_of_pub(b, p);
    builder_enforce(b, &y, &one, &x);
    CHECK_OK(builder_finish(b, &c));
    return c;
}

static status check_ascending(void *ctx, size_t row, const struct lc_view abc[3])
{
    size_t *rows = ctx;
    CHECK(row == *rows);
    ++*rows;
    for (int m = 0; m < 3; m++)
        for (size_t i = 1; i < abc[m].n; i++)
            CHECK(abc[m].var[i - 1] < abc[m].var[i]);
    return ST_OK;
}

static status check_run(void *ctx, const struct aux_run *run)
{
    size_t *at = ctx; /* aux, bits, fields */
    CHECK(run->first_aux == at[0] && run->n > 0 && run->first_pos == at[1 + run->is_field]);
    at[0] += run->n;
    at[1 + run->is_field] += run->n;
    return ST_OK;
}

TEST(r1cs, blocks_expand_fill_and_evaluate)
{
    struct circuit *c = toy_circuit();
    struct circuit_size n = circuit_size(c);
    CHECK(n.n_blocks ==
          3); /* root, toy, toy with constants; the second instance is the first again */
    CHECK(n.n_inputs == 2 && n.n_aux == n.n_bits + n.n_fields);
    size_t rows = 0, at[3] = {0, 0, 0};
    CHECK_OK(circuit_expand(c, check_ascending, &rows));
    CHECK(rows == n.n_constraints);
    CHECK_OK(circuit_visit_aux(c, check_run, at));
    CHECK(at[0] == n.n_aux && at[1] == n.n_bits && at[2] == n.n_fields);

    struct pool *pool;
    CHECK_OK(pool_create(&pool, 3));
    uint8_t bits[64];
    fr v;
    for (int i = 0; i < 64; i++)
        bits[i] = (uint8_t)(test_random() & 1);
    fr_from_u64(&v, test_random());
    struct advice advice = {.bits = bits, .fields = &v};
    struct witness w;
    CHECK_OK(witness_create(&w, c));
    CHECK_OK(circuit_fill(c, &advice, &w, pool, NULL));
    size_t bad, first;
    CHECK_OK(circuit_count_unsatisfied(c, &w, &bad, &first));
    CHECK_MSG(bad == 0, "%zu unsatisfied, first %zu", bad, first);

    w.bits[1] ^= 4; /* a wrong witness is seen */
    CHECK_OK(circuit_count_unsatisfied(c, &w, &bad, &first));
    CHECK(bad > 0);
    w.bits[1] ^= 4;
    pool_destroy(pool);
    witness_fini(&w);
    circuit_destroy(c);
}

struct eval_check {
    const struct circuit *c;
    const fr *aux, *inputs, *a, *b;
};

static status compare_row(void *ctx, size_t row, const struct lc_view abc[3])
{
    struct eval_check *k = ctx;
    for (int m = 0; m < 2; m++) {
        fr sum, x;
        fr_zero(&sum);
        for (size_t i = 0; i < abc[m].n; i++) {
            uint32_t var = abc[m].var[i];
            const fr *z = var & VAR_AUX ? &k->aux[var & ~VAR_AUX] : &k->inputs[var];
            fr_mul(&x, &circuit_coefficients(k->c)[abc[m].coef[i]], z);
            fr_add(&sum, &sum, &x);
        }
        CHECK_MSG(fr_eq(&sum, m ? &k->b[row] : &k->a[row]), "row %zu of %c", row, "AB"[m]);
    }
    return ST_OK;
}

static status spread(void *ctx, const struct aux_run *run)
{
    struct {
        const struct witness *w;
        fr *aux;
    } *s = ctx;
    for (size_t i = 0; i < run->n; i++) {
        size_t pos = run->first_pos + i;
        if (run->is_field)
            s->aux[run->first_aux + i] = s->w->fields[pos];
        else
            fr_from_u64(&s->aux[run->first_aux + i], s->w->bits[pos / 64] >> (pos % 64) & 1);
    }
    return ST_OK;
}

TEST(r1cs, evaluation_equals_the_expanded_rows)
{
    struct circuit *c = toy_circuit();
    enum { MAX_ROWS = 2000 };
    static fr aux[MAX_ROWS], a[MAX_ROWS], b[MAX_ROWS];
    struct circuit_size n = circuit_size(c);
    CHECK(n.n_aux <= MAX_ROWS && n.n_constraints <= MAX_ROWS);
    struct witness w;
    CHECK_OK(witness_create(&w, c));
    for (size_t i = 0; i < n.n_bits / 64 + 1; i++)
        w.bits[i] = test_random();
    w.bits[n.n_bits / 64] &= ((uint64_t)1 << (n.n_bits % 64)) - 1;
    for (size_t i = 0; i < n.n_fields; i++)
        fr_from_u64(&w.fields[i], test_random());
    fr_from_u64(&w.inputs[1], test_random());
    CHECK_OK(circuit_eval_ab(c, &w, a, b, NULL, NULL)); /* any assignment, not only a good one */
    struct {
        const struct witness *w;
        fr *aux;
    } s = {&w, aux};
    CHECK_OK(circuit_visit_aux(c, spread, &s));
    struct eval_check k = {c, aux, w.inputs, a, b};
    CHECK_OK(circuit_expand(c, compare_row, &k));
    witness_fini(&w);
    circuit_destroy(c);
}

TEST(r1cs, allocation_failures_leave_no_leak)
{
    size_t before = mem_live_bytes();
    for (size_t n = 1; n < 60; n++) {
        struct builder *b;
        struct circuit *c = NULL;
        mem_fail_after(n);
        if (builder_create(&b) == ST_OK) {
            bit in[64], out[32];
            num v = num_alloc_advice(b);
            for (int i = 0; i < 64; i++)
                in[i] = bit_alloc_advice(b);
            v = toy(b, 5, in, v, out);
            (void)toy(b, 6, in, v, out);
            if (builder_finish(b, &c) == ST_OK) circuit_destroy(c);
        }
        mem_fail_after(0);
        CHECK_MSG(mem_live_bytes() == before, "after failing allocation %zu", n);
    }
}
