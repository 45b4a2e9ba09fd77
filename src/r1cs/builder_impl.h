/* What the files of the builder share. Private to r1cs/. */
#ifndef CUZK_R1CS_BUILDER_IMPL_H
#define CUZK_R1CS_BUILDER_IMPL_H

#include "r1cs/block.h"
#include "r1cs/builder.h"
#include "base/mem.h"

#define MAX_DEPTH 16

struct lc_term {
    uint32_t ref;
    fr coef;
};

struct scope {
    struct scope *outer;
    struct block blk;
    struct arena arena; /* linear combinations being put together */
    /* For finding equal inputs of a call: call serial << 32 | formal, of each slot. */
    uint64_t *bit_mark, *num_mark;
    size_t cap_bit_mark, cap_num_mark;
    uint64_t n_calls_marked;
    size_t barrier_call; /* results of calls from this one on are not yet ready for reading */
};

/* A finished block with its key and outputs (literals and slots of its own spaces). */
struct cached {
    uint8_t *key;
    size_t key_bytes;
    uint64_t hash;
    bit *bits_out;
    num *nums_out;
};

struct builder {
    status st;
    char detail[STATUS_DETAIL_MAX];
    struct scope *open;
    unsigned depth;
    struct block *blocks;
    struct cached *cache;
    size_t n_blocks, cap_blocks, cap_cache;
    fr *coefs;
    size_t n_coefs, cap_coefs;
    uint32_t *coef_index; /* open addressing: coefficient number + 1, 0 = free */
    size_t coef_index_size;
    size_t max_lc_terms;
    fr pow2[256];
};

/* Room for `need` elements in array of *cap; NULL (and a sticky error) without memory. */
void *builder_grown(struct builder *b, void *array, size_t *cap, size_t n, size_t need,
                    size_t size);
void builder_fail_nomem(struct builder *b);
void vec_push_slow(struct builder *b, struct vec_u32 *x, uint32_t value);
static inline void vec_push(struct builder *b, struct vec_u32 *x, uint32_t value)
{
    if (x->n < x->cap && b->st == ST_OK)
        x->v[x->n++] = value;
    else
        vec_push_slow(b, x, value);
}
void block_fini(struct block *blk);
uint64_t hash_bytes(const void *data, size_t n);
/* Number of a coefficient in the circuit's table; added if new. */
uint32_t coef_number(struct builder *b, const fr *coef);

void scope_open(struct builder *b, const char *name, size_t n_bits_in, size_t n_nums_in);
/* Closes the open scope; its block moves to *out (or is dropped when out is NULL). */
void scope_close(struct builder *b, struct block *out);
static inline struct block *open_block(struct builder *b)
{
    return &b->open->blk;
}
/* Says that a slot is about to be read: adds a barrier if it may be the result of a call that is
 * not yet known to be finished. */
void use_bit(struct builder *b, uint32_t slot);
void use_num(struct builder *b, uint32_t slot);
/* Stores x in the open block: merged, sorted, zeros dropped. Returns its number. x may be NULL. */
uint32_t lc_record(struct builder *b, const struct lc *x);

#endif
