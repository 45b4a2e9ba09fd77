/* The optimal ate pairing of BLS12-381.
 *
 * Values are the cube of the textbook pairing: the final exponent is 3 (p^12 - 1) / r, as in blst.
 */
#ifndef CUZK_MATH_PAIRING_H
#define CUZK_MATH_PAIRING_H

#include "math/fp12.h"
#include "math/g1.h"
#include "math/g2.h"

#define PAIRING_MAX_PAIRS 64

/* *r = product of the Miller functions of n <= PAIRING_MAX_PAIRS pairs; a pair with infinity counts
 * as one. Points must be in the groups of order r. */
void pairing_miller(fp12 *r, const g1_affine *p, const g2_affine *q, size_t n);
/* r may alias f. */
void pairing_final_exp(fp12 *r, const fp12 *f);

#endif
