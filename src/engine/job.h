/* A job: vanilla proofs of any kind, decoded and checked, from which the witness of each partition
 * is filled.
 *
 * What it takes is what a request to the daemon carries: bytes as the sealing pipeline left them.
 * Immutable once made; partitions may be filled from any number of threads. */
#ifndef CUZK_ENGINE_JOB_H
#define CUZK_ENGINE_JOB_H

#include "base/bincode.h"
#include "filecoin/registry.h"
#include "r1cs/circuit.h"

struct job;

/* data: a C1 output or its wrapper; borrowed during the call, as is `name`, which errors call it.
 */
NODISCARD status job_create_porep(struct job **out, const void *data, size_t n, const char *name,
                                  struct pool *pool, const struct cancel *cancel);

struct post_request; /* filecoin/post_job.h */
NODISCARD status job_create_post(struct job **out, const struct post_request *request,
                                 struct pool *pool, const struct cancel *cancel);
void job_destroy(struct job *j); /* NULL is a no-op */

enum circuit_kind job_kind(const struct job *j);
const struct sector_size *job_sector(const struct job *j);
const char *job_proof_name(const struct job *j); /* the registered proof */
size_t job_n_partitions(const struct job *j);
double job_decode_ms(const struct job *j); /* what making it took: decoding, */
double job_check_ms(const struct job *j);  /* checking */

/* The witness of a partition; c is filecoin_circuit_create(job_kind, job_sector). ST_ARG for a
 * partition that there is not. */
NODISCARD status job_fill(const struct job *j, size_t partition, const struct circuit *c,
                          struct witness *w, struct pool *pool, const struct cancel *cancel);

/* What the verifier uses: public inputs of a partition without ONE, job_n_inputs of them,
 * Montgomery. */
size_t job_n_inputs(const struct job *j);
NODISCARD status job_inputs(fr *out, const struct job *j, size_t partition);

#endif
