/* Decoding and native checking of PoSt vanilla proofs: those of the reference pass, changed ones
 * are refused with an error that says where. */
#include "tests/harness.h"

#include "base/file.h"
#include "base/mem.h"
#include "filecoin/merkle_proof.h"
#include "filecoin/post_check.h"
#include "math/codec.h"
#include "tests/post_samples.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *folder;
    size_t n;
} folders[] = {{"sector-2kib", 3},
               {"sector-8mib", 3},
               {"post-512mib", 2},
               {"post-32gib", 2},
               {"post-64gib", 2}};
#define N_FOLDERS (sizeof folders / sizeof *folders)

static void check_decoded(const struct post_sample *s, const struct post_job *job)
{
    vec_json sectors = vec_get(s->meta, "sectors");
    for (size_t i = 0; i < s->n; i++) {
        vec_json sector = vec_at(sectors, i), leaves = vec_get(sector, "challenges");
        uint8_t comm_r[32], found[32];
        CHECK(s->blobs[i].n == post_vanilla_bytes(s->proof));
        CHECK(job->vanilla.sectors[i].id == vec_u64(vec_get(sector, "id")));
        vec_bytes(vec_get(sector, "comm_r"), comm_r, 32);
        fr_int_to_le(found, &job->vanilla.sectors[i].comm_r);
        CHECK(memcmp(found, comm_r, 32) == 0);
        CHECK(vec_len(leaves) == s->proof->challenges);
        for (uint32_t k = 0; k < s->proof->challenges; k++)
            CHECK(post_leaf(&job->vanilla, i, k) == vec_u64(vec_at(leaves, k)));
    }
    CHECK(job->n_partitions == vec_len(vec_get(s->meta, "partitions")));
}

TEST(post, vanilla_of_all_sizes)
{
    struct pool *pool;
    CHECK_OK(pool_create(&pool, 2));
    for (size_t f = 0; f < N_FOLDERS; f++) {
        for (size_t i = 0; i < folders[f].n; i++) {
            struct post_sample s;
            struct post_job job;
            post_sample_load(&s, folders[f].folder, i);
            CHECK_OK(post_job_init(&job, &s.request, pool, NULL));
            check_decoded(&s, &job);
            post_job_fini(&job);
            post_sample_free(&s);
        }
    }
    pool_destroy(pool);
}

TEST(post, vanilla_public_32gib)
{
    struct file_data f = {0};
    const char *path = test_shared_path("public/post.vproof");
    uint8_t zero[32] = {0};
    struct post_job job;
    if (!file_exists(path)) test_skip("%s is not here", path);
    CHECK_OK(file_read(&f, path, 1 << 20));
    struct blob blob = {f.data, f.n};
    struct post_request r = {.kind = CIRCUIT_WINDOW_POST,
                             .registered_proof = 13,
                             .randomness = zero,
                             .randomness_bytes = 32,
                             .vanilla = &blob,
                             .n_vanilla = 1};
    CHECK_FAILS(post_job_init(&job, &r, NULL, NULL), ST_ARG, "wanted 32 random bytes");
    r.allow_zero_randomness = true;
    CHECK_OK(post_job_init(&job, &r, NULL, NULL));
    CHECK(job.vanilla.sectors[0].id == 1);
    post_job_fini(&job);
    r.registered_proof = 8; /* the same sector at position 0 has the same challenges in V1 */
    CHECK_OK(post_job_init(&job, &r, NULL, NULL));
    post_job_fini(&job);
    file_release(&f);
}

/* ---- malformed ---- */

/* Changes n bytes at `at` of sector proof i, expects the failure, and restores. */
static void refuses(struct post_sample *s, size_t i, size_t at, const void *bytes, size_t n,
                    status code, const char *needle)
{
    uint8_t saved[64];
    struct post_job job = {0};
    CHECK(n <= sizeof saved && at + n <= s->blobs[i].n);
    memcpy(saved, s->bytes[i] + at, n);
    memcpy(s->bytes[i] + at, bytes, n);
    CHECK_FAILS(post_job_init(&job, &s->request, NULL, NULL), code, needle);
    CHECK(job.proof == NULL); /* unchanged */
    memcpy(s->bytes[i] + at, saved, n);
}

static void refuses_u64(struct post_sample *s, size_t i, size_t at, uint64_t v, const char *needle)
{
    uint8_t bytes[8];
    store_u64_le(bytes, v);
    refuses(s, i, at, bytes, 8, ST_FORMAT, needle);
}

/* Offsets of a 32 GiB window proof (tree 8-8-0): head 56 bytes, then proofs of 2484 bytes: tag, 9
 * levels, 1 level, root, leaf; a level is 8 + 7 * 32 + 8 bytes. */
#define PROOF(k)    (56 + 2484 * (size_t)(k))
#define LEVEL(k, l) (PROOF(k) + 12 + 240 * (size_t)(l) + ((l) >= 9 ? 8 : 0))

TEST(post, vanilla_malformed)
{
    struct post_sample s;
    uint8_t ones[32], tag[4] = {0};
    memset(ones, 0xff, sizeof ones);
    post_sample_load(&s, "post-32gib", 1);
    refuses(&s, 2, 8, ones, 32, ST_FORMAT, "sector proof 2: comm_r at offset 8: wanted a field");
    refuses_u64(&s, 1, 40, 2, "sector proof 1: sectors at offset 40: wanted 1 elements, found 2");
    refuses_u64(&s, 1, 48, 66, "inclusion proofs at offset 48: wanted 10 elements, found 66");
    refuses_u64(&s, 1, 48, UINT64_MAX, "found 18446744073709551615");
    refuses(&s, 1, PROOF(3), tag, 4, ST_FORMAT,
            "challenge 3: sector proof 1: kind of Merkle proof at offset 7508: wanted variant 1 "
            "(Sub), found 0");
    refuses_u64(&s, 0, PROOF(4) + 4, 10, "path at offset 9996: wanted 9 elements, found 10");
    refuses_u64(&s, 0, LEVEL(4, 0), UINT64_MAX / 8, "siblings at offset 10004: wanted 7 elements");
    refuses_u64(&s, 0, LEVEL(4, 2) + 232, 8,
                "challenge 4: level 2: sector proof 0: place at offset 10716: wanted a number "
                "below 8, found 8");
    refuses(
        &s, 0, LEVEL(9, 9) + 8 + 64, ones, 32, ST_FORMAT,
        "challenge 9: level 9: sector proof 0: sibling at offset 24664: wanted a field element");
    refuses(&s, 0, PROOF(1) - 64, tag, 1, ST_FORMAT,
            "challenge 0: sector proof 0: root is not comm_r_last before offset 2540: wanted 9292");
    refuses(&s, 0, 24960 - 64, ones, 32, ST_FORMAT, "comm_c at offset 24896");
    post_sample_free(&s);
}

TEST(post, vanilla_lengths)
{
    struct post_sample s;
    struct post_job job;
    const char *needle;
    post_sample_load(&s, "sector-2kib", 1);
    size_t whole = s.blobs[1].n;
    for (size_t n = 0; n < whole; n += n < 80 ? 1 : 171) {
        s.blobs[1].n = n;
        needle = n < 56 ? "needs" : "ends at offset";
        CHECK_FAILS(post_job_init(&job, &s.request, NULL, NULL), ST_FORMAT, needle);
    }
    s.blobs[1].n = whole;
    uint8_t *longer;
    CHECK_OK(MEM_NEW(longer, whole + 1));
    memcpy(longer, s.bytes[1], whole);
    s.blobs[1] = (struct blob){longer, whole + 1};
    CHECK_FAILS(post_job_init(&job, &s.request, NULL, NULL), ST_FORMAT,
                "sector proof 1 (sector 9): 1 unexpected bytes at offset 5680");
    mem_free(longer);
    post_sample_free(&s);
}

/* Every single changed byte of a small proof is noticed. */
TEST(post, vanilla_every_byte_counts)
{
    struct post_sample s;
    struct post_job job = {0};
    post_sample_load(&s, "sector-2kib", 1);
    s.request.n_vanilla = 1;
    for (size_t at = 0; at < s.blobs[0].n; at += at < 700 ? 1 : 13) {
        s.bytes[0][at] ^= 1;
        CHECK_MSG(post_job_init(&job, &s.request, NULL, NULL) != ST_OK, "byte %zu", at);
        s.bytes[0][at] ^= 1;
    }
    CHECK_OK(post_job_init(&job, &s.request, NULL, NULL));
    post_job_fini(&job);
    post_sample_free(&s);
}

/* ---- false ---- */

TEST(post, check_names_sector_challenge_level)
{
    struct post_sample s;
    uint8_t bytes[32] = {1}, place;
    post_sample_load(&s, "post-32gib", 1);
    /* Two siblings of the top level: the others' paths pass there, so the level is known. */
    refuses(&s, 0, LEVEL(4, 9) + 8, bytes, 32, ST_UNSAT, "sector 1000001: challenge 4 (leaf ");
    refuses(&s, 0, LEVEL(4, 9) + 8, bytes, 32, ST_UNSAT, "the path is wrong at level 9 of 0..9");
    refuses(&s, 0, LEVEL(4, 8) + 8, bytes, 32, ST_UNSAT, "or below level 8 of 0..9");
    refuses(&s, 0, LEVEL(4, 0) + 8, bytes, 32, ST_UNSAT, "or below level ");
    place = s.bytes[1][LEVEL(7, 3) + 232] ^ 1;
    refuses(&s, 1, LEVEL(7, 3) + 232, &place, 1, ST_UNSAT,
            "sector 2 (number 1): challenge 7: wanted leaf ");
    refuses(&s, 1, LEVEL(7, 3) + 232, &place, 1, ST_UNSAT, "(they differ from level 3 up)");
    refuses(&s, 2, 8, bytes, 32, ST_UNSAT,
            "sector 4294967303: comm_r: wanted H(comm_c, comm_r_last) = ");
    memset(bytes, 0, sizeof bytes);
    refuses(&s, 1, 8, bytes, 32, ST_UNSAT, "sector 2: comm_r: wanted a commitment, found zero");
    refuses(&s, 1, 24960 - 64, bytes, 32, ST_UNSAT, "comm_c: wanted a commitment, found zero");
    post_sample_free(&s);
}

/* A winning proof of 64 leaves has 66 challenges: their paths meet at the leaves, so the level is
 * always known exactly. */
TEST(post, check_finds_the_level)
{
    struct post_sample s;
    char needle[64];
    uint8_t bytes[32] = {9};
    post_sample_load(&s, "sector-2kib", 0);
    size_t proof = 4 + 32 + 32 + 8 + 2 * 240;
    CHECK(s.blobs[0].n == 56 + 66 * proof + 64);
    for (size_t k = 0; k < 66; k += 5) {
        for (size_t l = 0; l < 2; l++) {
            size_t at = 56 + k * proof + 4 + 64 + 8 + l * 240 + 8 + 32 * (k % 7);
            snprintf(needle, sizeof needle, "level %zu of 0..1", l);
            refuses(&s, 0, at, bytes, 32, ST_UNSAT, needle);
        }
    }
    refuses(&s, 0, 56 + 4 + 32, bytes, 32, ST_UNSAT, "level 0 of 0..1"); /* the leaf */
    post_sample_free(&s);
}

TEST(post, check_terms)
{
    struct post_sample s;
    struct post_job job = {0};
    post_sample_load(&s, "post-512mib", 1);
    struct post_request good = s.request, *r = &s.request;
#define REFUSED(code, needle)                                                                      \
    CHECK_FAILS(post_job_init(&job, r, NULL, NULL), code, needle);                                 \
    *r = good
    r->registered_proof = 15;
    REFUSED(ST_UNSUPPORTED, "unknown RegisteredPoStProof value: 15");
    r->registered_proof = UINT64_MAX;
    REFUSED(ST_UNSUPPORTED, "unknown RegisteredPoStProof value: 18446744073709551615");
    r->kind = CIRCUIT_WINNING_POST;
    REFUSED(ST_ARG, "wanted one of kind");
    r->kind = CIRCUIT_POREP;
    REFUSED(ST_ARG, "wanted one of kind");
    r->sector_bytes = (uint64_t)32 << 30;
    REFUSED(ST_ARG, "sector size: wanted 536870912 bytes, found 34359738368");
    r->sector_bytes = 0; /* not said */
    CHECK_OK(post_job_init(&job, r, NULL, NULL));
    post_job_fini(&job);
    *r = good;
    r->registered_proof = 11; /* another size */
    REFUSED(ST_ARG, "sector size");
    r->registered_proof = 11;
    r->sector_bytes = 0;
    REFUSED(ST_FORMAT, "unexpected bytes at offset 15280");
    r->registered_proof = 7; /* V1: other challenges, from the second sector on */
    REFUSED(ST_UNSAT, "sector 2 (number 1): challenge 0: wanted leaf");
    r->randomness_bytes = 31;
    REFUSED(ST_ARG, "randomness: wanted 32 bytes, found 31");
    r->n_vanilla = 0;
    REFUSED(ST_ARG, "sectors: wanted 1 to 128, found 0");
    r->max_partitions = 1;
    REFUSED(ST_ARG, "sectors: wanted 1 to 2, found 3");
    s.randomness[31] |= 0x80;
    REFUSED(ST_ARG, "randomness: wanted a value below r");
    s.randomness[31] &= 0x3f;
    s.randomness[0] ^= 1;
    REFUSED(ST_UNSAT, "sector 1000001 (number 0): challenge 0: wanted leaf");
    uint8_t kept[32];
    memcpy(kept, s.randomness, 32);
    memset(s.randomness, 0, 32);
    REFUSED(ST_ARG, "randomness: wanted 32 random bytes, found all zero");
    memcpy(s.randomness, kept, 32);
    s.randomness[0] ^= 1;

    r->allow_any_order = false;
    REFUSED(ST_ARG, "sector proof 1: sectors have to ascend: wanted one above 1000001, found 2");
    s.blobs[1] = s.blobs[0];
    REFUSED(ST_ARG, "sector 1000001 is there twice");
    r->allow_any_order = false;
    REFUSED(ST_ARG, "sector proof 1: sector 1000001 is there twice");
#undef REFUSED
    post_sample_free(&s);

    post_sample_load(&s, "sector-2kib", 0);
    struct blob two[2] = {s.blobs[0], s.blobs[0]};
    s.request.vanilla = two;
    s.request.n_vanilla = 2;
    CHECK_FAILS(post_job_init(&job, &s.request, NULL, NULL), ST_ARG, "sectors: wanted 1 to 1");
    post_sample_free(&s);
}

TEST(post, decode_without_memory)
{
    struct post_sample s;
    struct post_job job;
    post_sample_load(&s, "sector-2kib", 1);
    size_t live = mem_live_bytes(), n = 1;
    for (;; n++) {
        mem_fail_after(n);
        status st = post_job_init(&job, &s.request, NULL, NULL);
        mem_fail_after(0);
        if (st == ST_OK) break;
        CHECK(st == ST_NOMEM && mem_live_bytes() == live);
    }
    CHECK(n == 4);
    post_job_fini(&job);
    CHECK(mem_live_bytes() == live);
    post_sample_free(&s);
}
