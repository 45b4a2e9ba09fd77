/* Bytes to field elements and points, and back.
 *
 * Scalars are 32 bytes little-endian below r, base field elements 48 bytes below p, big-endian in
 * points. Points are in the Zcash encoding (zkcrypto/pairing, src/bls12_381/README.md): x, and y
 * unless compressed, Fp2 as c1 then c0; the top three bits of the first byte are flags: 0x80
 * compressed, 0x40 infinity (all else zero), 0x20 (compressed and finite only) y is the larger of
 * the two roots. Bytes that are accepted are those that encoding gives back.
 *
 * Decoders take untrusted bytes. Every refusal is ST_FORMAT with its reason and leaves *r as it
 * was. blst's decoder of uncompressed points also takes compressed ones; these do not. */
#ifndef CUZK_MATH_CODEC_H
#define CUZK_MATH_CODEC_H

#include "base/status.h"
#include "math/g1.h"
#include "math/g2.h"

#define FR_BYTES              32
#define FP_BYTES              48
#define G1_COMPRESSED_BYTES   48
#define G1_UNCOMPRESSED_BYTES 96
#define G2_COMPRESSED_BYTES   96
#define G2_UNCOMPRESSED_BYTES 192

NODISCARD status fr_from_le(fr *r, const uint8_t bytes[FR_BYTES]);
void fr_to_le(uint8_t bytes[FR_BYTES], const fr *a);
NODISCARD status fr_int_from_le(fr_int *r, const uint8_t bytes[FR_BYTES]);
void fr_int_to_le(uint8_t bytes[FR_BYTES], const fr_int *a);
NODISCARD status fp_from_be(fp *r, const uint8_t bytes[FP_BYTES]);
void fp_to_be(uint8_t bytes[FP_BYTES], const fp *a);
NODISCARD status fp_from_le(fp *r, const uint8_t bytes[FP_BYTES]);
void fp_to_le(uint8_t bytes[FP_BYTES], const fp *a);
NODISCARD status fp2_from_be(fp2 *r, const uint8_t bytes[2 * FP_BYTES]);
void fp2_to_be(uint8_t bytes[2 * FP_BYTES], const fp2 *a);

/* Full checks: flags, coordinates below p, on the curve, in the group of order r. */
NODISCARD status g1_from_compressed(g1_affine *r, const uint8_t bytes[G1_COMPRESSED_BYTES]);
NODISCARD status g1_from_uncompressed(g1_affine *r, const uint8_t bytes[G1_UNCOMPRESSED_BYTES]);
NODISCARD status g2_from_compressed(g2_affine *r, const uint8_t bytes[G2_COMPRESSED_BYTES]);
NODISCARD status g2_from_uncompressed(g2_affine *r, const uint8_t bytes[G2_UNCOMPRESSED_BYTES]);
/* All but the group of order r (save that x = 0 is refused, as in blst: its points have order 3).
 */
NODISCARD status g1_from_compressed_unchecked(g1_affine *r, const uint8_t *bytes);
NODISCARD status g1_from_uncompressed_unchecked(g1_affine *r, const uint8_t *bytes);
NODISCARD status g2_from_compressed_unchecked(g2_affine *r, const uint8_t *bytes);
NODISCARD status g2_from_uncompressed_unchecked(g2_affine *r, const uint8_t *bytes);

void g1_to_compressed(uint8_t bytes[G1_COMPRESSED_BYTES], const g1_affine *a);
void g1_to_uncompressed(uint8_t bytes[G1_UNCOMPRESSED_BYTES], const g1_affine *a);
void g2_to_compressed(uint8_t bytes[G2_COMPRESSED_BYTES], const g2_affine *a);
void g2_to_uncompressed(uint8_t bytes[G2_UNCOMPRESSED_BYTES], const g2_affine *a);

#endif
