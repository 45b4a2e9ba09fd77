#include "tests/harness.h"

#include "msm/digits.h"
#include "msm/msm.h"
#include <string.h>

static const enum msm_group groups[] = {MSM_G1, MSM_G2};

TEST(msm_plan, refuses)
{
    struct msm_plan plan, before;
    memset(&plan, 0x5a, sizeof plan);
    before = plan;
    struct msm_options o = {.window_bits = 1};
    CHECK_FAILS(msm_plan_init(&plan, MSM_G1, MSM_FULL, 8, &o), ST_ARG, "2 to 22, found 1");
    o.window_bits = 23;
    CHECK_FAILS(msm_plan_init(&plan, MSM_G1, MSM_FULL, 8, &o), ST_ARG, "2 to 22, found 23");
    o = (struct msm_options){.threads = 1025};
    CHECK_FAILS(msm_plan_init(&plan, MSM_G1, MSM_FULL, 8, &o), ST_ARG, "1024 threads");
    o = (struct msm_options){.chunk = ((size_t)1 << 24) + 1};
    CHECK_FAILS(msm_plan_init(&plan, MSM_G1, MSM_FULL, 8, &o), ST_ARG, "chunk");
    CHECK_FAILS(msm_plan_init(&plan, MSM_G1, MSM_FULL, (size_t)1 << 40, NULL), ST_ARG, "2^40");
    o = (struct msm_options){.max_work_bytes = 100};
    CHECK_FAILS(msm_plan_init(&plan, MSM_G2, MSM_BITS, 8, &o), ST_NOMEM, "100 allowed");
    CHECK(memcmp(&plan, &before, sizeof plan) == 0);
}

/* The workspace depends on the chunk and the windows, not on n, and any limit that a small MSM
 * meets a large one meets too. */
TEST(msm_plan, workspace_is_bounded)
{
    for (unsigned g = 0; g < 2; g++)
        for (unsigned threads = 1; threads <= 64; threads *= 8)
            for (unsigned log2 = 0; log2 < 32; log2++) {
                struct msm_plan plan, small;
                struct msm_options o = {.threads = threads};
                size_t n = (size_t)1 << log2;
                CHECK_OK(msm_plan_init(&plan, groups[g], MSM_FULL, n, &o));
                CHECK(plan.chunk <= n && plan.n_windows * plan.window_bits >= 255);
                CHECK(plan.work_bytes < (size_t)1 << 30 || threads > 8);
                o.max_work_bytes = (size_t)threads << 23;
                CHECK_OK(msm_plan_init(&small, groups[g], MSM_FULL, n, &o));
                CHECK(small.work_bytes <= o.max_work_bytes);
                CHECK_OK(msm_plan_init(&plan, groups[g], MSM_BITS, n, &o));
                CHECK(plan.task_len % 64 == 0 && plan.task_len * plan.n_tasks >= n);
            }
}

TEST(msm_plan, text_says_what)
{
    struct msm_plan plan;
    char text[400], few[10];
    struct msm_options o = {.window_bits = 7, .threads = 3, .path = MSM_PATH_SCALAR};
    CHECK_OK(msm_plan_init(&plan, MSM_G2, MSM_FULL, 1000, &o));
    msm_plan_text(&plan, text, sizeof text);
    CHECK(test_contains(text, "msm g2 full: n 1000") && test_contains(text, "windows of 7 bits"));
    CHECK(test_contains(text, "scalar, 3 threads"));
    CHECK(strlen(msm_plan_text(&plan, few, sizeof few)) == 9);
    CHECK_OK(msm_plan_init(&plan, MSM_G1, MSM_BITS, 1000, &o));
    CHECK(test_contains(msm_plan_text(&plan, text, sizeof text), "msm g1 bits: n 1000"));
}

/* sum of digit_w * 2^(cw) = k, digit by digit from the bottom. */
static void check_digits(const fr_int *k, unsigned c)
{
    int32_t digits[128];
    unsigned windows = digits_windows(c);
    CHECK(digits_split(digits, 1, k, 1, c) == 1);
    uint64_t left[5] = {k->l[0], k->l[1], k->l[2], k->l[3], 0};
    for (unsigned w = 0; w < windows; w++) {
        int64_t digit = digits[w], half = (int64_t)1 << (c - 1);
        if (w + 1 < windows)
            CHECK(digit >= -half && digit < half);
        else
            CHECK(digit >= 0 && (uint64_t)digit <= digits_top_max(c));
        /* left = (left - digit) / 2^c, exactly */
        uint64_t low = (uint64_t)digit, high = digit < 0 ? ~0ull : 0, borrow = 0;
        for (unsigned i = 0; i < 5; i++) {
            uint64_t take = i == 0 ? low : high, x = left[i] - take;
            uint64_t next = x > left[i] || x - borrow > x;
            left[i] = x - borrow;
            borrow = next;
        }
        CHECK((left[0] & (((uint64_t)1 << c) - 1)) == 0);
        for (unsigned i = 0; i < 5; i++)
            left[i] = left[i] >> c | (i < 4 ? left[i + 1] << (64 - c) : 0);
    }
    CHECK((left[0] | left[1] | left[2] | left[3]) == 0);
}

TEST(msm_plan, digits_make_up_scalars)
{
    fr_int edges[8] = {{{0}}, {{1}}, {{~0ull, ~0ull, ~0ull, 0x3fffffffffffffff}}};
    edges[3] = (fr_int){{0, 0x53bda402fffe5bfe, 0x3339d80809a1d805, 0x73eda753299d7d48}};
    edges[4] = edges[3];
    edges[4].l[0] = 0xffffffff00000000; /* r - 1 */
    edges[5] = (fr_int){{0x8000800080008000, 0x7fff7fff7fff7fff, 1, 0x7000000000000000}};
    for (unsigned c = 2; c <= 22; c++) {
        for (unsigned i = 0; i < 6; i++)
            check_digits(&edges[i], c);
        for (unsigned i = 0; i < 200; i++) {
            fr_int k;
            test_random_bytes(&k, sizeof k);
            k.l[3] >>= 2;
            check_digits(&k, c);
        }
        int32_t digits[128];
        edges[4].l[0]++; /* r */
        CHECK(digits_split(digits, 1, &edges[4], 1, c) == 0);
        edges[4].l[0]--;
    }
}
