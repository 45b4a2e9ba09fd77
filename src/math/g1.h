/* G1: the points of order r on E: y^2 = x^3 + 4 over Fp; all of E(Fp) is representable. */
#ifndef CUZK_MATH_G1_H
#define CUZK_MATH_G1_H

#include "math/fr.h"
#include "math/fp.h"

/* Infinity is x = y = 0. */
typedef struct g1_affine {
    fp x, y;
} g1_affine;

/* (x / zz, y / zzz), zz^3 = zzz^2; zz = 0 is infinity. */
typedef struct g1 {
    fp x, y, zz, zzz;
} g1;

static_assert(sizeof(g1_affine) == 2 * sizeof(fp), "files and kernels rely on it");

#define C          g1
#define CA         g1_affine
#define CF         fp
#define C_NAME(x)  g1_##x
#define CA_NAME(x) g1_affine_##x
#define CF_NAME(x) fp_##x
#include "math/curve.inc"

HD void g1_generator(g1_affine *r)
{
    const fp x = {G1_GENERATOR_X}, y = {G1_GENERATOR_Y};
    r->x = x;
    r->y = y;
}

/* r[i] = a[i]; scratch holds 2 n field elements. One inversion for all. */
EXTERN_C void g1_batch_to_affine(g1_affine *r, const g1 *a, size_t n, fp *scratch);

/* r = [2^k] a. */
EXTERN_C void g1_dbl_n(g1 *r, const g1 *a, unsigned k);

/* r = [k] a for any a on the curve and any k below 2^256. g1_mul neither branches on nor indexes by
 * k or a and is for secrets; g1_mul_vartime is faster. */
EXTERN_C void g1_mul(g1 *r, const g1 *a, const fr_int *k);
EXTERN_C void g1_mul_vartime(g1 *r, const g1 *a, const fr_int *k);

/* On the curve (or infinity)? */
EXTERN_C bool g1_on_curve(const g1_affine *a);

/* One of the two y for which (x, y) is on the curve, true; false and y unchanged if there is none.
 */
EXTERN_C bool g1_y_from_x(fp *y, const fp *x);

/* In the subgroup of order r? a is on the curve. */
EXTERN_C bool g1_in_subgroup(const g1_affine *a);

#endif
