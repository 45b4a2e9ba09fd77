#include "tests/harness.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/pool.h"
#include <string.h>

static status count_task(void *ctx, size_t task, unsigned worker)
{
    (void)worker;
    atomic_size_t *sum = ctx;
    atomic_fetch_add(sum, task);
    return ST_OK;
}

static status fail_at_17(void *ctx, size_t task, unsigned worker)
{
    (void)ctx, (void)worker;
    if (task == 17) FAIL(ST_FORMAT, "task %zu", task);
    return ST_OK;
}

TEST(base, pool_runs_every_task_once)
{
    struct pool *p;
    CHECK_OK(pool_create(&p, 3));
    CHECK(pool_threads(p) == 3);
    for (size_t n = 0; n < 300; n += 7) {
        atomic_size_t sum = 0;
        CHECK_OK(pool_run(p, n, count_task, &sum, NULL));
        CHECK(n == 0 || sum == n * (n - 1) / 2);
    }
    pool_destroy(p);
}

TEST(base, pool_returns_first_failure_with_its_text)
{
    struct pool *p;
    CHECK_OK(pool_create(&p, 2));
    CHECK_FAILS(pool_run(p, 100, fail_at_17, NULL, NULL), ST_FORMAT, "task 17");
    struct cancel c = {0};
    atomic_store(&c.requested, true);
    CHECK_FAILS(pool_run(p, 100, fail_at_17, NULL, &c), ST_CANCELLED, "cancelled");
    pool_destroy(p);
}

TEST(base, bytes_never_leave_the_buffer)
{
    static const uint8_t data[] = {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0x10, 9};
    struct bytes b = bytes_of(data, sizeof data, "message");
    uint32_t v;
    size_t n;
    CHECK_OK(bytes_u32_le(&b, &v, "version"));
    CHECK(v == 1);
    CHECK_FAILS(bytes_count_u64_le(&b, &n, 32, 1000, "points"), ST_FORMAT, "at most 1000");
    b.pos = 4;
    CHECK_FAILS(bytes_count_u64_le(&b, &n, 32, SIZE_MAX, "points"), ST_FORMAT, "do not fit");
    b.pos = 12;
    CHECK_FAILS(bytes_u32_le(&b, &v, "tail"), ST_FORMAT, "offset 12 needs 4 bytes, found 1");
    CHECK_FAILS(bytes_end(&b), ST_FORMAT, "1 unexpected");
}

TEST(base, hex_names_the_bad_digit)
{
    uint8_t out[2];
    CHECK_OK(hex_decode(out, 2, "0xA0b1", "id"));
    CHECK(out[0] == 0xa0 && out[1] == 0xb1);
    CHECK_FAILS(hex_decode(out, 2, "a0b", "id"), ST_FORMAT, "wanted 4 hex digits, found 3");
    CHECK_FAILS(hex_decode(out, 2, "a0bg", "id"), ST_FORMAT, "position 3");
}

TEST(base, mem_refuses_overflow_and_injected_failures)
{
    CHECK(mem_alloc(SIZE_MAX / 2, 3) == NULL);
    CHECK(test_contains(status_detail(), "overflows"));
    mem_fail_after(2);
    void *a = mem_alloc(1, 1), *b = mem_alloc(1, 1), *c = mem_alloc(1, 1);
    CHECK(a && !b && c);
    mem_free(a);
    mem_free(c);
    unsigned char *big = mem_alloc(3, 1 << 20);
    CHECK(big && big[(3 << 20) - 1] == 0);
    big = mem_grow(big, 3, 5, 1 << 20);
    CHECK(big && big[(5 << 20) - 1] == 0);
    mem_free(big);
}

TEST(base, file_writes_are_atomic)
{
    const char *path = test_tmp_path("file");
    struct file_data f = {0};
    struct file_writer *w;
    CHECK_OK(file_write(path, "hello", 5));
    CHECK_OK(file_writer_create(&w, path));
    CHECK_OK(file_writer_put(w, "half", 4));
    file_writer_abort(w);
    CHECK_OK(file_read(&f, path, 100));
    CHECK(f.n == 5 && memcmp(f.data, "hello", 5) == 0);
    file_release(&f);
    CHECK_FAILS(file_read(&f, path, 4), ST_FORMAT, "the limit is 4");
    CHECK_FAILS(file_map(&f, test_tmp_path("none")), ST_NOT_FOUND, "none");
}
