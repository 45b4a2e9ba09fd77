/* A sector update from request to witness: what the command line, the library and the daemon share.
 *
 *   bytes in:    struct update_request, as a ProvingEngine request carries it: the registered
 * proof, the three commitments, one encoded vanilla proof a partition (update_vanilla.h)
 *   update_job_init: decodes and checks (update_check.h); nothing of the request is kept
 *   then, for each partition p < job.proof->partitions, in any order, from any thread:
 *     update_job_fill          the witness of the circuit update_circuit_create(job.proof->sector),
 *                              ready for groth16_prove
 *     update_public_inputs     (update.h) of job.statement: the witness's inputs without ONE
 *
 * Sector number and miner are no part of an update's statement. */
#ifndef CUZK_FILECOIN_UPDATE_JOB_H
#define CUZK_FILECOIN_UPDATE_JOB_H

#include "filecoin/circuit_update.h"
#include "filecoin/update_vanilla.h"

struct update_request {
    uint64_t registered_proof;                      /* RegisteredUpdateProof */
    uint64_t sector_bytes;                          /* has to be that of the proof; 0: not said */
    struct blob comm_r_old, comm_r_new, comm_d_new; /* 32 bytes each, below r, not zero */
    uint32_t h;                                     /* 0: the network's, update_h_default */
    const struct blob *vanilla;                     /* one a partition, in order */
    size_t n_vanilla;
};

struct update_job {
    const struct update_proof *proof;
    struct update_statement statement;
    struct update_vanilla vanilla;
};

/* ST_ARG: what the caller said is wrong; ST_UNSUPPORTED: the registered proof is not known;
 * ST_FORMAT: a vanilla proof is malformed; ST_UNSAT: one does not prove what is asked. On failure
 * *out is unchanged. update_job_fini accepts a zeroed object. pool and cancel may be NULL. */
NODISCARD status update_job_init(struct update_job *out, const struct update_request *request,
                                 struct pool *pool, const struct cancel *cancel);
void update_job_fini(struct update_job *job);

/* The circuit's advice of a partition (circuit_update.h). Owned: fini frees. The vanilla proofs may
 * be those of the first partitions only. */
struct update_advice {
    uint8_t *bits;
    fr *fields;
    size_t n_bits, n_fields;
};
NODISCARD status update_advice_create(struct update_advice *out, const struct update_vanilla *v,
                                      const struct update_statement *s, uint32_t partition,
                                      struct pool *pool);
void update_advice_fini(struct update_advice *a);

/* Advice, then circuit_fill. ST_ARG if c is not a circuit of this size. */
NODISCARD status update_job_fill(const struct update_job *job, uint32_t partition,
                                 const struct circuit *c, struct witness *w, struct pool *pool,
                                 const struct cancel *cancel);

#endif
