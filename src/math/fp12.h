/* Fp6 = Fp2[v] / (v^3 - (1 + u)), Fp12 = Fp6[w] / (w^2 - v). Host only. r may alias the operands.
 */
#ifndef CUZK_MATH_FP12_H
#define CUZK_MATH_FP12_H

#include "math/fp2.h"

typedef struct fp6 {
    fp2 c0, c1, c2;
} fp6;
typedef struct fp12 {
    fp6 c0, c1;
} fp12;

void fp12_one(fp12 *r);
bool fp12_is_one(const fp12 *a);
bool fp12_eq(const fp12 *a, const fp12 *b);
void fp12_mul(fp12 *r, const fp12 *a, const fp12 *b);
void fp12_sqr(fp12 *r, const fp12 *a);
void fp12_inv(fp12 *r, const fp12 *a);
void fp12_conjugate(fp12 *r, const fp12 *a); /* a^(p^6): the inverse in the group of order r */
void fp12_frobenius(fp12 *r, const fp12 *a); /* a^p */

#endif
