/* The prover (Groth 2016, section 3.2; rows and queries as bellperson lays them out):
 *
 *   A = alpha + sum z_j a_j + r delta
 *   B = beta + sum z_j b_j + s delta                     (in G2, and in G1 for C)
 *   C = sum_aux z_j l_j + sum h_i t(tau) tau^i / delta + s A + r B - r s delta
 *
 * over z = (inputs with ONE, auxiliaries). What depends on the circuit alone is made once and
 * serves all its proofs; a plan says exactly how much memory a proof needs; proving itself
 * allocates nothing until the finished proof is verified (but what circuit_eval_ab takes, unless a
 * and b are given). Every proof is verified, from its encoded bytes, before it is returned. */
#ifndef CUZK_GROTH16_PROVE_H
#define CUZK_GROTH16_PROVE_H

#include "base/progress.h"
#include "groth16/proof.h"
#include "groth16/split.h"
#include "groth16/verify.h"
#include "msm/msm.h"
#include "ntt/quotient.h"
#include "params/params.h"
#include "r1cs/circuit.h"

/* ---- what depends on the circuit ---- */

/* Zero-initialise: zero means "choose". */
struct prove_limits {
    unsigned threads;      /* of the pool that proofs will run on; 0 counts as 1 */
    size_t max_work_bytes; /* shorter pieces of the queries until it fits; 0: no limit */
};

/* How proofs of a circuit will run. */
struct prove_plan {
    unsigned threads;
    size_t h_piece;      /* points of h decoded and summed together: a power of two */
    size_t piece_chunks; /* chunks (groth16/split.h) of the other queries likewise */
    struct ntt_plan ntt;
    struct msm_plan h, bits_g1, bits_g2;
    struct msm_plan fields[PARAMS_N_QUERIES]; /* inputs and field variables; [PARAMS_H] unused */
    size_t work_bytes;                        /* workspace that groth16_prove needs, exactly */
};

/* Read-only once made: any number of threads may prove with one, each with its own workspace. */
struct prover {
    const struct circuit *circuit; /* borrowed */
    struct circuit_size size;
    unsigned domain_log2;
    struct circuit_density density;
    uint64_t *is_field;
    struct split l, a, b; /* auxiliaries of the queries l, a, b_g1 and b_g2 */
    struct prove_plan plan;
    struct ntt_domain *domain;
};
/* Expands the circuit once (0.15 s a million constraints). ST_NOMEM with numbers if no plan fits
 * the limit. */
NODISCARD status prover_init(struct prover *out, const struct circuit *c,
                             const struct prove_limits *limits);
void prover_fini(struct prover *p); /* a zeroed or half-made object is fine */

/* ST_ARG, with the query, wanted and found, if the key is not one for this circuit. */
NODISCARD status prover_check_key(const struct prover *p, const struct params_file *key);

/* ---- proofs ---- */

struct resident_key; /* groth16/resident_key.h */

enum prove_stage {
    PROVE_EVALUATE, /* a, b */
    PROVE_QUOTIENT, /* h */
    PROVE_MSM_H,
    PROVE_MSM_L,
    PROVE_MSM_A,
    PROVE_MSM_B_G1,
    PROVE_MSM_B_G2,
    PROVE_FINISH, /* blinding */
    PROVE_VERIFY,
    PROVE_N_STAGES
};
const char *prove_stage_name(enum prove_stage stage);

struct prove_times {
    double stage_ms[PROVE_N_STAGES];
    double decode_ms; /* of the key's points, contained in the sums */
    double total_ms;
};

/* Zero-initialise. */
struct prove_options {
    struct pool *pool; /* at most plan.threads threads; NULL: the caller alone */
    const struct cancel *cancel;
    const struct progress *progress; /* counts stages begun; at the end PROVE_N_STAGES of as many */
    const struct verifier *verifier; /* of the key; NULL: made on the way */
    const struct resident_key *resident; /* the key's points; NULL: decoded on the way */
    const fr *a, *b; /* values of the circuit's rows, n_constraints each; NULL: evaluated here */
    const fr *r, *s; /* blinding; NULL: random, as it must be outside of tests */
    struct prove_times *times; /* set on success */
};

/* w: the whole assignment; work: plan.work_bytes, 64-byte aligned. It keeps traces of the witness:
 * whoever wants them gone wipes it. On failure *out is unchanged and no part of a proof is given
 * out. ST_UNSAT (how many constraints, the first one) if the proof does not verify because the
 * witness does not satisfy the circuit; ST_BUG if it does not although the witness does: a damaged
 * key or a computing error. ST_ARG for another circuit's key or a wrong pool; ST_CANCELLED,
 * ST_TIMEOUT; ST_NOMEM. */
NODISCARD status groth16_prove(struct proof *out, const struct prover *p,
                               const struct params_file *key, const struct witness *w, void *work,
                               const struct prove_options *options);

#endif
