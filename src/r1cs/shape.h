/* Digests of a circuit and of a witness, as fixtures/shapes defines them (docs/ARCHITECTURE.md). */
#ifndef CUZK_R1CS_SHAPE_H
#define CUZK_R1CS_SHAPE_H

#include "r1cs/circuit.h"

/* constraints_sha256: SHA-256 over all constraints; per constraint for A, B, C the number of terms
 * (u32 LE), then per term the variable (u32 LE, bit 31 = auxiliary) and the coefficient (32 bytes
 * LE, canonical). nnz: terms of A, B, C. Density bitmaps are hashed as bytes, LSB first. */
struct shape {
    struct circuit_size size;
    uint64_t nnz[3];
    uint8_t constraints_sha256[32];
    size_t n_a_inputs, n_a_aux, n_b_inputs, n_b_aux;
    uint8_t a_aux_sha256[32], b_inputs_sha256[32], b_aux_sha256[32];
};

/* Called with the rows so far and the first 8 bytes of the running hash every `every` rows (0:
 * never). */
typedef status (*shape_checkpoint_fn)(void *ctx, uint64_t rows, const uint8_t hash8[8]);

NODISCARD status shape_compute(struct shape *out, const struct circuit *c, uint64_t every,
                               shape_checkpoint_fn fn, void *ctx);

/* SHA-256 of the inputs (ONE first) and of all auxiliary values in order of allocation, 32 bytes LE
 * each; aux_zero_or_one counts the auxiliary values that are 0 or 1. */
struct witness_digest {
    uint8_t inputs_sha256[32], aux_sha256[32];
    size_t aux_zero_or_one;
};
NODISCARD status witness_digest_compute(struct witness_digest *out, const struct circuit *c,
                                        const struct witness *w);

#endif
