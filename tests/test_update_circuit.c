/* The circuit of a sector update against the reference's, constraint by constraint. */
#include "tests/harness.h"

#include "base/clock.h"
#include "filecoin/circuit_update.h"
#include "tests/shape_vectors.h"
#include <ctype.h>
#include <stdio.h>

static void check_size(const char *label)
{
    const struct sector_size *s = sector_size_of_label(label);
    char name[64], *p = name;
    struct circuit *c;
    CHECK(s != NULL);
    uint64_t start = clock_ns();
    CHECK_OK(update_circuit_create(&c, s));
    double ms = clock_ms_since(start);
    snprintf(name, sizeof name, "update-%s", label);
    for (; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    struct circuit_size n = circuit_size(c);
    printf("  %s: described in %.2f ms, %zu blocks, %zu coefficients, %zu bytes\n", name, ms,
           n.n_blocks, n.n_coefficients, n.description_bytes);
    CHECK(n.description_bytes < (size_t)12 << 20);
    check_shape(name, c);
    circuit_destroy(c);
}

TEST(update, shape_2kib)
{
    check_size("2KiB");
}
TEST(update, shape_4kib)
{
    check_size("4KiB");
}
TEST(update, shape_16kib)
{
    check_size("16KiB");
}
TEST(update, shape_32kib)
{
    check_size("32KiB");
}
TEST(update, shape_8mib)
{
    check_size("8MiB");
}
TEST(shapes, update_16mib)
{
    check_size("16MiB");
}
TEST(shapes, update_512mib)
{
    check_size("512MiB");
}
TEST(shapes, update_32gib)
{
    check_size("32GiB");
}
TEST(shapes, update_64gib)
{
    check_size("64GiB");
}

TEST(update, no_circuit_of_1gib)
{
    struct circuit *c = NULL;
    CHECK_FAILS(update_circuit_create(&c, sector_size_of_label("1GiB")), ST_UNSUPPORTED, "1GiB");
    CHECK(c == NULL);
}
