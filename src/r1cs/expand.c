/* From blocks back to single constraints, in order, in constant memory: for setup, digests and
 * tests. The proving path never does this. */
#include "r1cs/block.h"

#include "base/mem.h"
#include <string.h>

/* One instance while expanding: where its variables are among all variables. */
struct expand_frame {
    const struct block *blk;
    const uint32_t *bits_in, *nums_in; /* variables bound to the formal inputs */
    uint32_t aux0, pub0;
    size_t row;
};

struct expand {
    const struct circuit *c;
    constraint_fn fn;
    void *ctx;
    uint32_t *var[3], *coef[3]; /* of the constraint at hand */
    size_t n[3];
};

static uint32_t bit_var(const struct expand_frame *f, uint32_t slot)
{
    if (slot <= f->blk->n_bits_in) return f->bits_in[slot - 1];
    return VAR_AUX | (f->aux0 + block_bit_aux(f->blk, slot));
}

static uint32_t num_var(const struct expand_frame *f, uint32_t slot)
{
    if (slot < f->blk->n_nums_in) return f->nums_in[slot];
    return VAR_AUX | (f->aux0 + block_num_aux(f->blk, slot));
}

static uint32_t ref_var(const struct expand_frame *f, uint32_t ref)
{
    uint32_t slot = REF_SLOT(ref);
    switch (REF_TAG(ref)) {
    case REF_ONE:
        return 0;
    case REF_PUB:
        return f->pub0 + (f->blk->pub_pos.n ? f->blk->pub_pos.v[slot] : slot);
    case REF_BIT:
        return bit_var(f, slot);
    default:
        return num_var(f, slot);
    }
}

/* Adds a term to side m, keeping variables ascending. Blocks keep distinct variables apart (aliased
 * inputs share a formal), so no variable comes twice. */
static void put(struct expand *e, int m, uint32_t var, uint32_t coef)
{
    size_t i = e->n[m]++;
    for (; i > 0 && e->var[m][i - 1] > var; i--) {
        e->var[m][i] = e->var[m][i - 1];
        e->coef[m][i] = e->coef[m][i - 1];
    }
    e->var[m][i] = var;
    e->coef[m][i] = coef;
}

static void put_lc(struct expand *e, int m, const struct expand_frame *f, uint32_t id)
{
    const uint32_t *t = f->blk->lc_terms.v + 2 * (size_t)f->blk->lc_at.v[id];
    const uint32_t *end = f->blk->lc_terms.v + 2 * (size_t)f->blk->lc_at.v[id + 1];
    for (; t < end; t += 2)
        put(e, m, ref_var(f, t[0]), t[1]);
}

static status emit(struct expand *e, struct expand_frame *f)
{
    struct lc_view abc[3];
    for (int m = 0; m < 3; m++) {
        abc[m] = (struct lc_view){.var = e->var[m], .coef = e->coef[m], .n = e->n[m]};
        e->n[m] = 0;
    }
    return e->fn(e->ctx, f->row++, abc);
}

/* 1 - v: ONE and -v. */
static void put_complement(struct expand *e, int m, uint32_t var)
{
    put(e, m, 0, COEF_ONE);
    put(e, m, var, COEF_MINUS_ONE);
}

/* sign * literal, where the constant parts of several literals are collected in *one. */
static void put_literal(struct expand *e, int m, const struct expand_frame *f, uint32_t lit,
                        int sign, int *one)
{
    bool negated = lit & 1;
    if (negated) *one += sign;
    put(e, m, bit_var(f, lit >> 1), (sign < 0) != negated ? COEF_MINUS_ONE : COEF_ONE);
}

static void put_small_one(struct expand *e, int m, int one)
{
    static const uint32_t coef[5] = {COEF_MINUS_TWO, COEF_MINUS_ONE, 0, COEF_ONE, COEF_TWO};
    if (one) put(e, m, 0, coef[one + 2]);
}

static void put_one_literal(struct expand *e, int m, const struct expand_frame *f, uint32_t lit)
{
    int one = 0;
    put_literal(e, m, f, lit, 1, &one);
    put_small_one(e, m, one);
}

static status expand_booleans(struct expand *e, struct expand_frame *f, uint32_t *bit_slot,
                              uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = bit_var(f, (*bit_slot)++);
        put_complement(e, 0, v);
        put(e, 1, v, COEF_ONE);
        TRY(emit(e, f));
    }
    return ST_OK;
}

static status expand_two(struct expand *e, struct expand_frame *f, const uint32_t *op, uint32_t v)
{
    uint32_t x = bit_var(f, op[1]), y = bit_var(f, op[2]);
    enum opcode code = OP_CODE(op[0]);
    if (code == OP_NOR)
        put_complement(e, 0, x);
    else
        put(e, 0, x, code == OP_XOR ? COEF_TWO : COEF_ONE);
    if (code == OP_NOR || code == OP_AND_NOT)
        put_complement(e, 1, y);
    else
        put(e, 1, y, COEF_ONE);
    if (code == OP_XOR) {
        put(e, 2, x, COEF_ONE);
        put(e, 2, y, COEF_ONE);
    }
    put(e, 2, v, code == OP_XOR ? COEF_MINUS_ONE : COEF_ONE);
    return emit(e, f);
}

static status expand_ch(struct expand *e, struct expand_frame *f, const uint32_t *op, uint32_t v)
{
    int one = 0;
    put_literal(e, 0, f, op[2], 1, &one);
    put_literal(e, 0, f, op[3], -1, &one);
    put_small_one(e, 0, one);
    put_one_literal(e, 1, f, op[1]);
    one = 0;
    put_literal(e, 2, f, op[3], -1, &one);
    put_small_one(e, 2, one);
    put(e, 2, v, COEF_ONE);
    return emit(e, f);
}

static status expand_maj(struct expand *e, struct expand_frame *f, const uint32_t *op, uint32_t v,
                         uint32_t w)
{
    uint32_t y = op[2], z = op[3];
    bool y_only = (y & 1) && !(z & 1);
    put_one_literal(e, 0, f, y_only ? z : y);
    put_one_literal(e, 1, f, y_only ? y : z);
    put(e, 2, w, COEF_ONE);
    TRY(emit(e, f));
    int one = 0;
    put(e, 0, w, COEF_TWO);
    put_literal(e, 0, f, y, -1, &one);
    put_literal(e, 0, f, z, -1, &one);
    put_small_one(e, 0, one);
    put_one_literal(e, 1, f, op[1]);
    put(e, 2, v, COEF_MINUS_ONE);
    put(e, 2, w, COEF_ONE);
    return emit(e, f);
}

static status expand_frame(struct expand *e, struct expand_frame *f);

static status expand_call(struct expand *e, const struct expand_frame *f, const struct call *call)
{
    const struct block *blk = &e->c->blocks[call->block];
    uint32_t *bits = NULL, *nums = NULL;
    status st = ST_OK;
    TRY_OUT(MEM_NEW(bits, blk->n_bits_in));
    TRY_OUT(MEM_NEW(nums, blk->n_nums_in));
    for (uint32_t i = 0; i < blk->n_bits_in; i++)
        bits[i] = bit_var(f, f->blk->bind_bits.v[call->bind_bits0 + i]);
    for (uint32_t i = 0; i < blk->n_nums_in; i++)
        nums[i] = num_var(f, f->blk->bind_nums.v[call->bind_nums0 + i]);
    struct expand_frame inner = {.blk = blk,
                                 .bits_in = bits,
                                 .nums_in = nums,
                                 .aux0 = f->aux0 + call->aux0,
                                 .pub0 = f->pub0 + call->pub0,
                                 .row = f->row};
    st = expand_frame(e, &inner);
out:
    mem_free(bits);
    mem_free(nums);
    return st;
}

/* Rows of one operation that is not a call; *op moves on. Slots are counted as recording did. */
static status expand_op(struct expand *e, struct expand_frame *f, const uint32_t **at,
                        uint32_t *bit_slot, uint32_t *num_slot)
{
    const uint32_t *op = *at;
    uint32_t arg = OP_ARG(op[0]);
    switch (OP_CODE(op[0])) {
    case OP_BIT_ADVICE:
        *at = op + 2;
        return expand_booleans(e, f, bit_slot, 1);
    case OP_BITS_OF_NUM:
        *at = op + 2;
        return expand_booleans(e, f, bit_slot, arg);
    case OP_BIT_RAW:
        (*bit_slot)++, *at = op + 2;
        return ST_OK;
    case OP_SUM:
        *at = op + 4 + 32 * (size_t)op[1];
        return expand_booleans(e, f, bit_slot, arg);
    case OP_XOR:
    case OP_AND:
    case OP_AND_NOT:
    case OP_NOR:
        *at = op + 3;
        return expand_two(e, f, op, bit_var(f, (*bit_slot)++));
    case OP_CH:
        *at = op + 4;
        return expand_ch(e, f, op, bit_var(f, (*bit_slot)++));
    case OP_MAJ:
        *at = op + 4;
        *bit_slot += 2;
        return expand_maj(e, f, op, bit_var(f, *bit_slot - 2), bit_var(f, *bit_slot - 1));
    case OP_NUM_ADVICE:
    case OP_NUM_LC:
        (*num_slot)++, *at = op + 2;
        return ST_OK;
    case OP_PUB:
        *at = op + 2;
        return ST_OK;
    case OP_PRODUCT:
    case OP_ENFORCE:
        *at = op + 4;
        for (int m = 0; m < 3; m++)
            put_lc(e, m, f, op[1 + m]);
        if (OP_CODE(op[0]) == OP_PRODUCT)
            put(e, 2, num_var(f, (*num_slot)++), arg ? COEF_MINUS_ONE : COEF_ONE);
        return emit(e, f);
    case OP_BARRIER:
        *at = op + 1;
        return ST_OK;
    case OP_CALL:
        break;
    }
    FAIL(ST_BUG, "block %s: operation %u", f->blk->name, op[0]);
}

static status expand_frame(struct expand *e, struct expand_frame *f)
{
    const struct block *blk = f->blk;
    uint32_t bit_slot = 1 + blk->n_bits_in, num_slot = blk->n_nums_in;
    const uint32_t *op = blk->ops.v, *end = op + blk->ops.n;
    while (op < end) {
        if (OP_CODE(*op) != OP_CALL) {
            TRY(expand_op(e, f, &op, &bit_slot, &num_slot));
            continue;
        }
        const struct call *call = &blk->calls[op[1]];
        op += 2;
        TRY(expand_call(e, f, call));
        f->row += e->c->blocks[call->block].n_rows;
        bit_slot += call->n_import_bits;
        num_slot += call->n_import_nums;
    }
    return ST_OK;
}

status circuit_expand(const struct circuit *c, constraint_fn fn, void *ctx)
{
    struct expand e = {.c = c, .fn = fn, .ctx = ctx};
    status st = ST_OK;
    size_t max = c->max_lc_terms + 8; /* one more for a product's variable; literals need 4 */
    for (int m = 0; m < 3; m++) {
        TRY_OUT(MEM_NEW(e.var[m], max));
        TRY_OUT(MEM_NEW(e.coef[m], max));
    }
    struct expand_frame root = {.blk = circuit_root(c), .pub0 = 1};
    st = expand_frame(&e, &root);
out:
    for (int m = 0; m < 3; m++) {
        mem_free(e.var[m]);
        mem_free(e.coef[m]);
    }
    return st;
}
