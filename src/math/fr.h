/* The scalar field of BLS12-381: Montgomery form x * 2^256 mod the modulus, fully reduced, 4
 * little-endian limbs. fr_int is a plain integer below the modulus in the same layout. */
#ifndef CUZK_MATH_FR_H
#define CUZK_MATH_FR_H

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

typedef struct fr {
    uint64_t l[4];
} fr;
typedef struct fr_int {
    uint64_t l[4];
} fr_int;

#define F          fr
#define FI         fr_int
#define F_N        4
#define F_NAME(x)  fr_##x
#define F_CONST(x) FR_##x
#include "math/mont.inc"

#endif
