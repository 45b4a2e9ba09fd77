/* PoSts of tests/vectors/post, as requests. */
#ifndef CUZK_TESTS_POST_SAMPLES_H
#define CUZK_TESTS_POST_SAMPLES_H

#include "filecoin/post_job.h"
#include "tests/vec_json.h"

struct post_sample {
    vec_json file, meta; /* the whole file; this PoSt's entry */
    const char *name;
    const struct post_proof *proof;
    uint8_t randomness[32];
    size_t n;           /* sectors */
    uint8_t **bytes;    /* their encoded proofs, writable */
    struct blob *blobs; /* the same */
    struct post_request request;
};

/* Entry `index` of tests/vectors/post/<folder>.json. */
void post_sample_load(struct post_sample *s, const char *folder, size_t index);
void post_sample_free(struct post_sample *s);

/* SHA-256 of n elements, each 32 bytes little-endian. */
void post_inputs_sha256(uint8_t out[32], const fr *inputs, size_t n);

#endif
