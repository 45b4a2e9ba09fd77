/* Published vanilla proofs of whole sectors, for tests. */
#ifndef CUZK_TESTS_FILECOIN_VECTORS_H
#define CUZK_TESTS_FILECOIN_VECTORS_H

#include "filecoin/porep_c1.h"
#include "tests/vec_json.h"

/* A C1 output with what is known of its sector. */
struct sample_c1 {
    const char *file, *meta, *tag; /* under tests/vectors; tag NULL: meta is one object */
};
#define SAMPLE_N_C1 6
extern const struct sample_c1 sample_c1s[SAMPLE_N_C1];

/* Decodes it; release with porep_c1_fini. */
void sample_c1_decode(struct porep_c1 *out, const struct sample_c1 *sample);
/* Its entry in the meta file, which the caller frees with vec_free(*file). */
vec_json sample_c1_meta(vec_json *file, const struct sample_c1 *sample);

#endif
