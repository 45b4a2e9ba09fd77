/* Quadratic extension Fp2 = Fp[u] / (u^2 + 1). */
#ifndef CUZK_MATH_FP2_H
#define CUZK_MATH_FP2_H

#include "math/fp.h"

/* c0 + c1 u. */
typedef struct fp2 {
    fp c0, c1;
} fp2;

static_assert(sizeof(fp2) == 96, "files and kernels rely on it");

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
    bool c0 = fp_is_zero(&a->c0), c1 = fp_is_zero(&a->c1);
    return c0 & c1;
}

HD bool fp2_eq(const fp2 *a, const fp2 *b)
{
    bool c0 = fp_eq(&a->c0, &b->c0), c1 = fp_eq(&a->c1, &b->c1);
    return c0 & c1;
}

/* r = flag ? a : r. */
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
    fp_dbl(&r->c0, &a->c0);
    fp_dbl(&r->c1, &a->c1);
}

/* c0 - c1 u, which is also a^p. */
HD void fp2_conj(fp2 *r, const fp2 *a)
{
    r->c0 = a->c0;
    fp_neg(&r->c1, &a->c1);
}

HD void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp s, t, v0, v1;
    fp_add(&s, &a->c0, &a->c1);
    fp_add(&t, &b->c0, &b->c1);
    fp_mul(&v0, &a->c0, &b->c0);
    fp_mul(&v1, &a->c1, &b->c1);
    fp_mul(&s, &s, &t);
    fp_sub(&s, &s, &v0);
    fp_sub(&r->c1, &s, &v1);
    fp_sub(&r->c0, &v0, &v1);
}

HD void fp2_sqr(fp2 *r, const fp2 *a)
{
    fp s, d, m;
    fp_add(&s, &a->c0, &a->c1);
    fp_sub(&d, &a->c0, &a->c1);
    fp_mul(&m, &a->c0, &a->c1);
    fp_mul(&r->c0, &s, &d);
    fp_dbl(&r->c1, &m);
}

HD void fp2_mul_fp(fp2 *r, const fp2 *a, const fp *b)
{
    fp_mul(&r->c0, &a->c0, b);
    fp_mul(&r->c1, &a->c1, b);
}

/* r = (1 + u) a; 1 + u is the non-residue that Fp6 is built on. */
HD void fp2_mul_nonresidue(fp2 *r, const fp2 *a)
{
    fp s;
    fp_add(&s, &a->c0, &a->c1);
    fp_sub(&r->c0, &a->c0, &a->c1);
    r->c1 = s;
}

/* a times its conjugate. */
HD void fp2_norm(fp *r, const fp2 *a)
{
    fp t;
    fp_sqr(&t, &a->c0);
    fp_sqr(r, &a->c1);
    fp_add(r, r, &t);
}

/* r = 1/a, and 0 for 0. */
HD void fp2_inv(fp2 *r, const fp2 *a)
{
    fp n;
    fp2_norm(&n, a);
    fp_inv(&n, &n);
    fp_mul(&r->c0, &a->c0, &n);
    fp_mul(&r->c1, &a->c1, &n);
    fp_neg(&r->c1, &r->c1);
}

#define F         fp2
#define F_NAME(x) fp2_##x
#include "math/field_ops.inc"
#undef F
#undef F_NAME

/* A square root of a into r, true; false and r unchanged if there is none. Variable time. */
EXTERN_C bool fp2_sqrt(fp2 *r, const fp2 *a);

/* Is a the greater of a and -a, c1 compared first? */
HD bool fp2_is_larger(const fp2 *a)
{
    bool c1 = fp_is_larger(&a->c1), c0 = fp_is_larger(&a->c0);
    bool c1_zero = fp_is_zero(&a->c1);
    return c1 | (c1_zero & c0);
}

#endif
