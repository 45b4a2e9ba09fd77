/* Decoded vanilla proofs of PoSts and updates as bincode again: what the decoders found to be
 * redundant is written out. Read back, it is the same proof; a published one comes out byte for
 * byte. C1 outputs: porep_c1_encode. */
#ifndef CUZK_FILECOIN_VANILLA_ENCODE_H
#define CUZK_FILECOIN_VANILLA_ENCODE_H

#include "filecoin/post_vanilla.h"
#include "filecoin/update_vanilla.h"

/* Sector i; out has post_vanilla_bytes(v->proof). */
void post_vanilla_encode(uint8_t *out, const struct post_vanilla *v, size_t i);

/* Partition p; out has update_vanilla_bytes(v->proof). */
void update_vanilla_encode(uint8_t *out, const struct update_vanilla *v, uint32_t p);

#endif
