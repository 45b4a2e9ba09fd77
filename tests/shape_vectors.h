/* Comparison of circuits and witnesses with tests/vectors/shapes. A difference fails the test. */
#ifndef CUZK_TESTS_SHAPE_VECTORS_H
#define CUZK_TESTS_SHAPE_VECTORS_H

#include "r1cs/circuit.h"

/* All counts, densities and digests of circuit `name` ("porep-2kib"). Expands: about 0.15 s a
 * million constraints. */
void check_shape(const char *name, const struct circuit *c);
/* The digests of a witness; name as in witnesses.txt ("sector-2kib/v1_1-porep-p0"). */
void check_witness(const char *name, const struct circuit *c, const struct witness *w);

#endif
