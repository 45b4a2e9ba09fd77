/* Quick decoding of many points (params/params.h says what "quick" means): coordinates are
 * collected and decoded eight at a time, side by side where the processor has AVX-512 IFMA. Points
 * may come from anywhere and go anywhere. */
#ifndef CUZK_PARAMS_POINT_DECODER_H
#define CUZK_PARAMS_POINT_DECODER_H

#include "math/codec.h"

#define DECODER_COORDINATES 8

struct point_decoder {
    fp *out[DECODER_COORDINATES];
    const uint8_t *in[DECODER_COORDINATES];
    unsigned n;
    bool side_by_side;
};
void point_decoder_init(struct point_decoder *d);
/* *out is set by one of the following calls; the last one has to be flush. bytes: a whole encoded
 * point, valid until then. */
void point_decoder_g1(struct point_decoder *d, g1_affine *out, const uint8_t *bytes);
void point_decoder_g2(struct point_decoder *d, g2_affine *out, const uint8_t *bytes);
void point_decoder_flush(struct point_decoder *d);

/* One coordinate: 48 bytes big-endian without the three top bits, modulo p. */
void coordinate_quick(fp *out, const uint8_t bytes[48]);
/* The same of eight; only where x8_usable() (msm/fp48_x8.h). */
void coordinates_quick_x8(fp *const out[8], const uint8_t *const in[8]);

#endif
