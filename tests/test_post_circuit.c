/* The PoSt circuits against the reference's, constraint by constraint. */
#include "tests/harness.h"

#include "base/clock.h"
#include "filecoin/circuit_post.h"
#include "tests/shape_vectors.h"
#include <stdio.h>
#include <string.h>
#include <ctype.h>

static void check_size(enum circuit_kind kind, const char *label)
{
    const struct sector_size *s = sector_size_of_label(label);
    char name[64], *p = name;
    struct circuit *c;
    CHECK(s != NULL);
    uint64_t start = clock_ns();
    CHECK_OK(post_circuit_create(&c, kind, s));
    double ms = clock_ms_since(start);
    snprintf(name, sizeof name, "%s-%s",
             kind == CIRCUIT_WINNING_POST ? "winning_post" : "window_post", label);
    for (; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    check_shape(name, c);
    struct circuit_size n = circuit_size(c);
    printf("  %s: described in %.2f ms, %zu blocks, %zu coefficients, %zu bytes\n", name, ms,
           n.n_blocks, n.n_coefficients, n.description_bytes);
    circuit_destroy(c);
}

TEST(post, circuit_window_small)
{
    const char *labels[] = {"2KiB", "4KiB", "16KiB", "32KiB", "8MiB", "16MiB", "512MiB", "1GiB"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        check_size(CIRCUIT_WINDOW_POST, labels[i]);
}

TEST(post, circuit_winning)
{
    for (size_t i = 0; i < REGISTRY_N_SECTOR_SIZES; i++)
        check_size(CIRCUIT_WINNING_POST, sector_size_at(i)->label);
}

TEST(post, circuit_of_another_kind)
{
    struct circuit *c = NULL;
    const struct sector_size *s = sector_size_of_label("2KiB");
    CHECK_FAILS(post_circuit_create(&c, CIRCUIT_POREP, s), ST_ARG, "porep");
    CHECK(c == NULL);
}

TEST(shapes, window_post_32gib)
{
    check_size(CIRCUIT_WINDOW_POST, "32GiB");
}

TEST(shapes, window_post_64gib)
{
    check_size(CIRCUIT_WINDOW_POST, "64GiB");
}
