/* What the verbs of cuzk share. */
#ifndef CUZK_APPS_CLI_H
#define CUZK_APPS_CLI_H

#include "apps/options.h"
#include "base/json.h"
#include "base/pool.h"
#include "filecoin/registry.h"
#include "math/fr.h"

/* Exit codes, as the man page has them. */
enum {
    EXIT_GOOD = 0,
    EXIT_INVALID = 1,  /* the proof does not verify, the statement is false */
    EXIT_USAGE = 2,    /* wrong command line */
    EXIT_DATA = 3,     /* bad input data */
    EXIT_RESOURCE = 4, /* files, memory, system */
    EXIT_INTERNAL = 5  /* a bug of ours */
};
int exit_code(status st);

/* One verb: parses argv (argv[0] is the verb) and runs. */
struct verb {
    const char *name;
    const char *help;
    status (*run)(int argc, char **argv);
};
status verb_setup(int argc, char **argv);
status verb_prove(int argc, char **argv);
status verb_verify(int argc, char **argv);
status verb_inspect(int argc, char **argv);
status verb_circuit(int argc, char **argv);
status verb_version(int argc, char **argv);

/* "porep", "winning", "window", "update" and longer forms; "2KiB". */
NODISCARD status parse_kind(enum circuit_kind *out, const char *text);
NODISCARD status parse_size(const struct sector_size **out, const char *text);
/* 64 hex digits of a scalar below r, little-endian. */
NODISCARD status parse_scalar(fr *out, const char *hex, const char *what);

/* The file of a key: `where` itself if it is a file, else the standard name in that folder. */
#define KEY_PATH_MAX 4096
NODISCARD status key_path(char out[KEY_PATH_MAX], const char *where, enum circuit_kind kind,
                          const struct sector_size *size, const char *ext);

/* Prints the writer's text to standard output. */
NODISCARD status print_json(struct json_writer *w);

/* A line on standard error that is rewritten; only on a terminal or when asked for, and only once
 * the work has lasted two seconds. */
struct progress_line {
    const char *what;
    uint64_t start_ns, last_ns;
    bool always, shown;
};
void progress_start(struct progress_line *p, const char *what, bool always);
void progress_show(void *line, size_t done, size_t total); /* for struct progress */
void progress_end(struct progress_line *p);

/* Peak resident memory of this process, MiB. */
size_t peak_rss_mib(void);

#endif
