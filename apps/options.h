/* Command-line options by table, over getopt_long. */
#ifndef CUZK_APPS_OPTIONS_H
#define CUZK_APPS_OPTIONS_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

enum option_type {
    OPTION_FLAG,   /* bool */
    OPTION_TEXT,   /* const char *: as given */
    OPTION_NUMBER, /* uint64_t, decimal or 0x */
};

struct option_def {
    const char *name; /* without dashes */
    char letter;      /* one-letter form, or 0 */
    enum option_type type;
    void *value;     /* where it goes; keeps its default when the option is not given */
    const char *arg; /* name of the argument in the help, NULL for flags */
    const char *help;
};

/* One verb or program: what --help prints. */
struct usage {
    const char *name;      /* "cuzk prove" */
    const char *arguments; /* "porep --c1 FILE [options]" */
    const char *about;     /* a paragraph */
    const struct option_def *options;
    size_t n_options;
};

/* Parses argv[1..]; operands (what is not an option) are moved to the end, *first_operand is the
 * first. ST_ARG names an unknown option with the nearest known one, a missing or bad argument.
 * --help is always known: *help is then true. */
NODISCARD status options_parse(const struct usage *u, int argc, char **argv, int *first_operand,
                               bool *help);
void options_help(const struct usage *u);
/* The member of names (n of them) nearest to `given`, NULL if nothing is near. */
const char *nearest_name(const char *given, const char *const *names, size_t n);

#endif
