/* Frames and the execution of single operations. Private to r1cs/. */
#ifndef CUZK_R1CS_RUN_IMPL_H
#define CUZK_R1CS_RUN_IMPL_H

#include "r1cs/block.h"

/* Where an instance lies: first row, packed bit, field, public input and advice values. */
struct place {
    size_t row0, bit0, num0, pub0, advice_bit0, advice_num0;
};

struct frame {
    const struct block *blk;
    uint8_t *v; /* bit slots, one byte each; scratch for inner frames follows */
    fr *f;      /* num slots; likewise */
    struct place at;
};

struct scratch {
    uint8_t *v;
    fr *f;
};

#define SMALL_MAX 2

struct run {
    const struct circuit *c;
    struct advice advice;
    struct witness *w;
    struct pool *pool;
    const struct cancel *cancel;
    struct scratch *scratch;     /* one a worker */
    fr *a, *b;                   /* NULL: filling; else evaluating */
    fr small[2 * SMALL_MAX + 1]; /* the integers -SMALL_MAX..SMALL_MAX */
};

/* Position while filling a block: next own slots; the integer of the number last taken apart. */
struct fill_cursor {
    uint32_t bit_slot, num_slot, pub_slot;
};
/* Executes one operation (not a call or barrier); returns the next. */
const uint32_t *fill_op(struct run *r, const struct frame *f, struct fill_cursor *k,
                        const uint32_t *op);

struct eval_cursor {
    size_t row;
    uint32_t bit_slot, num_slot;
};
/* Writes the rows of one operation; returns the next. */
const uint32_t *eval_op(struct run *r, const struct frame *f, struct eval_cursor *k,
                        const uint32_t *op);
status eval_frame(struct run *r, const struct frame *f);

#endif
