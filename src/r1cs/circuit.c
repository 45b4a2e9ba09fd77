/* Sizes, variable types, densities and the satisfaction check of a finished circuit. */
#include "r1cs/circuit.h"

#include "base/mem.h"
#include "r1cs/block.h"

struct circuit_size circuit_size(const struct circuit *c)
{
    const struct block *root = circuit_root(c);
    return (struct circuit_size){.n_inputs = (size_t)root->n_pubs + 1,
                                 .n_aux = root->n_aux,
                                 .n_bits = root->n_bits,
                                 .n_fields = root->n_nums,
                                 .n_constraints = root->n_rows,
                                 .n_advice_bits = root->n_advice_bits,
                                 .n_advice_fields = root->n_advice_nums,
                                 .n_blocks = c->n_blocks,
                                 .n_coefficients = c->n_coefs,
                                 .description_bytes = c->description_bytes};
}

unsigned circuit_domain_log2(const struct circuit *c)
{
    struct circuit_size n = circuit_size(c);
    unsigned log2 = 0;
    while (((size_t)1 << log2) < n.n_constraints + n.n_inputs)
        log2++;
    return log2;
}

const fr *circuit_coefficients(const struct circuit *c)
{
    return c->coefs;
}

/* ---- types ---- */

struct visit {
    const struct circuit *c;
    aux_run_fn fn;
    void *ctx;
    struct aux_run run; /* the run being put together */
    size_t aux, bits, nums;
};

static status visit_own(struct visit *v, bool is_field, uint32_t n)
{
    size_t *pos = is_field ? &v->nums : &v->bits;
    if (v->run.n && v->run.is_field == is_field) {
        v->run.n += n;
    } else {
        if (v->run.n) TRY(v->fn(v->ctx, &v->run));
        v->run = (struct aux_run){v->aux, *pos, n, is_field};
    }
    v->aux += n;
    *pos += n;
    return ST_OK;
}

static status visit_block(struct visit *v, const struct block *blk)
{
    for (size_t i = 0; i + 1 < blk->runs.n; i += 2) {
        uint32_t kind = blk->runs.v[i], n = blk->runs.v[i + 1];
        if (kind == RUN_CALL)
            TRY(visit_block(v, &v->c->blocks[blk->calls[n].block]));
        else
            TRY(visit_own(v, kind == RUN_NUMS, n));
    }
    return ST_OK;
}

status circuit_visit_aux(const struct circuit *c, aux_run_fn fn, void *ctx)
{
    struct visit v = {.c = c, .fn = fn, .ctx = ctx};
    TRY(visit_block(&v, circuit_root(c)));
    return v.run.n ? fn(ctx, &v.run) : ST_OK;
}

/* ---- densities ---- */

static status mark_row(void *ctx, size_t row, const struct lc_view abc[3])
{
    (void)row;
    struct circuit_density *d = ctx;
    uint64_t *maps[2][2] = {{d->a_inputs, d->a_aux}, {d->b_inputs, d->b_aux}};
    for (int m = 0; m < 2; m++)
        for (size_t i = 0; i < abc[m].n; i++) {
            uint32_t var = abc[m].var[i], k = var & ~VAR_AUX;
            maps[m][var >> 31][k >> 6] |= (uint64_t)1 << (k & 63);
        }
    return ST_OK;
}

static size_t count_bits(const uint64_t *map, size_t n)
{
    size_t sum = 0;
    for (size_t i = 0; i < n / 64 + 1; i++)
        sum += (size_t)__builtin_popcountll(map[i]);
    return sum;
}

status circuit_density_create(struct circuit_density *out, const struct circuit *c)
{
    struct circuit_size n = circuit_size(c);
    struct circuit_density d = {0};
    status st = ST_OK;
    TRY_OUT(MEM_NEW(d.a_inputs, n.n_inputs / 64 + 1));
    TRY_OUT(MEM_NEW(d.b_inputs, n.n_inputs / 64 + 1));
    TRY_OUT(MEM_NEW(d.a_aux, n.n_aux / 64 + 1));
    TRY_OUT(MEM_NEW(d.b_aux, n.n_aux / 64 + 1));
    TRY_OUT(circuit_expand(c, mark_row, &d));
    d.n_a_inputs = count_bits(d.a_inputs, n.n_inputs);
    d.n_b_inputs = count_bits(d.b_inputs, n.n_inputs);
    d.n_a_aux = count_bits(d.a_aux, n.n_aux);
    d.n_b_aux = count_bits(d.b_aux, n.n_aux);
    *out = d;
    d = (struct circuit_density){0};
out:
    circuit_density_fini(&d);
    return st;
}

void circuit_density_fini(struct circuit_density *d)
{
    mem_free(d->a_inputs);
    mem_free(d->a_aux);
    mem_free(d->b_inputs);
    mem_free(d->b_aux);
    *d = (struct circuit_density){0};
}

/* ---- satisfaction ---- */

struct check {
    const struct circuit *c;
    const struct witness *w;
    fr *aux; /* all auxiliary values in order of allocation */
    size_t n_bad, first_bad;
};

static status spread_run(void *ctx, const struct aux_run *run)
{
    struct check *k = ctx;
    for (size_t i = 0; i < run->n; i++) {
        size_t pos = run->first_pos + i;
        if (run->is_field)
            k->aux[run->first_aux + i] = k->w->fields[pos];
        else
            fr_from_u64(&k->aux[run->first_aux + i], k->w->bits[pos >> 6] >> (pos & 63) & 1);
    }
    return ST_OK;
}

static status check_row(void *ctx, size_t row, const struct lc_view abc[3])
{
    struct check *k = ctx;
    fr sum[3], x;
    for (int m = 0; m < 3; m++) {
        fr_zero(&sum[m]);
        for (size_t i = 0; i < abc[m].n; i++) {
            uint32_t var = abc[m].var[i], at = var & ~VAR_AUX;
            fr_mul(&x, &k->c->coefs[abc[m].coef[i]],
                   var & VAR_AUX ? &k->aux[at] : &k->w->inputs[at]);
            fr_add(&sum[m], &sum[m], &x);
        }
    }
    fr_mul(&x, &sum[0], &sum[1]);
    if (!fr_eq(&x, &sum[2]) && k->n_bad++ == 0) k->first_bad = row;
    return ST_OK;
}

status circuit_count_unsatisfied(const struct circuit *c, const struct witness *w,
                                 size_t *n_unsatisfied, size_t *first_bad)
{
    struct check k = {.c = c, .w = w};
    status st = ST_OK;
    TRY_OUT(MEM_NEW(k.aux, circuit_size(c).n_aux));
    TRY_OUT(circuit_visit_aux(c, spread_run, &k));
    TRY_OUT(circuit_expand(c, check_row, &k));
    *n_unsatisfied = k.n_bad;
    if (first_bad) *first_bad = k.first_bad;
out:
    mem_free(k.aux);
    return st;
}
