/* Runs the registered tests: tests [-k FILTER]... [--list] [--seed N] [--vectors DIR] [--shared
 * DIR]. FILTER is a substring of "module/name"; "^" in front anchors it, "-" in front excludes. */
#include "tests/harness.h"

#include "base/clock.h"
#include <errno.h>
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_FILTERS 32
#define SLOW_MS     2000.0

static struct test *all_tests;
static jmp_buf test_end;
static uint64_t seed = 1, random_state;
static const char *vectors = "tests/vectors", *shared = "../shared/fixtures";
static char tmp_folder[64];

enum { RAN = 0, FAILED = 1, SKIPPED = 2 };

void test_register(struct test *t)
{
    t->next = all_tests;
    all_tests = t;
}

void test_fail(const char *file, int line, const char *fmt, ...)
{
    va_list ap;
    printf("  %s:%d: ", file, line);
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    printf(" (seed %llu)\n", (unsigned long long)seed);
    longjmp(test_end, FAILED);
}

void test_skip(const char *fmt, ...)
{
    va_list ap;
    printf("  skipped: ");
    va_start(ap, fmt);
    vprintf(fmt, ap);
    va_end(ap);
    printf("\n");
    longjmp(test_end, SKIPPED);
}

bool test_contains(const char *text, const char *needle)
{
    return strstr(text, needle) != NULL;
}

uint64_t test_random(void)
{
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void test_random_bytes(void *out, size_t n)
{
    unsigned char *p = out;
    for (size_t i = 0; i < n; i++)
        p[i] = (unsigned char)test_random();
}

static const char *join(const char *folder, const char *name)
{
    static char paths[4][1024];
    static unsigned turn;
    char *p = paths[turn++ % 4];
    snprintf(p, sizeof paths[0], "%s/%s", folder, name);
    return p;
}

const char *test_vector_path(const char *name)
{
    return join(vectors, name);
}

const char *test_shared_path(const char *name)
{
    return join(shared, name);
}

const char *test_tmp_path(const char *name)
{
    return join(tmp_folder, name);
}

static int compare_tests(const void *pa, const void *pb)
{
    const struct test *a = *(const struct test *const *)pa, *b = *(const struct test *const *)pb;
    int c = strcmp(a->module, b->module);
    return c ? c : strcmp(a->name, b->name);
}

static bool selected(const struct test *t, const char *const *filters, int n_filters)
{
    char full[256];
    snprintf(full, sizeof full, "%s/%s", t->module, t->name);
    bool any_wanted = false, wanted = false;
    for (int i = 0; i < n_filters; i++) {
        const char *f = filters[i];
        if (f[0] == '-') {
            if (strstr(full, f + 1)) return false;
            continue;
        }
        any_wanted = true;
        wanted |= f[0] == '^' ? strncmp(full, f + 1, strlen(f + 1)) == 0 : strstr(full, f) != NULL;
    }
    return wanted || !any_wanted;
}

static int remove_entry(const char *path, const struct stat *sb, int type, struct FTW *ftw)
{
    (void)sb, (void)type, (void)ftw;
    return remove(path);
}

static int run_test(struct test *t)
{
    random_state = seed;
    int result = setjmp(test_end);
    if (result == RAN) t->run();
    return result;
}

static int run_all(struct test **tests, int n)
{
    int counts[3] = {0, 0, 0};
    for (int i = 0; i < n; i++) {
        uint64_t start = clock_ns();
        int result = run_test(tests[i]);
        double ms = clock_ms_since(start);
        counts[result]++;
        if (result == FAILED) printf("FAILED %s/%s\n", tests[i]->module, tests[i]->name);
        if (result == SKIPPED) printf("SKIPPED %s/%s\n", tests[i]->module, tests[i]->name);
        if (result == RAN && ms > SLOW_MS)
            printf("slow: %s/%s took %.1f s\n", tests[i]->module, tests[i]->name, ms / 1e3);
        fflush(stdout);
    }
    printf("%d passed, %d failed, %d skipped\n", counts[RAN], counts[FAILED], counts[SKIPPED]);
    return counts[FAILED] ? 1 : 0;
}

int main(int argc, char **argv)
{
    const char *filters[MAX_FILTERS];
    int n_filters = 0;
    bool list = false;
    for (int i = 1; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--list") == 0)
            list = true;
        else if (strcmp(argv[i], "-k") == 0 && has_value && n_filters < MAX_FILTERS)
            filters[n_filters++] = argv[++i];
        else if (strcmp(argv[i], "--seed") == 0 && has_value)
            seed = strtoull(argv[++i], NULL, 0);
        else if (strcmp(argv[i], "--vectors") == 0 && has_value)
            vectors = argv[++i];
        else if (strcmp(argv[i], "--shared") == 0 && has_value)
            shared = argv[++i];
        else {
            fprintf(stderr, "tests: unknown or incomplete option %s\n", argv[i]);
            return 2;
        }
    }
    int n = 0;
    for (struct test *t = all_tests; t; t = t->next)
        n += selected(t, filters, n_filters);
    struct test **tests = calloc((size_t)n + 1, sizeof *tests);
    if (!tests) return 2;
    n = 0;
    for (struct test *t = all_tests; t; t = t->next)
        if (selected(t, filters, n_filters)) tests[n++] = t;
    qsort(tests, (size_t)n, sizeof *tests, compare_tests);
    if (list) {
        for (int i = 0; i < n; i++)
            printf("%s/%s\n", tests[i]->module, tests[i]->name);
        free(tests);
        return 0;
    }
    snprintf(tmp_folder, sizeof tmp_folder, "/tmp/cuzk-tests-XXXXXX");
    if (!mkdtemp(tmp_folder)) {
        fprintf(stderr, "tests: %s: %s\n", tmp_folder, strerror(errno));
        free(tests);
        return 2;
    }
    int rc = run_all(tests, n);
    nftw(tmp_folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
    free(tests);
    return rc;
}
