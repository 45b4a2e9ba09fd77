/* Setup (Groth 2016, section 3.2; as bellperson's generator lays it out): a key for a circuit.
 *
 * Whoever knows the secrets can prove anything. Keys made here serve tests and benchmarks; the keys
 * of the Filecoin network come from its ceremonies. */
#ifndef CUZK_GROTH16_SETUP_H
#define CUZK_GROTH16_SETUP_H

#include "base/progress.h"
#include "params/params.h"
#include "r1cs/circuit.h"

struct setup_secrets {
    fr alpha, beta, gamma, delta, tau;
};
/* From the system. Wipe with mem_wipe when done. */
NODISCARD status setup_secrets_random(struct setup_secrets *out);
/* Known to everybody: scalar_of_label("<prefix>/<name>/alpha") and so on. Test keys of the circuits
 * have prefix "cuzk-test-setup" and the circuit's identifier as name. */
NODISCARD status setup_secrets_test(struct setup_secrets *out, const char *prefix,
                                    const char *name);

/* Zero-initialise. */
struct setup_options {
    struct pool *pool;
    const struct cancel *cancel;
    const struct progress *progress; /* counts points */
};

/* Writes params_path, and vk_path unless NULL; neither appears before it is complete. Generators
 * are the standard ones. Memory: 32 bytes for each row of the domain and 96 for each variable, and
 * a fixed buffer. ST_UNSAT if an auxiliary variable occurs in no constraint (as bellperson; an
 * unused input is fine); ST_ARG for a secret that is zero or a tau inside the domain. */
NODISCARD status groth16_setup(const struct circuit *c, const struct setup_secrets *secrets,
                               const char *params_path, const char *vk_path,
                               const struct setup_options *options);

#endif
