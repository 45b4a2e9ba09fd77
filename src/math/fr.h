/* The scalar field of BLS12-381: the integers modulo the group order r (255 bits). */
#ifndef CUZK_MATH_FR_H
#define CUZK_MATH_FR_H

#include "math/consts.h"
#include "math/word.h"

/* Element in Montgomery form x * 2^256 mod r, words reduced to [0, r). Four little-endian words;
 * the same 32 bytes on host and device. */
typedef struct fr {
    uint64_t l[4];
} fr;

/* Plain integer below 2^256 in the same layout; canonical if below r. */
typedef struct fr_int {
    uint64_t l[4];
} fr_int;

static_assert(sizeof(fr) == 32, "files and kernels rely on it");

#define F          fr
#define FI         fr_int
#define F_N        4
#define F_NAME(x)  fr_##x
#define F_CONST(x) FR_##x
#include "math/mont.inc"

/* A primitive 2^k-th root of unity, k <= 32: 7^((r - 1) / 2^k). */
HD void fr_root_of_unity(fr *r, unsigned k)
{
    const fr root = {FR_ROOT_OF_UNITY};
    *r = root;
    for (; k < FR_TWO_ADICITY; k++)
        fr_sqr(r, r);
}

/* A square root of a into r, true; false and r unchanged if there is none. Variable time. */
EXTERN_C bool fr_sqrt(fr *r, const fr *a);

#endif
