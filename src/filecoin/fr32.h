/* Bit padding: every 254 bits of data become a node of 256 bits, whose two top bits are zero. 127
 * bytes make 4 nodes; the last node of other lengths is filled with zeros. */
#ifndef CUZK_FILECOIN_FR32_H
#define CUZK_FILECOIN_FR32_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the nodes that n bytes of data take. */
size_t fr32_padded_bytes(size_t n);
/* out[fr32_padded_bytes(n)] from in[n]; they do not overlap. */
void fr32_pad(uint8_t *out, const uint8_t *in, size_t n);
/* The n bytes that were padded: out[n] from in[fr32_padded_bytes(n)]. */
void fr32_unpad(uint8_t *out, const uint8_t *in, size_t n);

#endif
