#include "math/g2.h"

static void g2_b(fp2 *b)
{
    const fp four = {FP_FOUR};
    b->c0 = four;
    b->c1 = four;
}

#define C          g2
#define CA         g2_affine
#define CF         fp2
#define C_NAME(x)  g2_##x
#define CA_NAME(x) g2_affine_##x
#define CF_NAME(x) fp2_##x
#define C_B        g2_b
#include "math/curve_ops.inc"

/* a is in G2 exactly if psi(a) = [z] a, psi being the p-power Frobenius carried to the twist (Scott
 * 2021, section 3). */
bool g2_in_subgroup(const g2_affine *a)
{
    const fp2 cx = {{{0}}, {G2_PSI_X1}}, cy = {{G2_PSI_Y0}, {G2_PSI_Y1}};
    g2 p, q;
    g2_affine psi;
    fp2_conj(&psi.x, &a->x);
    fp2_conj(&psi.y, &a->y);
    fp2_mul(&psi.x, &psi.x, &cx);
    fp2_mul(&psi.y, &psi.y, &cy);
    g2_from_affine(&p, a);
    g2_mul_z(&q, &p);
    g2_neg(&q, &q);
    g2_from_affine(&p, &psi);
    return g2_eq(&p, &q);
}
