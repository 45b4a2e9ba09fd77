/* Lanes over G1 on the IFMA path. */
#include "math/fp_inverse.h"
#include "msm/fp48_x8.h"
#include "msm/lanes.h"

#include <string.h>

#define AFFINE     g1_affine
#define FIELD      fp
#define AFFINE_(f) g1_affine_##f
#define FIELD_(f)  fp_##f
#define LANES(f)   lanes_g1_##f
#define COMPONENTS 1

#if defined(__x86_64__)

typedef struct field8 {
    fp48_x8 c[COMPONENTS];
} field8;

X8_BEGIN
static inline void mul8(field8 *r, const field8 *a, const field8 *b)
{
    fp48_x8_mul(&r->c[0], &a->c[0], &b->c[0]);
}

static inline void mul8_loose(field8 *r, const field8 *a, const field8 *b)
{
    fp48_x8_mul_loose(&r->c[0], &a->c[0], &b->c[0]);
}

static inline void sqr8_loose(field8 *r, const field8 *a)
{
    fp48_x8_sqr_loose(&r->c[0], &a->c[0]);
}
X8_END

#include "msm/lanes_x8.inc"

#else
#include "msm/lanes_none.inc"
#endif
