/* Sector updates of tests/vectors/update, as requests. */
#ifndef CUZK_TESTS_UPDATE_SAMPLES_H
#define CUZK_TESTS_UPDATE_SAMPLES_H

#include "filecoin/update_job.h"
#include "tests/vec_json.h"

struct update_sample {
    vec_json meta;
    const char *name;
    const struct update_proof *proof;
    size_t n;                           /* partitions there are proofs of: all, or the first */
    uint8_t **bytes;                    /* the proofs, writable */
    struct blob *blobs;                 /* the same */
    uint8_t commitments[3][NODE_BYTES]; /* comm_r_old, comm_r_new, comm_d_new */
    struct update_request request;
    struct update_statement statement;
};

/* tests/vectors/update/<folder>.json. */
void update_sample_load(struct update_sample *s, const char *folder);
void update_sample_free(struct update_sample *s);
/* Entry of a partition. */
vec_json update_sample_partition(const struct update_sample *s, size_t p);

/* All that are sealed (every partition there), then the sparse ones. */
#define UPDATE_N_SEALED  2
#define UPDATE_N_SAMPLES 5
extern const char *const update_sample_names[UPDATE_N_SAMPLES];

#endif
