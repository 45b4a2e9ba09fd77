#include "apps/cli.h"

#include "base/bytes.h"
#include "base/clock.h"
#include "math/codec.h"
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHOW_AFTER_NS 2000000000u
#define SHOW_EVERY_NS 200000000u

int exit_code(status st)
{
    switch (st) {
    case ST_OK:
        return EXIT_GOOD;
    case ST_INVALID_PROOF:
        return EXIT_INVALID;
    case ST_UNSAT:
        return EXIT_INVALID;
    case ST_ARG:
        return EXIT_USAGE;
    case ST_FORMAT:
    case ST_UNSUPPORTED:
        return EXIT_DATA;
    case ST_BUG:
        return EXIT_INTERNAL;
    default:
        return EXIT_RESOURCE;
    }
}

status parse_kind(enum circuit_kind *out, const char *text)
{
    static const struct {
        const char *name;
        enum circuit_kind kind;
    } names[] = {
        {"porep", CIRCUIT_POREP},
        {"winning", CIRCUIT_WINNING_POST},
        {"winning-post", CIRCUIT_WINNING_POST},
        {"window", CIRCUIT_WINDOW_POST},
        {"window-post", CIRCUIT_WINDOW_POST},
        {"update", CIRCUIT_UPDATE},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i].name) == 0) {
            *out = names[i].kind;
            return ST_OK;
        }
    FAIL(ST_ARG, "kind: wanted porep, winning, window or update, found \"%s\"", text);
}

status parse_size(const struct sector_size **out, const char *text)
{
    *out = sector_size_of_label(text);
    if (*out) return ST_OK;
    FAIL(ST_ARG,
         "sector size: wanted 2KiB, 4KiB, 16KiB, 32KiB, 8MiB, 16MiB, 512MiB, 1GiB, 32GiB or 64GiB, "
         "found \"%s\"",
         text);
}

status parse_scalar(fr *out, const char *hex, const char *what)
{
    uint8_t bytes[32];
    status st = hex_decode(bytes, sizeof bytes, hex, what);
    if (st != ST_OK) return ST_ARG;
    if (fr_from_le(out, bytes) != ST_OK) FAIL(ST_ARG, "%s: %s", what, status_detail());
    return ST_OK;
}

status key_path(char out[KEY_PATH_MAX], const char *where, enum circuit_kind kind,
                const struct sector_size *size, const char *ext)
{
    struct stat sb;
    char file[CIRCUIT_FILE_MAX];
    int n;
    if (stat(where, &sb) != 0)
        FAIL(ST_NOT_FOUND, "%s: no such file or folder (make a key with: cuzk setup)", where);
    if (S_ISDIR(sb.st_mode)) {
        TRY(circuit_file_name(file, kind, size, ext));
        n = snprintf(out, KEY_PATH_MAX, "%s/%s", where, file);
    } else {
        n = snprintf(out, KEY_PATH_MAX, "%s", where);
    }
    if (n < 0 || n >= KEY_PATH_MAX) FAIL(ST_ARG, "path of the key is too long");
    return ST_OK;
}

status print_json(struct json_writer *w)
{
    const char *text;
    size_t n;
    TRY(json_writer_text(w, &text, &n));
    if (fwrite(text, 1, n, stdout) != n || fflush(stdout) != 0)
        FAIL(ST_IO, "standard output: cannot write");
    return ST_OK;
}

void progress_start(struct progress_line *p, const char *what, bool always)
{
    *p = (struct progress_line){.what = what, .start_ns = clock_ns(), .always = always};
}

void progress_show(void *line, size_t done, size_t total)
{
    struct progress_line *p = line;
    uint64_t now = clock_ns();
    if (!p->always && !isatty(STDERR_FILENO)) return;
    if (now - p->start_ns < SHOW_AFTER_NS || now - p->last_ns < SHOW_EVERY_NS) return;
    p->last_ns = now;
    p->shown = true;
    fprintf(stderr, "\r%s: %3.0f %%", p->what, total ? 100.0 * (double)done / (double)total : 0.0);
}

void progress_end(struct progress_line *p)
{
    if (p->shown) fprintf(stderr, "\r%s: done \n", p->what);
}

size_t peak_rss_mib(void)
{
    struct rusage ru;
    if (getrusage(RUSAGE_SELF, &ru) != 0) return 0;
    return (size_t)ru.ru_maxrss / 1024;
}
