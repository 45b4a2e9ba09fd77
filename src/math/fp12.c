#include "math/fp12.h"

/* a * (1 + u) */
static void mul_by_xi(fp2 *r, const fp2 *a)
{
    fp t;
    fp_sub(&t, &a->c0, &a->c1);
    fp_add(&r->c1, &a->c0, &a->c1);
    r->c0 = t;
}

static void fp6_add(fp6 *r, const fp6 *a, const fp6 *b)
{
    fp2_add(&r->c0, &a->c0, &b->c0);
    fp2_add(&r->c1, &a->c1, &b->c1);
    fp2_add(&r->c2, &a->c2, &b->c2);
}

static void fp6_sub(fp6 *r, const fp6 *a, const fp6 *b)
{
    fp2_sub(&r->c0, &a->c0, &b->c0);
    fp2_sub(&r->c1, &a->c1, &b->c1);
    fp2_sub(&r->c2, &a->c2, &b->c2);
}

static void fp6_neg(fp6 *r, const fp6 *a)
{
    fp2_neg(&r->c0, &a->c0);
    fp2_neg(&r->c1, &a->c1);
    fp2_neg(&r->c2, &a->c2);
}

/* a * v */
static void fp6_mul_by_v(fp6 *r, const fp6 *a)
{
    fp2 t;
    mul_by_xi(&t, &a->c2);
    r->c2 = a->c1;
    r->c1 = a->c0;
    r->c0 = t;
}

/* x = (s)(t) - p - q: the mixed products of Karatsuba. */
static void cross(fp2 *x, const fp2 *a0, const fp2 *a1, const fp2 *b0, const fp2 *b1, const fp2 *p,
                  const fp2 *q)
{
    fp2 s, t;
    fp2_add(&s, a0, a1);
    fp2_add(&t, b0, b1);
    fp2_mul(x, &s, &t);
    fp2_sub(x, x, p);
    fp2_sub(x, x, q);
}

static void fp6_mul(fp6 *r, const fp6 *a, const fp6 *b)
{
    fp2 p0, p1, p2, x01, x02, x12;
    fp2_mul(&p0, &a->c0, &b->c0);
    fp2_mul(&p1, &a->c1, &b->c1);
    fp2_mul(&p2, &a->c2, &b->c2);
    cross(&x01, &a->c0, &a->c1, &b->c0, &b->c1, &p0, &p1);
    cross(&x02, &a->c0, &a->c2, &b->c0, &b->c2, &p0, &p2);
    cross(&x12, &a->c1, &a->c2, &b->c1, &b->c2, &p1, &p2);
    mul_by_xi(&x12, &x12);
    fp2_add(&r->c0, &p0, &x12);
    mul_by_xi(&p2, &p2);
    fp2_add(&r->c1, &x01, &p2);
    fp2_add(&r->c2, &x02, &p1);
}

/* 1 / (c0 + c1 v + c2 v^2) = (t0 + t1 v + t2 v^2) / norm. */
static void fp6_inv(fp6 *r, const fp6 *a)
{
    fp2 t0, t1, t2, x, norm;
    fp2_sqr(&t0, &a->c0);
    fp2_mul(&x, &a->c1, &a->c2);
    mul_by_xi(&x, &x);
    fp2_sub(&t0, &t0, &x);
    fp2_sqr(&t1, &a->c2);
    mul_by_xi(&t1, &t1);
    fp2_mul(&x, &a->c0, &a->c1);
    fp2_sub(&t1, &t1, &x);
    fp2_sqr(&t2, &a->c1);
    fp2_mul(&x, &a->c0, &a->c2);
    fp2_sub(&t2, &t2, &x);
    fp2_mul(&norm, &a->c2, &t1);
    fp2_mul(&x, &a->c1, &t2);
    fp2_add(&norm, &norm, &x);
    mul_by_xi(&norm, &norm);
    fp2_mul(&x, &a->c0, &t0);
    fp2_add(&norm, &norm, &x);
    fp2_inv(&norm, &norm);
    fp2_mul(&r->c0, &t0, &norm);
    fp2_mul(&r->c1, &t1, &norm);
    fp2_mul(&r->c2, &t2, &norm);
}

void fp12_one(fp12 *r)
{
    *r = (fp12){0};
    fp_one(&r->c0.c0.c0);
}

bool fp12_eq(const fp12 *a, const fp12 *b)
{
    return fp2_eq(&a->c0.c0, &b->c0.c0) && fp2_eq(&a->c0.c1, &b->c0.c1) &&
           fp2_eq(&a->c0.c2, &b->c0.c2) && fp2_eq(&a->c1.c0, &b->c1.c0) &&
           fp2_eq(&a->c1.c1, &b->c1.c1) && fp2_eq(&a->c1.c2, &b->c1.c2);
}

bool fp12_is_one(const fp12 *a)
{
    fp12 one;
    fp12_one(&one);
    return fp12_eq(a, &one);
}

void fp12_mul(fp12 *r, const fp12 *a, const fp12 *b)
{
    fp6 p0, p1, s, t;
    fp6_mul(&p0, &a->c0, &b->c0);
    fp6_mul(&p1, &a->c1, &b->c1);
    fp6_add(&s, &a->c0, &a->c1);
    fp6_add(&t, &b->c0, &b->c1);
    fp6_mul(&s, &s, &t);
    fp6_sub(&s, &s, &p0);
    fp6_sub(&r->c1, &s, &p1);
    fp6_mul_by_v(&p1, &p1);
    fp6_add(&r->c0, &p0, &p1);
}

void fp12_sqr(fp12 *r, const fp12 *a)
{
    fp6 x, s, t;
    fp6_mul(&x, &a->c0, &a->c1);
    fp6_add(&s, &a->c0, &a->c1);
    fp6_mul_by_v(&t, &a->c1);
    fp6_add(&t, &t, &a->c0);
    fp6_mul(&s, &s, &t);
    fp6_sub(&s, &s, &x);
    fp6_mul_by_v(&t, &x);
    fp6_sub(&r->c0, &s, &t);
    fp6_add(&r->c1, &x, &x);
}

void fp12_inv(fp12 *r, const fp12 *a)
{
    fp6 n, t;
    fp6_mul(&n, &a->c0, &a->c0);
    fp6_mul(&t, &a->c1, &a->c1);
    fp6_mul_by_v(&t, &t);
    fp6_sub(&n, &n, &t);
    fp6_inv(&n, &n);
    fp6_mul(&r->c0, &a->c0, &n);
    fp6_neg(&n, &n);
    fp6_mul(&r->c1, &a->c1, &n);
}

void fp12_conjugate(fp12 *r, const fp12 *a)
{
    r->c0 = a->c0;
    fp6_neg(&r->c1, &a->c1);
}

void fp12_frobenius(fp12 *r, const fp12 *a)
{
    static const fp2 gamma[6] = FROBENIUS_GAMMA;
    const fp2 *in[6] = {&a->c0.c0, &a->c1.c0, &a->c0.c1, &a->c1.c1, &a->c0.c2, &a->c1.c2};
    fp2 *out[6] = {&r->c0.c0, &r->c1.c0, &r->c0.c1, &r->c1.c1, &r->c0.c2, &r->c1.c2};
    for (int i = 0; i < 6; i++) { /* coefficient of w^i */
        fp2 c = *in[i];
        fp_neg(&c.c1, &c.c1);
        fp2_mul(out[i], &c, &gamma[i]);
    }
}
