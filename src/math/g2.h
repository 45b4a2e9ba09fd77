/* G2: the points of order r on the twist y^2 = x^3 + 4(1 + u) over Fp2; all of its points are
 * representable. */
#ifndef CUZK_MATH_G2_H
#define CUZK_MATH_G2_H

#include "math/fr.h"
#include "math/fp2.h"

/* Infinity is x = y = 0. */
typedef struct g2_affine {
    fp2 x, y;
} g2_affine;

/* (x / zz, y / zzz), zz^3 = zzz^2; zz = 0 is infinity. */
typedef struct g2 {
    fp2 x, y, zz, zzz;
} g2;

static_assert(sizeof(g2_affine) == 2 * sizeof(fp2), "files and kernels rely on it");

#define C          g2
#define CA         g2_affine
#define CF         fp2
#define C_NAME(x)  g2_##x
#define CA_NAME(x) g2_affine_##x
#define CF_NAME(x) fp2_##x
#include "math/curve.inc"

HD void g2_generator(g2_affine *r)
{
    const fp2 x = {{G2_GENERATOR_X0}, {G2_GENERATOR_X1}},
              y = {{G2_GENERATOR_Y0}, {G2_GENERATOR_Y1}};
    r->x = x;
    r->y = y;
}

/* r[i] = a[i]; scratch holds 2 n field elements. One inversion for all. */
EXTERN_C void g2_batch_to_affine(g2_affine *r, const g2 *a, size_t n, fp2 *scratch);

/* r = [2^k] a. */
EXTERN_C void g2_dbl_n(g2 *r, const g2 *a, unsigned k);

/* r = [k] a for any a on the curve and any k below 2^256. g2_mul neither branches on nor indexes by
 * k or a and is for secrets; g2_mul_vartime is faster. */
EXTERN_C void g2_mul(g2 *r, const g2 *a, const fr_int *k);
EXTERN_C void g2_mul_vartime(g2 *r, const g2 *a, const fr_int *k);

/* On the curve (or infinity)? */
EXTERN_C bool g2_on_curve(const g2_affine *a);

/* One of the two y for which (x, y) is on the curve, true; false and y unchanged if there is none.
 */
EXTERN_C bool g2_y_from_x(fp2 *y, const fp2 *x);

/* In the subgroup of order r? a is on the curve. */
EXTERN_C bool g2_in_subgroup(const g2_affine *a);

#endif
