/* Base64 with the standard alphabet and padding (RFC 4648, section 4): no white space, no missing
 * padding, no stray bits in the last character. */
#ifndef CUZK_BASE_BASE64_H
#define CUZK_BASE_BASE64_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

/* Bytes that n characters stand for, at most. */
static inline size_t base64_decoded_max(size_t n)
{
    return n / 4 * 3;
}
/* Characters of n bytes. */
static inline size_t base64_encoded_size(size_t n)
{
    return (n + 2) / 3 * 4;
}

/* Decodes text[0..n), n a multiple of 4, into out (base64_decoded_max bytes). A long text may be
 * decoded piece by piece: only the last has is_last and may be padded. ST_FORMAT names the place,
 * counted from `offset`. */
NODISCARD status base64_decode(uint8_t *out, size_t *n_out, const char *text, size_t n,
                               size_t offset, bool is_last);

/* base64_encoded_size(n) characters and a zero. */
void base64_encode(char *out, const uint8_t *data, size_t n);

#endif
