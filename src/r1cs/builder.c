/* Recording. A scope is a block being recorded; scopes nest as gadgets call gadgets
 * (builder_block.c). */
#include "r1cs/builder_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors and growing arrays ---- */

status builder_status(const struct builder *b)
{
    return b->st;
}

void builder_fail(struct builder *b, status st, const char *fmt, ...)
{
    if (b->st != ST_OK) return;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(b->detail, sizeof b->detail, fmt, ap);
    va_end(ap);
    b->st = st;
}

void builder_fail_nomem(struct builder *b)
{
    builder_fail(b, ST_NOMEM, "%s", status_detail());
}

void *builder_grown(struct builder *b, void *array, size_t *cap, size_t n, size_t need, size_t size)
{
    if (need <= *cap) return array;
    size_t new_cap = *cap ? *cap : 16;
    while (new_cap < need)
        new_cap *= 2;
    void *p = mem_grow(array, n, new_cap, size);
    if (!p) {
        builder_fail_nomem(b);
        return NULL;
    }
    *cap = new_cap;
    return p;
}

void vec_push_slow(struct builder *b, struct vec_u32 *x, uint32_t value)
{
    if (b->st != ST_OK) return;
    uint32_t *p = builder_grown(b, x->v, &x->cap, x->n, x->n + 1, sizeof *x->v);
    if (!p) return;
    x->v = p;
    x->v[x->n++] = value;
}

void block_fini(struct block *blk)
{
    struct vec_u32 *all[] = {&blk->ops,     &blk->lc_at,     &blk->lc_terms, &blk->bit_aux,
                             &blk->bit_pos, &blk->num_aux,   &blk->num_pos,  &blk->pub_pos,
                             &blk->runs,    &blk->bind_bits, &blk->bind_nums};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        mem_free(all[i]->v);
    mem_free(blk->calls);
}

/* ---- coefficients ---- */

/* For the tables of blocks and coefficients only; equality is always checked. */
uint64_t hash_bytes(const void *data, size_t n)
{
    const uint8_t *p = data;
    uint64_t h = n, x;
    for (; n; p += 8, n -= n < 8 ? n : 8) {
        x = 0;
        memcpy(&x, p, n < 8 ? n : 8);
        h = (h ^ x) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h;
}

static bool coef_index_grow(struct builder *b)
{
    size_t size = b->coef_index_size ? 2 * b->coef_index_size : 1024;
    uint32_t *index = mem_alloc(size, sizeof *index);
    if (!index) {
        builder_fail_nomem(b);
        return false;
    }
    for (size_t i = 0; i < b->n_coefs; i++) {
        size_t at = hash_bytes(&b->coefs[i], sizeof(fr)) & (size - 1);
        while (index[at])
            at = (at + 1) & (size - 1);
        index[at] = (uint32_t)i + 1;
    }
    mem_free(b->coef_index);
    b->coef_index = index;
    b->coef_index_size = size;
    return true;
}

uint32_t coef_number(struct builder *b, const fr *coef)
{
    if (b->st != ST_OK) return 0;
    if (2 * (b->n_coefs + 1) > b->coef_index_size && !coef_index_grow(b)) return 0;
    size_t mask = b->coef_index_size - 1, at = hash_bytes(coef, sizeof *coef) & mask;
    for (; b->coef_index[at]; at = (at + 1) & mask)
        if (fr_eq(&b->coefs[b->coef_index[at] - 1], coef)) return b->coef_index[at] - 1;
    fr *p = builder_grown(b, b->coefs, &b->cap_coefs, b->n_coefs, b->n_coefs + 1, sizeof *p);
    if (!p) return 0;
    b->coefs = p;
    b->coefs[b->n_coefs] = *coef;
    b->coef_index[at] = (uint32_t)++b->n_coefs;
    return (uint32_t)b->n_coefs - 1;
}

/* ---- scopes ---- */

void scope_open(struct builder *b, const char *name, size_t n_bits_in, size_t n_nums_in)
{
    struct scope *s = mem_alloc(1, sizeof *s);
    if (!s) {
        builder_fail_nomem(b);
        return;
    }
    s->outer = b->open;
    s->blk.name = name;
    s->blk.n_bits_in = (uint32_t)n_bits_in;
    s->blk.n_nums_in = (uint32_t)n_nums_in;
    s->blk.n_bit_slots = 1 + (uint32_t)n_bits_in;
    s->blk.n_num_slots = (uint32_t)n_nums_in;
    b->open = s;
    b->depth++;
    vec_push(b, &s->blk.lc_at, 0); /* LC_EMPTY = terms [0, 0), LC_ONE = [0, 1) */
    vec_push(b, &s->blk.lc_at, 0);
    vec_push(b, &s->blk.lc_terms, REF(REF_ONE, 0));
    vec_push(b, &s->blk.lc_terms, COEF_ONE);
    vec_push(b, &s->blk.lc_at, 1);
}

void scope_close(struct builder *b, struct block *out)
{
    struct scope *s = b->open;
    b->open = s->outer;
    b->depth--;
    if (out)
        *out = s->blk;
    else
        block_fini(&s->blk);
    arena_fini(&s->arena);
    mem_free(s->bit_mark);
    mem_free(s->num_mark);
    mem_free(s);
}

status builder_create(struct builder **out)
{
    struct builder *b;
    TRY(MEM_NEW(b, 1));
    scope_open(b, "root", 0, 0);
    fr one, minus_one, two, minus_two;
    fr_one(&one);
    fr_neg(&minus_one, &one);
    fr_dbl(&two, &one);
    fr_neg(&minus_two, &two);
    (void)coef_number(b, &one); /* COEF_ONE, COEF_MINUS_ONE, COEF_TWO, COEF_MINUS_TWO */
    (void)coef_number(b, &minus_one);
    (void)coef_number(b, &two);
    (void)coef_number(b, &minus_two);
    b->pow2[0] = one;
    for (int i = 1; i < 256; i++)
        fr_dbl(&b->pow2[i], &b->pow2[i - 1]);
    if (b->st != ST_OK) {
        status st = status_fail(b->st, "%s", b->detail);
        builder_destroy(b);
        return st;
    }
    *out = b;
    return ST_OK;
}

void builder_destroy(struct builder *b)
{
    if (!b) return;
    while (b->open)
        scope_close(b, NULL);
    for (size_t i = 0; i < b->n_blocks; i++) {
        block_fini(&b->blocks[i]);
        mem_free(b->cache[i].key);
        mem_free(b->cache[i].bits_out);
        mem_free(b->cache[i].nums_out);
    }
    mem_free(b->blocks);
    mem_free(b->cache);
    mem_free(b->coefs);
    mem_free(b->coef_index);
    mem_free(b);
}

/* ---- allocation of variables ---- */

static void add_run(struct builder *b, enum run_kind kind, uint32_t n)
{
    struct vec_u32 *runs = &open_block(b)->runs;
    if (kind != RUN_CALL && runs->n && runs->v[runs->n - 2] == kind) {
        runs->v[runs->n - 1] += n;
        return;
    }
    vec_push(b, runs, kind);
    vec_push(b, runs, n);
}

static bool room_for(struct builder *b, uint64_t have, uint64_t more)
{
    if (b->st != ST_OK) return false;
    if (have + more <= MAX_SLOTS) return true;
    builder_fail(b, ST_UNSUPPORTED, "block %s: more than %u variables or constraints",
                 open_block(b)->name, MAX_SLOTS);
    return false;
}

static bit new_bit(struct builder *b)
{
    struct block *blk = open_block(b);
    if (!room_for(b, blk->n_aux, 1)) return BIT_FALSE;
    add_run(b, RUN_BITS, 1);
    vec_push(b, &blk->bit_aux, blk->n_aux++);
    vec_push(b, &blk->bit_pos, blk->n_bits++);
    return (bit){2 * blk->n_bit_slots++};
}

static num new_num(struct builder *b)
{
    struct block *blk = open_block(b);
    if (!room_for(b, blk->n_aux, 1)) return (num){0};
    add_run(b, RUN_NUMS, 1);
    vec_push(b, &blk->num_aux, blk->n_aux++);
    vec_push(b, &blk->num_pos, blk->n_nums++);
    return (num){blk->n_num_slots++};
}

static void add_op(struct builder *b, uint32_t op, uint32_t n_rows, size_t n_words,
                   const uint32_t *words)
{
    struct block *blk = open_block(b);
    if (!room_for(b, blk->n_rows, n_rows)) return;
    vec_push(b, &blk->ops, op);
    for (size_t i = 0; i < n_words; i++)
        vec_push(b, &blk->ops, words[i]);
    blk->n_rows += n_rows;
}

/* ---- operations ---- */

void builder_enforce(struct builder *b, const struct lc *A, const struct lc *B, const struct lc *C)
{
    uint32_t abc[3] = {lc_record(b, A), lc_record(b, B), lc_record(b, C)};
    add_op(b, OP_WORD(OP_ENFORCE, 0), 1, 3, abc);
}

bit bit_alloc_advice(struct builder *b)
{
    uint32_t index = open_block(b)->n_advice_bits++;
    add_op(b, OP_WORD(OP_BIT_ADVICE, 0), 1, 1, &index);
    return new_bit(b);
}

void bits_alloc_of_num(struct builder *b, bit *out, size_t n, num v)
{
    if (n > 255) builder_fail(b, ST_ARG, "bits of a number: wanted at most 255, found %zu", n);
    use_num(b, v.slot);
    add_op(b, OP_WORD(OP_BITS_OF_NUM, n), (uint32_t)n, 1, &v.slot);
    for (size_t i = 0; i < n; i++)
        out[i] = new_bit(b);
}

bit bit_alloc_raw(struct builder *b, const struct lc *x, unsigned k)
{
    if (k > 254) builder_fail(b, ST_ARG, "bit of a number: wanted at most 254, found %u", k);
    uint32_t id = lc_record(b, x);
    add_op(b, OP_WORD(OP_BIT_RAW, k), 0, 1, &id);
    return new_bit(b);
}

void bits_alloc_sum(struct builder *b, bit *out, size_t n_out, const bit *words, size_t n_words,
                    uint64_t constant)
{
    if (n_out > 64) builder_fail(b, ST_ARG, "bits of a sum: wanted at most 64, found %zu", n_out);
    for (size_t i = 0; i < 32 * n_words; i++)
        use_bit(b, words[i].lit >> 1);
    uint32_t head[3] = {(uint32_t)n_words, (uint32_t)constant, (uint32_t)(constant >> 32)};
    add_op(b, OP_WORD(OP_SUM, n_out), (uint32_t)n_out, 3, head);
    for (size_t i = 0; i < 32 * n_words; i++)
        vec_push(b, &open_block(b)->ops, words[i].lit);
    for (size_t i = 0; i < n_out; i++)
        out[i] = new_bit(b);
}

/* Gadgets fold constants, signs and equal operands: here they would be a bug of the gadget. */
static bit two_variables(struct builder *b, enum opcode op, bit x, bit y)
{
    if (bit_is_constant(x) || bit_is_constant(y) || bit_is_negated(x) || bit_is_negated(y) ||
        x.lit == y.lit)
        builder_fail(b, ST_BUG, "block %s: operands of a two-bit operation", open_block(b)->name);
    use_bit(b, x.lit >> 1);
    use_bit(b, y.lit >> 1);
    uint32_t slots[2] = {x.lit >> 1, y.lit >> 1};
    add_op(b, OP_WORD(op, 0), 1, 2, slots);
    return new_bit(b);
}

bit bit_alloc_xor(struct builder *b, bit x, bit y)
{
    return two_variables(b, OP_XOR, x, y);
}

bit bit_alloc_and(struct builder *b, bit x, bit y)
{
    return two_variables(b, OP_AND, x, y);
}

bit bit_alloc_and_not(struct builder *b, bit x, bit y)
{
    return two_variables(b, OP_AND_NOT, x, y);
}

bit bit_alloc_nor(struct builder *b, bit x, bit y)
{
    return two_variables(b, OP_NOR, x, y);
}

static void three_literals(struct builder *b, enum opcode op, uint32_t n_rows, bit x, bit y, bit z)
{
    if (bit_is_constant(x) || bit_is_constant(y) || bit_is_constant(z) || y.lit >> 1 == z.lit >> 1)
        builder_fail(b, ST_BUG, "block %s: operands of a three-bit operation", open_block(b)->name);
    use_bit(b, x.lit >> 1);
    use_bit(b, y.lit >> 1);
    use_bit(b, z.lit >> 1);
    uint32_t lits[3] = {x.lit, y.lit, z.lit};
    add_op(b, OP_WORD(op, 0), n_rows, 3, lits);
}

bit bit_alloc_ch(struct builder *b, bit x, bit y, bit z)
{
    three_literals(b, OP_CH, 1, x, y, z);
    return new_bit(b);
}

bit bit_alloc_maj(struct builder *b, bit x, bit y, bit z)
{
    three_literals(b, OP_MAJ, 2, x, y, z);
    bit v = new_bit(b);
    (void)new_bit(b); /* y & z */
    return v;
}

num num_alloc_advice(struct builder *b)
{
    uint32_t index = open_block(b)->n_advice_nums++;
    add_op(b, OP_WORD(OP_NUM_ADVICE, 0), 0, 1, &index);
    return new_num(b);
}

num num_alloc_product(struct builder *b, const struct lc *A, const struct lc *B,
                      const struct lc *rest, bool negate)
{
    uint32_t abc[3];
    abc[0] = lc_record(b, A);
    abc[1] = B == A ? abc[0] : lc_record(b, B);
    abc[2] = lc_record(b, rest);
    add_op(b, OP_WORD(OP_PRODUCT, negate), 1, 3, abc);
    return new_num(b);
}

num num_alloc_lc(struct builder *b, const struct lc *x)
{
    uint32_t id = lc_record(b, x);
    add_op(b, OP_WORD(OP_NUM_LC, 0), 0, 1, &id);
    return new_num(b);
}

pub pub_alloc(struct builder *b, const struct lc *x)
{
    struct block *blk = open_block(b);
    uint32_t id = lc_record(b, x);
    add_op(b, OP_WORD(OP_PUB, 0), 0, 1, &id);
    vec_push(b, &blk->pub_pos, blk->n_pubs++);
    return (pub){blk->n_pub_slots++};
}
