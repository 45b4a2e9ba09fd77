/* Number-theoretic transforms over fr on the domain of the n = 2^log2_n-th roots of unity: the
 * same domain, root (7^((r-1)/n)) and coset generator (7) as bellperson's EvaluationDomain.
 *
 * Plan (pure arithmetic over sizes), then a domain (tables, read-only, shared by any number of
 * runs), then runs in place in the caller's memory. Elements are Montgomery fr, fully reduced at
 * the end of every run.
 *
 * "Natural order": element i is the coefficient of x^i, or the value at omega^i (times 7 on the
 * coset). "Bit-reversed": element i is that of the number whose log2_n bits are those of i in
 * reverse. */
#ifndef CUZK_NTT_NTT_H
#define CUZK_NTT_NTT_H

#include "base/pool.h"
#include "base/status.h"
#include "math/fr.h"

#define NTT_MAX_LOG2   31 /* the reference's limit; r - 1 has 32 twos */
#define NTT_MAX_LEVELS 3

/* NTT_AUTO takes the vector unit (AVX-512 IFMA) if there is one. Results are the same to the bit.
 */
enum ntt_kernel_choice { NTT_AUTO, NTT_PORTABLE };

struct ntt_plan {
    unsigned log2_n;
    size_t n;
    unsigned n_threads; /* most threads a run may use */
    unsigned n_levels;  /* sweeps over memory of one transform; 0: the small-size loop */
    unsigned level_log2[NTT_MAX_LEVELS]; /* their sum is log2_n */
    unsigned biggest_log2;               /* of them */
    size_t work_bytes; /* scratch of a run, exactly, for any operation incl. quotient_run */
    enum ntt_kernel_choice kernel; /* NTT_AUTO; may be changed before ntt_domain_create */
};

/* ST_ARG if log2_n > 31 or n_threads is 0. */
NODISCARD status ntt_plan_init(struct ntt_plan *out, unsigned log2_n, unsigned n_threads);

/* Other levels than the plan chose (measurements, tests): 2 or 3 of 2^3 to 2^11 whose logarithms
 * sum up to log2_n. Sets work_bytes anew. */
NODISCARD status ntt_plan_levels(struct ntt_plan *p, unsigned n_levels, const unsigned *level_log2);

/* Smallest log2 with 2^log2 >= n; ST_ARG if that exceeds 31. n = 0 counts as 1. */
NODISCARD status ntt_log2_for(unsigned *out, size_t n);

struct ntt_domain;
NODISCARD status ntt_domain_create(struct ntt_domain **out, const struct ntt_plan *plan);
void ntt_domain_destroy(struct ntt_domain *d); /* NULL is a no-op */
const struct ntt_plan *ntt_domain_plan(const struct ntt_domain *d);

/* omega, a primitive n-th root of unity for n = 2^log2_n, log2_n <= 32. */
void ntt_root(fr *out, unsigned log2_n);

enum ntt_op {
    NTT_FORWARD,       /* coefficients -> values; natural order in and out, as the next three */
    NTT_INVERSE,       /* values -> coefficients, with the factor 1/n */
    NTT_COSET_FORWARD, /* coefficients -> values at 7 * omega^i */
    NTT_COSET_INVERSE, /* values at 7 * omega^i -> coefficients */
    /* Without the permutation: one sweep less. */
    NTT_INVERSE_TO_BITREV,        /* values, natural -> coefficients, bit-reversed */
    NTT_FORWARD_FROM_BITREV,      /* coefficients, bit-reversed -> values, natural */
    NTT_COSET_FORWARD_FROM_BITREV /* the same on the coset, at no extra cost */
};

/* v[0..n) in place. work: plan->work_bytes, 64-byte aligned (mem_alloc'd), contents lost; may be
 * NULL if that is 0. ST_ARG if not, or if the pool has more threads than the plan; ST_CANCELLED,
 * ST_TIMEOUT: v is then garbage. */
NODISCARD status ntt_run(const struct ntt_domain *d, enum ntt_op op, fr *v, void *work,
                         struct pool *pool, const struct cancel *cancel);

#endif
