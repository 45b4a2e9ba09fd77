/* Many multiples of one base point, for the set-up of keys.
 *
 * A table holds the multiples 1, 2, ... of 2^(wi) * base for every window i of w bits; a product is
 * then one addition a window. All scalars of a batch advance window by window together, and
 * their additions share one inversion (affine sums).
 *
 * Secrets: set-up scalars are products of toxic waste. Table look-ups and branches depend on them,
 * so time and cache traces do too; that is accepted for bulk keys made on a machine of one's own.
 * The workspace is wiped before run returns, also on failure. */
#ifndef CUZK_MSM_FIXED_BASE_H
#define CUZK_MSM_FIXED_BASE_H

#include "msm/msm.h"

struct fixed_base_options {
    size_t n;             /* scalars to come, in all: more pay for a larger table; 0: many */
    unsigned window_bits; /* [2, 18]; 0: by n */
    enum msm_path path;
};

struct fixed_base_g1;
struct fixed_base_g2;

/* Builds the table (any curve point; infinity gives infinities). Runs in the caller's thread:
 * milliseconds. Free with destroy (NULL is a no-op). */
NODISCARD status fixed_base_g1_create(struct fixed_base_g1 **out, const g1_affine *base,
                                      const struct fixed_base_options *options);
NODISCARD status fixed_base_g2_create(struct fixed_base_g2 **out, const g2_affine *base,
                                      const struct fixed_base_options *options);
void fixed_base_g1_destroy(struct fixed_base_g1 *t);
void fixed_base_g2_destroy(struct fixed_base_g2 *t);

/* Bits of a window, and the table's size. */
unsigned fixed_base_g1_window_bits(const struct fixed_base_g1 *t);
unsigned fixed_base_g2_window_bits(const struct fixed_base_g2 *t);
size_t fixed_base_g1_table_bytes(const struct fixed_base_g1 *t);
size_t fixed_base_g2_table_bytes(const struct fixed_base_g2 *t);

/* Bytes of workspace that run needs on a pool of so many threads, for any n. */
size_t fixed_base_g1_work_bytes(const struct fixed_base_g1 *t, unsigned threads);
size_t fixed_base_g2_work_bytes(const struct fixed_base_g2 *t, unsigned threads);

/* out[i] = scalars[i] * base, i < n; scalars are plain integers in [0, r), 0 gives infinity.
 * work is 64-byte aligned. A table may serve several calls at once, each with its own work.
 * Errors: ST_ARG (a scalar not below r), ST_CANCELLED, ST_TIMEOUT; out is then partly written. */
NODISCARD status fixed_base_g1_run(const struct fixed_base_g1 *t, g1_affine *out,
                                   const fr_int *scalars, size_t n, void *work, struct pool *pool,
                                   const struct cancel *cancel);
NODISCARD status fixed_base_g2_run(const struct fixed_base_g2 *t, g2_affine *out,
                                   const fr_int *scalars, size_t n, void *work, struct pool *pool,
                                   const struct cancel *cancel);

#endif
