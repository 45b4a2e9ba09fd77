/* cuzk-bench: measurements as JSON lines. Every figure stands beside a baseline of the same run. */
#include "apps/bench.h"

#include "base/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *help;
    status (*run)(const struct bench_options *o);
} benches[] = {
    {"field", "Fp and Fr products: portable, ADX, vectors", bench_field},
    {"ntt", "transforms of 2^min..2^max", bench_ntt},
    {"msm", "sums over G1 and G2: full, bits, fixed base", bench_msm},
    {"poseidon", "Poseidon hashes, SHA-256 compressions", bench_poseidon},
    {"circuit", "describe a PoRep circuit, expand it", bench_circuit},
    {"porep", "prove a C1, stage by stage", bench_porep},
};
#define N_BENCHES (sizeof benches / sizeof *benches)

void bench_add(struct bench_times *t, double ms)
{
    if (t->n < BENCH_MAX_RUNS) t->ms[t->n++] = ms;
}

static int compare_ms(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

double bench_min(struct bench_times *t)
{
    qsort(t->ms, t->n, sizeof *t->ms, compare_ms);
    return t->n ? t->ms[0] : 0;
}

double bench_median(struct bench_times *t)
{
    qsort(t->ms, t->n, sizeof *t->ms, compare_ms);
    return t->n ? t->ms[t->n / 2] : 0;
}

status bench_line(struct json_writer **w, const char *op)
{
    TRY(json_writer_create(w, JSON_COMPACT));
    json_put_object(*w);
    json_add_string(*w, "op", op);
    return ST_OK;
}

void bench_line_times(struct json_writer *w, struct bench_times *t)
{
    json_add_u64(w, "runs", t->n);
    json_add_double(w, "min_ms", bench_min(t), 3);
    json_add_double(w, "median_ms", bench_median(t), 3);
}

status bench_line_end(struct json_writer *w)
{
    const char *text;
    size_t n;
    json_put_object_end(w);
    status st = json_writer_text(w, &text, &n);
    if (st == ST_OK) {
        fwrite(text, 1, n, stdout);
        putchar('\n');
        fflush(stdout);
    }
    json_writer_destroy(w);
    return st;
}

static status run(int argc, char **argv)
{
    struct bench_options o = {.iterations = 5, .log2_min = 16, .log2_max = 20, .size = "2KiB"};
    const struct option_def options[] = {
        {"iterations", 'i', OPTION_NUMBER, &o.iterations, "N", "counted runs (default 5)"},
        {"min", 0, OPTION_NUMBER, &o.log2_min, "LOG2", "smallest size (default 16)"},
        {"max", 0, OPTION_NUMBER, &o.log2_max, "LOG2", "largest size (default 20)"},
        {"threads", 't', OPTION_NUMBER, &o.threads, "N", "threads (default: all processors)"},
        {"size", 's', OPTION_TEXT, &o.size, "SIZE", "sector size of circuit (default 2KiB)"},
        {"c1", 'c', OPTION_TEXT, &o.c1, "FILE", "C1 of porep"},
        {"params", 'k', OPTION_TEXT, &o.params, "PATH", "key of porep"},
    };
    const struct usage u = {
        "cuzk-bench", "WHAT [options]",
        "Measures and prints JSON lines. WHAT is one of: field, ntt, msm, poseidon, "
        "circuit,\nporep. `cuzk-bench gen` makes vanilla proofs instead: see its --help.",
        options, sizeof options / sizeof *options};
    int operand;
    bool help;
    if (argc > 1 && strcmp(argv[1], "gen") == 0) return bench_gen(argc - 1, argv + 1);
    TRY(options_parse(&u, argc, argv, &operand, &help));
    if (help) {
        options_help(&u);
        return ST_OK;
    }
    if (argc - operand != 1) FAIL(ST_ARG, "wanted one benchmark, see cuzk-bench --help");
    if (o.iterations < 1 || o.iterations > BENCH_MAX_RUNS)
        FAIL(ST_ARG, "--iterations: wanted 1 to %d", BENCH_MAX_RUNS);
    if (o.log2_min > o.log2_max || o.log2_max > 27)
        FAIL(ST_ARG, "--min, --max: wanted min <= max <= 27");
    const char *names[N_BENCHES];
    for (size_t i = 0; i < N_BENCHES; i++) {
        names[i] = benches[i].name;
        if (strcmp(argv[operand], names[i]) == 0) return benches[i].run(&o);
    }
    const char *near = nearest_name(argv[operand], names, N_BENCHES);
    FAIL(ST_ARG, "unknown benchmark \"%s\"%s%s", argv[operand], near ? ": did you mean " : "",
         near ? near : "");
}

int main(int argc, char **argv)
{
    status st = run(argc, argv);
    if (st != ST_OK) fprintf(stderr, "cuzk-bench: %s: %s\n", status_text(st), status_detail());
    return st == ST_OK ? 0 : st == ST_ARG ? 2 : 4;
}
