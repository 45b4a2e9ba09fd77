#include "math/fp2.h"

/* By the norm: if (x0 + x1 u)^2 = a then x0^2 is (a0 + n) / 2 or (a0 - n) / 2 with n^2 = a0^2 +
 * a1^2, and x1 = a1 / (2 x0). Let d = (a0 + n) / 2 and s = d^((p-3)/4). If d is a square, x0 = d s
 * and 1 / x0 = s. If not, -d is one and x1 = d s (x1^2 = -d), 1 / x1 = -s and x0 = a1 / (2 x1). Two
 * powers in all. */
bool fp2_sqrt(fp2 *r, const fp2 *a)
{
    const fp half = {FP_HALF};
    fp n, d, s, known, other, minus;
    fp2 x, t;
    fp2_norm(&n, a);
    if (!fp_sqrt(&n, &n)) return false;
    fp_add(&d, &a->c0, &n);
    if (fp_is_zero(&d))
        d = a->c0; /* a1 = 0 and n = -a0: the other root of the norm, d = a0 */
    else
        fp_mul(&d, &d, &half);
    fp_root_helper(&s, &d);
    fp_mul(&known, &d, &s);
    fp_mul(&other, &known, &s); /* 1 if d is a square, -1 if not */
    fp_neg(&minus, &s);
    bool square = !fp_is_larger(&other);
    fp_cmov(&s, &minus, !square);
    fp_mul(&other, &a->c1, &half);
    fp_mul(&other, &other, &s);
    x.c0 = square ? known : other;
    x.c1 = square ? other : known;
    fp2_sqr(&t, &x);
    if (!fp2_eq(&t, a)) return false;
    *r = x;
    return true;
}
