/* A Groth16 proof (Groth 2016, section 3.2): A, B, C; 192 bytes: A (48), B (96), C (48), compressed
 * Zcash encodings. */
#ifndef CUZK_GROTH16_PROOF_H
#define CUZK_GROTH16_PROOF_H

#include "math/codec.h"

#define PROOF_BYTES 192

struct proof {
    g1_affine a;
    g2_affine b;
    g1_affine c;
};

/* n proofs from exactly n * 192 bytes. ST_FORMAT with the reason: wrong length, bad encoding, not
 * in the group, or infinity (as bellperson's read_many); *out is then unchanged beyond the proofs
 * before the bad one. */
NODISCARD status proofs_from_bytes(struct proof *out, size_t n, const uint8_t *bytes,
                                   size_t n_bytes);
NODISCARD status proof_from_bytes(struct proof *out, const uint8_t bytes[PROOF_BYTES]);
void proof_to_bytes(uint8_t bytes[PROOF_BYTES], const struct proof *p);

#endif
