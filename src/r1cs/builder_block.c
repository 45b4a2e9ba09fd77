/* Blocks: instances of what was recorded before, recording of what is new, and the finished
 * circuit.
 *
 * The key of a block is its name, its parameters and the form of its inputs: for each bit whether
 * it is constant, else which formal input it is and its sign. Two inputs that are the same variable
 * share one formal input, so that inside a block different slots are different variables and terms
 * merge exactly as they would without blocks. */
#include "r1cs/builder_impl.h"

#include <string.h>

/* The inputs of one call: their form (part of the key) and the distinct variables behind them. */
struct form {
    uint32_t *bit_sig;               /* per input: 0, 1 = constant; else 2 + 2 * formal + negated */
    uint32_t *num_sig;               /* per input: formal */
    uint32_t *bind_bits, *bind_nums; /* per formal: slot of the open block */
    uint32_t n_formal_bits, n_formal_nums;
};

/* Number of input `slot` among the call's distinct slots; new ones go to bind. */
static uint32_t formal_of(uint64_t *mark, uint64_t serial, uint32_t slot, uint32_t *bind,
                          uint32_t *n_formal)
{
    if (mark[slot] >> 32 != serial) {
        mark[slot] = serial << 32 | *n_formal;
        bind[(*n_formal)++] = slot;
    }
    return (uint32_t)mark[slot];
}

/* Room for a mark on every slot of the open block. */
static bool marks_reserve(struct builder *b)
{
    struct scope *s = b->open;
    size_t n = s->blk.n_bit_slots, cap = s->cap_bit_mark;
    uint64_t *p = builder_grown(b, s->bit_mark, &s->cap_bit_mark, cap, n, sizeof *p);
    if (p) s->bit_mark = p;
    n = s->blk.n_num_slots, cap = s->cap_num_mark;
    p = builder_grown(b, s->num_mark, &s->cap_num_mark, cap, n, sizeof *p);
    if (p) s->num_mark = p;
    s->n_calls_marked++; /* serials start at 1: new marks are 0 */
    return b->st == ST_OK;
}

static bool form_create(struct builder *b, struct form *f, const struct block_io *io)
{
    struct arena *a = &b->open->arena;
    f->bit_sig = arena_alloc(a, io->n_bits_in, sizeof *f->bit_sig);
    f->num_sig = arena_alloc(a, io->n_nums_in, sizeof *f->num_sig);
    f->bind_bits = arena_alloc(a, io->n_bits_in, sizeof *f->bind_bits);
    f->bind_nums = arena_alloc(a, io->n_nums_in, sizeof *f->bind_nums);
    if (!f->bit_sig || !f->num_sig || !f->bind_bits || !f->bind_nums) {
        builder_fail_nomem(b);
        return false;
    }
    if (!marks_reserve(b)) return false;
    struct scope *s = b->open;
    uint64_t serial = s->n_calls_marked;
    for (size_t i = 0; i < io->n_bits_in; i++) {
        bit x = io->bits_in[i];
        if (bit_is_constant(x))
            f->bit_sig[i] = x.lit;
        else
            f->bit_sig[i] =
                2 +
                2 * formal_of(s->bit_mark, serial, x.lit >> 1, f->bind_bits, &f->n_formal_bits) +
                bit_is_negated(x);
    }
    for (size_t i = 0; i < io->n_nums_in; i++)
        f->num_sig[i] =
            formal_of(s->num_mark, serial, io->nums_in[i].slot, f->bind_nums, &f->n_formal_nums);
    return true;
}

static uint8_t *append(uint8_t *p, const void *data, size_t n)
{
    if (n) memcpy(p, data, n);
    return p + n;
}

/* The key's bytes, in the open scope's arena. */
static uint8_t *key_create(struct builder *b, size_t *out_bytes, const char *name,
                           const void *params, size_t params_bytes, const struct block_io *io,
                           const struct form *f)
{
    size_t name_bytes = strlen(name) + 1;
    size_t sizes[5] = {params_bytes, io->n_bits_in, io->n_nums_in, io->n_bits_out, io->n_nums_out};
    size_t n = sizeof sizes + name_bytes + params_bytes + 4 * (io->n_bits_in + io->n_nums_in);
    uint8_t *key = arena_alloc(&b->open->arena, n, 1);
    if (!key) {
        builder_fail_nomem(b);
        return NULL;
    }
    uint8_t *p = append(key, sizes, sizeof sizes);
    p = append(p, name, name_bytes);
    p = append(p, params, params_bytes);
    p = append(p, f->bit_sig, 4 * io->n_bits_in);
    (void)append(p, f->num_sig, 4 * io->n_nums_in);
    *out_bytes = n;
    return key;
}

/* Runs the body in a scope of its own and stores the block; false after an error. */
static bool record_block(struct builder *b, const char *name, block_body body, const void *params,
                         const struct block_io *io, const struct form *f, struct cached *entry)
{
    scope_open(b, name, f->n_formal_bits, f->n_formal_nums);
    if (b->st != ST_OK) return false;
    bit *bits = arena_alloc(&b->open->arena, io->n_bits_in, sizeof *bits);
    num *nums = arena_alloc(&b->open->arena, io->n_nums_in, sizeof *nums);
    if (!bits || !nums) {
        builder_fail_nomem(b);
        scope_close(b, NULL);
        return false;
    }
    for (size_t i = 0; i < io->n_bits_in; i++) {
        uint32_t sig = f->bit_sig[i]; /* formal k has slot 1 + k, literal 2 + 2 k */
        bits[i] = (bit){sig};
    }
    for (size_t i = 0; i < io->n_nums_in; i++)
        nums[i] = (num){f->num_sig[i]};
    struct block_io inner = {.bits_in = bits,
                             .n_bits_in = io->n_bits_in,
                             .nums_in = nums,
                             .n_nums_in = io->n_nums_in,
                             .bits_out = entry->bits_out,
                             .n_bits_out = io->n_bits_out,
                             .nums_out = entry->nums_out,
                             .n_nums_out = io->n_nums_out};
    body(b, params, &inner);
    struct block blk = {0};
    scope_close(b, &blk);
    struct block *p =
        builder_grown(b, b->blocks, &b->cap_blocks, b->n_blocks, b->n_blocks + 1, sizeof *p);
    if (p) b->blocks = p;
    if (b->st != ST_OK) {
        block_fini(&blk);
        return false;
    }
    b->blocks[b->n_blocks] = blk;
    return true;
}

/* Finds or records the block; its number, or SIZE_MAX after an error. */
static size_t block_number(struct builder *b, const char *name, block_body body, const void *params,
                           size_t params_bytes, const struct block_io *io, const struct form *f)
{
    size_t key_bytes;
    uint8_t *key = key_create(b, &key_bytes, name, params, params_bytes, io, f);
    if (!key) return SIZE_MAX;
    uint64_t hash = hash_bytes(key, key_bytes);
    for (size_t i = 0; i < b->n_blocks; i++)
        if (b->cache[i].hash == hash && b->cache[i].key_bytes == key_bytes &&
            memcmp(b->cache[i].key, key, key_bytes) == 0)
            return i;
    struct cached entry = {.key_bytes = key_bytes, .hash = hash};
    entry.key = mem_alloc(key_bytes, 1);
    entry.bits_out = mem_alloc(io->n_bits_out, sizeof *entry.bits_out);
    entry.nums_out = mem_alloc(io->n_nums_out, sizeof *entry.nums_out);
    bool ok = entry.key && entry.bits_out && entry.nums_out;
    if (!ok) builder_fail_nomem(b);
    ok = ok && record_block(b, name, body, params, io, f, &entry);
    struct cached *p = NULL;
    if (ok) /* inner blocks may have been added by the body: only now is the number known */
        p = builder_grown(b, b->cache, &b->cap_cache, b->n_blocks, b->n_blocks + 1, sizeof *p);
    if (!p) {
        if (ok) block_fini(&b->blocks[b->n_blocks]);
        mem_free(entry.key);
        mem_free(entry.bits_out);
        mem_free(entry.nums_out);
        return SIZE_MAX;
    }
    b->cache = p;
    memcpy(entry.key, key, key_bytes);
    b->cache[b->n_blocks] = entry;
    return b->n_blocks++;
}

/* Outputs in the open block's terms: constants and inputs pass through, the rest become imports. */
static void import_outputs(struct builder *b, const struct block *inner, const struct cached *entry,
                           struct call *call, const struct form *f, const struct block_io *io)
{
    struct block *blk = open_block(b);
    call->import_bits_slot = blk->n_bit_slots;
    call->import_nums_slot = blk->n_num_slots;
    for (size_t i = 0; i < io->n_bits_out; i++) {
        uint32_t lit = entry->bits_out[i].lit, slot = lit >> 1;
        if (slot == 0) {
            io->bits_out[i].lit = lit;
        } else if (slot <= inner->n_bits_in) {
            io->bits_out[i].lit = f->bind_bits[slot - 1] << 1 | (lit & 1);
        } else {
            vec_push(b, &blk->bit_aux, call->aux0 + block_bit_aux(inner, slot));
            vec_push(b, &blk->bit_pos, call->bit0 + block_bit_pos(inner, slot));
            io->bits_out[i].lit = blk->n_bit_slots++ << 1 | (lit & 1);
        }
    }
    for (size_t i = 0; i < io->n_nums_out; i++) {
        uint32_t slot = entry->nums_out[i].slot;
        if (slot < inner->n_nums_in) {
            io->nums_out[i].slot = f->bind_nums[slot];
        } else {
            vec_push(b, &blk->num_aux, call->aux0 + block_num_aux(inner, slot));
            vec_push(b, &blk->num_pos, call->num0 + block_num_pos(inner, slot));
            io->nums_out[i].slot = blk->n_num_slots++;
        }
    }
    call->n_import_bits = blk->n_bit_slots - call->import_bits_slot;
    call->n_import_nums = blk->n_num_slots - call->import_nums_slot;
}

static void add_instance(struct builder *b, size_t number, const struct form *f,
                         const struct block_io *io)
{
    const struct block *inner = &b->blocks[number];
    for (uint32_t k = 0; k < f->n_formal_bits; k++)
        use_bit(b, f->bind_bits[k]);
    for (uint32_t k = 0; k < f->n_formal_nums; k++)
        use_num(b, f->bind_nums[k]);
    struct block *blk = open_block(b);
    if (b->st == ST_OK && ((uint64_t)blk->n_aux + inner->n_aux > MAX_SLOTS ||
                           (uint64_t)blk->n_rows + inner->n_rows > MAX_SLOTS))
        builder_fail(b, ST_UNSUPPORTED, "block %s: more than %u variables or constraints",
                     blk->name, MAX_SLOTS);
    struct call *calls = builder_grown(b, blk->calls, &blk->cap_calls, blk->n_calls,
                                       blk->n_calls + 1, sizeof *calls);
    if (!calls || b->st != ST_OK) return;
    blk->calls = calls;
    struct call call = {.block = (uint32_t)number,
                        .row0 = blk->n_rows,
                        .aux0 = blk->n_aux,
                        .bit0 = blk->n_bits,
                        .num0 = blk->n_nums,
                        .pub0 = blk->n_pubs,
                        .advice_bit0 = blk->n_advice_bits,
                        .advice_num0 = blk->n_advice_nums,
                        .bind_bits0 = (uint32_t)blk->bind_bits.n,
                        .bind_nums0 = (uint32_t)blk->bind_nums.n};
    for (uint32_t k = 0; k < f->n_formal_bits; k++)
        vec_push(b, &blk->bind_bits, f->bind_bits[k]);
    for (uint32_t k = 0; k < f->n_formal_nums; k++)
        vec_push(b, &blk->bind_nums, f->bind_nums[k]);
    vec_push(b, &blk->runs, RUN_CALL);
    vec_push(b, &blk->runs, (uint32_t)blk->n_calls);
    vec_push(b, &blk->ops, OP_WORD(OP_CALL, 0));
    vec_push(b, &blk->ops, (uint32_t)blk->n_calls);
    import_outputs(b, inner, &b->cache[number], &call, f, io);
    blk->n_rows += inner->n_rows;
    blk->n_aux += inner->n_aux;
    blk->n_bits += inner->n_bits;
    blk->n_nums += inner->n_nums;
    blk->n_pubs += inner->n_pubs;
    blk->n_advice_bits += inner->n_advice_bits;
    blk->n_advice_nums += inner->n_advice_nums;
    blk->calls[blk->n_calls++] = call;
}

void builder_call(struct builder *b, const char *name, block_body body, const void *params,
                  size_t params_bytes, const struct block_io *io)
{
    for (size_t i = 0; i < io->n_bits_out; i++)
        io->bits_out[i] = BIT_FALSE;
    for (size_t i = 0; i < io->n_nums_out; i++)
        io->nums_out[i] = (num){0};
    if (b->st != ST_OK) return;
    if (b->depth >= MAX_DEPTH) {
        builder_fail(b, ST_BUG, "block %s: nested deeper than %d", name, MAX_DEPTH);
        return;
    }
    struct form f = {0};
    struct scope *outer = b->open;
    struct arena mark = arena_mark(&outer->arena);
    if (form_create(b, &f, io)) {
        size_t number = block_number(b, name, body, params, params_bytes, io, &f);
        if (number != SIZE_MAX) add_instance(b, number, &f, io);
    }
    arena_release(&outer->arena, mark);
}

/* ---- the finished circuit ---- */

/* Gives back what doubling left over. */
static void vec_trim(struct vec_u32 *x)
{
    if (x->n == x->cap) return;
    uint32_t *p = mem_grow(x->v, x->n, x->n, sizeof *x->v);
    if (p) {
        x->v = p;
        x->cap = x->n;
    }
}

static bool is_identity(const struct vec_u32 *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->v[i] != i) return false;
    return true;
}

static void drop_identity(struct vec_u32 *x)
{
    if (!is_identity(x)) return;
    mem_free(x->v);
    *x = (struct vec_u32){0};
}

/* Trims the arrays, drops tables that say nothing, adds up memory and scratch needs. */
static size_t block_finish(struct block *blk, const struct block *all)
{
    drop_identity(&blk->bit_aux);
    drop_identity(&blk->bit_pos);
    drop_identity(&blk->num_aux);
    drop_identity(&blk->num_pos);
    drop_identity(&blk->pub_pos);
    struct vec_u32 *vecs[] = {&blk->ops,     &blk->lc_at,     &blk->lc_terms, &blk->bit_aux,
                              &blk->bit_pos, &blk->num_aux,   &blk->num_pos,  &blk->pub_pos,
                              &blk->runs,    &blk->bind_bits, &blk->bind_nums};
    size_t bytes = sizeof *blk;
    for (size_t i = 0; i < sizeof vecs / sizeof *vecs; i++) {
        vec_trim(vecs[i]);
        bytes += vecs[i]->cap * sizeof(uint32_t);
    }
    bytes += blk->cap_calls * sizeof *blk->calls;
    size_t bits = 0, nums = 0;
    for (size_t i = 0; i < blk->n_calls; i++) {
        const struct block *inner = &all[blk->calls[i].block];
        if (inner->scratch_bit_slots > bits) bits = inner->scratch_bit_slots;
        if (inner->scratch_num_slots > nums) nums = inner->scratch_num_slots;
    }
    blk->scratch_bit_slots = bits + blk->n_bit_slots;
    blk->scratch_num_slots = nums + blk->n_num_slots;
    return bytes;
}

status builder_finish(struct builder *b, struct circuit **out)
{
    status st = ST_OK;
    struct circuit *c = NULL;
    if (b->st == ST_OK) {
        MUST(b->open && !b->open->outer);
        void *p = builder_grown(b, b->blocks, &b->cap_blocks, b->n_blocks, b->n_blocks + 1,
                                sizeof *b->blocks);
        if (p) b->blocks = p;
    }
    if (b->st != ST_OK) FAIL_OUT(b->st, "%s", b->detail);
    TRY_OUT(MEM_NEW(c, 1));
    c->n_blocks = b->n_blocks + 1;
    c->blocks = b->blocks;
    scope_close(b, &c->blocks[b->n_blocks]);
    c->coefs = b->coefs;
    c->n_coefs = b->n_coefs;
    c->max_lc_terms = b->max_lc_terms;
    c->description_bytes = c->n_coefs * sizeof *c->coefs;
    for (size_t i = 0; i < c->n_blocks; i++)
        c->description_bytes += block_finish(&c->blocks[i], c->blocks);
    for (size_t i = 0; i < b->n_blocks; i++) {
        mem_free(b->cache[i].key);
        mem_free(b->cache[i].bits_out);
        mem_free(b->cache[i].nums_out);
    }
    b->n_blocks = 0; /* now the circuit's */
    b->blocks = NULL;
    b->coefs = NULL;
    *out = c;
out:
    builder_destroy(b);
    return st;
}

void circuit_destroy(struct circuit *c)
{
    if (!c) return;
    for (size_t i = 0; i < c->n_blocks; i++)
        block_fini(&c->blocks[i]);
    mem_free(c->blocks);
    mem_free(c->coefs);
    mem_free(c);
}
