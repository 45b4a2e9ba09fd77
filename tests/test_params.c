/* Parameter files and verifying keys: layout, refusals, digests. */
#include "tests/harness.h"

#include "base/mem.h"
#include "msm/fp48_x8.h"
#include "params/params.h"
#include "params/point_decoder.h"
#include "tests/vec_json.h"
#include <stdio.h>
#include <string.h>

#define N_CUBIC 3096 /* bytes of cubic.params */

static void load_cubic(uint8_t out[N_CUBIC])
{
    struct file_data f = {0};
    CHECK_OK(file_read(&f, test_vector_path("groth16-small/cubic.params"), N_CUBIC));
    CHECK(f.n == N_CUBIC);
    memcpy(out, f.data, f.n);
    file_release(&f);
}

/* Offset of query q's points in cubic.params. */
static size_t cubic_offset(enum params_query q)
{
    static const size_t at[PARAMS_N_QUERIES] = {1064, 1740, 2032, 2516, 2712};
    return at[q];
}

static status open_bytes(const void *data, size_t n)
{
    struct params_file p = {0};
    status st = params_open_bytes(&p, data, n, "key");
    params_close(&p);
    return st;
}

TEST(params, vk_files_are_read_and_written_to_the_byte)
{
    static const char *const names[] = {"cubic", "mimc", "sparse"};
    for (int i = 0; i < 3; i++) {
        char name[64];
        struct verifying_key vk;
        struct file_data a, b;
        snprintf(name, sizeof name, "groth16-small/%s.vk", names[i]);
        CHECK_OK(vk_read_file(&vk, test_vector_path(name)));
        CHECK_OK(vk_write_file(test_tmp_path("copy.vk"), &vk));
        CHECK_OK(file_read(&a, test_vector_path(name), 4096));
        CHECK_OK(file_read(&b, test_tmp_path("copy.vk"), 4096));
        CHECK(a.n == b.n && memcmp(a.data, b.data, a.n) == 0);
        CHECK(a.n == VK_FIXED_BYTES + vk.n_ic * G1_UNCOMPRESSED_BYTES);
        file_release(&a);
        file_release(&b);
        vk_fini(&vk);
    }
}

TEST(params, the_index_equals_the_listed_layout)
{
    vec_json v = vec_load("groth16-small/cubic.json");
    vec_json fields = vec_get(vec_get(v, "params_layout"), "fields");
    struct params_file p;
    CHECK_OK(params_open(&p, test_vector_path("groth16-small/cubic.params")));
    CHECK(p.n_bytes == vec_u64(vec_get(vec_get(v, "params_layout"), "total")));
    for (size_t i = 0; i < vec_len(fields); i++) {
        vec_json f = vec_at(fields, i);
        const char *name = vec_string(vec_get(f, "field"));
        if (strcmp(name, "vk.ic") == 0) CHECK(p.vk.n_ic == vec_u64(vec_get(f, "count")));
        for (int q = 0; q < PARAMS_N_QUERIES; q++) {
            if (strcmp(name, params_query_name((enum params_query)q)) != 0) continue;
            CHECK(p.query[q].offset == vec_u64(vec_get(f, "offset")));
            CHECK(p.query[q].offset == cubic_offset((enum params_query)q));
            CHECK(p.query[q].n == vec_u64(vec_get(f, "count")));
            CHECK(p.query[q].points == p.data + p.query[q].offset);
        }
    }
    params_close(&p);
    params_close(&p); /* closed: a no-op */
    vec_free(v);
}

TEST(params, files_that_end_early_or_late_are_refused)
{
    uint8_t key[N_CUBIC + 1] = {0};
    load_cubic(key);
    CHECK_OK(open_bytes(key, N_CUBIC));
    CHECK_FAILS(open_bytes(key, 0), ST_FORMAT, "alpha_g1 at offset 0 needs 96 bytes, found 0");
    CHECK_FAILS(open_bytes(key, N_CUBIC + 1), ST_FORMAT, "1 unexpected bytes after the end");
    static const size_t borders[] = {96,  192,  384,  576,  672,  864,
                                     868, 1060, 1064, 1736, 2028, 2708};
    for (size_t i = 0; i < sizeof borders / sizeof borders[0]; i++)
        for (size_t n = borders[i] - 1; n <= borders[i] + 1; n++)
            CHECK_FAILS(open_bytes(key, n), ST_FORMAT, "key: ");
    for (int i = 0; i < 20; i++)
        CHECK_FAILS(open_bytes(key, test_random() % N_CUBIC), ST_FORMAT, "key: ");
    CHECK_FAILS(open_bytes(key, N_CUBIC - 1), ST_FORMAT,
                "query b_g2 at offset 2708: 2 points of 192 bytes do not fit in 383");

    struct params_file p = {0};
    CHECK_OK(file_write(test_tmp_path("empty.params"), "", 0));
    CHECK_FAILS(params_open(&p, test_tmp_path("empty.params")), ST_FORMAT,
                "empty.params: alpha_g1");
    CHECK_FAILS(params_open(&p, test_tmp_path("absent.params")), ST_NOT_FOUND, "absent.params");
    struct verifying_key vk;
    CHECK_OK(file_write(test_tmp_path("long.vk"), key, VK_FIXED_BYTES + 2 * 96 + 1));
    CHECK_FAILS(vk_read_file(&vk, test_tmp_path("long.vk")), ST_FORMAT, "1 unexpected bytes");
    CHECK_FAILS(vk_read_file(&vk, test_tmp_path("absent.vk")), ST_NOT_FOUND, "absent.vk");
}

TEST(params, lengths_that_no_key_has_are_refused)
{
    uint8_t key[N_CUBIC + 192];
    load_cubic(key);
    store_u32_be(key + 864, 0);
    CHECK_FAILS(open_bytes(key, N_CUBIC), ST_FORMAT, "no ic points at offset 864");
    store_u32_be(key + 864, UINT32_MAX);
    CHECK_FAILS(open_bytes(key, N_CUBIC), ST_FORMAT, "number of ic points at offset 864");
    load_cubic(key);
    store_u32_be(key + 1060, UINT32_MAX);
    CHECK_FAILS(open_bytes(key, N_CUBIC), ST_FORMAT, "query h at offset 1060");

    load_cubic(key); /* one point of h less: 6 */
    store_u32_be(key + 1060, 6);
    memmove(key + 1064 + 6 * 96, key + 1736, N_CUBIC - 1736);
    CHECK_FAILS(open_bytes(key, N_CUBIC - 96), ST_FORMAT,
                "query h: wanted one point less than a power of two, found 6");
    load_cubic(key); /* one of a: 1 for 2 inputs */
    store_u32_be(key + 2028, 1);
    memmove(key + 2032 + 96, key + 2512, N_CUBIC - 2512);
    CHECK_FAILS(open_bytes(key, N_CUBIC - 4 * 96), ST_FORMAT, "query a: wanted at least one point");
    load_cubic(key);
    store_u32_be(key + 2708, 1);
    CHECK_FAILS(open_bytes(key, N_CUBIC - 192), ST_FORMAT, "b_g1 and b_g2");
}

static status check(const uint8_t *key, enum params_check_level level, struct pool *pool)
{
    struct params_file p = {0};
    CHECK_OK(params_open_bytes(&p, key, N_CUBIC, "key"));
    status st = params_check(&p, level, pool, NULL, NULL);
    params_close(&p);
    return st;
}

/* A point of the curve outside of the group, uncompressed. */
static void point_outside(uint8_t out[G1_UNCOMPRESSED_BYTES])
{
    g1_affine a;
    uint8_t x[G1_COMPRESSED_BYTES] = {0};
    x[0] = 0x80;
    for (x[47] = 1; g1_from_compressed_unchecked(&a, x) != ST_OK || g1_in_subgroup(&a); x[47]++)
        CHECK(x[47] < 255);
    g1_to_uncompressed(out, &a);
}

struct counted {
    size_t calls, done, total;
};

static void count(void *ctx, size_t done, size_t total)
{
    struct counted *c = ctx;
    c->calls++;
    CHECK(done >= c->done && done <= total);
    c->done = done;
    c->total = total;
}

TEST(params, check_names_the_bad_point)
{
    uint8_t key[N_CUBIC], infinity[192] = {0x40};
    struct pool *pool;
    struct counted seen = {0};
    struct progress progress = {count, &seen};
    struct params_file p;
    CHECK_OK(pool_create(&pool, 2));
    load_cubic(key);
    CHECK_OK(params_open_bytes(&p, key, N_CUBIC, "key"));
    CHECK_OK(params_check(&p, PARAMS_CHECK_GROUP, pool, NULL, &progress));
    CHECK(seen.calls == PARAMS_N_QUERIES && seen.done == 19 && seen.total == 19);
    struct cancel cancel = {.requested = true};
    CHECK_FAILS(params_check(&p, PARAMS_CHECK_CURVE, pool, &cancel, NULL), ST_CANCELLED, "");
    params_close(&p);
    for (int q = 0; q < PARAMS_N_QUERIES; q++) {
        char text[64];
        size_t size = params_point_bytes((enum params_query)q);
        size_t at = cubic_offset((enum params_query)q) + size;
        snprintf(text, sizeof text, "key: point 1 of query %s at offset %zu: ",
                 params_query_name((enum params_query)q), at);
        load_cubic(key);
        key[at + size - 1] ^= 1;
        CHECK_FAILS(check(key, PARAMS_CHECK_CURVE, pool), ST_FORMAT, text);
        CHECK_FAILS(check(key, PARAMS_CHECK_CURVE, NULL), ST_FORMAT, "not on the curve");
        load_cubic(key);
        key[at] |= 0x1f;
        CHECK_FAILS(check(key, PARAMS_CHECK_CURVE, pool), ST_FORMAT, "not below");
        load_cubic(key);
        memcpy(key + at, infinity, size);
        CHECK_FAILS(check(key, PARAMS_CHECK_CURVE, pool), ST_FORMAT, "infinity");
    }
    load_cubic(key);
    point_outside(key + cubic_offset(PARAMS_L) + 96);
    CHECK_OK(check(key, PARAMS_CHECK_CURVE, pool));
    CHECK_FAILS(check(key, PARAMS_CHECK_GROUP, pool), ST_FORMAT,
                "key: point 1 of query l at offset 1836: G1 point is on the curve but not in");
    pool_destroy(pool);
}

TEST(params, the_verifying_key_is_checked_in_full)
{
    static const struct {
        size_t at, size;
        const char *name;
    } points[] = {{0, 96, "alpha_g1"},    {96, 96, "beta_g1"},   {192, 192, "beta_g2"},
                  {384, 192, "gamma_g2"}, {576, 96, "delta_g1"}, {672, 192, "delta_g2"},
                  {868, 96, "ic point"},  {964, 96, "ic point"}};
    uint8_t key[N_CUBIC], infinity[192] = {0x40};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        char text[64];
        snprintf(text, sizeof text, "key: %s at offset %zu: ", points[i].name, points[i].at);
        load_cubic(key);
        key[points[i].at + 30] ^= 4;
        CHECK_FAILS(open_bytes(key, N_CUBIC), ST_FORMAT, text);
        load_cubic(key);
        memcpy(key + points[i].at, infinity, points[i].size);
        CHECK_FAILS(open_bytes(key, N_CUBIC), ST_FORMAT, text);
        if (points[i].size != 96) continue;
        point_outside(key + points[i].at);
        CHECK_FAILS(open_bytes(key, N_CUBIC), ST_FORMAT, "not in the group");
    }
}

TEST(params, quick_reading_equals_decoding)
{
    struct params_file p;
    struct pool *pool;
    g1_affine g1s[8], a;
    g2_affine g2s[8], b;
    CHECK_OK(pool_create(&pool, 2));
    CHECK_OK(params_open(&p, test_vector_path("groth16-small/cubic.params")));
    for (int q = 0; q < PARAMS_B_G2; q++) {
        size_t n = p.query[q].n;
        CHECK_OK(params_read_g1(&p, (enum params_query)q, g1s, 1, n - 1, pool, NULL));
        for (size_t i = 1; i < n; i++) {
            CHECK_OK(g1_from_uncompressed(&a, p.query[q].points + i * 96));
            CHECK(memcmp(&a, &g1s[i - 1], sizeof a) == 0);
        }
    }
    CHECK_OK(params_read_g2(&p, PARAMS_B_G2, g2s, 0, 2, NULL, NULL));
    for (size_t i = 0; i < 2; i++) {
        CHECK_OK(g2_from_uncompressed(&b, p.query[PARAMS_B_G2].points + i * 192));
        CHECK(memcmp(&b, &g2s[i], sizeof b) == 0);
    }
    CHECK_FAILS(params_read_g1(&p, PARAMS_H, g1s, 1, 7, NULL, NULL), ST_ARG, "points 1 to 8 of 7");
    CHECK_FAILS(params_read_g1(&p, PARAMS_H, g1s, 9, 0, NULL, NULL), ST_ARG, "points 9 to 9 of 7");
    CHECK_FAILS(params_read_g1(&p, PARAMS_B_G2, g1s, 0, 1, NULL, NULL), ST_BUG, "not in G1");
    CHECK_FAILS(params_read_g2(&p, PARAMS_H, g2s, 0, 1, NULL, NULL), ST_BUG, "not in G2");
    params_close(&p);
    pool_destroy(pool);
}

static bool fp_reduced(const fp *x)
{
    fp_int k;
    fp y;
    fp_to_int(&k, x);
    fp_from_int(&y, &k);
    return memcmp(x, &y, sizeof y) == 0;
}

TEST(params, quick_reading_of_any_bytes_is_reduced)
{
    uint8_t bytes[192];
    g1_affine a;
    g2_affine b;
    for (int i = 0; i < 200; i++) {
        if (i < 2)
            memset(bytes, i ? 0xff : 0, sizeof bytes);
        else
            test_random_bytes(bytes, sizeof bytes);
        params_g1_quick(&a, bytes);
        CHECK(fp_reduced(&a.x) && fp_reduced(&a.y));
        params_g2_quick(&b, bytes);
        CHECK(fp_reduced(&b.x.c0) && fp_reduced(&b.x.c1) && fp_reduced(&b.y.c0) &&
              fp_reduced(&b.y.c1));
    }
}

/* k p + delta for small |delta|; of no carry beyond the lowest word. */
static void near_modulus(uint8_t out[48], int k, int delta)
{
    static const uint64_t p[6] = FP_MODULUS;
    for (int i = 0; i < 6; i++) {
        uint64_t w = k ? p[i] : 0;
        if (i == 0) w += (uint64_t)(k || delta > 0 ? delta : 0);
        store_u64_be(out + 8 * (5 - i), w);
    }
}

TEST(params, coordinates_side_by_side_equal_single_ones)
{
    uint8_t bytes[8][48];
    const uint8_t *in[8];
    fp got[8], want;
    fp *out[8];
    if (!x8_usable()) test_skip("no AVX-512 IFMA");
    for (int round = 0; round < 300; round++) {
        test_random_bytes(bytes, sizeof bytes);
        for (int e = 0; e < 8; e++) {
            in[e] = bytes[e];
            out[e] = &got[e];
            if (round < 8) memset(bytes[e], (round + e) % 2 ? 0xff : 0, 48);
            if (round >= 8 && round < 16) near_modulus(bytes[e], round % 2, e - 4);
        }
        coordinates_quick_x8(out, in);
        for (int e = 0; e < 8; e++) {
            coordinate_quick(&want, bytes[e]);
            CHECK_MSG(memcmp(&want, &got[e], sizeof want) == 0, "round %d, element %d", round, e);
        }
    }
}

/* Copies cubic.params point by point. */
static status copy_params(const char *path, struct params_file *p, struct pool *pool)
{
    struct params_writer *w = NULL;
    g1_affine a[8];
    g2_affine b[8];
    status st = ST_OK;
    TRY_OUT(params_writer_create(&w, path, &p->vk));
    for (int q = 0; q < PARAMS_N_QUERIES; q++) {
        size_t n = p->query[q].n;
        TRY_OUT(params_writer_query(w, (enum params_query)q, n));
        if (q == PARAMS_B_G2) {
            TRY_OUT(params_read_g2(p, PARAMS_B_G2, b, 0, n, pool, NULL));
            TRY_OUT(params_writer_g2(w, b, n, pool, NULL));
        } else {
            TRY_OUT(params_read_g1(p, (enum params_query)q, a, 0, n, pool, NULL));
            TRY_OUT(params_writer_g1(w, a, 1, pool, NULL));
            TRY_OUT(params_writer_g1(w, a + 1, n - 1, pool, NULL));
        }
    }
    return params_writer_commit(w);
out:
    params_writer_abort(w);
    return st;
}

TEST(params, what_is_written_is_what_was_read)
{
    uint8_t key[N_CUBIC];
    struct params_file p;
    struct file_data f;
    load_cubic(key);
    CHECK_OK(params_open_bytes(&p, key, N_CUBIC, "key"));
    CHECK_OK(copy_params(test_tmp_path("copy.params"), &p, NULL));
    CHECK_OK(file_read(&f, test_tmp_path("copy.params"), 1 << 20));
    CHECK(f.n == N_CUBIC && memcmp(f.data, key, N_CUBIC) == 0);
    file_release(&f);

    struct params_writer *w;
    g1_affine a = p.vk.alpha_g1;
    const char *path = test_tmp_path("bad.params");
    CHECK_OK(params_writer_create(&w, path, &p.vk));
    CHECK_FAILS(params_writer_g1(w, &a, 1, NULL, NULL), ST_BUG, "1 points of G1");
    CHECK_FAILS(params_writer_query(w, PARAMS_L, 1), ST_BUG, "query l out of order");
    CHECK_OK(params_writer_query(w, PARAMS_H, 1));
    CHECK_FAILS(params_writer_query(w, PARAMS_L, 1), ST_BUG, "query h still wants 1 points");
    CHECK_FAILS(params_writer_g2(w, &p.vk.beta_g2, 1, NULL, NULL), ST_BUG, "1 points of G2");
    CHECK_OK(params_writer_g1(w, &a, 1, NULL, NULL));
    CHECK_FAILS(params_writer_g1(w, &a, 1, NULL, NULL), ST_BUG, "where 0 of query");
    CHECK_FAILS(params_writer_query(w, PARAMS_L, (size_t)1 << 32), ST_UNSUPPORTED, "query l");
    CHECK_FAILS(params_writer_commit(w), ST_BUG, "1 of 5 queries written");
    CHECK(!file_exists(path));
    params_close(&p);
}

TEST(params, digests)
{
    static const char blake2b_hex[] =
        "539254c9a6d4c9cf63c91f25663507704fd0b57aeb73ac5d11ef756abc476c72"
        "086ad0cd9ee4d6f35f11ee4fc4e8ca391cf6faf3463cbbce2fa42409093c7562";
    vec_json v = vec_load("groth16-small/cubic.json");
    const char *path = test_vector_path("groth16-small/cubic.params");
    struct file_digest d, e;
    struct counted seen = {0};
    struct progress progress = {count, &seen};
    struct pool *pool;
    uint8_t want[64];
    CHECK_OK(pool_create(&pool, 2));
    CHECK_OK(file_digest_path(&d, path, pool, NULL, &progress));
    vec_bytes(vec_get(v, "params_sha256"), want, 32);
    CHECK(memcmp(d.sha256, want, 32) == 0 && d.n_bytes == N_CUBIC);
    CHECK_OK(hex_decode(want, 64, blake2b_hex, "blake2b"));
    CHECK(memcmp(d.blake2b, want, 64) == 0);
    CHECK(seen.calls == 1 && seen.done == N_CUBIC && seen.total == N_CUBIC);
    CHECK_OK(file_digest_bytes(&d, NULL, 0, NULL, NULL, NULL));
    CHECK(d.sha256[0] == 0xe3 && d.blake2b[0] == 0x78 && d.n_bytes == 0);

    uint8_t *big; /* more than one piece */
    size_t n = ((size_t)32 << 20) + 5;
    CHECK_OK(MEM_NEW(big, n));
    big[n - 1] = 1;
    CHECK_OK(file_digest_bytes(&d, big, n, pool, NULL, NULL));
    CHECK_OK(file_digest_bytes(&e, big, n, NULL, NULL, NULL));
    CHECK(memcmp(&d, &e, sizeof d) == 0);
    struct cancel cancel = {.requested = true};
    CHECK_FAILS(file_digest_bytes(&d, big, n, pool, &cancel, NULL), ST_CANCELLED, "");
    mem_free(big);
    pool_destroy(pool);
    vec_free(v);
}

TEST(params, allocation_failures_leave_no_leak)
{
    uint8_t key[N_CUBIC];
    struct params_file p;
    load_cubic(key);
    CHECK_OK(params_open_bytes(&p, key, N_CUBIC, "key"));
    size_t before = mem_live_bytes(), failed = 0;
    for (size_t n = 1; n < 12; n++) {
        struct params_file q = {0};
        struct file_digest d;
        mem_fail_after(n);
        status st = params_open_bytes(&q, key, N_CUBIC, "key");
        params_close(&q);
        if (st == ST_OK) st = copy_params(test_tmp_path("fail.params"), &p, NULL);
        if (st == ST_OK) st = file_digest_bytes(&d, key, N_CUBIC, NULL, NULL, NULL);
        mem_fail_after(0);
        CHECK(st == ST_OK || st == ST_NOMEM);
        failed += st != ST_OK;
        CHECK_MSG(mem_live_bytes() == before, "after failing allocation %zu", n);
    }
    CHECK(failed >= 8);
    params_close(&p);
}
