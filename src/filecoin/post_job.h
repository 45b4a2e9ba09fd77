/* A PoSt from request to witness: what the command line, the library and the daemon share.
 *
 *   bytes in:    struct post_request, as a ProvingEngine request carries it: the registered proof,
 *                the randomness, one encoded vanilla proof a sector (post_vanilla.h)
 *   post_job_init: decodes, checks (post_check.h) and partitions; nothing of the request is kept
 *   then, for each partition p < job.n_partitions, in any order, from any thread:
 *     post_job_fill           the witness of the circuit post_circuit_create(job.proof->kind,
 *                             job.proof->sector), ready for groth16_prove
 *     post_job_public_inputs  what the verifier will use: the witness's inputs without ONE
 *
 * A WinningPoSt is one sector and one partition: its 66 challenges become 66 sectors of one in the
 * circuit. A WindowPoSt's sectors are cut in order into partitions of proof->sectors; the last one
 * is filled up by repeating its last sector. The miner's id is no part of a PoSt's statement. */
#ifndef CUZK_FILECOIN_POST_JOB_H
#define CUZK_FILECOIN_POST_JOB_H

#include "filecoin/circuit_post.h"
#include "filecoin/post_challenge.h"
#include "filecoin/post_vanilla.h"

#define POST_MAX_PARTITIONS 64

struct post_request {
    enum circuit_kind kind;    /* CIRCUIT_WINNING_POST or CIRCUIT_WINDOW_POST */
    uint64_t registered_proof; /* RegisteredPoStProof; has to be of that kind */
    uint64_t sector_bytes;     /* has to be that of the proof; 0: not said */
    const uint8_t *randomness; /* 32 bytes below r */
    size_t randomness_bytes;
    const struct blob *vanilla; /* by ascending sector id */
    size_t n_vanilla;
    size_t max_partitions;                       /* 0: POST_MAX_PARTITIONS */
    bool allow_zero_randomness, allow_any_order; /* post_check.h; false outside of tests */
};

struct post_job {
    const struct post_proof *proof;
    uint8_t randomness[32];
    struct post_vanilla vanilla;
    size_t n_partitions;
};

/* ST_ARG: what the caller said is wrong; ST_UNSUPPORTED: the registered proof is not known;
 * ST_FORMAT: a vanilla proof is malformed; ST_UNSAT: one does not prove what is asked. On failure
 * *out is unchanged. post_job_fini accepts a zeroed object. */
NODISCARD status post_job_init(struct post_job *out, const struct post_request *request,
                               struct pool *pool, const struct cancel *cancel);
void post_job_fini(struct post_job *job);

/* out has post_n_public_inputs(job->proof) elements, Montgomery. */
NODISCARD status post_job_public_inputs(fr *out, const struct post_job *job, size_t partition);

/* The circuit's advice of a partition (circuit_post.h). Owned: fini frees. */
struct post_advice {
    uint8_t *bits;
    fr *fields;
    size_t n_bits, n_fields;
};
NODISCARD status post_advice_create(struct post_advice *out, const struct post_job *job,
                                    size_t partition, struct pool *pool);
void post_advice_fini(struct post_advice *a);

/* Advice, then circuit_fill. ST_ARG if c is not a circuit of this size. */
NODISCARD status post_job_fill(const struct post_job *job, size_t partition,
                               const struct circuit *c, struct witness *w, struct pool *pool,
                               const struct cancel *cancel);

#endif
