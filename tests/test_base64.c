#include "tests/harness.h"

#include "base/base64.h"
#include <string.h>

static status decode(const char *text, uint8_t *out, size_t *n)
{
    return base64_decode(out, n, text, strlen(text), 0, true);
}

/* RFC 4648, section 10. */
TEST(base64, equals_the_rfc)
{
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char text[16];
        uint8_t bytes[16];
        size_t n, len = strlen(pairs[i][0]);
        base64_encode(text, (const uint8_t *)pairs[i][0], len);
        CHECK(strcmp(text, pairs[i][1]) == 0 && strlen(text) == base64_encoded_size(len));
        CHECK_OK(decode(pairs[i][1], bytes, &n));
        CHECK(n == len && memcmp(bytes, pairs[i][0], n) == 0);
    }
}

TEST(base64, any_bytes_come_back_also_in_pieces)
{
    uint8_t in[200], out[200];
    char text[300];
    for (size_t len = 0; len <= sizeof in; len++) {
        size_t n = 0, total = 0;
        test_random_bytes(in, len);
        base64_encode(text, in, len);
        for (size_t pos = 0, size = strlen(text); pos < size; pos += 40) {
            size_t take = size - pos < 40 ? size - pos : 40;
            CHECK_OK(base64_decode(out + total, &n, text + pos, take, pos, pos + take == size));
            total += n;
        }
        CHECK(total == len && memcmp(in, out, len) == 0);
    }
}

TEST(base64, refuses_what_is_not_canonical)
{
    uint8_t out[16];
    size_t n;
    CHECK_FAILS(decode("Zg=", out, &n), ST_FORMAT, "multiple of 4");
    CHECK_FAILS(decode("Zh==", out, &n), ST_FORMAT, "stray bits");
    CHECK_FAILS(decode("Zm9=", out, &n), ST_FORMAT, "stray bits");
    CHECK_FAILS(decode("Zg==Zg==", out, &n), ST_FORMAT, "byte 0x3d at offset 2");
    CHECK_FAILS(decode("====", out, &n), ST_FORMAT, "byte 0x3d at offset 0");
    CHECK_FAILS(decode("Zm9v\nm9", out, &n), ST_FORMAT, "multiple of 4");
    CHECK_FAILS(decode("Zm9vZm 9", out, &n), ST_FORMAT, "byte 0x20 at offset 6");
    CHECK_FAILS(decode("Zm9vZm-_", out, &n), ST_FORMAT, "byte 0x2d at offset 6");
    CHECK_FAILS(base64_decode(out, &n, "Zg==", 4, 40, false), ST_FORMAT, "at offset 42");
}
