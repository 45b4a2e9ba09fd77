#include "apps/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS 48
#define FIRST_VALUE 1000 /* getopt's codes of our options; above any letter */

/* Number of edits (insert, delete, replace) between two short words. */
static size_t edit_distance(const char *a, const char *b)
{
    enum { MAX = 64 };
    size_t row[MAX + 1], na = strlen(a), nb = strlen(b);
    if (na > MAX || nb > MAX) return SIZE_MAX;
    for (size_t j = 0; j <= nb; j++)
        row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t up = row[j], best = diagonal + (a[i - 1] != b[j - 1]);
            if (up + 1 < best) best = up + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = up;
            row[j] = best;
        }
    }
    return row[nb];
}

const char *nearest_name(const char *given, const char *const *names, size_t n)
{
    const char *best = NULL;
    size_t best_distance = 4; /* farther away is not meant */
    for (size_t i = 0; i < n; i++) {
        size_t d = edit_distance(given, names[i]);
        if (d < best_distance) {
            best = names[i];
            best_distance = d;
        }
    }
    return best;
}

static status unknown_option(const struct usage *u, const char *given)
{
    const char *names[MAX_OPTIONS];
    char word[64];
    for (size_t i = 0; i < u->n_options; i++)
        names[i] = u->options[i].name;
    snprintf(word, sizeof word, "%s", given + strspn(given, "-"));
    word[strcspn(word, "=")] = '\0';
    const char *near = nearest_name(word, names, u->n_options);
    if (near) FAIL(ST_ARG, "unknown option %s: did you mean --%s?", given, near);
    FAIL(ST_ARG, "unknown option %s: see %s --help", given, u->name);
}

static status set_value(const struct option_def *o, const char *arg)
{
    char *end;
    switch (o->type) {
    case OPTION_FLAG:
        *(bool *)o->value = true;
        return ST_OK;
    case OPTION_TEXT:
        *(const char **)o->value = arg;
        return ST_OK;
    case OPTION_NUMBER:
        errno = 0;
        *(uint64_t *)o->value = strtoull(arg, &end, 0);
        if (errno || end == arg || *end || strchr(arg, '-'))
            FAIL(ST_ARG, "--%s: wanted a number, found \"%s\"", o->name, arg);
        return ST_OK;
    }
    FAIL(ST_BUG, "--%s: type of the option", o->name);
}

static const struct option_def *find_letter(const struct usage *u, int letter)
{
    for (size_t i = 0; i < u->n_options; i++)
        if (u->options[i].letter && u->options[i].letter == letter) return &u->options[i];
    return NULL;
}

status options_parse(const struct usage *u, int argc, char **argv, int *first_operand, bool *help)
{
    struct option longs[MAX_OPTIONS + 2] = {0};
    char letters[2 * MAX_OPTIONS + 4] = ":h";
    size_t n_letters = 2;
    MUST(u->n_options <= MAX_OPTIONS);
    for (size_t i = 0; i < u->n_options; i++) {
        const struct option_def *o = &u->options[i];
        int has_arg = o->type == OPTION_FLAG ? no_argument : required_argument;
        longs[i] = (struct option){o->name, has_arg, NULL, FIRST_VALUE + (int)i};
        if (o->letter) letters[n_letters++] = o->letter;
        if (o->letter && o->type != OPTION_FLAG) letters[n_letters++] = ':';
    }
    longs[u->n_options] = (struct option){"help", no_argument, NULL, 'h'};
    *help = false;
    opterr = 0;
    optind = 1;
    for (int code; (code = getopt_long(argc, argv, letters, longs, NULL)) != -1;) {
        if (code == 'h') {
            *help = true;
            return ST_OK;
        }
        if (code == ':') FAIL(ST_ARG, "option %s wants an argument", argv[optind - 1]);
        if (code == '?') return unknown_option(u, argv[optind - 1]);
        const struct option_def *o =
            code >= FIRST_VALUE ? &u->options[code - FIRST_VALUE] : find_letter(u, code);
        TRY(set_value(o, optarg));
    }
    *first_operand = optind;
    return ST_OK;
}

void options_help(const struct usage *u)
{
    printf("usage: %s %s\n\n%s\n\noptions:\n", u->name, u->arguments, u->about);
    for (size_t i = 0; i <= u->n_options; i++) {
        static const struct option_def help = {"help", 'h', OPTION_FLAG, NULL, NULL, "this text"};
        const struct option_def *o = i < u->n_options ? &u->options[i] : &help;
        char left[64];
        snprintf(left, sizeof left, "%c%c %s--%s%s%s", o->letter ? '-' : ' ',
                 o->letter ? o->letter : ' ', "", o->name, o->arg ? " " : "", o->arg ? o->arg : "");
        printf("  %-34s %s\n", left, o->help);
    }
}
