/* Verification (Groth 2016, section 3.2): e(A, B) = e(alpha, beta) e(sum x_i ic_i, gamma) e(C,
 * delta). */
#ifndef CUZK_GROTH16_VERIFY_H
#define CUZK_GROTH16_VERIFY_H

#include "groth16/proof.h"
#include "params/params.h"

/* inputs: n_inputs values without ONE; Montgomery. ST_OK if the proof is good, ST_INVALID_PROOF if
 * not, ST_ARG for a wrong number of inputs. */
NODISCARD status groth16_verify(const struct verifying_key *vk, const struct proof *proof,
                                const fr *inputs, size_t n_inputs);

/* n proofs of one key at once: inputs[i] has vk->n_ic - 1 values. One check of a random linear
 * combination (128-bit coefficients from the system): a bad proof passes with probability 2^-128.
 */
NODISCARD status groth16_verify_batch(const struct verifying_key *vk, const struct proof *proofs,
                                      const fr *const *inputs, size_t n_inputs, size_t n);

#endif
