#include "groth16/scalar.h"

#include "base/mem.h"
#include "base/random.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include <string.h>

status scalar_random(fr *out)
{
    uint8_t bytes[32];
    bool again = true;
    status st = ST_OK;
    while (st == ST_OK && again) {
        st = random_bytes(bytes, sizeof bytes);
        bytes[31] &= 0x7f;
        again = st == ST_OK && (fr_from_le(out, bytes) != ST_OK || fr_is_zero(out));
    }
    mem_wipe(bytes, sizeof bytes);
    return st;
}

status scalar_of_label(fr *out, const char *label)
{
    uint8_t digest[32];
    sha256_node(digest, label, strlen(label));
    return fr_from_le(out, digest);
}
