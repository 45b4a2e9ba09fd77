/* A constraint system made of blocks and instances (DESIGN 3.2), and its typed witness
 * (DESIGN 3.1).
 *
 * A circuit is the list of rank-1 constraints <A_k, z> * <B_k, z> = <C_k, z> over
 * z = (1, public inputs, auxiliary variables). It is not stored as matrices: every distinct block
 * is recorded once by r1cs/builder.h and the circuit keeps instances of blocks. Immutable once
 * built; any number of threads may use one.
 *
 * Numbering (that of bellperson): variable 0 is ONE, 1..n_inputs-1 the public inputs, and the
 * auxiliary variables are numbered on their own in the order of allocation. Every auxiliary
 * variable is a *bit* or a *field* variable, known from the circuit. Bits are packed in order of
 * allocation (bit position i is bit i % 64 of word i / 64), field variables are an array in order
 * of allocation. */
#ifndef CUZK_R1CS_CIRCUIT_H
#define CUZK_R1CS_CIRCUIT_H

#include "base/pool.h"
#include "base/status.h"
#include "math/fr.h"
#include <stdbool.h>
#include <stdint.h>

struct circuit;

struct circuit_size {
    size_t n_inputs;      /* public inputs with ONE */
    size_t n_aux;         /* auxiliary variables = n_bits + n_fields */
    size_t n_bits;        /* of these: 0/1 variables */
    size_t n_fields;      /* of these: field variables */
    size_t n_constraints; /* without the rows Groth16 appends for the inputs */
    size_t n_advice_bits; /* values the witness filler takes from outside */
    size_t n_advice_fields;
    size_t n_blocks;          /* distinct blocks */
    size_t n_coefficients;    /* distinct coefficients */
    size_t description_bytes; /* memory of the whole description */
};

void circuit_destroy(struct circuit *c); /* NULL is a no-op */
struct circuit_size circuit_size(const struct circuit *c);

/* The domain of Groth16: smallest log2 with 2^log2 >= n_constraints + n_inputs. */
unsigned circuit_domain_log2(const struct circuit *c);

/* ---- types of the auxiliary variables ---- */

/* n consecutive auxiliary variables of one type, from number first_aux on; they lie at positions
 * first_pos.. of the witness' bits or fields. */
struct aux_run {
    size_t first_aux, first_pos, n;
    bool is_field;
};
typedef status (*aux_run_fn)(void *ctx, const struct aux_run *run);
/* Calls fn for all runs, ascending in first_aux. */
NODISCARD status circuit_visit_aux(const struct circuit *c, aux_run_fn fn, void *ctx);

/* ---- constraints ---- */

/* One linear combination of an expanded constraint: variables strictly ascending in the order
 * inputs, then auxiliaries (bit 31 set for auxiliaries: VAR_AUX), no zero coefficient. coef[i]
 * indexes circuit_coefficients(). Borrowed until the callback returns. */
#define VAR_AUX 0x80000000u
struct lc_view {
    const uint32_t *var;
    const uint32_t *coef;
    size_t n;
};
typedef status (*constraint_fn)(void *ctx, size_t row, const struct lc_view abc[3]);

/* Expands constraint by constraint, in order, in constant memory. Stops at fn's first failure. */
NODISCARD status circuit_expand(const struct circuit *c, constraint_fn fn, void *ctx);

/* Table of distinct coefficients, Montgomery; entries 0..3 are 1, -1, 2, -2. */
#define COEF_ONE       0u
#define COEF_MINUS_ONE 1u
#define COEF_TWO       2u
#define COEF_MINUS_TWO 3u
const fr *circuit_coefficients(const struct circuit *c);

/* Which variables occur in A and in B: bit i % 64 of word i / 64. From the circuit's own rows only:
 * in the key of Groth16 all inputs are in `a`, through the appended rows. */
struct circuit_density {
    uint64_t *a_inputs, *a_aux, *b_inputs, *b_aux;
    size_t n_a_inputs, n_a_aux, n_b_inputs, n_b_aux; /* numbers of bits set */
};
NODISCARD status circuit_density_create(struct circuit_density *out, const struct circuit *c);
void circuit_density_fini(struct circuit_density *d);

/* ---- witness ---- */

struct witness {
    fr *inputs;     /* n_inputs, [0] = 1; Montgomery */
    uint64_t *bits; /* n_bits, packed; zero above the last */
    fr *fields;     /* n_fields; Montgomery */
};
/* All zero but inputs[0] = 1. */
NODISCARD status witness_create(struct witness *w, const struct circuit *c);
void witness_fini(struct witness *w);

/* What comes from outside the circuit (from a vanilla proof), consumed in the circuit's order of
 * allocation. bits: one byte each, 0 or 1. */
struct advice {
    const uint8_t *bits;
    const fr *fields;
};

/* Computes every variable from the advice. Instances of the root are filled in parallel. Does not
 * check satisfaction. w comes from witness_create (or was filled before). */
NODISCARD status circuit_fill(const struct circuit *c, const struct advice *advice,
                              struct witness *w, struct pool *pool, const struct cancel *cancel);

/* a[k] = <A_k, z>, b[k] = <B_k, z> for k < n_constraints; Montgomery. */
NODISCARD status circuit_eval_ab(const struct circuit *c, const struct witness *w, fr *a, fr *b,
                                 struct pool *pool, const struct cancel *cancel);

/* Number of constraints with A*B != C; first_bad (may be NULL) = the first one. Expands: slow. */
NODISCARD status circuit_count_unsatisfied(const struct circuit *c, const struct witness *w,
                                           size_t *n_unsatisfied, size_t *first_bad);

#endif
