/* Miller's algorithm with affine points on the twist: the slopes of all pairs share one inversion a
 * step. The line through T with slope s, at P, times w^3 (which the final exponentiation removes),
 * is (s x_T - y_T) - s x_P v + y_P v w. */
#include "math/pairing.h"

#define Z_ABS 0xd201000000010000u /* the curve's parameter is -Z_ABS */

static void mul_by_line(fp12 *f, const fp2 *s, const g2_affine *t, const g1_affine *p)
{
    fp12 line = {0};
    fp2_mul(&line.c0.c0, s, &t->x);
    fp2_sub(&line.c0.c0, &line.c0.c0, &t->y);
    fp_mul(&line.c0.c1.c0, &s->c0, &p->x);
    fp_mul(&line.c0.c1.c1, &s->c1, &p->x);
    fp2_neg(&line.c0.c1, &line.c0.c1);
    line.c1.c1.c0 = p->y;
    fp12_mul(f, f, &line);
}

/* t = the third point on the line through t and (x2, .) with slope s, mirrored. */
static void chord(g2_affine *t, const fp2 *s, const fp2 *x2)
{
    fp2 x, y;
    fp2_sqr(&x, s);
    fp2_sub(&x, &x, &t->x);
    fp2_sub(&x, &x, x2);
    fp2_sub(&y, &t->x, &x);
    fp2_mul(&y, &y, s);
    fp2_sub(&t->y, &y, &t->y);
    t->x = x;
}

/* One step for all pairs: doubling if q is NULL, else adding q. */
static void step(fp12 *f, g2_affine *t, const g1_affine *p, const g2_affine *q, size_t n)
{
    fp2 den[PAIRING_MAX_PAIRS], scratch[PAIRING_MAX_PAIRS], s, x;
    for (size_t i = 0; i < n; i++)
        if (q)
            fp2_sub(&den[i], &t[i].x, &q[i].x);
        else
            fp2_dbl(&den[i], &t[i].y);
    fp2_batch_inv(den, n, scratch);
    for (size_t i = 0; i < n; i++) {
        if (q) {
            fp2_sub(&s, &t[i].y, &q[i].y);
        } else {
            fp2_sqr(&x, &t[i].x);
            fp2_dbl(&s, &x);
            fp2_add(&s, &s, &x);
        }
        fp2_mul(&s, &s, &den[i]);
        mul_by_line(f, &s, &t[i], &p[i]);
        x = q ? q[i].x : t[i].x;
        chord(&t[i], &s, &x);
    }
}

void pairing_miller(fp12 *r, const g1_affine *p, const g2_affine *q, size_t n)
{
    g1_affine ps[PAIRING_MAX_PAIRS];
    g2_affine qs[PAIRING_MAX_PAIRS], t[PAIRING_MAX_PAIRS];
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        if (g1_affine_is_infinity(&p[i]) || g2_affine_is_infinity(&q[i])) continue;
        ps[k] = p[i];
        qs[k] = t[k] = q[i];
        k++;
    }
    fp12_one(r);
    for (int i = 62; i >= 0; i--) {
        fp12_sqr(r, r);
        step(r, t, ps, NULL, k);
        if ((uint64_t)Z_ABS >> i & 1) step(r, t, ps, qs, k);
    }
    fp12_conjugate(r, r);
}

/* r = a^-Z_ABS for a of the cyclotomic group, where conjugation inverts. */
static void pow_z(fp12 *r, const fp12 *a)
{
    fp12 x = *a;
    for (int i = 62; i >= 0; i--) {
        fp12_sqr(&x, &x);
        if ((uint64_t)Z_ABS >> i & 1) fp12_mul(&x, &x, a);
    }
    fp12_conjugate(r, &x);
}

/* r = a^(z - 1) */
static void pow_z_minus_1(fp12 *r, const fp12 *a)
{
    fp12 x, y;
    pow_z(&x, a);
    fp12_conjugate(&y, a);
    fp12_mul(r, &x, &y);
}

/* Hard part: 3 (p^4 - p^2 + 1) / r = (z - 1)^2 (z + p) (z^2 + p^2 - 1) + 3 (Hayashida et al. 2020).
 */
void pairing_final_exp(fp12 *r, const fp12 *f)
{
    fp12 a, x, y;
    fp12_inv(&x, f); /* easy part: (p^6 - 1)(p^2 + 1) */
    fp12_conjugate(&a, f);
    fp12_mul(&a, &a, &x);
    fp12_frobenius(&x, &a);
    fp12_frobenius(&x, &x);
    fp12_mul(&a, &a, &x);

    pow_z_minus_1(&x, &a);
    pow_z_minus_1(&x, &x);
    pow_z(&y, &x);
    fp12_frobenius(&x, &x);
    fp12_mul(&x, &x, &y); /* x^(z + p) */
    pow_z(&y, &x);
    pow_z(&y, &y);
    fp12 z = x;
    fp12_frobenius(&x, &x);
    fp12_frobenius(&x, &x);
    fp12_mul(&y, &y, &x);
    fp12_conjugate(&z, &z);
    fp12_mul(&y, &y, &z); /* ^(z^2 + p^2 - 1) */
    fp12_sqr(&x, &a);
    fp12_mul(&x, &x, &a);
    fp12_mul(r, &x, &y);
}
