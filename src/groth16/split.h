/* The auxiliary variables of a query by type: which are bits, which are field elements
 * (DESIGN 3.1).
 *
 * A query of the key stores one point for each variable of its density, in order of allocation. A
 * prover wants the points of bits together and those of field variables together: the first need
 * only a subset sum. Which variable is which is known from the circuit; no value is ever looked at
 * to decide. Positions are counted at the borders of chunks of variables, so that threads can start
 * at any chunk and a long query can be worked off in pieces. */
#ifndef CUZK_GROTH16_SPLIT_H
#define CUZK_GROTH16_SPLIT_H

#include "math/g1.h"
#include "math/g2.h"
#include "r1cs/circuit.h"

#define SPLIT_CHUNK ((size_t)1 << 13) /* variables; a multiple of 64 */

/* Bit i: auxiliary variable i is a field variable. n_aux bits; the caller's (mem_free). */
NODISCARD status split_field_map(uint64_t **out, const struct circuit *c);

/* What lies before a chunk. */
struct split_count {
    size_t stored, bits, fields; /* points of the query; of these, of bits and of fields */
    size_t all_bits, all_fields; /* positions in the witness */
};
struct split {
    const uint64_t *density;  /* NULL: all variables; borrowed, as is the next */
    const uint64_t *is_field; /* of split_field_map */
    size_t n_aux, n_chunks;
    struct split_count *chunk; /* n_chunks + 1: the last one has the totals */
};
NODISCARD status split_init(struct split *out, const uint64_t *density, const uint64_t *is_field,
                            size_t n_aux);
void split_fini(struct split *s);

/* Some of the chunks: [first, end). */
struct split_piece {
    size_t first, end;
};
/* Points of bits and of field variables in a piece. */
static inline size_t split_n_bits(const struct split *s, struct split_piece p)
{
    return s->chunk[p.end].bits - s->chunk[p.first].bits;
}
static inline size_t split_n_fields(const struct split *s, struct split_piece p)
{
    return s->chunk[p.end].fields - s->chunk[p.first].fields;
}
/* Words that split_values writes for so many bits. */
static inline size_t split_bit_words(size_t n_bits)
{
    return n_bits / 64 + 1;
}

/* The piece's points, from the query's encoded ones (`points`: that of the first stored variable of
 * the whole split). bits and fields have room for those of the piece. */
NODISCARD status split_points_g1(const struct split *s, struct split_piece piece, g1_affine *bits,
                                 g1_affine *fields, const uint8_t *points, struct pool *pool,
                                 const struct cancel *cancel);
NODISCARD status split_points_g2(const struct split *s, struct split_piece piece, g2_affine *bits,
                                 g2_affine *fields, const uint8_t *points, struct pool *pool,
                                 const struct cancel *cancel);
/* The piece's values in the same order: bits packed (split_bit_words of them), field elements as
 * plain integers. */
NODISCARD status split_values(const struct split *s, struct split_piece piece, uint64_t *bits,
                              fr_int *fields, const struct witness *w, struct pool *pool,
                              const struct cancel *cancel);

#endif
