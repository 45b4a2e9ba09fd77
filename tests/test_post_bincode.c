#include "tests/harness.h"

#include "base/bincode.h"
#include <string.h>

TEST(bincode, values)
{
    uint8_t data[8 + 4 + 8 + 64];
    const uint8_t *digests;
    uint64_t v;
    store_u64_le(data, 3);
    store_u32_le(data + 8, 1);
    store_u64_le(data + 12, 7);
    memset(data + 20, 5, 64);
    struct bytes b = bytes_of(data, sizeof data, "proof");
    CHECK_OK(bincode_length(&b, 3, "path"));
    CHECK_OK(bincode_tag(&b, 1, "Sub", "kind"));
    CHECK_OK(bincode_u64_below(&b, &v, 8, "index"));
    CHECK(v == 7);
    CHECK_OK(bincode_digests(&b, &digests, 2, "siblings"));
    CHECK(digests == data + 20);
    CHECK_OK(bytes_end(&b));
}

TEST(bincode, refusals_name_offset_wanted_found)
{
    uint8_t data[20] = {0};
    const uint8_t *digests;
    uint64_t v;
    store_u64_le(data, UINT64_MAX);
    store_u32_le(data + 8, 2);
    store_u64_le(data + 12, 8);
    struct bytes b = bytes_of(data, sizeof data, "proof");
    CHECK_FAILS(bincode_length(&b, 3, "path"), ST_FORMAT,
                "proof: path at offset 0: wanted 3 elements, found 18446744073709551615");
    CHECK_FAILS(bincode_tag(&b, 1, "Sub", "kind"), ST_FORMAT,
                "proof: kind at offset 8: wanted variant 1 (Sub), found 2");
    CHECK_FAILS(bincode_u64_below(&b, &v, 8, "index"), ST_FORMAT,
                "proof: index at offset 12: wanted a number below 8, found 8");
    CHECK_FAILS(bincode_length(&b, 3, "path"), ST_FORMAT, "needs 8 bytes, found 0");
    b.pos = 0;
    CHECK_FAILS(bincode_digests(&b, &digests, 1, "siblings"), ST_FORMAT,
                "needs 32 bytes, found 20");
    CHECK_FAILS(bincode_digests(&b, &digests, SIZE_MAX / 16, "siblings"), ST_ARG, "overflow");
    CHECK(b.pos == 0);
}
