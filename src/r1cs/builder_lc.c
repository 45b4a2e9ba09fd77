/* Linear combinations while recording: put together term by term, then merged and stored. */
#include "r1cs/builder_impl.h"

#include <string.h>

struct lc lc_init(struct builder *b)
{
    return (struct lc){.b = b};
}

static void lc_push(struct lc *x, uint32_t ref, const fr *coef)
{
    struct builder *b = x->b;
    if (b->st != ST_OK) return;
    if (x->n == x->cap) {
        size_t cap = x->cap ? 2 * x->cap : 4;
        struct lc_term *p = arena_alloc(&b->open->arena, cap, sizeof *p);
        if (!p) {
            builder_fail_nomem(b);
            return;
        }
        if (x->n) memcpy(p, x->terms, x->n * sizeof *p);
        x->terms = p;
        x->cap = cap;
    }
    x->terms[x->n++] = (struct lc_term){.ref = ref, .coef = *coef};
}

struct lc lc_copy(const struct lc *x)
{
    struct lc y = lc_init(x->b);
    for (size_t i = 0; i < x->n; i++)
        lc_push(&y, x->terms[i].ref, &x->terms[i].coef);
    return y;
}

void lc_add_one(struct lc *x, const fr *coef)
{
    lc_push(x, REF(REF_ONE, 0), coef);
}

void lc_add_bit(struct lc *x, const fr *coef, bit v)
{
    if (v.lit == BIT_FALSE.lit) return;
    if (v.lit == BIT_TRUE.lit) {
        lc_add_one(x, coef);
    } else if (bit_is_negated(v)) {
        fr minus;
        fr_neg(&minus, coef);
        lc_add_one(x, coef);
        lc_push(x, REF(REF_BIT, v.lit >> 1), &minus);
    } else {
        lc_push(x, REF(REF_BIT, v.lit >> 1), coef);
    }
}

void lc_add_num(struct lc *x, const fr *coef, num v)
{
    lc_push(x, REF(REF_NUM, v.slot), coef);
}

void lc_add_pub(struct lc *x, const fr *coef, pub v)
{
    lc_push(x, REF(REF_PUB, v.slot), coef);
}

void lc_add_lc(struct lc *x, const fr *coef, const struct lc *y)
{
    size_t n = y->n; /* y may be x */
    for (size_t i = 0; i < n; i++) {
        fr c;
        fr_mul(&c, coef, &y->terms[i].coef);
        lc_push(x, y->terms[i].ref, &c);
    }
}

void lc_add_bits(struct lc *x, const bit *bits, size_t n, unsigned shift)
{
    if (n > 256 || shift > 256 - n) {
        builder_fail(x->b, ST_BUG, "sum of bits: weights 2^%u to 2^%zu", shift, shift + n - 1);
        return;
    }
    for (size_t i = 0; i < n; i++)
        lc_add_bit(x, &x->b->pow2[shift + i], bits[i]);
}

void lc_scale(struct lc *x, const fr *coef)
{
    for (size_t i = 0; i < x->n; i++)
        fr_mul(&x->terms[i].coef, coef, &x->terms[i].coef);
}

struct lc lc_of_one(struct builder *b)
{
    struct lc x = lc_init(b);
    lc_push(&x, REF(REF_ONE, 0), &b->coefs[COEF_ONE]);
    return x;
}

struct lc lc_of_bit(struct builder *b, bit v)
{
    struct lc x = lc_init(b);
    lc_add_bit(&x, &b->coefs[COEF_ONE], v);
    return x;
}

struct lc lc_of_num(struct builder *b, num v)
{
    struct lc x = lc_init(b);
    lc_add_num(&x, &b->coefs[COEF_ONE], v);
    return x;
}

struct lc lc_of_pub(struct builder *b, pub v)
{
    struct lc x = lc_init(b);
    lc_add_pub(&x, &b->coefs[COEF_ONE], v);
    return x;
}

static bool ready_bit(const struct scope *s, uint32_t slot)
{
    if (s->barrier_call >= s->blk.n_calls) return true;
    return slot < s->blk.calls[s->barrier_call].import_bits_slot;
}

static bool ready_num(const struct scope *s, uint32_t slot)
{
    if (s->barrier_call >= s->blk.n_calls) return true;
    return slot < s->blk.calls[s->barrier_call].import_nums_slot;
}

static void add_barrier(struct builder *b)
{
    b->open->barrier_call = b->open->blk.n_calls;
    vec_push(b, &b->open->blk.ops, OP_WORD(OP_BARRIER, 0));
}

/* A slot that an operation is about to read. Slots made after an unfinished call may be its results
 * (imports) or own variables; the first costs a barrier, the second at most a useless one. */
void use_bit(struct builder *b, uint32_t slot)
{
    if (!ready_bit(b->open, slot)) add_barrier(b);
}

void use_num(struct builder *b, uint32_t slot)
{
    if (!ready_num(b->open, slot)) add_barrier(b);
}

/* Order of terms in a recorded combination: that of the expanded one as far as the block can know
 * it (ONE, public inputs, inputs of the block, own variables), so that expansion rarely has to
 * sort. */
static uint64_t term_order(const struct block *blk, uint32_t ref)
{
    uint64_t slot = REF_SLOT(ref);
    switch (REF_TAG(ref)) {
    case REF_ONE:
        return 0;
    case REF_PUB:
        return (uint64_t)1 << 32 | slot;
    case REF_BIT:
        if (slot <= blk->n_bits_in) return (uint64_t)2 << 32 | slot;
        return (uint64_t)4 << 32 | block_bit_aux(blk, (uint32_t)slot);
    default:
        if (slot < blk->n_nums_in) return (uint64_t)3 << 32 | slot;
        return (uint64_t)4 << 32 | block_num_aux(blk, (uint32_t)slot);
    }
}

/* A term's place in the order and its number in the combination, in one word: terms are sorted by
 * moving words. */
#define KEY_INDEX_BITS    24
#define KEY(order, index) ((order) << KEY_INDEX_BITS | (index))

/* Bottom-up merge sort; combinations are a few ascending runs, which merging likes. Returns the
 * sorted array: keys or spare. */
static uint64_t *sort_keys(uint64_t *keys, uint64_t *spare, size_t n)
{
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t at = 0; at < n; at += 2 * width) {
            size_t mid = n - at < width ? n : at + width;
            size_t end = n - at < 2 * width ? n : at + 2 * width, i = at, k = mid;
            for (size_t out = at; out < end; out++)
                spare[out] = k == end || (i < mid && keys[i] <= keys[k]) ? keys[i++] : keys[k++];
        }
        uint64_t *t = keys;
        keys = spare;
        spare = t;
    }
    return keys;
}

static bool is_lc_one(const struct builder *b, const struct lc *x)
{
    return x->n == 1 && x->terms[0].ref == REF(REF_ONE, 0) &&
           fr_eq(&x->terms[0].coef, &b->coefs[COEF_ONE]);
}

uint32_t lc_record(struct builder *b, const struct lc *x)
{
    if (b->st != ST_OK || !x || x->n == 0) return LC_EMPTY;
    if (is_lc_one(b, x)) return LC_ONE;
    struct block *blk = open_block(b);
    if (x->n >> KEY_INDEX_BITS) {
        builder_fail(b, ST_UNSUPPORTED, "block %s: a combination of %zu terms", blk->name, x->n);
        return LC_EMPTY;
    }
    struct arena mark = arena_mark(&b->open->arena);
    uint64_t *keys = arena_alloc(&b->open->arena, 2 * x->n, sizeof *keys);
    if (!keys) {
        builder_fail_nomem(b);
        return LC_EMPTY;
    }
    bool sorted = true;
    for (size_t i = 0; i < x->n; i++) {
        uint32_t ref = x->terms[i].ref;
        if (REF_TAG(ref) == REF_BIT) use_bit(b, REF_SLOT(ref));
        if (REF_TAG(ref) == REF_NUM) use_num(b, REF_SLOT(ref));
        keys[i] = KEY(term_order(blk, ref), i);
        sorted &= i == 0 || keys[i - 1] < keys[i];
    }
    if (!sorted) keys = sort_keys(keys, keys + x->n, x->n);
    size_t kept = 0;
    for (size_t i = 0; i < x->n;) {
        const struct lc_term *t = &x->terms[keys[i] & (KEY(1u, 0u) - 1)];
        fr sum = t->coef;
        uint64_t order = keys[i] >> KEY_INDEX_BITS;
        for (i++; i < x->n && keys[i] >> KEY_INDEX_BITS == order; i++)
            fr_add(&sum, &sum, &x->terms[keys[i] & (KEY(1u, 0u) - 1)].coef);
        if (fr_is_zero(&sum)) continue;
        vec_push(b, &blk->lc_terms, t->ref);
        vec_push(b, &blk->lc_terms, coef_number(b, &sum));
        kept++;
    }
    arena_release(&b->open->arena, mark);
    if (kept == 0) return LC_EMPTY;
    if (kept > b->max_lc_terms) b->max_lc_terms = kept;
    vec_push(b, &blk->lc_at, (uint32_t)(blk->lc_terms.n / 2));
    return (uint32_t)blk->lc_at.n - 2;
}
