/* Lanes over G2 on the IFMA path. */
#include "math/fp_inverse.h"
#include "msm/fp48_x8.h"
#include "msm/lanes.h"

#include <string.h>

#define AFFINE     g2_affine
#define FIELD      fp2
#define AFFINE_(f) g2_affine_##f
#define FIELD_(f)  fp2_##f
#define LANES(f)   lanes_g2_##f
#define COMPONENTS 2

#if defined(__x86_64__)

typedef struct field8 {
    fp48_x8 c[COMPONENTS];
} field8;

X8_BEGIN
/* (a0 b0 - a1 b1) + (a0 b1 + a1 b0) u; a is the one to negate: below 4p, tight. */
static inline void mul8(field8 *r, const field8 *a, const field8 *b)
{
    fp48_x8 minus, real;
    fp48_x8_neg(&minus, &a->c[1]);
    fp48_x8_mul2(&real, &a->c[0], &b->c[0], &minus, &b->c[1]);
    fp48_x8_mul2(&r->c[1], &a->c[0], &b->c[1], &a->c[1], &b->c[0]);
    r->c[0] = real;
}

static inline void mul8_loose(field8 *r, const field8 *a, const field8 *b)
{
    fp48_x8 minus;
    fp48_x8_neg(&minus, &a->c[1]);
    fp48_x8_mul2_loose(&r->c[0], &a->c[0], &b->c[0], &minus, &b->c[1]);
    fp48_x8_mul2_loose(&r->c[1], &a->c[0], &b->c[1], &a->c[1], &b->c[0]);
}

/* (a0 + a1)(a0 - a1) + 2 a0 a1 u */
static inline void sqr8_loose(field8 *r, const field8 *a)
{
    fp48_x8 sum, difference, twice;
    fp48_x8_neg(&difference, &a->c[1]);
    X8_UNROLL
    for (int j = 0; j < 8; j++) {
        sum.l[j] = _mm512_add_epi64(a->c[0].l[j], a->c[1].l[j]);
        difference.l[j] = _mm512_add_epi64(a->c[0].l[j], difference.l[j]);
        twice.l[j] = _mm512_add_epi64(a->c[0].l[j], a->c[0].l[j]);
    }
    fp48_x8_mul_loose(&r->c[0], &sum, &difference);
    fp48_x8_mul_loose(&r->c[1], &twice, &a->c[1]);
}
X8_END

#include "msm/lanes_x8.inc"

#else
#include "msm/lanes_none.inc"
#endif
