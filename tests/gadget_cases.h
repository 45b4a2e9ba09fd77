/* Cases of tests/vectors/gadgets and how to record them; shared by the test_gadgets files. */
#ifndef CUZK_TESTS_GADGET_CASES_H
#define CUZK_TESTS_GADGET_CASES_H

#include "math/fr.h"
#include "r1cs/builder.h"
#include "r1cs/shape.h"

#define MAX_COMPUTED 8

struct gadget_case {
    char name[64];
    size_t n_inputs, n_aux, n_constraints, nnz[3], n_density[4], zero_or_one;
    uint8_t constraints[32], inputs[32], aux[32], density[3][32];
    uint8_t *bits; /* 0 or 1 */
    size_t n_bits;
    fr *fields;
    size_t n_fields;
    uint8_t *message, *is_variable; /* one bit a byte; is_variable NULL: all alike */
    size_t n_message;
    char *results; /* words with a space before each; "" for none */
    size_t computed[MAX_COMPUTED], n_computed;
};

/* All cases of the vector file; ends the test on failure. */
struct gadget_case *gadget_cases_load(size_t *n);
void gadget_cases_free(struct gadget_case *cases, size_t n);

/* Results of a gadget as literals of the root block. */
struct gadget_results {
    struct {
        bool is_num;
        uint32_t lit; /* of a bit; slot of a num */
    } * v;
    size_t n, cap;
};
void result_bit(struct gadget_results *r, bit x);
void result_num(struct gadget_results *r, num x);

/* Records the gadget of this case; false if there is none of this name. */
bool gadget_case_record(struct builder *b, const struct gadget_case *c, struct gadget_results *r);

/* Prints the first line in which circuit and witness differ from the fixture's listing, if the
 * fixtures are present. */
void gadget_listing_compare(const char *name, const struct circuit *c, const struct witness *w);

#endif
