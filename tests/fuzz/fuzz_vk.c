/* Any bytes as a .vk file: what is read is written as the same bytes. */
#include "base/status.h"
#include "params/params.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct verifying_key vk = {0};
    struct bytes b = bytes_of(data, n, "fuzz");
    if (vk_read(&vk, &b) != ST_OK) return 0;
    uint8_t bytes[G1_UNCOMPRESSED_BYTES];
    MUST(b.pos == VK_FIXED_BYTES + vk.n_ic * G1_UNCOMPRESSED_BYTES);
    g1_to_uncompressed(bytes, &vk.alpha_g1);
    MUST(memcmp(bytes, data, sizeof bytes) == 0);
    g1_to_uncompressed(bytes, &vk.ic[vk.n_ic - 1]);
    MUST(memcmp(bytes, data + b.pos - sizeof bytes, sizeof bytes) == 0);
    vk_fini(&vk);
    return 0;
}
