/* Verification (Groth 2016, section 3.2):
 *   e(A, B) = e(alpha, beta) e(sum_i x_i ic_i, gamma) e(C, delta),  x_0 = 1.
 *
 * Proofs come from proof_from_bytes, or were otherwise checked to lie in the groups of order r.
 * Three outcomes are kept apart: ST_OK, ST_INVALID_PROOF (the proof does not show this statement)
 * and ST_ARG (this is no statement of the key: a wrong number of inputs). */
#ifndef CUZK_GROTH16_VERIFY_H
#define CUZK_GROTH16_VERIFY_H

#include "groth16/proof.h"
#include "math/pairing.h"
#include "params/params.h"

/* What verification needs of a key, with e(alpha, beta) computed. Read-only once made; any number
 * of threads may use one. */
struct verifier {
    struct verifying_key vk; /* a copy of its own */
    fp12 alpha_beta;
};
/* A few milliseconds. */
NODISCARD status verifier_init(struct verifier *out, const struct verifying_key *vk);
void verifier_fini(struct verifier *v); /* a zeroed object is a no-op */

/* inputs: the n_inputs = n_ic - 1 public inputs without ONE, Montgomery. ST_OK if the proof is
 * good. */
NODISCARD status groth16_verify(const struct verifier *v, const struct proof *proof,
                                const fr *inputs, size_t n_inputs);

/* n >= 1 proofs of one key at once; inputs[i] has n_inputs values. One check of a random linear
 * combination with 128-bit coefficients from the system: a set with a bad proof passes with
 * probability 2^-128. ST_INVALID_PROOF does not say which one is bad. */
NODISCARD status groth16_verify_batch(const struct verifier *v, const struct proof *proofs,
                                      const fr *const *inputs, size_t n_inputs, size_t n);

#endif
