#include "tests/shape_vectors.h"

#include "base/bytes.h"
#include "r1cs/shape.h"
#include "tests/harness.h"
#include <stdio.h>
#include <string.h>

/* The line of `file` whose first word is `name`; the test fails if there is none. */
static void find_line(char *line, size_t n, const char *file, const char *name)
{
    FILE *f = fopen(test_vector_path(file), "r");
    CHECK_MSG(f != NULL, "cannot open %s", file);
    size_t len = strlen(name);
    bool found = false;
    while (!found && fgets(line, (int)n, f))
        found = strncmp(line, name, len) == 0 && line[len] == ' ';
    fclose(f);
    CHECK_MSG(found, "%s is not in %s", name, file);
}

/* The next word of *at; the test fails at the end of the line. */
static const char *word(char **at)
{
    char *w = strtok_r(NULL, " \n", at);
    CHECK(w != NULL);
    return w;
}

static void equal_number(char **at, const char *name, const char *what, size_t found)
{
    const char *w = word(at);
    char text[32];
    snprintf(text, sizeof text, "%zu", found);
    CHECK_MSG(strcmp(w, text) == 0, "%s: %s: wanted %s, found %zu", name, what, w, found);
}

static void equal_digest(char **at, const char *name, const char *what, const uint8_t found[32])
{
    const char *w = word(at);
    char text[65];
    hex_encode(text, found, 32);
    CHECK_MSG(strcmp(w, text) == 0, "%s: %s: wanted %s, found %s", name, what, w, text);
}

void check_shape(const char *name, const struct circuit *c)
{
    char line[1024], *at;
    struct shape s;
    find_line(line, sizeof line, "shapes/shapes.txt", name);
    CHECK_OK(shape_compute(&s, c, 0, NULL, NULL));
    (void)strtok_r(line, " ", &at);
    equal_number(&at, name, "inputs", s.size.n_inputs);
    equal_number(&at, name, "auxiliaries", s.size.n_aux);
    equal_number(&at, name, "constraints", s.size.n_constraints);
    equal_number(&at, name, "non-zeros of A", s.nnz[0]);
    equal_number(&at, name, "non-zeros of B", s.nnz[1]);
    equal_number(&at, name, "non-zeros of C", s.nnz[2]);
    equal_number(&at, name, "inputs in A", s.n_a_inputs);
    equal_number(&at, name, "auxiliaries in A", s.n_a_aux);
    equal_number(&at, name, "inputs in B", s.n_b_inputs);
    equal_number(&at, name, "auxiliaries in B", s.n_b_aux);
    equal_digest(&at, name, "constraints", s.constraints_sha256);
    equal_digest(&at, name, "density of A", s.a_aux_sha256);
    equal_digest(&at, name, "inputs in B", s.b_inputs_sha256);
    equal_digest(&at, name, "density of B", s.b_aux_sha256);
}

void check_witness(const char *name, const struct circuit *c, const struct witness *w)
{
    char line[1024], *at;
    struct witness_digest d;
    find_line(line, sizeof line, "shapes/witnesses.txt", name);
    CHECK_OK(witness_digest_compute(&d, c, w));
    (void)strtok_r(line, " ", &at);
    equal_digest(&at, name, "inputs", d.inputs_sha256);
    equal_digest(&at, name, "auxiliaries", d.aux_sha256);
    equal_number(&at, name, "zeros and ones", d.aux_zero_or_one);
}
