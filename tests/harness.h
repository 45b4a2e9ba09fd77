/* The smallest test harness that does the job. TEST(module, name) registers itself; a failed CHECK
 * ends its test, also from inside a helper. Tests may be run alone: `tests -k module/name`. */
#ifndef CUZK_TESTS_HARNESS_H
#define CUZK_TESTS_HARNESS_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

struct test {
    const char *module, *name;
    void (*run)(void);
    struct test *next;
};
void test_register(struct test *t);
_Noreturn void test_fail(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);
_Noreturn void test_skip(const char *fmt, ...) PRINTF_LIKE(1, 2);

#define TEST(module_, name_)                                                                       \
    static void test_##module_##_##name_(void);                                                    \
    static struct test entry_##module_##_##name_ = {#module_, #name_, test_##module_##_##name_,    \
                                                    NULL};                                         \
    __attribute__((constructor)) static void register_##module_##_##name_(void)                    \
    {                                                                                              \
        test_register(&entry_##module_##_##name_);                                                 \
    }                                                                                              \
    static void test_##module_##_##name_(void)

#define CHECK(cond)                                                                                \
    do {                                                                                           \
        if (!(cond)) test_fail(__FILE__, __LINE__, "%s", #cond);                                   \
    } while (0)
/* CHECK with a printf message that says which case. */
#define CHECK_MSG(cond, ...)                                                                       \
    do {                                                                                           \
        if (!(cond)) test_fail(__FILE__, __LINE__, __VA_ARGS__);                                   \
    } while (0)
#define CHECK_OK(expr)                                                                             \
    do {                                                                                           \
        status check_st_ = (expr);                                                                 \
        if (check_st_ != ST_OK)                                                                    \
            test_fail(__FILE__, __LINE__, "%s: %s: %s", #expr, status_text(check_st_),             \
                      status_detail());                                                            \
    } while (0)
/* The call fails with this code, and its text contains `needle`. */
#define CHECK_FAILS(expr, code, needle)                                                            \
    do {                                                                                           \
        status check_st_ = (expr);                                                                 \
        if (check_st_ != (code) || !test_contains(status_detail(), (needle)))                      \
            test_fail(__FILE__, __LINE__, "%s: wanted \"%s\" with \"%s\", found \"%s\": %s",       \
                      #expr, status_text(code), (needle), status_text(check_st_),                  \
                      status_detail());                                                            \
    } while (0)
bool test_contains(const char *text, const char *needle);

/* Pseudo-random numbers from the run's --seed (printed on failure): splitmix64. */
uint64_t test_random(void);
void test_random_bytes(void *out, size_t n);

/* Path of tests/vectors/<name> and of ../shared/fixtures/<name>; static storage, four turns. */
const char *test_vector_path(const char *name);
const char *test_shared_path(const char *name);
/* Scratch folder of this run (removed at the end) + "/" + name. */
const char *test_tmp_path(const char *name);

#endif
