/* cuzk prove: from a vanilla proof to verified proofs. */
#include "apps/cli.h"

#include "apps/job_args.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "filecoin/circuit.h"
#include "groth16/prove.h"
#include <stdio.h>
#include <string.h>

struct args {
    struct job_args job;
    const char *params, *out, *partition, *r, *s;
    bool json, hex, progress;
    uint64_t threads;
};

/* All of one run. */
struct run {
    const struct args *a;
    struct pool *pool;
    enum circuit_kind kind;
    struct job *job;
    struct circuit *circuit;
    struct prover prover;
    struct verifier verifier;
    void *work;
    struct params_file key;
    struct witness witness;
    size_t first, end; /* partitions */
    uint8_t *proofs;   /* PROOF_BYTES each */
    double read_ms, check_ms, circuit_ms, key_ms, total_ms;
    double *witness_ms;
    struct prove_times *times;
    fr r, s;
};

/* Everything up to the first partition. */
static status prepare(struct run *x)
{
    char path[KEY_PATH_MAX];
    uint64_t t = clock_ns();
    TRY(pool_create(&x->pool, (unsigned)x->a->threads));
    TRY(job_open(&x->job, x->kind, &x->a->job, x->pool));
    TRY(parse_partitions(&x->first, &x->end, job_n_partitions(x->job), x->a->partition));
    x->check_ms = job_check_ms(x->job);
    x->read_ms = clock_ms_since(t) - x->check_ms;
    t = clock_ns();
    enum circuit_kind kind = x->kind;
    const struct sector_size *size = job_sector(x->job);
    TRY(filecoin_circuit_create(&x->circuit, kind, size));
    struct prove_limits limits = {.threads = pool_threads(x->pool)};
    TRY(prover_init(&x->prover, x->circuit, &limits));
    TRY(witness_create(&x->witness, x->circuit));
    x->circuit_ms = clock_ms_since(t);
    t = clock_ns();
    TRY(key_path(path, x->a->params, kind, size, "params"));
    TRY(params_open(&x->key, path));
    TRY(prover_check_key(&x->prover, &x->key));
    TRY(verifier_init(&x->verifier, &x->key.vk));
    x->key_ms = clock_ms_since(t);
    size_t n = x->end - x->first;
    x->work = mem_alloc(x->prover.plan.work_bytes, 1);
    if (!x->work) return ST_NOMEM;
    TRY(MEM_NEW(x->proofs, n * PROOF_BYTES));
    TRY(MEM_NEW(x->witness_ms, n));
    return MEM_NEW(x->times, n);
}

static status prove_one(struct run *x, size_t partition)
{
    size_t at = partition - x->first;
    struct proof proof;
    struct prove_options o = {.pool = x->pool,
                              .verifier = &x->verifier,
                              .r = x->a->r ? &x->r : NULL,
                              .s = x->a->s ? &x->s : NULL,
                              .times = &x->times[at]};
    uint64_t t = clock_ns();
    TRY(job_fill(x->job, partition, x->circuit, &x->witness, x->pool, NULL));
    x->witness_ms[at] = clock_ms_since(t);
    status st = groth16_prove(&proof, &x->prover, &x->key, &x->witness, x->work, &o);
    if (st != ST_OK) return status_prefix(st, "partition %zu", partition);
    proof_to_bytes(x->proofs + at * PROOF_BYTES, &proof);
    return ST_OK;
}

static status prove_all(struct run *x)
{
    struct progress_line line;
    progress_start(&line, "prove", x->a->progress);
    for (size_t p = x->first; p < x->end; p++) {
        TRY(prove_one(x, p));
        progress_show(&line, p + 1 - x->first, x->end - x->first);
    }
    progress_end(&line);
    return ST_OK;
}

static void print_row(const char *name, double ms)
{
    fprintf(stderr, "  %-34s %10.1f ms\n", name, ms);
}

static void print_table(const struct run *x)
{
    static const char *const stages[PROVE_N_STAGES] = {"evaluate A z and B z",
                                                       "quotient h (six transforms)",
                                                       "sum over h",
                                                       "sum over l",
                                                       "sum over a",
                                                       "sum over b in G1",
                                                       "sum over b in G2",
                                                       "blind and combine",
                                                       "verify"};
    double stage_ms[PROVE_N_STAGES] = {0}, witness = 0;
    for (size_t i = 0; i < x->end - x->first; i++) {
        witness += x->witness_ms[i];
        for (int k = 0; k < PROVE_N_STAGES; k++)
            stage_ms[k] += x->times[i].stage_ms[k];
    }
    fprintf(stderr, "%s, %zu of %zu partitions, %u threads, peak memory %zu MiB\n",
            job_proof_name(x->job), x->end - x->first, job_n_partitions(x->job),
            pool_threads(x->pool), peak_rss_mib());
    print_row("read and decode the vanilla proof", x->read_ms);
    print_row("check it", x->check_ms);
    print_row("describe the circuit", x->circuit_ms);
    print_row("open the key", x->key_ms);
    print_row("fill the witness", witness);
    for (int k = 0; k < PROVE_N_STAGES; k++)
        print_row(stages[k], stage_ms[k]);
    print_row("all", x->total_ms);
}

static void put_times(struct json_writer *w, const struct run *x, size_t i)
{
    const struct prove_times *t = &x->times[i];
    json_put_key(w, "ms");
    json_put_object(w);
    json_add_double(w, "witness", x->witness_ms[i], 1);
    for (int k = 0; k < PROVE_N_STAGES; k++)
        json_add_double(w, prove_stage_name((enum prove_stage)k), t->stage_ms[k], 1);
    json_add_double(w, "total", t->total_ms, 1);
    json_put_object_end(w);
}

static status print_result(const struct run *x)
{
    struct json_writer *w;
    TRY(json_writer_create(&w, JSON_PRETTY));
    json_put_object(w);
    json_add_string(w, "registered_proof", job_proof_name(x->job));
    json_add_u64(w, "partitions", job_n_partitions(x->job));
    json_add_u64(w, "threads", pool_threads(x->pool));
    json_add_double(w, "read_ms", x->read_ms, 1);
    json_add_double(w, "check_ms", x->check_ms, 1);
    json_add_double(w, "circuit_ms", x->circuit_ms, 1);
    json_add_double(w, "key_ms", x->key_ms, 1);
    json_add_double(w, "total_ms", x->total_ms, 1);
    json_add_u64(w, "peak_rss_mib", peak_rss_mib());
    json_put_key(w, "proofs");
    json_put_array(w);
    for (size_t i = 0; i < x->end - x->first; i++) {
        json_put_object(w);
        json_add_u64(w, "partition", x->first + i);
        json_add_hex(w, "proof", x->proofs + i * PROOF_BYTES, PROOF_BYTES);
        put_times(w, x, i);
        json_put_object_end(w);
    }
    json_put_array_end(w);
    json_put_object_end(w);
    status st = print_json(w);
    json_writer_destroy(w);
    return st;
}

/* The proofs, one behind the other, to --out; as hex to standard output otherwise. */
static status put_proofs(const struct run *x)
{
    size_t n = (x->end - x->first) * PROOF_BYTES;
    char *hex;
    TRY(MEM_NEW(hex, 2 * n + 2));
    hex_encode(hex, x->proofs, n);
    status st = ST_OK;
    if (x->a->out && x->a->hex)
        st = file_write(x->a->out, hex, 2 * n);
    else if (x->a->out)
        st = file_write(x->a->out, x->proofs, n);
    else if (!x->a->json && (puts(hex) < 0 || fflush(stdout) != 0))
        st = status_fail(ST_IO, "standard output: cannot write");
    mem_free(hex);
    return st;
}

static void run_fini(struct run *x)
{
    mem_free(x->proofs);
    mem_free(x->witness_ms);
    mem_free(x->times);
    witness_fini(&x->witness);
    params_close(&x->key);
    verifier_fini(&x->verifier);
    prover_fini(&x->prover);
    mem_free(x->work);
    circuit_destroy(x->circuit);
    job_destroy(x->job);
    pool_destroy(x->pool);
    mem_wipe(x, sizeof *x);
}

static status run(const struct args *a, enum circuit_kind kind)
{
    struct run x = {.a = a, .kind = kind};
    uint64_t start = clock_ns();
    status st = ST_OK;
    if (a->r) TRY_OUT(parse_scalar(&x.r, a->r, "--insecure-r"));
    if (a->s) TRY_OUT(parse_scalar(&x.s, a->s, "--insecure-s"));
    TRY_OUT(prepare(&x));
    TRY_OUT(prove_all(&x));
    x.total_ms = clock_ms_since(start);
    TRY_OUT(put_proofs(&x));
    if (a->json)
        TRY_OUT(print_result(&x));
    else
        print_table(&x);
out:
    run_fini(&x);
    return st;
}

status verb_prove(int argc, char **argv)
{
    struct args a = {0};
    const struct option_def options[] = {
        JOB_OPTIONS(a.job),
        {"params", 'k', OPTION_TEXT, &a.params, "PATH", "the key: a .params file or its folder"},
        {"partition", 'p', OPTION_TEXT, &a.partition, "N", "one partition only (default: all)"},
        {"out", 'o', OPTION_TEXT, &a.out, "FILE", "write the proofs there (192 bytes each)"},
        {"hex", 0, OPTION_FLAG, &a.hex, NULL, "write hex digits to --out instead of bytes"},
        {"insecure-r", 0, OPTION_TEXT, &a.r, "HEX", "blinding r, 32 bytes little-endian (tests)"},
        {"insecure-s", 0, OPTION_TEXT, &a.s, "HEX", "blinding s, likewise"},
        {"threads", 't', OPTION_NUMBER, &a.threads, "N", "threads (default: all processors)"},
        {"json", 0, OPTION_FLAG, &a.json, NULL, "print proofs and times as JSON"},
        {"progress", 0, OPTION_FLAG, &a.progress, NULL, "show progress even if not on a terminal"},
    };
    const struct usage u = {
        "cuzk prove", "[porep|winning|window] --params PATH [options]",
        "Checks a vanilla proof, proves its partitions and verifies every proof before it is\n"
        "given out. Without --out and --json the proofs are printed as hex digits.",
        options, sizeof options / sizeof *options};
    enum circuit_kind kind;
    int operand;
    bool help;
    TRY(options_parse(&u, argc, argv, &operand, &help));
    if (help) {
        options_help(&u);
        return ST_OK;
    }
    TRY(job_args_kind(&kind, argc, argv, operand));
    if (!a.params) FAIL(ST_ARG, "--params is missing");
    if (a.r || a.s)
        fprintf(stderr, "WARNING: --insecure-r, --insecure-s: the proof is not zero-knowledge; "
                        "for tests only.\n");
    return run(&a, kind);
}
