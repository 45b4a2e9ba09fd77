#include "tests/gadget_cases.h"

#include "base/file.h"
#include "base/mem.h"
#include "math/codec.h"
#include "tests/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hex32(uint8_t out[32], const char *hex)
{
    for (size_t i = 0; i < 32; i++) {
        unsigned v;
        CHECK(sscanf(hex + 2 * i, "%2x", &v) == 1);
        out[i] = (uint8_t)v;
    }
}

static uint8_t *zeros_and_ones(const char *text, size_t n)
{
    uint8_t *v;
    CHECK_OK(MEM_NEW(v, n + 1));
    for (size_t i = 0; i < n; i++)
        v[i] = text[i] == '1';
    return v;
}

static void parse_size(struct gadget_case *c, const char *text)
{
    size_t *to[11] = {&c->n_inputs,     &c->n_aux,        &c->n_constraints, &c->nnz[0],
                      &c->nnz[1],       &c->nnz[2],       &c->n_density[0],  &c->n_density[1],
                      &c->n_density[2], &c->n_density[3], &c->zero_or_one};
    char *end = NULL;
    for (size_t i = 0; i < 11; i++, text = end)
        *to[i] = strtoul(text, &end, 10);
}

static void parse_field(struct gadget_case *c, const char *text)
{
    uint8_t bytes[32];
    hex32(bytes, text);
    fr *more = mem_grow(c->fields, c->n_fields, c->n_fields + 1, sizeof *more);
    CHECK(more != NULL);
    c->fields = more;
    CHECK_OK(fr_from_le(&c->fields[c->n_fields++], bytes));
}

static void parse_message(struct gadget_case *c, const char *text)
{
    c->n_message = 4 * strlen(text);
    CHECK_OK(MEM_NEW(c->message, c->n_message));
    for (size_t i = 0; i < c->n_message; i++) {
        unsigned v;
        CHECK(sscanf(text + i / 8 * 2, "%2x", &v) == 1);
        c->message[i] = v >> (7 - i % 8) & 1;
    }
}

static void parse_computed(struct gadget_case *c, const char *text)
{
    char *end = NULL;
    for (; *text && c->n_computed < MAX_COMPUTED; text = end)
        c->computed[c->n_computed++] = strtoul(text, &end, 10);
}

static void parse_line(struct gadget_case *c, const char *key, char *text)
{
    if (!strcmp(key, "size")) {
        parse_size(c, text);
    } else if (!strcmp(key, "constraints")) {
        hex32(c->constraints, text);
    } else if (!strcmp(key, "inputs")) {
        hex32(c->inputs, text);
    } else if (!strcmp(key, "aux")) {
        hex32(c->aux, text);
    } else if (!strcmp(key, "density")) {
        for (size_t i = 0; i < 3; i++)
            hex32(c->density[i], text + 65 * i);
    } else if (!strcmp(key, "bits")) {
        c->n_bits = strlen(text);
        c->bits = zeros_and_ones(text, c->n_bits);
    } else if (!strcmp(key, "field")) {
        parse_field(c, text);
    } else if (!strcmp(key, "message")) {
        parse_message(c, text);
    } else if (!strcmp(key, "variable")) {
        c->is_variable = zeros_and_ones(text, strlen(text));
    } else if (!strcmp(key, "results")) {
        CHECK_OK(MEM_NEW(c->results, strlen(text) + 2));
        c->results[0] = ' ';
        memcpy(c->results + 1, text, strlen(text) + 1);
    } else if (!strcmp(key, "computed")) {
        parse_computed(c, text);
    } else {
        CHECK_MSG(false, "gadgets.txt: unknown key %s", key);
    }
}

struct gadget_case *gadget_cases_load(size_t *n)
{
    struct file_data file = {0};
    CHECK_OK(file_read(&file, test_vector_path("gadgets/gadgets.txt"), 4 << 20));
    char *text;
    CHECK_OK(MEM_NEW(text, file.n + 1));
    memcpy(text, file.data, file.n);
    file_release(&file);

    struct gadget_case *cases = NULL;
    char *rest = text;
    *n = 0;
    for (char *line; (line = strsep(&rest, "\n")) != NULL;) {
        char *key = strsep(&line, " ");
        if (!strcmp(key, "gadget")) {
            cases = mem_grow(cases, *n, *n + 1, sizeof *cases);
            CHECK(cases != NULL);
            memset(&cases[*n], 0, sizeof *cases);
            snprintf(cases[(*n)++].name, sizeof cases->name, "%s", line);
        } else if (line) {
            parse_line(&cases[*n - 1], key, line);
        }
    }
    mem_free(text);
    return cases;
}

void gadget_cases_free(struct gadget_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        mem_free(cases[i].bits);
        mem_free(cases[i].fields);
        mem_free(cases[i].message);
        mem_free(cases[i].is_variable);
        mem_free(cases[i].results);
    }
    mem_free(cases);
}
