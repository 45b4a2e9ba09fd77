#include "filecoin/label.h"

#include "base/bytes.h"
#include "hash/sha256.h"
#include <string.h>

void sdr_label(fr_int *out, const uint8_t replica_id[32], uint32_t layer, uint64_t node,
               const fr_int *const *parents, uint32_t n_parents)
{
    /* layer u32 and node u64, big-endian, in 32 bytes */
    uint8_t message[64 + 32 * LABEL_PARENTS] = {0};
    size_t n = 64;
    memcpy(message, replica_id, 32);
    store_u32_be(message + 32, layer);
    store_u64_be(message + 36, node);
    for (uint32_t i = 0, p = 0; n_parents > 0 && i < LABEL_PARENTS; i++, n += 32) {
        memcpy(message + n, parents[p], 32);
        if (++p == n_parents) p = 0;
    }
    sha256_node((uint8_t *)out, message, n);
}
