/* Decoding of a sector update's vanilla proofs: every length and every bound. */
#include "tests/harness.h"

#include "base/mem.h"
#include "tests/update_samples.h"
#include <string.h>

static status decode(const struct update_sample *s)
{
    struct update_vanilla v = {0};
    status st = update_vanilla_decode(&v, s->proof, s->blobs, s->n, NULL, NULL);
    if (st != ST_OK) CHECK(v.partitions == NULL);
    update_vanilla_fini(&v);
    return st;
}

TEST(update, vanilla_of_every_tree_shape)
{
    for (size_t i = 0; i < UPDATE_N_SAMPLES; i++) {
        struct update_sample s;
        struct update_vanilla v;
        update_sample_load(&s, update_sample_names[i]);
        for (size_t p = 0; p < s.n; p++)
            CHECK(s.blobs[p].n == update_vanilla_bytes(s.proof));
        CHECK_OK(update_vanilla_decode(&v, s.proof, s.blobs, s.n, NULL, NULL));
        CHECK(v.n_partitions == s.n);
        CHECK(memcmp(&v.partitions[0].comm_c, s.bytes[0], NODE_BYTES) == 0);
        CHECK(memcmp(v.partitions[0].apex_leaves, s.bytes[0] + NODE_BYTES + 8, NODE_BYTES) == 0);
        CHECK(memcmp(&v.partitions[0].data_root, s.commitments[2], NODE_BYTES) == 0);
        update_vanilla_fini(&v);
        update_sample_free(&s);
    }
}

/* One of the other size's proofs. */
TEST(update, vanilla_of_another_size)
{
    struct update_sample s, other;
    update_sample_load(&s, "sector-2kib");
    update_sample_load(&other, "sector-8mib");
    s.blobs[0] = other.blobs[0];
    CHECK_FAILS(decode(&s), ST_FORMAT,
                "partition proof 0: apex leaves at offset 32: wanted 8 elements, found 128");
    update_sample_free(&other);
    update_sample_free(&s);
}

TEST(update, vanilla_cut_anywhere)
{
    struct update_sample s;
    update_sample_load(&s, "sector-2kib");
    size_t n = s.blobs[0].n;
    for (size_t k = 0; k < n; k += k < 600 ? 1 : 37) {
        uint8_t *copy; /* of just this size: a sanitizer sees what is read behind it */
        CHECK_OK(MEM_NEW(copy, k));
        memcpy(copy, s.bytes[0], k);
        s.blobs[0] = (struct blob){copy, k};
        CHECK_FAILS(decode(&s), ST_FORMAT, "partition proof 0");
        mem_free(copy);
    }
    uint8_t *longer;
    CHECK_OK(MEM_NEW(longer, n + 3));
    memcpy(longer, s.bytes[0], n);
    s.blobs[0] = (struct blob){longer, n + 3};
    CHECK_FAILS(decode(&s), ST_FORMAT, "3 unexpected bytes at offset 15064");
    s.blobs[0] = (struct blob){s.bytes[0], n - 1};
    CHECK_FAILS(decode(&s), ST_FORMAT, "ends at offset 15063, wanted 15064 bytes");
    mem_free(longer);
    update_sample_free(&s);
}

/* A change of some bytes, and what is said of it. 2 KiB: 8 apex leaves, 10 challenges of 532 + 268
 * + 532 + 144 bytes; a proof of tree R: tag, root, leaf, 2, levels of 7 * 32 + 16 bytes. */
#define HEAD       (32 + 8 + 8 * 32 + 8)
#define R_BYTES    (4 + 64 + 8 + 2 * (8 + 7 * 32 + 8))
#define D_BYTES    (4 + 64 + 8 + 6 * (8 + 32 + 8))
#define C_BYTES    (2 * R_BYTES + D_BYTES)
#define FIRST_R(x) (HEAD + (x))
static const struct {
    size_t at;
    uint8_t value;
    const char *message;
} changes[] = {
    {31, 0x80, "comm_c at offset 0: wanted a field element"},
    {33, 1, "apex leaves at offset 32: wanted 8 elements, found 264"},
    {39, 0x80, "apex leaves at offset 32"},
    {40 + 31, 0xff, "apex leaf at offset 40: wanted a field element"},
    {HEAD - 8, 9, "challenge proofs at offset 296: wanted 10 elements, found 9"},
    {FIRST_R(0), 1, "challenge 0: the old replica: partition proof 0: kind of Merkle proof"},
    {FIRST_R(4 + 31), 0x74, "root at offset 308: wanted a field element"},
    {FIRST_R(36 + 31), 0x74, "leaf at offset 340: wanted a field element"},
    {FIRST_R(68), 3, "path at offset 372: wanted 2 elements, found 3"},
    {FIRST_R(76), 8, "level 0: partition proof 0: siblings at offset 380: wanted 7 elements"},
    {FIRST_R(84 + 31), 0x74, "sibling at offset 388"},
    {FIRST_R(84 + 7 * 32), 8, "place at offset 612: wanted a number below 8, found 8"},
    {FIRST_R(84 + 7 * 32 + 7), 1, "place at offset 612"},
    {FIRST_R(R_BYTES), 2, "challenge 0: the new data: partition proof 0: kind of Merkle proof"},
    {FIRST_R(R_BYTES + 68), 5, "wanted 6 elements, found 5"},
    {FIRST_R(R_BYTES + D_BYTES), 1, "the new replica: partition proof 0: kind of Merkle proof"},
    {FIRST_R(C_BYTES + 4), 0, "challenge 1: partition proof 0: root of the old replica"},
    {FIRST_R(C_BYTES + R_BYTES + 4), 0, "challenge 1: partition proof 0: root of the new data"},
    {FIRST_R(C_BYTES + R_BYTES + D_BYTES + 4), 0, "root of the new replica before offset"},
};

TEST(update, vanilla_changed_bytes)
{
    struct update_sample s;
    update_sample_load(&s, "sector-2kib");
    CHECK(s.blobs[0].n == HEAD + 10 * C_BYTES);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        uint8_t *p = s.bytes[0] + changes[i].at, kept = *p;
        CHECK_MSG(kept != changes[i].value, "change %zu is none", i);
        *p = changes[i].value;
        CHECK_FAILS(decode(&s), ST_FORMAT, changes[i].message);
        *p = kept;
    }
    CHECK_OK(decode(&s));
    update_sample_free(&s);
}

/* The three proofs of a challenge are about one node. */
TEST(update, vanilla_of_two_nodes)
{
    struct update_sample s;
    update_sample_load(&s, "sector-2kib");
    s.bytes[0][FIRST_R(R_BYTES + 4 + 64 + 8 + 8 + 32)] ^= 1;
    CHECK_FAILS(decode(&s), ST_FORMAT, "challenge 0: partition proof 0: node of the new data");
    update_sample_free(&s);
}

TEST(update, vanilla_too_many)
{
    struct update_sample s;
    update_sample_load(&s, "sector-2kib");
    struct update_vanilla v = {0};
    struct blob two[2] = {s.blobs[0], s.blobs[0]};
    CHECK_FAILS(update_vanilla_decode(&v, s.proof, two, 2, NULL, NULL), ST_ARG,
                "StackedDrg2KiBV1: wanted at most 1 partition proofs, found 2");
    update_sample_free(&s);
}

TEST(update, vanilla_without_memory)
{
    struct update_sample s;
    update_sample_load(&s, "sector-8mib");
    size_t live = mem_live_bytes(), n = 1;
    for (;; n++) {
        mem_fail_after(n);
        status st = decode(&s);
        mem_fail_after(0);
        CHECK(mem_live_bytes() == live);
        if (st == ST_OK) break;
        CHECK(st == ST_NOMEM);
    }
    CHECK_MSG(n > 12, "only %zu allocations", n);
    update_sample_free(&s);
}
