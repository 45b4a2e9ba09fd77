/* Groth16 keys in the files of bellperson: `.params` (Parameters::write) and `.vk`.
 *
 * Layout of .vk: alpha_g1 (96 bytes), beta_g1 (96), beta_g2 (192), gamma_g2 (192), delta_g1 (96),
 * delta_g2 (192), number of ic points (u32 big-endian), ic (96 each). A .params file is the .vk,
 * then h, l, a, b_g1 (96 bytes a point) and b_g2 (192), each after its u32 big-endian number of
 * points. Points are uncompressed Zcash encodings. Points at infinity are left out of a, b_g1,
 * b_g2. */
#ifndef CUZK_PARAMS_PARAMS_H
#define CUZK_PARAMS_PARAMS_H

#include "base/bytes.h"
#include "base/file.h"
#include "base/pool.h"
#include "math/codec.h"

struct verifying_key {
    g1_affine alpha_g1, beta_g1, delta_g1;
    g2_affine beta_g2, gamma_g2, delta_g2;
    g1_affine *ic; /* n_ic, one an input with ONE; owned */
    size_t n_ic;
};
#define VK_FIXED_BYTES 868 /* with the number of ic points */

/* Decodes with all checks; b moves behind it. */
NODISCARD status vk_read(struct verifying_key *out, struct bytes *b);
NODISCARD status vk_read_file(struct verifying_key *out, const char *path);
void vk_fini(struct verifying_key *vk);
NODISCARD status vk_write(struct file_writer *w, const struct verifying_key *vk);
NODISCARD status vk_write_file(const char *path, const struct verifying_key *vk);

enum params_query { PARAMS_H, PARAMS_L, PARAMS_A, PARAMS_B_G1, PARAMS_B_G2, PARAMS_N_QUERIES };
const char *params_query_name(enum params_query q);

/* A mapped .params file: the verifying key decoded, the queries found. */
struct params_file {
    struct file_data file;
    struct verifying_key vk;
    struct {
        const uint8_t *points; /* encoded, n of them, in the mapping */
        size_t n;
    } query[PARAMS_N_QUERIES];
};
/* Maps and indexes: every length is checked against the file, which must end where the last query
 * ends. Points of the queries are not looked at. */
NODISCARD status params_open(struct params_file *out, const char *path);
void params_close(struct params_file *p);
/* Decodes every point with all checks; the first bad one is named by query, number and offset. */
NODISCARD status params_check(const struct params_file *p, struct pool *pool,
                              const struct cancel *cancel);

/* Quick decoding for the prover: coordinates are reduced modulo p if they are not canonical, flags
 * are dropped, nothing is checked. Whatever the file holds, the result is some pair of coordinates:
 * a bad key makes a proof that does not verify. */
void params_g1_quick(g1_affine *out, const uint8_t bytes[G1_UNCOMPRESSED_BYTES]);
void params_g2_quick(g2_affine *out, const uint8_t bytes[G2_UNCOMPRESSED_BYTES]);

#endif
