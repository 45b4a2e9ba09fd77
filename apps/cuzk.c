/* cuzk: one-off work without a daemon. Each verb is in a file of its own. */
#include "apps/cli.h"

#include <stdio.h>
#include <string.h>

static const struct verb verbs[] = {
    {"prove", "make verified proofs from vanilla proofs", verb_prove},
    {"verify", "check proofs", verb_verify},
    {"setup", "make a key for a circuit", verb_setup},
    {"inspect", "tell what a file is", verb_inspect},
    {"circuit", "describe a circuit, and a witness of it", verb_circuit},
    {"version", "print the version", verb_version},
};
#define N_VERBS (sizeof verbs / sizeof *verbs)

static void print_help(void)
{
    printf("usage: cuzk VERB [arguments]\n\n"
           "Groth16 proofs for Filecoin: PoRep, SnapDeals, WindowPoSt, WinningPoSt.\n\nverbs:\n");
    for (size_t i = 0; i < N_VERBS; i++)
        printf("  %-10s %s\n", verbs[i].name, verbs[i].help);
    printf("\n\"cuzk VERB --help\" tells more. Exit codes: 0 good, 1 the proof or statement is not "
           "valid,\n2 usage, 3 bad input data, 4 files, memory or system, 5 internal error.\n");
}

static status unknown_verb(const char *given)
{
    const char *names[N_VERBS];
    for (size_t i = 0; i < N_VERBS; i++)
        names[i] = verbs[i].name;
    const char *near = nearest_name(given, names, N_VERBS);
    if (near) FAIL(ST_ARG, "unknown verb \"%s\": did you mean \"%s\"?", given, near);
    FAIL(ST_ARG, "unknown verb \"%s\": see cuzk --help", given);
}

int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help();
        return argc < 2 ? EXIT_USAGE : EXIT_GOOD;
    }
    const char *name = strcmp(argv[1], "--version") == 0 ? "version" : argv[1];
    const struct verb *verb = NULL;
    for (size_t i = 0; i < N_VERBS; i++)
        if (strcmp(name, verbs[i].name) == 0) verb = &verbs[i];
    status st = verb ? verb->run(argc - 1, argv + 1) : unknown_verb(argv[1]);
    if (st != ST_OK)
        fprintf(stderr, "cuzk%s%s: %s: %s\n", verb ? " " : "", verb ? verb->name : "",
                status_text(st), status_detail());
    return exit_code(st);
}
