/* Fp2 = Fp[u] / (u^2 + 1): c0 + c1 u. r may alias the operands. */
#ifndef CUZK_MATH_FP2_H
#define CUZK_MATH_FP2_H

#include "math/fp.h"

typedef struct fp2 {
    fp c0, c1;
} fp2;

HD void fp2_zero(fp2 *r)
{
    fp_zero(&r->c0);
    fp_zero(&r->c1);
}
HD void fp2_one(fp2 *r)
{
    fp_one(&r->c0);
    fp_zero(&r->c1);
}
HD bool fp2_is_zero(const fp2 *a)
{
    return fp_is_zero(&a->c0) && fp_is_zero(&a->c1);
}
HD bool fp2_eq(const fp2 *a, const fp2 *b)
{
    return fp_eq(&a->c0, &b->c0) && fp_eq(&a->c1, &b->c1);
}
HD void fp2_cmov(fp2 *r, const fp2 *a, bool flag)
{
    fp_cmov(&r->c0, &a->c0, flag);
    fp_cmov(&r->c1, &a->c1, flag);
}
HD void fp2_add(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp_add(&r->c0, &a->c0, &b->c0);
    fp_add(&r->c1, &a->c1, &b->c1);
}
HD void fp2_sub(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp_sub(&r->c0, &a->c0, &b->c0);
    fp_sub(&r->c1, &a->c1, &b->c1);
}
HD void fp2_neg(fp2 *r, const fp2 *a)
{
    fp_neg(&r->c0, &a->c0);
    fp_neg(&r->c1, &a->c1);
}
HD void fp2_dbl(fp2 *r, const fp2 *a)
{
    fp2_add(r, a, a);
}
/* Karatsuba: three products in Fp. */
HD void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp x, y, s, t;
    fp_add(&s, &a->c0, &a->c1);
    fp_add(&t, &b->c0, &b->c1);
    fp_mul(&s, &s, &t);
    fp_mul(&x, &a->c0, &b->c0);
    fp_mul(&y, &a->c1, &b->c1);
    fp_sub(&r->c0, &x, &y);
    fp_sub(&s, &s, &x);
    fp_sub(&r->c1, &s, &y);
}
HD void fp2_sqr(fp2 *r, const fp2 *a)
{
    fp s, d, x;
    fp_add(&s, &a->c0, &a->c1);
    fp_sub(&d, &a->c0, &a->c1);
    fp_mul(&x, &a->c0, &a->c1);
    fp_mul(&r->c0, &s, &d);
    fp_dbl(&r->c1, &x);
}
/* r = 1 / a, 0 for 0: conjugate over norm. */
HD void fp2_inv(fp2 *r, const fp2 *a)
{
    fp n, x;
    fp_sqr(&n, &a->c0);
    fp_sqr(&x, &a->c1);
    fp_add(&n, &n, &x);
    fp_inv(&n, &n);
    fp_mul(&r->c0, &a->c0, &n);
    fp_neg(&n, &n);
    fp_mul(&r->c1, &a->c1, &n);
}
/* As fp_batch_inv. */
HD void fp2_batch_inv(fp2 *v, size_t n, fp2 *scratch)
{
    fp2 acc, x;
    fp2_one(&acc);
    for (size_t i = 0; i < n; i++) {
        scratch[i] = acc;
        if (!fp2_is_zero(&v[i])) fp2_mul(&acc, &acc, &v[i]);
    }
    fp2_inv(&acc, &acc);
    for (size_t i = n; i-- > 0;) {
        if (fp2_is_zero(&v[i])) continue;
        fp2_mul(&x, &acc, &scratch[i]);
        fp2_mul(&acc, &acc, &v[i]);
        v[i] = x;
    }
}

#endif
