#include "math/fr.h"

/* Tonelli and Shanks: r - 1 = 2^32 t, t odd. With w = a^((t-1)/2): x = a w is a root up to b = a
 * w^2, which lies in the group of order 2^32; b is brought to 1 one factor of two at a time. */
bool fr_sqrt(fr *r, const fr *a)
{
    const uint64_t e[4] = FR_T_MINUS_1_OVER_2;
    fr w, x, b, z, one;
    fr_one(&one);
    fr_pow_vartime(&w, a, e, 4);
    fr_mul(&x, a, &w);
    fr_mul(&b, &x, &w);
    fr_root_of_unity(&z, FR_TWO_ADICITY);
    if (fr_is_zero(a)) {
        *r = *a;
        return true;
    }
    unsigned order_log2 = FR_TWO_ADICITY; /* of z */
    while (!fr_eq(&b, &one)) {
        unsigned k = 0; /* b has order 2^k */
        for (fr t = b; k < order_log2 && !fr_eq(&t, &one); k++)
            fr_sqr(&t, &t);
        if (k == order_log2) return false;
        for (unsigned i = k + 1; i < order_log2; i++)
            fr_sqr(&z, &z);
        fr_mul(&x, &x, &z);
        fr_sqr(&z, &z);
        fr_mul(&b, &b, &z);
        order_log2 = k;
    }
    *r = x;
    return true;
}
