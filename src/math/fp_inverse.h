/* Fast inverses whose time depends on the operand, for public data or where that is accepted; ten
 * times as fast as fp_inv. 0 -> 0. r may alias a. */
#ifndef CUZK_MATH_FP_INVERSE_H
#define CUZK_MATH_FP_INVERSE_H

#include "math/fp2.h"

void fp_inv_vartime(fp *r, const fp *a);
void fp2_inv_vartime(fp2 *r, const fp2 *a);

#endif
