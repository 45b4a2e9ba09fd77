/* Poseidon over fr as Filecoin uses it: S-box x^5, 8 full rounds, neptune's constants and its
 * optimised form of the partial rounds. The digest is element 1 of the final state.
 *
 * Constants follow from (t, rounds) alone (Poseidon paper, appendix F: Grain LFSR; Cauchy matrix).
 * They are derived on first use into tables that never change afterwards; about a millisecond each.
 *
 * Vectors are rows and are multiplied from the left: new[j] = sum over i of old[i] * M[i][j]. */
#ifndef CUZK_HASH_POSEIDON_H
#define CUZK_HASH_POSEIDON_H

#include "base/status.h"
#include "math/fr.h"

#define POSEIDON_MAX_ARITY          11
#define POSEIDON_MAX_T              (POSEIDON_MAX_ARITY + 1)
#define POSEIDON_FULL_ROUNDS        8
#define POSEIDON_MAX_PARTIAL_ROUNDS 57
#define POSEIDON_MAX_ROUNDS         (POSEIDON_FULL_ROUNDS + POSEIDON_MAX_PARTIAL_ROUNDS)

/* Tree hashes of 2, 4, 8 children, columns of 2 and 11 rows; and the hash of the sector update's
 * challenges, phi and rho, which differs from POSEIDON_2 only by its domain tag. */
enum poseidon_kind {
    POSEIDON_2,
    POSEIDON_4,
    POSEIDON_8,
    POSEIDON_11,
    POSEIDON_2_RANDOMNESS,
    POSEIDON_N_KINDS
};

/* The identity except for its first column w_hat[0..t) and the rest of its first row
 * v_rest[0..t-1). */
struct poseidon_sparse {
    fr w_hat[POSEIDON_MAX_T];
    fr v_rest[POSEIDON_MAX_T - 1];
};

/* All of one kind. State element 0 starts as domain_tag, elements 1.. are the preimage.
 *
 * Plain form: every round adds its t round constants, applies the S-box (to all elements in the
 * first and last 4 rounds, to element 0 in the partial ones) and multiplies by mds.
 *
 * Optimised form, which poseidon_hash and the circuit use: add compressed[0..t); then each round is
 * S-box, add the next compressed constants, multiply. Full rounds take t constants (the last takes
 * none) and mds, except that the last one before the partial rounds takes pre_sparse; partial round
 * k takes one constant, for element 0, and sparse[k]. Constants are used in order:
 * n_compressed = t * full_rounds + partial_rounds. */
struct poseidon_constants {
    unsigned arity, t, full_rounds, partial_rounds;
    unsigned n_round_constants, n_compressed;
    fr domain_tag;
    fr round_constants[POSEIDON_MAX_ROUNDS * POSEIDON_MAX_T]; /* t a round, in order of rounds */
    fr compressed[POSEIDON_FULL_ROUNDS * POSEIDON_MAX_T + POSEIDON_MAX_PARTIAL_ROUNDS];
    fr mds[POSEIDON_MAX_T][POSEIDON_MAX_T]; /* [row][column], t of each in use; symmetric */
    fr pre_sparse[POSEIDON_MAX_T][POSEIDON_MAX_T];
    struct poseidon_sparse sparse[POSEIDON_MAX_PARTIAL_ROUNDS];
};

/* Never NULL, valid for ever, from any thread. */
const struct poseidon_constants *poseidon_constants_get(enum poseidon_kind kind);

/* The tree hash of this arity; NULL unless it is 2, 4, 8 or 11. */
const struct poseidon_constants *poseidon_of_arity(size_t arity);

/* *out = hash of preimage[0..c->arity). out may lie in the preimage. */
void poseidon_hash(fr *out, const struct poseidon_constants *c, const fr *preimage);

/* Hash of n elements with the tree hash of arity n: a node from its children, or a column of
 * replica layers. ST_ARG unless n is 2, 4, 8 or 11. */
NODISCARD status poseidon_hash_n(fr *out, const fr *preimage, size_t n);

/* The optimised permutation in steps, state[0..c->t): begin, then rounds 0, 1, ..
 * full_rounds + partial_rounds - 1 in order. */
void poseidon_begin(const struct poseidon_constants *c, fr *state);
void poseidon_round(const struct poseidon_constants *c, fr *state, unsigned round);

#endif
