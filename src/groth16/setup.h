/* Setup (Groth 2016, section 3.2; as bellperson's generator lays it out): a key for a circuit.
 *
 * Whoever knows the secrets can prove anything. Keys made here serve tests and benchmarks; the keys
 * of the Filecoin network come from its ceremonies. */
#ifndef CUZK_GROTH16_SETUP_H
#define CUZK_GROTH16_SETUP_H

#include "params/params.h"
#include "r1cs/circuit.h"

struct setup_secrets {
    fr alpha, beta, gamma, delta, tau;
};
/* From the system. Wipe with mem_wipe when done. */
NODISCARD status setup_secrets_random(struct setup_secrets *out);
/* The test rule: scalar("cuzk-test-setup/<name>/alpha") and so on; known to everybody.
 * scalar(label) is SHA-256 of the label with the two top bits of byte 31 cleared, read
 * little-endian. */
NODISCARD status setup_secrets_test(struct setup_secrets *out, const char *prefix,
                                    const char *name);
NODISCARD status scalar_of_label(fr *out, const char *label);

/* Called now and then with points written and all points. */
typedef void (*setup_progress_fn)(void *ctx, size_t done, size_t total);

struct setup_options {
    struct pool *pool;
    const struct cancel *cancel;
    setup_progress_fn progress;
    void *progress_ctx;
};

/* Writes params_path, and vk_path unless NULL. Generators are the standard ones. ST_UNSAT if an
 * auxiliary variable occurs in no constraint (as bellperson; an unused input is fine). */
NODISCARD status groth16_setup(const struct circuit *c, const struct setup_secrets *secrets,
                               const char *params_path, const char *vk_path,
                               const struct setup_options *options);

#endif
