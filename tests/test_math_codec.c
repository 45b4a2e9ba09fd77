/* Point encodings: every case of the reference's lists, with the reason of each refusal. */
#include "tests/harness.h"

#include "math/codec.h"
#include "tests/math_cases.h"
#include <string.h>

/* What the decoder says about a case, by the words that describe it. The first match counts. */
static const struct {
    const char *what, *reason;
} reasons[] = {
    {"compression flag cleared", "compressed point without the compression flag"},
    {"identity without the compression flag", "compressed point without the compression flag"},
    {"all zero bytes (x = y", "not on the curve"},
    {"all zero bytes", "compressed point without the compression flag"},
    {"flag on uncompressed bytes", "uncompressed point with the"},
    {"identity with the compression flag", "uncompressed point with the compression flag"},
    {"on a finite point", "infinity with a non-zero coordinate"},
    {"identity with the sign flag", "with the sign flag"},
    {"identity with stray", "infinity with a non-zero coordinate"},
    {"all ff", "flag"},
    {"only the compression flag", "this x"}, /* x = 0 */
    {"x = 0, sign 1", "this x"},
    {"= p - 1", NULL}, /* on the twist, not in the subgroup; the others: no such point */
    {"= p", "not below the field's modulus"},
    {"2^381 - 1", "not below the field's modulus"},
    {"2^383", "not below the field's modulus"},
    {"+ p", "not below the field's modulus"},
    {"replaced by p", "not below the field's modulus"},
    {"plus p", NULL}, /* may spill into the flags */
    {"small x", NULL},
    {"not in the subgroup", "not in the group of order r"},
    {"wrong y", "not on the curve"},
    {"exchanged", "not on the curve"},
    {"one bit changed in x", NULL},
};

static void check_reason(const char *what)
{
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (!strstr(what, reasons[i].what)) continue;
        const char *wanted = reasons[i].reason;
        CHECK_MSG(!wanted || strstr(status_detail(), wanted), "%s: found reason: %s", what,
                  status_detail());
        return;
    }
    test_fail(__FILE__, __LINE__, "no reason listed for: %s", what);
}

/* The only cases where we differ: the reference's decoder of uncompressed points follows a
 * compression flag, decompresses the first half and ignores the rest. */
static bool refused_by_us_only(const char *what)
{
    return strcmp(what, "compression flag on uncompressed bytes") == 0 ||
           strcmp(what, "compression flag on uncompressed bytes, y all zero") == 0 ||
           strcmp(what, "compression and sign flag on uncompressed bytes, y all ff") == 0 ||
           strcmp(what, "identity with the compression flag") == 0;
}

static status decode(uint8_t *out, const uint8_t *in, bool second, bool compressed, bool checked)
{
    g1_affine a;
    g2_affine b;
    memset(&a, 0x5a, sizeof a);
    memset(&b, 0x5a, sizeof b);
    const g1_affine a0 = a;
    const g2_affine b0 = b;
    status st;
    if (second)
        st =
            compressed
                ? (checked ? g2_from_compressed(&b, in) : g2_from_compressed_unchecked(&b, in))
                : (checked ? g2_from_uncompressed(&b, in) : g2_from_uncompressed_unchecked(&b, in));
    else
        st =
            compressed
                ? (checked ? g1_from_compressed(&a, in) : g1_from_compressed_unchecked(&a, in))
                : (checked ? g1_from_uncompressed(&a, in) : g1_from_uncompressed_unchecked(&a, in));
    if (st != ST_OK) { /* the output is as it was */
        CHECK(memcmp(&a, &a0, sizeof a) == 0 && memcmp(&b, &b0, sizeof b) == 0);
        return st;
    }
    uint8_t back[G2_UNCOMPRESSED_BYTES];
    if (second) {
        g2_to_uncompressed(out, &b);
        g2_to_compressed(back, &b);
        CHECK(g2_on_curve(&b));
    } else {
        g1_to_uncompressed(out, &a);
        g1_to_compressed(back, &a);
        CHECK(g1_on_curve(&a));
    }
    size_t n = (second ? 2u : 1u) * (compressed ? 48u : 96u);
    CHECK(memcmp(compressed ? back : out, in, n) == 0); /* one encoding a point */
    return st;
}

static void check_case(vec_json v, bool second, bool compressed)
{
    uint8_t in[G2_UNCOMPRESSED_BYTES], out[G2_UNCOMPRESSED_BYTES], wanted[G2_UNCOMPRESSED_BYTES];
    size_t full = second ? G2_UNCOMPRESSED_BYTES : G1_UNCOMPRESSED_BYTES;
    const char *what = vec_string(vec_get(v, "what"));
    vec_bytes(vec_get(v, "bytes"), in, compressed ? full / 2 : full);
    for (int checked = 0; checked < 2; checked++) {
        bool accepts = vec_bool(vec_get(v, checked ? "checked_accepts" : "unchecked_accepts"));
        status st = decode(out, in, second, compressed, checked);
        if (!compressed && refused_by_us_only(what)) {
            CHECK(accepts);
            accepts = false;
        }
        CHECK_MSG((st == ST_OK) == accepts, "%s (%s): %s", what, checked ? "checked" : "unchecked",
                  st == ST_OK ? "accepted" : status_detail());
        if (st != ST_OK) {
            CHECK(st == ST_FORMAT);
            check_reason(what);
            continue;
        }
        vec_bytes(vec_get(v, "unchecked_point_uncompressed"), wanted, full);
        CHECK(memcmp(out, wanted, full) == 0);
        CHECK(vec_bool(vec_get(v, "unchecked_point_in_subgroup")) || !checked);
    }
}

static void check_file(const char *name, bool second)
{
    vec_json top = vec_load(name), list = vec_get(top, "compressed");
    for (size_t i = 0; i < vec_len(list); i++)
        check_case(vec_at(list, i), second, true);
    list = vec_get(top, "uncompressed");
    for (size_t i = 0; i < vec_len(list); i++)
        check_case(vec_at(list, i), second, false);
    vec_free(top);
}

TEST(math_codec, g1_encodings_equal_the_reference)
{
    check_file("curve/encodings-g1.json", false);
}

TEST(math_codec, g2_encodings_equal_the_reference)
{
    check_file("curve/encodings-g2.json", true);
}

/* Any bytes: refused, or the one encoding of the point they give. */
TEST(math_codec, random_bytes_never_surprise)
{
    uint8_t in[G2_UNCOMPRESSED_BYTES], out[G2_UNCOMPRESSED_BYTES];
    g1_affine g;
    g2_affine h;
    g1_generator(&g);
    g2_generator(&h);
    for (unsigned n = 0; n < 400; n++) {
        bool second = n & 1, compressed = n & 2;
        if (n & 4) {
            test_random_bytes(in, sizeof in);
            in[0] &= 0x1f;
        } else if (second) {
            compressed ? g2_to_compressed(in, &h) : g2_to_uncompressed(in, &h);
        } else {
            compressed ? g1_to_compressed(in, &g) : g1_to_uncompressed(in, &g);
        }
        size_t len = (second ? 2u : 1u) * (compressed ? 48u : 96u);
        in[test_random() % (n & 8 ? 1 : len)] ^= (uint8_t)(1u << test_random() % 8);
        status st = decode(out, in, second, compressed, n & 16);
        CHECK(st == ST_OK || st == ST_FORMAT);
    }
}
