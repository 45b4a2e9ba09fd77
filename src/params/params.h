/* Groth16 keys in the files of bellperson: `.params` (Parameters::write) and `.vk`
 * (VerifyingKey::write).
 *
 * Layout of .vk: alpha_g1 (96 bytes), beta_g1 (96), beta_g2 (192), gamma_g2 (192), delta_g1 (96),
 * delta_g2 (192), number of ic points (u32 big-endian), ic (96 each). A .params file is the .vk,
 * then h, l, a, b_g1 (96 bytes a point) and b_g2 (192), each after its u32 big-endian number of
 * points. Points are uncompressed Zcash encodings (math/codec.h). Points at infinity are left out
 * of a, b_g1, b_g2 and occur nowhere else: every reader here refuses them. */
#ifndef CUZK_PARAMS_PARAMS_H
#define CUZK_PARAMS_PARAMS_H

#include "base/bytes.h"
#include "base/file.h"
#include "base/pool.h"
#include "base/progress.h"
#include "math/codec.h"

/* ---- verifying keys ---- */

struct verifying_key {
    g1_affine alpha_g1, beta_g1, delta_g1;
    g2_affine beta_g2, gamma_g2, delta_g2;
    g1_affine *ic; /* n_ic, one an input with ONE; owned */
    size_t n_ic;
};
#define VK_FIXED_BYTES 868 /* with the number of ic points */

/* Decodes with all checks; b moves behind it. ST_FORMAT names the point and its offset. */
NODISCARD status vk_read(struct verifying_key *out, struct bytes *b);
/* A whole file, at most 64 MiB; bytes after the key are an error. */
NODISCARD status vk_read_file(struct verifying_key *out, const char *path);
void vk_fini(struct verifying_key *vk);
NODISCARD status vk_write(struct file_writer *w, const struct verifying_key *vk);
NODISCARD status vk_write_file(const char *path, const struct verifying_key *vk);

/* ---- parameter files ---- */

enum params_query { PARAMS_H, PARAMS_L, PARAMS_A, PARAMS_B_G1, PARAMS_B_G2, PARAMS_N_QUERIES };
const char *params_query_name(enum params_query q); /* "h", "l", "a", "b_g1", "b_g2" */
size_t params_point_bytes(enum params_query q);

/* A parameter file: the verifying key decoded, the queries found. Read-only; any number of threads
 * may use one. Whoever cuts a mapped file short kills its users by SIGBUS: keys are replaced by
 * renaming a new file over the old one. */
struct params_file {
    struct file_data file; /* empty when opened from memory */
    char *name;            /* for errors; owned */
    const uint8_t *data;   /* n_bytes of them */
    size_t n_bytes;
    struct verifying_key vk;
    struct {
        const uint8_t *points; /* encoded, n of them, inside data */
        size_t n, offset;      /* offset of points in the file */
    } query[PARAMS_N_QUERIES];
};
/* Maps and indexes: every length is checked against the file, which must end where the last query
 * ends, and against the others (h is one short of a power of two, b_g1 and b_g2 are equally long,
 * a has all inputs). Points of the queries are not looked at. */
NODISCARD status params_open(struct params_file *out, const char *path);
/* The same of bytes in memory, borrowed until params_close. */
NODISCARD status params_open_bytes(struct params_file *out, const void *data, size_t n,
                                   const char *name);
void params_close(struct params_file *p); /* a zeroed object is a no-op */

enum params_check_level {
    PARAMS_CHECK_CURVE, /* canonical encodings of points on the curve, none at infinity */
    PARAMS_CHECK_GROUP  /* and of the group of order r */
};
/* Decodes every point; ST_FORMAT names the first bad one found by query, number and offset.
 * Progress counts points. */
NODISCARD status params_check(const struct params_file *p, enum params_check_level level,
                              struct pool *pool, const struct cancel *cancel,
                              const struct progress *progress);

/* ---- points for the prover ---- */

/* Quick decoding: the three top bits of coordinates are dropped, the rest is taken modulo p,
 * nothing is checked. Whatever the bytes are, the result is some pair of reduced coordinates and no
 * behaviour is undefined: a bad key makes a proof that does not verify, and the prover verifies
 * every proof. */
void params_g1_quick(g1_affine *out, const uint8_t bytes[G1_UNCOMPRESSED_BYTES]);
void params_g2_quick(g2_affine *out, const uint8_t bytes[G2_UNCOMPRESSED_BYTES]);

/* Points [first, first + n) of a query, on all threads; q is not (respectively is) PARAMS_B_G2. */
NODISCARD status params_read_g1(const struct params_file *p, enum params_query q, g1_affine *out,
                                size_t first, size_t n, struct pool *pool,
                                const struct cancel *cancel);
NODISCARD status params_read_g2(const struct params_file *p, enum params_query q, g2_affine *out,
                                size_t first, size_t n, struct pool *pool,
                                const struct cancel *cancel);

/* ---- writing ---- */

/* Streams a parameter file: the key, then for each query in the order of enum params_query its
 * number of points, then exactly so many points in as many calls as one likes. ST_BUG when that is
 * not so. Memory is a fixed buffer. */
struct params_writer;
NODISCARD status params_writer_create(struct params_writer **out, const char *path,
                                      const struct verifying_key *vk);
NODISCARD status params_writer_query(struct params_writer *w, enum params_query q, size_t n);
NODISCARD status params_writer_g1(struct params_writer *w, const g1_affine *points, size_t n,
                                  struct pool *pool, const struct cancel *cancel);
NODISCARD status params_writer_g2(struct params_writer *w, const g2_affine *points, size_t n,
                                  struct pool *pool, const struct cancel *cancel);
NODISCARD status params_writer_commit(struct params_writer *w); /* frees w also on failure */
void params_writer_abort(struct params_writer *w);              /* NULL is a no-op */

/* ---- digests ---- */

struct file_digest {
    size_t n_bytes;
    uint8_t sha256[32];
    uint8_t blake2b[64]; /* parameters.json of Filecoin has the first 16 bytes in hex */
};
/* Both at once, on two threads if the pool has them. Progress counts bytes. */
NODISCARD status file_digest_bytes(struct file_digest *out, const void *data, size_t n,
                                   struct pool *pool, const struct cancel *cancel,
                                   const struct progress *progress);
NODISCARD status file_digest_path(struct file_digest *out, const char *path, struct pool *pool,
                                  const struct cancel *cancel, const struct progress *progress);

#endif
