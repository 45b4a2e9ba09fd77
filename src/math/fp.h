/* The base field of BLS12-381: Montgomery form x * 2^384 mod the modulus, fully reduced, 6
 * little-endian limbs. fp_int is a plain integer below the modulus in the same layout. */
#ifndef CUZK_MATH_FP_H
#define CUZK_MATH_FP_H

#include "base/hd.h"
#include "math/consts.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef CUZK_U128
#define CUZK_U128
__extension__ typedef unsigned __int128 u128;
extern bool mont_has_adx; /* this processor has ADX and BMI2 */
#endif

typedef struct fp {
    uint64_t l[6];
} fp;
typedef struct fp_int {
    uint64_t l[6];
} fp_int;

#define F          fp
#define FI         fp_int
#define F_N        6
#define F_NAME(x)  fp_##x
#define F_CONST(x) FP_##x
#include "math/mont.inc"

#endif
