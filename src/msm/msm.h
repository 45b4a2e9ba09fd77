/* Multi-scalar multiplication on the CPU: plan (sizes only, exact workspace bytes), then run
 * (allocates nothing, all threads of a pool, ends early when cancelled).
 *
 * Two forms, each over G1 and G2:
 *   full   sum of k_i * P_i, k_i a plain integer in [0, r). Pippenger's buckets with signed windows
 *          and batched affine additions.
 *   bits   sum of the P_i whose bit is 1.
 * The third form, many multiples of one base, is in msm/fixed_base.h.
 *
 * Points are affine Montgomery, infinity = (0, 0). They need not be in the subgroup of order r: the
 * integers k_i are used as they are, and equal, opposite and infinite operands are exact. Input off
 * the curve gives an unspecified point, nothing worse.
 * Time depends on the scalars, and the workspace keeps traces of them: whoever needs witness bits
 * gone wipes it. */
#ifndef CUZK_MSM_MSM_H
#define CUZK_MSM_MSM_H

#include "base/pool.h"
#include "base/status.h"
#include "math/fr.h"
#include "math/g1.h"
#include "math/g2.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum msm_group { MSM_G1, MSM_G2 };
enum msm_form { MSM_FULL, MSM_BITS };
/* Which arithmetic runs; the results are the same group elements. MSM_PATH_AUTO takes the fastest
 * that this processor has. */
enum msm_path { MSM_PATH_AUTO, MSM_PATH_SCALAR, MSM_PATH_IFMA };

/* Everything that may be asked of a plan. Zero-initialise: zero means "choose". */
struct msm_options {
    unsigned threads;      /* of the pool it will run on; 0 counts as 1 */
    unsigned window_bits;  /* full form: [2, 22]; 0: by the cost model */
    enum msm_path path;    /* ST_UNSUPPORTED if the processor lacks it */
    size_t max_work_bytes; /* smaller chunks and windows until it fits; 0: no limit */
    size_t chunk;          /* full form: points sorted together; 0: by cache size */
};

/* How one MSM will run. Filled by msm_plan_init; fields are read-only for callers. */
struct msm_plan {
    enum msm_group group;
    enum msm_form form;
    enum msm_path path; /* never MSM_PATH_AUTO */
    unsigned threads;
    size_t n;          /* points at most (bits) or exactly (full) */
    size_t work_bytes; /* workspace that run needs, exactly */
    /* full form */
    size_t chunk;         /* points that are sorted together */
    unsigned window_bits; /* c */
    unsigned n_windows;   /* digits of a scalar */
    size_t low_buckets;   /* 2^(c-1), of every window but the top one */
    size_t top_buckets;   /* of the top window, whose digit is unsigned */
    size_t n_buckets;     /* in all */
    size_t segment;       /* neighbouring buckets that one lane of the reduction sums */
    size_t n_segments;    /* in all */
    size_t reduce_lanes;  /* segments of one task of the reduction */
    /* both */
    size_t task_len; /* full: sorted positions, bits: points of one task */
    size_t n_tasks;  /* at most */
    size_t lanes;    /* additions that share one inversion, at most */
    double cost_ns;  /* what the model expects the run to take */
    struct {         /* byte offsets in the workspace */
        size_t area, sums, digits, list, ends, tasks, threads;
        size_t thread_bytes; /* scratch of one thread */
    } at;
};

/* Plans the sum of n points. ST_ARG for options out of range or n >= 2^40, ST_NOMEM when no plan
 * fits max_work_bytes; *out is then unchanged. */
NODISCARD status msm_plan_init(struct msm_plan *out, enum msm_group group, enum msm_form form,
                               size_t n, const struct msm_options *options);

/* One line of text about the plan into buf (always terminated). Returns buf. */
const char *msm_plan_text(const struct msm_plan *plan, char *buf, size_t buf_bytes);

/* *out = sum of scalars[i] * points[i], i < plan->n, for a MSM_FULL plan of the right group.
 *   work  plan->work_bytes bytes or more, 64-byte aligned; contents lost
 *   pool  at most plan->threads threads; NULL: the caller alone
 * Errors: ST_ARG (wrong plan, too many threads, a scalar not below r), ST_CANCELLED, ST_TIMEOUT;
 * *out then unchanged. */
NODISCARD status msm_g1_run(const struct msm_plan *plan, g1 *out, const g1_affine *points,
                            const fr_int *scalars, void *work, struct pool *pool,
                            const struct cancel *cancel);
NODISCARD status msm_g2_run(const struct msm_plan *plan, g2 *out, const g2_affine *points,
                            const fr_int *scalars, void *work, struct pool *pool,
                            const struct cancel *cancel);

/* *out = sum of the points[i], i < n, whose bit i%64 of bits[i/64] is 1; n <= plan->n, MSM_BITS.
 * Bits at and above n are ignored. Otherwise as msm_g1_run. */
NODISCARD status msm_g1_bits_run(const struct msm_plan *plan, g1 *out, const g1_affine *points,
                                 const uint64_t *bits, size_t n, void *work, struct pool *pool,
                                 const struct cancel *cancel);
NODISCARD status msm_g2_bits_run(const struct msm_plan *plan, g2 *out, const g2_affine *points,
                                 const uint64_t *bits, size_t n, void *work, struct pool *pool,
                                 const struct cancel *cancel);

#endif
