/* What the benchmarks share: timing, and one JSON line a figure. */
#ifndef CUZK_APPS_BENCH_H
#define CUZK_APPS_BENCH_H

#include "apps/options.h"
#include "base/json.h"
#include "base/pool.h"

struct bench_options {
    uint64_t iterations, log2_min, log2_max, threads;
    const char *size, *c1, *params;
};

/* Times of several runs, ascending after bench_sort. */
#define BENCH_MAX_RUNS 101
struct bench_times {
    double ms[BENCH_MAX_RUNS];
    size_t n;
};
void bench_add(struct bench_times *t, double ms);
double bench_min(struct bench_times *t);
double bench_median(struct bench_times *t);

/* Opens a line {"op": op, ..; the caller adds members and ends it with bench_line_end, which prints
 * it. */
NODISCARD status bench_line(struct json_writer **w, const char *op);
void bench_line_times(struct json_writer *w, struct bench_times *t);
NODISCARD status bench_line_end(struct json_writer *w);

status bench_field(const struct bench_options *o);
status bench_ntt(const struct bench_options *o);
status bench_msm(const struct bench_options *o);
status bench_poseidon(const struct bench_options *o);
status bench_circuit(const struct bench_options *o);
status bench_porep(const struct bench_options *o);

/* Not a measurement: has options of its own; argv[0] is "gen". */
status bench_gen(int argc, char **argv);

#endif
