/* Recording a circuit: gadgets call the functions below, in the order of the reference's synthesis.
 *
 * Everything is recorded into the block that is open. builder_call opens a block for the length of
 * one gadget: the first time with a given name, parameters and *form* the gadget's body runs and is
 * recorded; every later time only an instance is added. The form says which inputs are constants,
 * negated, or the same variable as another input, because gadgets fold these; it is part of the
 * key, so a body may look at its inputs freely.
 *
 * One operation is one record. It says at once which variables it allocates and of which type,
 * which constraint it adds, how its variables are computed and how its rows of A*z and B*z are
 * evaluated: see the table in r1cs/block.h. That is why the five cannot drift apart.
 *
 * Errors are sticky: after the first one every call returns harmless values, and builder_finish
 * returns it. So gadgets read like the formulas they stand for. */
#ifndef CUZK_R1CS_BUILDER_H
#define CUZK_R1CS_BUILDER_H

#include "r1cs/circuit.h"

struct builder;

NODISCARD status builder_create(struct builder **out);
void builder_destroy(struct builder *b); /* NULL is a no-op */
/* Ends recording; frees b also on failure. */
NODISCARD status builder_finish(struct builder *b, struct circuit **out);
/* First error so far. A gadget that loops over much data may look at it. */
status builder_status(const struct builder *b);
/* Records an error (bad parameters of a gadget). */
void builder_fail(struct builder *b, status st, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* A bit literal of the open block: constant, variable or negated variable (slot * 2 + negated; slot
 * 0 is the constant 0). Equal literals are equal bits. */
typedef struct bit {
    uint32_t lit;
} bit;
#define BIT_FALSE ((bit){0})
#define BIT_TRUE  ((bit){1})
static inline bool bit_is_constant(bit x)
{
    return x.lit < 2;
}
static inline bool bit_is_negated(bit x) /* of variables only */
{
    return x.lit & 1;
}
static inline bit bit_not(bit x)
{
    return (bit){x.lit ^ 1};
}
static inline bit bit_constant(bool v)
{
    return v ? BIT_TRUE : BIT_FALSE;
}

/* A field variable of the open block. */
typedef struct num {
    uint32_t slot;
} num;

/* A public input of the open block. */
typedef struct pub {
    uint32_t slot;
} pub;

/* ---- linear combinations ---- */

/* Terms are kept in the order added; enforce merges those of one variable and drops zeros.
 * Initialise with lc_init; memory belongs to the builder and is given back when the open block is
 * closed. */
struct lc {
    struct builder *b;
    struct lc_term *terms;
    size_t n, cap;
};
struct lc lc_init(struct builder *b);
struct lc lc_copy(const struct lc *x);
void lc_add_one(struct lc *x, const fr *coef);        /* coef * ONE */
void lc_add_bit(struct lc *x, const fr *coef, bit v); /* a negated bit is coef * (1 - v) */
void lc_add_num(struct lc *x, const fr *coef, num v);
void lc_add_pub(struct lc *x, const fr *coef, pub v);
void lc_add_lc(struct lc *x, const fr *coef, const struct lc *y);
/* x = coef * x. */
void lc_scale(struct lc *x, const fr *coef);
/* Adds the sum of 2^(shift + i) * bits[i]; shift + n <= 256. */
void lc_add_bits(struct lc *x, const bit *bits, size_t n, unsigned shift);
/* Short forms: 1 * v. */
struct lc lc_of_one(struct builder *b);
struct lc lc_of_bit(struct builder *b, bit v);
struct lc lc_of_num(struct builder *b, num v);
struct lc lc_of_pub(struct builder *b, pub v);

/* ---- operations: variables, constraints and how to compute them, in one ---- */

/* Constraint A * B = C; no variable. */
void builder_enforce(struct builder *b, const struct lc *A, const struct lc *B, const struct lc *C);

/* New bit from the advice, with (1 - v) * v = 0. */
bit bit_alloc_advice(struct builder *b);
/* n new bits = the low n bits (n <= 255) of the canonical value of v, each with (1 - v) * v = 0. */
void bits_alloc_of_num(struct builder *b, bit *out, size_t n, num v);
/* One new bit = bit k of the value of x, without a constraint (the caller adds its own). */
bit bit_alloc_raw(struct builder *b, const struct lc *x, unsigned k);
/* n_out new bits = the low n_out bits (n_out <= 64) of the sum of n_words 32-bit words
 * (little-endian bit literals, 32 each) plus constant, each with (1 - v) * v = 0. The sum must stay
 * below 2^64. */
void bits_alloc_sum(struct builder *b, bit *out, size_t n_out, const bit *words, size_t n_words,
                    uint64_t constant);
/* New bits with one constraint; operands are positive variables (gadgets fold the rest):
 * xor: 2a * b = a + b - v;  and: a * b = v;  and_not: a * (1-b) = v;  nor: (1-a) * (1-b) = v. */
bit bit_alloc_xor(struct builder *b, bit x, bit y);
bit bit_alloc_and(struct builder *b, bit x, bit y);
bit bit_alloc_and_not(struct builder *b, bit x, bit y);
bit bit_alloc_nor(struct builder *b, bit x, bit y);
/* Operands are any variable literals (not constants), lc(x) their linear combinations.
 * ch = x ? y : z: one bit v, (lc(y) - lc(z)) * lc(x) = v - lc(z).
 * maj: two bits v and w = y & z (in this order) and two constraints: w's (and, and_not or nor, by
 * the signs), then (2w - lc(y) - lc(z)) * lc(x) = w - v. */
bit bit_alloc_ch(struct builder *b, bit x, bit y, bit z);
bit bit_alloc_maj(struct builder *b, bit x, bit y, bit z);

/* New field variable from the advice; no constraint. */
num num_alloc_advice(struct builder *b);
/* New field variable v with the constraint A * B = rest + v (negate: A * B = rest - v), solved for
 * v. rest may be NULL (zero). */
num num_alloc_product(struct builder *b, const struct lc *A, const struct lc *B,
                      const struct lc *rest, bool negate);
/* New field variable = x, without a constraint (the caller adds its own). */
num num_alloc_lc(struct builder *b, const struct lc *x);
/* New public input = x, without a constraint. */
pub pub_alloc(struct builder *b, const struct lc *x);

/* ---- blocks ---- */

/* What a block takes from and gives to the block around it. Bits may be any literals, constants
 * too. */
struct block_io {
    const bit *bits_in;
    size_t n_bits_in;
    const num *nums_in;
    size_t n_nums_in;
    bit *bits_out;
    size_t n_bits_out;
    num *nums_out;
    size_t n_nums_out;
};
/* Records the gadget: io's inputs are literals of the new block, outputs are to be set to literals
 * of it. params is what was given to builder_call. */
typedef void (*block_body)(struct builder *b, const void *params, const struct block_io *io);

/* Adds an instance of the block (name, params, form of the inputs); io->*_out are set to literals
 * of the open block. params: plain bytes without padding or pointers; they are compared. name:
 * static text. */
void builder_call(struct builder *b, const char *name, block_body body, const void *params,
                  size_t params_bytes, const struct block_io *io);

#endif
