/* The auxiliary variables of a query by type: which are bits, which are field elements
 * (DESIGN 3.1).
 *
 * A query of the key stores one point for each variable of its density, in order of allocation. A
 * prover wants the points of bits together and those of field variables together, so that the first
 * need only a subset sum. Positions are counted by chunks of variables, so that threads can start
 * anywhere. */
#ifndef CUZK_GROTH16_SPLIT_H
#define CUZK_GROTH16_SPLIT_H

#include "math/g1.h"
#include "math/g2.h"
#include "r1cs/circuit.h"

#define SPLIT_CHUNK ((size_t)1 << 14) /* variables; a multiple of 64 */

/* Bit i: auxiliary variable i is a field variable. n_aux bits; owned by the caller (mem_free). */
NODISCARD status split_field_map(uint64_t **out, const struct circuit *c);

struct split_count {
    size_t stored, bits,
        fields; /* before the chunk: points of the query, of bits, of field variables */
    size_t all_bits, all_fields; /* before the chunk: positions in the witness */
};
struct split {
    const uint64_t *density; /* NULL: all variables */
    const uint64_t *is_field;
    size_t n_aux, n_chunks;
    struct split_count *chunk; /* n_chunks + 1: the last one has the totals */
};
NODISCARD status split_create(struct split *out, const uint64_t *density, const uint64_t *is_field,
                              size_t n_aux);
void split_fini(struct split *s);
size_t split_n_bits(const struct split *s);
size_t split_n_fields(const struct split *s);

/* Points of the variables [first_chunk, end_chunk) of a query from its encoded points (of the first
 * auxiliary on). bits and fields have room for all of the split. */
NODISCARD status split_points_g1(const struct split *s, g1_affine *bits, g1_affine *fields,
                                 const uint8_t *points, struct pool *pool,
                                 const struct cancel *cancel);
NODISCARD status split_points_g2(const struct split *s, g2_affine *bits, g2_affine *fields,
                                 const uint8_t *points, struct pool *pool,
                                 const struct cancel *cancel);
/* The witness in the same order: packed bits (split_n_bits / 64 + 1 words), plain integers. */
void split_witness(const struct split *s, uint64_t *bits, fr_int *fields, const struct witness *w);

#endif
