/* The whole proof of a C1, stage by stage, against what the reference takes on such a machine. */
#include "apps/bench.h"

#include "base/file.h"
#include "engine/job.h"
#include "base/clock.h"
#include "base/mem.h"
#include "filecoin/circuit.h"
#include "groth16/prove.h"
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* bellperson 0.27 on 2 cores of the machine kind this was developed on: the 2 KiB PoRep. Quoted,
 * not measured in this run. */
#define REFERENCE_2KIB_MS 55000.0

struct porep_run {
    struct pool *pool;
    struct job *job;
    struct circuit *circuit;
    struct prover prover;
    void *work;
    struct params_file key;
    struct witness witness;
};

static status open_job(struct porep_run *x, const char *path)
{
    struct file_data f = {0};
    TRY(file_read(&f, path, (size_t)512 << 20));
    status st = job_create_porep(&x->job, f.data, f.n, path, x->pool, NULL);
    file_release(&f);
    return st;
}

static status open_all(struct porep_run *x, const struct bench_options *o)
{
    TRY(pool_create(&x->pool, (unsigned)o->threads));
    TRY(open_job(x, o->c1));
    TRY(filecoin_circuit_create(&x->circuit, CIRCUIT_POREP, job_sector(x->job)));
    struct prove_limits limits = {.threads = pool_threads(x->pool)};
    TRY(prover_init(&x->prover, x->circuit, &limits));
    x->work = mem_alloc(x->prover.plan.work_bytes, 1);
    if (!x->work) return ST_NOMEM;
    TRY(witness_create(&x->witness, x->circuit));
    return params_open(&x->key, o->params);
}

static status one_proof(struct porep_run *x, struct json_writer *w, double *total_ms)
{
    struct prove_times t;
    struct proof proof;
    struct prove_options po = {.pool = x->pool, .times = &t};
    uint64_t start = clock_ns();
    TRY(job_fill(x->job, 0, x->circuit, &x->witness, x->pool, NULL));
    double fill_ms = clock_ms_since(start);
    TRY(groth16_prove(&proof, &x->prover, &x->key, &x->witness, x->work, &po));
    *total_ms = clock_ms_since(start);
    json_add_double(w, "witness_ms", fill_ms, 1);
    for (int i = 0; i < PROVE_N_STAGES; i++) {
        char key[32];
        snprintf(key, sizeof key, "%s_ms", prove_stage_name((enum prove_stage)i));
        json_add_double(w, key, t.stage_ms[i], 1);
    }
    json_add_double(w, "key_decode_ms", t.decode_ms, 1);
    json_add_double(w, "total_ms", *total_ms, 1);
    return ST_OK;
}

status bench_porep(const struct bench_options *o)
{
    struct porep_run x = {0};
    struct json_writer *w;
    struct rusage ru;
    status st = ST_OK;
    if (!o->c1 || !o->params) FAIL(ST_ARG, "porep wants --c1 and --params (a .params file)");
    TRY_OUT(open_all(&x, o));
    for (uint64_t i = 0; i < o->iterations; i++) {
        double total;
        TRY_OUT(bench_line(&w, "porep"));
        json_add_string(w, "size", job_sector(x.job)->label);
        json_add_u64(w, "threads", pool_threads(x.pool));
        TRY_OUT(one_proof(&x, w, &total));
        if (strcmp(job_sector(x.job)->label, "2KiB") == 0)
            json_add_double(w, "speedup_over_bellperson_2_cores", REFERENCE_2KIB_MS / total, 2);
        if (getrusage(RUSAGE_SELF, &ru) == 0)
            json_add_u64(w, "peak_rss_mib", (uint64_t)ru.ru_maxrss / 1024);
        json_add_u64(w, "peak_allocated_mib", mem_peak_bytes() >> 20);
        TRY_OUT(bench_line_end(w));
    }
out:
    witness_fini(&x.witness);
    params_close(&x.key);
    prover_fini(&x.prover);
    mem_free(x.work);
    circuit_destroy(x.circuit);
    job_destroy(x.job);
    pool_destroy(x.pool);
    return st;
}
