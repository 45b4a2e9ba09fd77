/* Running a circuit: the witness from the advice, and A*z, B*z from the witness.
 *
 * An instance runs in a frame: one byte a bit slot, one fr a num slot. Filling executes the block's
 * operations in order and then packs the block's own variables into the witness; evaluating loads
 * them back and writes one row of a and b a constraint. Outputs of inner instances are read from
 * the witness where the block names them (imports), so frames stay small whatever the circuit's
 * size.
 *
 * The instances of the root run in parallel: filling collects them until a barrier says that their
 * results are read; evaluating needs no order at all. */
#include "r1cs/run_impl.h"

#include "base/mem.h"
#include <string.h>

/* ---- packed bits ---- */

/* Neighbouring instances share words, hence the atomics. */
static void put_word(uint64_t *word, uint64_t mask, uint64_t value)
{
    if (mask == UINT64_MAX) {
        __atomic_store_n(word, value, __ATOMIC_RELAXED);
        return;
    }
    __atomic_fetch_and(word, ~mask | value, __ATOMIC_RELAXED);
    __atomic_fetch_or(word, value, __ATOMIC_RELAXED);
}

static uint64_t word_load(const uint64_t *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static void pack_bits(uint64_t *bits, size_t first, const uint8_t *v, size_t n)
{
    size_t i = 0;
    while (i < n) {
        size_t at = first + i, shift = at & 63, take = 64 - shift;
        if (take > n - i) take = n - i;
        uint64_t value = 0;
        for (size_t k = 0; k < take; k++)
            value |= (uint64_t)v[i + k] << k;
        uint64_t mask = take == 64 ? UINT64_MAX : ((uint64_t)1 << take) - 1;
        put_word(&bits[at >> 6], mask << shift, value << shift);
        i += take;
    }
}

static void unpack_bits(uint8_t *v, const uint64_t *bits, size_t first, size_t n)
{
    size_t i = 0;
    while (i < n) {
        size_t at = first + i, shift = at & 63, take = 64 - shift;
        if (take > n - i) take = n - i;
        uint64_t value = word_load(&bits[at >> 6]) >> shift;
        for (size_t k = 0; k < take; k++)
            v[i + k] = (uint8_t)(value >> k & 1);
        i += take;
    }
}

/* ---- frames ---- */

static void frame_store_own(const struct frame *f, struct run *r)
{
    const struct block *blk = f->blk;
    uint32_t first = 1 + blk->n_bits_in, n = blk->n_bit_slots - first;
    if (blk->n_calls == 0) {
        pack_bits(r->w->bits, f->at.bit0, f->v + first, n);
        n = blk->n_num_slots - blk->n_nums_in;
        if (n) memcpy(&r->w->fields[f->at.num0], f->f + blk->n_nums_in, n * sizeof *f->f);
        return;
    }
    /* Own slots are those that no call imported. */
    size_t call = 0;
    for (uint32_t s = first; s < blk->n_bit_slots; s++) {
        while (call < blk->n_calls &&
               s >= blk->calls[call].import_bits_slot + blk->calls[call].n_import_bits)
            call++;
        if (call < blk->n_calls && s >= blk->calls[call].import_bits_slot) continue;
        size_t at = f->at.bit0 + block_bit_pos(blk, s);
        uint64_t mask = (uint64_t)1 << (at & 63);
        put_word(&r->w->bits[at >> 6], mask, f->v[s] ? mask : 0);
    }
    call = 0;
    for (uint32_t s = blk->n_nums_in; s < blk->n_num_slots; s++) {
        while (call < blk->n_calls &&
               s >= blk->calls[call].import_nums_slot + blk->calls[call].n_import_nums)
            call++;
        if (call < blk->n_calls && s >= blk->calls[call].import_nums_slot) continue;
        r->w->fields[f->at.num0 + block_num_pos(blk, s)] = f->f[s];
    }
}

static void load_bits(const struct frame *f, const struct run *r, uint32_t slot, uint32_t n)
{
    for (uint32_t s = slot; s < slot + n; s++) {
        size_t at = f->at.bit0 + block_bit_pos(f->blk, s);
        f->v[s] = (uint8_t)(word_load(&r->w->bits[at >> 6]) >> (at & 63) & 1);
    }
}

static void load_nums(const struct frame *f, const struct run *r, uint32_t slot, uint32_t n)
{
    for (uint32_t s = slot; s < slot + n; s++)
        f->f[s] = r->w->fields[f->at.num0 + block_num_pos(f->blk, s)];
}

static void frame_load_imports(const struct frame *f, const struct run *r, const struct call *call)
{
    load_bits(f, r, call->import_bits_slot, call->n_import_bits);
    load_nums(f, r, call->import_nums_slot, call->n_import_nums);
}

/* Own variables and imports, from a filled witness. */
static void frame_load_all(const struct frame *f, const struct run *r)
{
    const struct block *blk = f->blk;
    uint32_t first = 1 + blk->n_bits_in, n = blk->n_bit_slots - first;
    if (blk->n_calls == 0)
        unpack_bits(f->v + first, r->w->bits, f->at.bit0, n);
    else
        load_bits(f, r, first, n);
    load_nums(f, r, blk->n_nums_in, blk->n_num_slots - blk->n_nums_in);
}

/* The frame of an instance in the scratch memory behind `outer`'s, inputs taken from outer. */
static struct frame frame_enter(const struct circuit *c, const struct frame *outer,
                                const struct call *call, uint8_t *v, fr *nums)
{
    const struct block *blk = &c->blocks[call->block];
    struct frame f = {.blk = blk, .v = v, .f = nums, .at = outer->at};
    f.at.row0 += call->row0;
    f.at.bit0 += call->bit0;
    f.at.num0 += call->num0;
    f.at.pub0 += call->pub0;
    f.at.advice_bit0 += call->advice_bit0;
    f.at.advice_num0 += call->advice_num0;
    v[0] = 0;
    const uint32_t *bind = outer->blk->bind_bits.v + call->bind_bits0;
    for (uint32_t i = 0; i < blk->n_bits_in; i++)
        v[1 + i] = outer->v[bind[i]];
    bind = outer->blk->bind_nums.v + call->bind_nums0;
    for (uint32_t i = 0; i < blk->n_nums_in; i++)
        nums[i] = outer->f[bind[i]];
    return f;
}

/* ---- filling ---- */

static status fill_frame(struct run *r, const struct frame *f);

static status fill_call(struct run *r, const struct frame *outer, const struct call *call)
{
    struct frame f = frame_enter(r->c, outer, call, outer->v + outer->blk->n_bit_slots,
                                 outer->f + outer->blk->n_num_slots);
    return fill_frame(r, &f);
}

struct root_calls {
    struct run *r;
    const struct frame *root;
    const struct call *calls;
    struct scratch *scratch; /* one a worker */
};

static status root_call_task(void *ctx, size_t task, unsigned worker)
{
    const struct root_calls *g = ctx;
    const struct call *call = &g->calls[task];
    struct frame f =
        frame_enter(g->r->c, g->root, call, g->scratch[worker].v, g->scratch[worker].f);
    return g->r->a ? eval_frame(g->r, &f) : fill_frame(g->r, &f);
}

/* Runs calls [begin, end) of the root on all threads. */
static status run_root_calls(struct run *r, const struct frame *root, size_t begin, size_t end)
{
    struct root_calls g = {
        .r = r, .root = root, .calls = root->blk->calls + begin, .scratch = r->scratch};
    return pool_run(r->pool, end - begin, root_call_task, &g, r->cancel);
}

static status fill_root_flush(struct run *r, const struct frame *f, size_t *done, size_t upto)
{
    TRY(run_root_calls(r, f, *done, upto));
    for (size_t i = *done; i < upto; i++)
        frame_load_imports(f, r, &f->blk->calls[i]);
    *done = upto;
    return ST_OK;
}

static status fill_frame(struct run *r, const struct frame *f)
{
    const struct block *blk = f->blk;
    bool is_root = blk == circuit_root(r->c);
    struct fill_cursor k = {.bit_slot = 1 + blk->n_bits_in, .num_slot = blk->n_nums_in};
    size_t calls_done = 0, calls_seen = 0;
    const uint32_t *op = blk->ops.v, *end = op + blk->ops.n;
    while (op < end) {
        switch (OP_CODE(*op)) {
        case OP_CALL: {
            const struct call *call = &blk->calls[op[1]];
            k.bit_slot += call->n_import_bits;
            k.num_slot += call->n_import_nums;
            calls_seen = op[1] + 1;
            op += 2;
            if (is_root) break;
            TRY(cancel_check(r->cancel));
            TRY(fill_call(r, f, call));
            frame_load_imports(f, r, call);
            break;
        }
        case OP_BARRIER:
            op++;
            if (is_root) TRY(fill_root_flush(r, f, &calls_done, calls_seen));
            break;
        default:
            op = fill_op(r, f, &k, op);
        }
    }
    if (is_root) TRY(fill_root_flush(r, f, &calls_done, calls_seen));
    frame_store_own(f, r);
    return ST_OK;
}

/* ---- evaluating ---- */

status eval_frame(struct run *r, const struct frame *f)
{
    const struct block *blk = f->blk;
    bool is_root = blk == circuit_root(r->c);
    frame_load_all(f, r);
    struct eval_cursor k = {
        .row = f->at.row0, .bit_slot = 1 + blk->n_bits_in, .num_slot = blk->n_nums_in};
    const uint32_t *op = blk->ops.v, *end = op + blk->ops.n;
    while (op < end) {
        if (OP_CODE(*op) == OP_BARRIER) {
            op++;
            continue;
        }
        if (OP_CODE(*op) != OP_CALL) {
            op = eval_op(r, f, &k, op);
            continue;
        }
        const struct call *call = &blk->calls[op[1]];
        op += 2;
        k.bit_slot += call->n_import_bits;
        k.num_slot += call->n_import_nums;
        k.row += r->c->blocks[call->block].n_rows;
        if (is_root) continue;
        TRY(cancel_check(r->cancel));
        struct frame inner =
            frame_enter(r->c, f, call, f->v + blk->n_bit_slots, f->f + blk->n_num_slots);
        TRY(eval_frame(r, &inner));
    }
    if (is_root) TRY(run_root_calls(r, f, 0, blk->n_calls));
    return ST_OK;
}

/* ---- the two entries ---- */

static void run_fini(struct run *r, unsigned n_scratch)
{
    for (unsigned i = 0; r->scratch && i < n_scratch; i++) {
        mem_free(r->scratch[i].v);
        mem_free(r->scratch[i].f);
    }
    mem_free(r->scratch);
}

/* Scratch: one for the root's own frame, one a worker for everything below. */
static status run_root(struct run *r)
{
    unsigned n = pool_threads(r->pool);
    const struct block *root = circuit_root(r->c);
    status st = ST_OK;
    struct scratch top = {0};
    TRY_OUT(MEM_NEW(top.v, root->n_bit_slots));
    TRY_OUT(MEM_NEW(top.f, root->n_num_slots));
    TRY_OUT(MEM_NEW(r->scratch, n));
    for (unsigned i = 0; i < n; i++) {
        TRY_OUT(MEM_NEW(r->scratch[i].v, root->scratch_bit_slots));
        TRY_OUT(MEM_NEW(r->scratch[i].f, root->scratch_num_slots));
    }
    struct frame f = {.blk = root, .v = top.v, .f = top.f};
    f.at.pub0 = 1; /* ONE is input 0 */
    st = r->a ? eval_frame(r, &f) : fill_frame(r, &f);
out:
    run_fini(r, n);
    mem_free(top.v);
    mem_free(top.f);
    return st;
}

status circuit_fill(const struct circuit *c, const struct advice *advice, struct witness *w,
                    struct pool *pool, const struct cancel *cancel)
{
    struct run r = {.c = c, .advice = *advice, .w = w, .pool = pool, .cancel = cancel};
    fr_one(&w->inputs[0]);
    return run_root(&r);
}

status circuit_eval_ab(const struct circuit *c, const struct witness *w, fr *a, fr *b,
                       struct pool *pool, const struct cancel *cancel)
{
    struct witness view = *w; /* only read */
    struct run r = {.c = c, .w = &view, .pool = pool, .cancel = cancel, .a = a, .b = b};
    for (uint64_t i = 0; i <= SMALL_MAX; i++) {
        fr_from_u64(&r.small[SMALL_MAX + i], i);
        fr_neg(&r.small[SMALL_MAX - i], &r.small[SMALL_MAX + i]);
    }
    MUST(a && b);
    return run_root(&r);
}

status witness_create(struct witness *w, const struct circuit *c)
{
    struct circuit_size n = circuit_size(c);
    status st = ST_OK;
    *w = (struct witness){0};
    TRY_OUT(MEM_NEW(w->inputs, n.n_inputs));
    TRY_OUT(MEM_NEW(w->bits, n.n_bits / 64 + 1));
    TRY_OUT(MEM_NEW(w->fields, n.n_fields));
    fr_one(&w->inputs[0]);
out:
    if (st != ST_OK) witness_fini(w);
    return st;
}

void witness_fini(struct witness *w)
{
    mem_free(w->inputs);
    mem_free(w->bits);
    mem_free(w->fields);
    *w = (struct witness){0};
}
