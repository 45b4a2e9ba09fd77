/* Lanes: many affine sums that advance together, so that one field inversion serves all their
 * additions. The work-horse of all forms of msm; not for other folders.
 *
 * Lane j holds a point acc[j], infinity included, in a form that depends on the path. It takes
 * its operands by index out of one array of affine points: bit 31 negates the point, LANE_SKIP
 * leaves the lane as it is. Sums are exact for equal, opposite and infinite operands. */
#ifndef CUZK_MSM_LANES_H
#define CUZK_MSM_LANES_H

#include "msm/msm.h"

#define LANE_NEGATE 0x80000000u
#define LANE_SKIP   0xffffffffu

/* Operands to come. */
struct lane_hint {
    const void *points;
    const uint32_t *index;
    size_t n;
};

/* Views into memory of the caller, and what to fetch meanwhile. */
struct lanes {
    enum msm_path path;
    void *acc, *prefix;
    uint8_t *kind;
    unsigned n_hints;
    struct lane_hint hints[2];
};

#define AFFINE   g1_affine
#define LANES(f) lanes_g1_##f
#include "msm/lanes_api.inc"

#define AFFINE   g2_affine
#define LANES(f) lanes_g2_##f
#include "msm/lanes_api.inc"

#endif
