/* From command-line options to a job: what `cuzk prove`, `verify` and `circuit` share. */
#ifndef CUZK_APPS_JOB_ARGS_H
#define CUZK_APPS_JOB_ARGS_H

#include "apps/options.h"
#include "engine/job.h"

struct job_args {
    const char *kind; /* set from the operand */
    const char *c1;   /* porep */
    const char
        *vanilla; /* PoSt: JSON array of base64 strings (one a sector), or one proof's bytes */
    const char *randomness; /* PoSt: 64 hex digits */
    uint64_t registered_proof;
};

/* Rows for an option table; a: struct job_args. */
#define JOB_OPTIONS(a)                                                                             \
    {"c1", 'c', OPTION_TEXT, &(a).c1, "FILE", "porep: C1 output or its wrapper, \"-\" for stdin"}, \
        {"vanilla",    0,      OPTION_TEXT,                                                        \
         &(a).vanilla, "FILE", "PoSt: JSON array of base64 strings, or one proof's bytes"},        \
        {"registered-proof",    0,   OPTION_NUMBER,                                                \
         &(a).registered_proof, "N", "PoSt: number of the registered proof"},                      \
    {                                                                                              \
        "randomness", 0, OPTION_TEXT, &(a).randomness, "HEX", "PoSt: 32 bytes"                     \
    }

/* Takes the kind from the operands, if there is one (default porep). */
NODISCARD status job_args_kind(enum circuit_kind *kind, int argc, char **argv, int operand);
/* Reads, decodes and checks. ST_ARG names a missing option. */
NODISCARD status job_open(struct job **out, enum circuit_kind kind, const struct job_args *a,
                          struct pool *pool);
/* "all" (or NULL) or a number: the partitions [first, end) of n. */
NODISCARD status parse_partitions(size_t *first, size_t *end, size_t n, const char *text);

#endif
