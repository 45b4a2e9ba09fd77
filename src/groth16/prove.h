/* The prover (Groth 2016, section 3.2; the rows and queries of bellperson's prover).
 *
 *   A = alpha + sum z_j a_j + r delta
 *   B = beta + sum z_j b_j + s delta                     (in G2, and in G1 for C)
 *   C = sum_aux z_j l_j + sum h_i t(tau) tau^i / delta + s A + r B - r s delta
 *
 * Every proof is verified before it is returned. */
#ifndef CUZK_GROTH16_PROVE_H
#define CUZK_GROTH16_PROVE_H

#include "groth16/proof.h"
#include "params/params.h"
#include "r1cs/circuit.h"

/* What depends on the circuit alone and serves all its proofs: densities and types. */
struct prove_circuit {
    const struct circuit *c; /* borrowed */
    struct circuit_size size;
    struct circuit_density density;
    uint64_t *is_field;
};
NODISCARD status prove_circuit_create(struct prove_circuit *out, const struct circuit *c);
void prove_circuit_fini(struct prove_circuit *p);

/* ST_ARG, with numbers, if the key is not one for this circuit. */
NODISCARD status prove_check_key(const struct prove_circuit *p, const struct params_file *key);

/* Milliseconds of each step. */
struct prove_times {
    double evaluate, quotient, msm_h, msm_l, msm_a, msm_b_g1, msm_b_g2, finish, verify, total;
};

struct prove_options {
    struct pool *pool;
    const struct cancel *cancel;
    const fr *r, *s; /* blinding; NULL: random from the system, as it must be outside of tests */
    struct prove_times *times; /* may be NULL */
};

/* ST_UNSAT if the witness does not satisfy the circuit (known from the proof's failing to verify);
 * the proof is then not given out. */
NODISCARD status groth16_prove(struct proof *out, const struct prove_circuit *p,
                               const struct params_file *key, const struct witness *w,
                               const struct prove_options *options);

#endif
