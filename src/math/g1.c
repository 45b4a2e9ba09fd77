#include "math/g1.h"

static void g1_b(fp *b)
{
    const fp four = {FP_FOUR};
    *b = four;
}

#define C          g1
#define CA         g1_affine
#define CF         fp
#define C_NAME(x)  g1_##x
#define CA_NAME(x) g1_affine_##x
#define CF_NAME(x) fp_##x
#define C_B        g1_b
#include "math/curve_ops.inc"

/* a is in G1 exactly if phi(a) = [-z^2] a with phi(x, y) = (beta x, y) (Scott, "A note on group
 * membership tests for G1, G2 and GT on BLS pairing-friendly curves", 2021, section 4). */
bool g1_in_subgroup(const g1_affine *a)
{
    const fp beta = {G1_BETA};
    g1 p, q;
    g1_affine phi = *a;
    fp_mul(&phi.x, &phi.x, &beta);
    g1_from_affine(&p, a);
    g1_mul_z(&q, &p);
    g1_mul_z(&q, &q);
    g1_from_affine(&p, &phi);
    g1_neg(&q, &q);
    return g1_eq(&p, &q);
}
