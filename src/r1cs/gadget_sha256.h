/* SHA-256 in a circuit: bellperson's own sha256 gadget, and the SHA-256 tree hash of
 * filecoin-hashers.
 *
 * One compression is one block, "sha256_compress"; its forms differ by what is constant. Constant
 * bits fold: a compression of constants makes nothing at all. */
#ifndef CUZK_R1CS_GADGET_SHA256_H
#define CUZK_R1CS_GADGET_SHA256_H

#include "r1cs/builder.h"

/* state (eight words, each most significant bit first) = compression with the message block in the
 * order of the bit string. */
void sha256_compress_bits(struct builder *b, bit state[256], const bit message[512]);

/* The digest, as a bit string (most significant bit of each byte first), of n bits; n a multiple
 * of 8. Padding bits are constants. */
void sha256_bits(struct builder *b, bit digest[256], const bit *message, size_t n);

/* The hash of a SHA-256 tree's node: digest of the 64 bytes of left and right, its top two bits
 * dropped, as a field variable. 45,379 constraints, one block. */
num sha256_hash_pair(struct builder *b, num left, num right);

/* Digest bits (as from sha256_bits) into a field variable, little-endian, the two top bits dropped:
 * one constraint. */
num sha256_digest_to_num(struct builder *b, const bit digest[256]);

#endif
