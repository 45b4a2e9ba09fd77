/* Shared by the tests of math: values where carries go wrong, and curve data out of test vectors.
 */
#ifndef CUZK_TESTS_MATH_CASES_H
#define CUZK_TESTS_MATH_CASES_H

#include "math/g1.h"
#include "math/g2.h"
#include "tests/vec_json.h"

/* Canonical words biased to 0, 1, p - 1, powers of two, and runs of ones and zeros. As any
 * canonical words are the Montgomery form of some element, they serve as elements too. */
void case_fr(fr *r);
void case_fp(fp *r);
void case_fp2(fp2 *r);

/* Points out of vectors: compressed or uncompressed hex by its length; big-endian coordinates. */
void vec_fp(vec_json v, fp *r);
void vec_fp2(vec_json v, fp2 *r); /* [c0, c1] */
void vec_g1(vec_json v, g1_affine *r);
void vec_g2(vec_json v, g2_affine *r);

/* sha256(label) with the two top bits cleared, little-endian: how fixtures name scalars. */
void label_scalar(fr *r, const char *label);

#endif
