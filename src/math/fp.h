/* The base field of BLS12-381: the integers modulo p (381 bits). */
#ifndef CUZK_MATH_FP_H
#define CUZK_MATH_FP_H

#include "math/consts.h"
#include "math/word.h"

/* Element in Montgomery form x * 2^384 mod p, words reduced to [0, p). Six little-endian words; the
 * same 48 bytes on host and device. */
typedef struct fp {
    uint64_t l[6];
} fp;

/* Plain integer below 2^384 in the same layout; canonical if below p. */
typedef struct fp_int {
    uint64_t l[6];
} fp_int;

static_assert(sizeof(fp) == 48, "files and kernels rely on it");

#define F          fp
#define FI         fp_int
#define F_N        6
#define F_NAME(x)  fp_##x
#define F_CONST(x) FP_##x
#include "math/mont.inc"

/* s = a^((p - 3) / 4). As p = 3 mod 4, a s^2 is 1, -1 or 0 when a is a square, a non-square or 0;
 * then a s is a root of a (of -a), and s is its inverse (up to that sign). */
HD void fp_root_helper(fp *s, const fp *a)
{
    const fp_int e = {FP_MODULUS_MINUS_3_OVER_4};
    fp_pow_vartime(s, a, e.l, 6);
}

/* A square root of a into r, true; false and r unchanged if there is none. */
HD bool fp_sqrt(fp *r, const fp *a)
{
    fp s, t;
    fp_root_helper(&s, a);
    fp_mul(&s, &s, a);
    fp_sqr(&t, &s);
    if (!fp_eq(&t, a)) return false;
    *r = s;
    return true;
}

/* Is a, as an integer, the larger of a and -a? */
HD bool fp_is_larger(const fp *a)
{
    const fp_int half = {FP_MODULUS_MINUS_1_OVER_2};
    fp_int x;
    uint64_t borrow = 0;
    fp_to_int(&x, a);
    for (int i = 0; i < 6; i++)
        (void)word_sbb(half.l[i], x.l[i], &borrow);
    return borrow != 0;
}

#endif
