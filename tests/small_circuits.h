/* The circuits of tests/vectors/groth16-small, built with r1cs/builder.h, and larger ones made up
 * here. A failure ends the test. */
#ifndef CUZK_TESTS_SMALL_CIRCUITS_H
#define CUZK_TESTS_SMALL_CIRCUITS_H

#include "groth16/setup.h"
#include "r1cs/circuit.h"
#include "tests/vec_json.h"

#define N_SMALL_CIRCUITS 3
extern const char *const small_circuit_names[N_SMALL_CIRCUITS]; /* cubic, mimc, sparse */

enum small_types {
    SMALL_ALL_FIELDS,       /* every auxiliary variable is a field variable */
    SMALL_BITS_WHERE_0_OR_1 /* those whose value in the vectors is 0 or 1 are bits */
};

/* A circuit with its witness and the vectors' JSON. */
struct small_circuit {
    const char *name;
    vec_json r1cs, groth16, prover;
    struct circuit *circuit;
    struct witness witness;
    struct setup_secrets secrets;
};
void small_circuit_load(struct small_circuit *s, const char *name, enum small_types types);
void small_circuit_free(struct small_circuit *s);
/* Path of the circuit's .params in the scratch folder, made by groth16_setup on the first call. */
const char *small_circuit_params(const struct small_circuit *s);

/* n steps, each of 8 bits from the advice, their exclusive ors with those of the step before, and
 * x' = x * (x + packed bits) for a field variable x; the last x is a public input. 16 bits and one
 * field variable a step. */
void chain_circuit_create(struct circuit **out, struct witness *w, size_t n);

#endif
