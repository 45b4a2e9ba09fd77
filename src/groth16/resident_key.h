/* The points of a key decoded and kept in memory, in the order the prover reads them: h; and of
 * each other query the points of inputs and field variables, then those of bits. For programs that
 * prove again and again with one key: a proof then does not touch the file's points. */
#ifndef CUZK_GROTH16_RESIDENT_KEY_H
#define CUZK_GROTH16_RESIDENT_KEY_H

#include "base/progress.h"
#include "groth16/prove.h"

/* Read-only once loaded; any number of threads may use one. */
struct resident_key {
    g1_affine *h; /* one for every row of the domain: the last is infinity */
    struct {
        void *fields, *bits;   /* g1_affine, of PARAMS_B_G2 g2_affine; one allocation, owned */
    } query[PARAMS_N_QUERIES]; /* [PARAMS_H] unused */
    size_t n_bytes;
};

/* What resident_key_load allocates: about as much as the file has. */
size_t resident_key_bytes(const struct prover *p);
/* key is not needed afterwards, but groth16_prove wants it for its verifying key. Errors as
 * prover_check_key; ST_NOMEM, ST_CANCELLED. Progress counts points. */
NODISCARD status resident_key_load(struct resident_key *out, const struct prover *p,
                                   const struct params_file *key, struct pool *pool,
                                   const struct cancel *cancel, const struct progress *progress);
void resident_key_fini(struct resident_key *k); /* a zeroed object is a no-op */

#endif
