/* Shared by the prover's files. */
#ifndef CUZK_GROTH16_PROVE_IMPL_H
#define CUZK_GROTH16_PROVE_IMPL_H

#include "groth16/prove.h"

/* Workspace of the quotient and of the sum over h, which lie over each other but for h itself;
 * byte offsets. */
struct prove_areas {
    size_t h, a, b, ntt, quotient_end;
    size_t h_points, h_msm, h_end;
};
struct prove_areas prove_areas_of(const struct prove_plan *plan);

/* Workspace of the sum over another query, when h is done with. */
struct query_areas {
    size_t bits, fields, bit_points, field_points, msm, end;
    size_t n_inputs, n_fields; /* points of inputs; of inputs and field variables */
};
struct query_areas query_areas_of(const struct prover *p, const struct prove_plan *plan,
                                  enum params_query q);
const struct split *prover_split(const struct prover *p, enum params_query q);

/* The stored points of inputs, in front of those of auxiliaries: is there one for input i? */
bool prover_has_input(const struct prover *p, enum params_query q, size_t i);
size_t prover_n_inputs(const struct prover *p, enum params_query q);

status prove_plan_init(struct prove_plan *out, const struct prover *p,
                       const struct prove_limits *limits);

/* One proof on its way. */
struct prove_run {
    const struct prover *p;
    const struct params_file *key;
    const struct witness *w;
    const struct prove_options *o;
    char *work;
    struct prove_times times;
    g1 sum_h, sum_l, sum_a, sum_b_g1;
    g2 sum_b_g2;
};
/* The sums over the queries; h's coefficients lie in the workspace and are used up. */
status prove_sum_h(struct prove_run *v);
status prove_sum_g1(struct prove_run *v, g1 *out, enum params_query q);
status prove_sum_g2(struct prove_run *v, g2 *out, enum params_query q);

#endif
