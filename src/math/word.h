/* 64-bit words with carries: the primitives of all multi-word arithmetic. Common subset of C11 and
 * CUDA C++. */
#ifndef CUZK_MATH_WORD_H
#define CUZK_MATH_WORD_H

#include "base/hd.h"
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 u128;

#if defined(__cplusplus)
#define EXTERN_C extern "C"
#else
#define EXTERN_C extern
#endif

/* This processor has ADX and BMI2. Set before main runs, constant since. */
EXTERN_C bool mont_has_adx;

/* Returns the low word of a + b + *carry; *carry becomes 0 or 1. */
HD uint64_t word_adc(uint64_t a, uint64_t b, uint64_t *carry)
{
    u128 t = (u128)a + b + *carry;
    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* Returns the low word of a - b - *borrow; *borrow becomes 0 or 1. */
HD uint64_t word_sbb(uint64_t a, uint64_t b, uint64_t *borrow)
{
    u128 t = (u128)a - b - *borrow;
    *borrow = (uint64_t)(t >> 64) & 1;
    return (uint64_t)t;
}

/* Returns the low word of acc + a * b + *carry; *carry becomes the high word (no overflow). */
HD uint64_t word_mac(uint64_t acc, uint64_t a, uint64_t b, uint64_t *carry)
{
    u128 t = (u128)a * b + acc + *carry;
    *carry = (uint64_t)(t >> 64);
    return (uint64_t)t;
}

/* All ones if bit is 1, 0 if it is 0. */
HD uint64_t word_mask(uint64_t bit)
{
    return (uint64_t)0 - bit;
}

#endif
