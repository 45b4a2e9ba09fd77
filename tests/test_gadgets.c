/* Every gadget fixture: constraint system and witness equal the reference's, variable by variable;
 * the witness satisfies, and a changed one does not. */
#include "base/mem.h"
#include "r1cs/block.h"
#include "tests/gadget_cases.h"
#include "tests/harness.h"

#include <stdio.h>
#include <string.h>

/* "x7" and so on of the results, as the vectors write them. */
static char *results_text(const struct circuit *c, const struct gadget_results *r)
{
    const struct block *root = circuit_root(c);
    char *text;
    CHECK_OK(MEM_NEW(text, 12 * r->n + 1));
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++) {
        uint32_t lit = r->v[i].lit;
        if (r->v[i].is_num)
            n += (size_t)sprintf(text + n, " x%u", block_num_aux(root, lit));
        else if (lit < 2)
            n += (size_t)sprintf(text + n, " %u", lit);
        else
            n += (size_t)sprintf(text + n, " %sx%u", lit & 1 ? "!" : "",
                                 block_bit_aux(root, lit >> 1));
    }
    return text;
}

static void check_shape(const struct gadget_case *c, const struct circuit *circuit)
{
    struct shape s;
    CHECK_OK(shape_compute(&s, circuit, 0, NULL, NULL));
    CHECK_MSG(s.size.n_inputs == c->n_inputs && s.size.n_aux == c->n_aux &&
                  s.size.n_constraints == c->n_constraints,
              "%s: %zu inputs, %zu aux, %zu constraints; wanted %zu, %zu, %zu", c->name,
              s.size.n_inputs, s.size.n_aux, s.size.n_constraints, c->n_inputs, c->n_aux,
              c->n_constraints);
    CHECK_MSG(!memcmp(s.constraints_sha256, c->constraints, 32), "%s: constraints", c->name);
    for (int m = 0; m < 3; m++)
        CHECK_MSG(s.nnz[m] == c->nnz[m], "%s: nnz %d", c->name, m);
    CHECK_MSG(s.n_a_inputs == c->n_density[0] && s.n_a_aux == c->n_density[1] &&
                  s.n_b_inputs == c->n_density[2] && s.n_b_aux == c->n_density[3],
              "%s: density", c->name);
    CHECK_MSG(!memcmp(s.a_aux_sha256, c->density[0], 32) &&
                  !memcmp(s.b_inputs_sha256, c->density[1], 32) &&
                  !memcmp(s.b_aux_sha256, c->density[2], 32),
              "%s: density bitmaps", c->name);
}

static void check_witness(const struct gadget_case *c, const struct circuit *circuit,
                          const struct witness *w)
{
    struct witness_digest d;
    CHECK_OK(witness_digest_compute(&d, circuit, w));
    CHECK_MSG(!memcmp(d.aux_sha256, c->aux, 32), "%s: aux", c->name);
    CHECK_MSG(!memcmp(d.inputs_sha256, c->inputs, 32), "%s: inputs", c->name);
    CHECK_MSG(d.aux_zero_or_one == c->zero_or_one, "%s: %zu values 0 or 1, wanted %zu", c->name,
              d.aux_zero_or_one, c->zero_or_one);
    size_t n_bad, first;
    CHECK_OK(circuit_count_unsatisfied(circuit, w, &n_bad, &first));
    CHECK_MSG(n_bad == 0, "%s: %zu rows unsatisfied, first %zu", c->name, n_bad, first);
}

/* Changes one variable: the auxiliary `aux`. */
struct change {
    struct witness *w;
    size_t aux;
};
static status change_variable(void *ctx, const struct aux_run *run)
{
    struct change *ch = ctx;
    if (ch->aux < run->first_aux || ch->aux - run->first_aux >= run->n) return ST_OK;
    size_t pos = run->first_pos + (ch->aux - run->first_aux);
    if (run->is_field) {
        fr one;
        fr_one(&one);
        fr_add(&ch->w->fields[pos], &ch->w->fields[pos], &one);
    } else {
        ch->w->bits[pos / 64] ^= (uint64_t)1 << pos % 64;
    }
    return ST_OK;
}

static void check_changes(const struct gadget_case *c, const struct circuit *circuit,
                          const struct advice *advice, struct witness *w)
{
    for (size_t i = 0; i < c->n_computed; i++) {
        struct change change = {w, c->computed[i]};
        CHECK_OK(circuit_visit_aux(circuit, change_variable, &change));
        size_t n_bad;
        CHECK_OK(circuit_count_unsatisfied(circuit, w, &n_bad, NULL));
        CHECK_MSG(n_bad > 0, "%s: a wrong x%zu is not noticed", c->name, c->computed[i]);
        CHECK_OK(circuit_fill(circuit, advice, w, NULL, NULL));
    }
}

/* a and b as evaluated by the blocks equal those of the expanded rows (through satisfaction: c = a
 * b is what count_unsatisfied checks from the expansion). */
struct row_check {
    const struct circuit *c;
    const struct witness *w;
    const fr *ab[2];
    uint8_t *is_field;
    size_t *pos;
    const char *name;
};
static status note_aux(void *ctx, const struct aux_run *run)
{
    struct row_check *rc = ctx;
    for (size_t i = 0; i < run->n; i++) {
        rc->is_field[run->first_aux + i] = run->is_field;
        rc->pos[run->first_aux + i] = run->first_pos + i;
    }
    return ST_OK;
}
static status check_row(void *ctx, size_t row, const struct lc_view abc[3])
{
    struct row_check *rc = ctx;
    const fr *coefs = circuit_coefficients(rc->c);
    for (int m = 0; m < 2; m++) {
        fr sum, term;
        fr_zero(&sum);
        for (size_t i = 0; i < abc[m].n; i++) {
            uint32_t var = abc[m].var[i] & ~VAR_AUX;
            if (!(abc[m].var[i] & VAR_AUX)) {
                term = rc->w->inputs[var];
            } else if (rc->is_field[var]) {
                term = rc->w->fields[rc->pos[var]];
            } else {
                size_t pos = rc->pos[var];
                fr_from_u64(&term, rc->w->bits[pos / 64] >> pos % 64 & 1);
            }
            fr_mul(&term, &term, &coefs[abc[m].coef[i]]);
            fr_add(&sum, &sum, &term);
        }
        CHECK_MSG(fr_eq(&sum, &rc->ab[m][row]), "%s: row %zu of %c*z", rc->name, row, 'A' + m);
    }
    return ST_OK;
}

static void check_eval(const struct gadget_case *c, const struct circuit *circuit,
                       const struct witness *w)
{
    fr *a, *b;
    struct row_check rc = {.c = circuit, .w = w, .name = c->name};
    CHECK_OK(MEM_NEW(a, c->n_constraints));
    CHECK_OK(MEM_NEW(b, c->n_constraints));
    CHECK_OK(MEM_NEW(rc.is_field, c->n_aux));
    CHECK_OK(MEM_NEW(rc.pos, c->n_aux));
    CHECK_OK(circuit_eval_ab(circuit, w, a, b, NULL, NULL));
    rc.ab[0] = a;
    rc.ab[1] = b;
    CHECK_OK(circuit_visit_aux(circuit, note_aux, &rc));
    CHECK_OK(circuit_expand(circuit, check_row, &rc));
    mem_free(a);
    mem_free(b);
    mem_free(rc.is_field);
    mem_free(rc.pos);
}

static bool check_case(const struct gadget_case *c)
{
    struct builder *b;
    struct circuit *circuit;
    struct gadget_results results = {0};
    struct witness w;
    struct advice advice = {.bits = c->bits, .fields = c->fields};
    CHECK_OK(builder_create(&b));
    if (!gadget_case_record(b, c, &results)) {
        builder_destroy(b);
        return false;
    }
    CHECK_OK(builder_finish(b, &circuit));
    struct circuit_size size = circuit_size(circuit);
    CHECK_MSG(size.n_advice_bits == c->n_bits && size.n_advice_fields == c->n_fields,
              "%s: advice of %zu bits and %zu fields, wanted %zu and %zu", c->name,
              size.n_advice_bits, size.n_advice_fields, c->n_bits, c->n_fields);
    CHECK_OK(witness_create(&w, circuit));
    CHECK_OK(circuit_fill(circuit, &advice, &w, NULL, NULL));
    struct shape s;
    struct witness_digest d;
    CHECK_OK(shape_compute(&s, circuit, 0, NULL, NULL));
    CHECK_OK(witness_digest_compute(&d, circuit, &w));
    if (memcmp(s.constraints_sha256, c->constraints, 32) != 0 || memcmp(d.aux_sha256, c->aux, 32))
        gadget_listing_compare(c->name, circuit, &w);
    check_shape(c, circuit);
    check_witness(c, circuit, &w);
    if (c->results || results.n) {
        char *text = results_text(circuit, &results);
        CHECK_MSG(c->results && !strcmp(text, c->results), "%s: results\n  ours   %s\n  wanted %s",
                  c->name, text, c->results ? c->results : "none");
        mem_free(text);
    }
    check_eval(c, circuit, &w);
    check_changes(c, circuit, &advice, &w);
    witness_fini(&w);
    circuit_destroy(circuit);
    mem_free(results.v);
    return true;
}

/* All cases whose name starts with the prefix and, if given, does not contain `without`. */
static void check_cases(const char *prefix, size_t wanted)
{
    size_t n, n_done = 0;
    struct gadget_case *cases = gadget_cases_load(&n);
    for (size_t i = 0; i < n; i++)
        if (!strncmp(cases[i].name, prefix, strlen(prefix))) n_done += check_case(&cases[i]);
    gadget_cases_free(cases, n);
    CHECK_MSG(n_done == wanted, "%s: %zu cases, wanted %zu", prefix, n_done, wanted);
}

TEST(gadgets, bits)
{
    check_cases("bit-", 3);
    check_cases("boolean-", 3);
    check_cases("bytes-into-boolean-vec", 1);
    check_cases("field-into-bits", 1);
    check_cases("xor", 1);
}
TEST(gadgets, numbers)
{
    check_cases("num-", 5);
    check_cases("constraint", 1);
    check_cases("encode-decode", 1);
}
TEST(gadgets, words)
{
    check_cases("uint32", 6);
    check_cases("uint64", 1);
}
TEST(gadgets, packing)
{
    check_cases("pack-", 9);
}
TEST(gadgets, insert_and_select)
{
    check_cases("insert-", 10);
    check_cases("select-", 3);
}
TEST(gadgets, sha256)
{
    check_cases("sha256-", 8);
}
TEST(gadgets, poseidon)
{
    check_cases("poseidon-", 5);
}
TEST(gadgets, inclusion)
{
    check_cases("por-", 11);
}
TEST(gadgets, label)
{
    check_cases("create-label-", 2);
}
