/* Bytes to field elements and back. */
#ifndef CUZK_MATH_CODEC_H
#define CUZK_MATH_CODEC_H

#include "base/status.h"
#include "math/fr.h"

/* 32 bytes little-endian, canonical. from: ST_FORMAT at r and above. */
NODISCARD status fr_from_le(fr *r, const uint8_t bytes[32]);
void fr_to_le(uint8_t bytes[32], const fr *a);

#endif
