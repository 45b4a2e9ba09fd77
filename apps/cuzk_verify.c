/* cuzk verify: proofs against the public inputs of a vanilla proof, or given ones. */
#include "apps/cli.h"

#include "apps/job_args.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "groth16/verify.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_PROOF_FILE ((size_t)4 << 20)

struct args {
    struct job_args job;
    const char *vk, *proof, *inputs, *partition;
    bool json;
};

struct run {
    const struct args *a;
    struct job *job; /* or NULL: inputs given */
    struct verifier verifier;
    struct proof *proofs;
    size_t n; /* proofs */
    fr **inputs;
    size_t n_inputs;
    size_t first; /* partition of the first proof */
};

/* Proofs from a file of bytes or of hex digits. */
static status read_proofs(struct run *x)
{
    struct file_data f = {0};
    uint8_t *bytes = NULL;
    char *text = NULL;
    status st = ST_OK;
    TRY(file_read(&f, x->a->proof, MAX_PROOF_FILE));
    size_t n = f.n;
    while (n && isspace(f.data[n - 1]))
        n--;
    bool hex = n > 0 && n % (2 * PROOF_BYTES) == 0;
    for (size_t i = 0; i < n && hex; i++)
        hex = isxdigit(f.data[i]);
    if (!hex) n = f.n;
    size_t each = hex ? 2 * PROOF_BYTES : PROOF_BYTES;
    if (n == 0 || n % each)
        FAIL_OUT(ST_FORMAT, "%s: %zu bytes: wanted a multiple of %d, or as many hex digits",
                 x->a->proof, f.n, PROOF_BYTES);
    x->n = n / each;
    TRY_OUT(MEM_NEW(bytes, x->n * PROOF_BYTES));
    TRY_OUT(MEM_NEW(text, n + 1));
    memcpy(text, f.data, n);
    if (hex)
        TRY_OUT(hex_decode(bytes, x->n * PROOF_BYTES, text, x->a->proof));
    else
        memcpy(bytes, f.data, n);
    TRY_OUT(MEM_NEW(x->proofs, x->n));
    for (size_t i = 0; i < x->n; i++) {
        st = proof_from_bytes(&x->proofs[i], bytes + i * PROOF_BYTES);
        if (st != ST_OK) {
            (void)status_prefix(st, "%s: proof %zu of %zu", x->a->proof, i + 1, x->n);
            st = ST_INVALID_PROOF; /* no such proof is valid, whatever the inputs */
            goto out;
        }
    }
out:
    mem_free(text);
    mem_free(bytes);
    file_release(&f);
    return st;
}

/* --public-inputs: a JSON array of 64-digit strings, little-endian, without ONE. */
static status read_inputs(struct run *x)
{
    struct file_data f = {0};
    struct json_reader *r = NULL;
    char hex[80];
    bool more;
    status st = ST_OK;
    TRY(file_read(&f, x->a->inputs, MAX_PROOF_FILE));
    x->n_inputs = x->verifier.vk.n_ic - 1;
    TRY_OUT(MEM_NEW(x->inputs[0], x->n_inputs));
    TRY_OUT(json_reader_create(&r, f.data, f.n, x->a->inputs));
    TRY_OUT(json_array_begin(r));
    size_t i = 0;
    for (;; i++) {
        TRY_OUT(json_array_next(r, &more));
        if (!more) break;
        TRY_OUT(json_read_cstring(r, hex, sizeof hex));
        if (i == x->n_inputs) FAIL_OUT(ST_FORMAT, "%s: more than %zu inputs", x->a->inputs, i);
        uint8_t bytes[32];
        TRY_OUT(hex_decode(bytes, sizeof bytes, hex, x->a->inputs));
        TRY_OUT(fr_from_le(&x->inputs[0][i], bytes));
    }
    if (i != x->n_inputs)
        FAIL_OUT(ST_FORMAT, "%s: wanted %zu inputs, found %zu", x->a->inputs, x->n_inputs, i);
    st = json_finish(r);
out:
    json_reader_destroy(r);
    file_release(&f);
    return st;
}

static status inputs_of_job(struct run *x)
{
    size_t end;
    TRY(parse_partitions(&x->first, &end, job_n_partitions(x->job), x->a->partition));
    if (x->n != end - x->first)
        FAIL(ST_ARG, "%s: wanted %zu proofs (one a partition), found %zu", x->a->proof,
             end - x->first, x->n);
    x->n_inputs = job_n_inputs(x->job);
    for (size_t i = 0; i < x->n; i++) {
        TRY(MEM_NEW(x->inputs[i], x->n_inputs));
        TRY(job_inputs(x->inputs[i], x->job, x->first + i));
    }
    return ST_OK;
}

/* Each alone, so that the bad one is named. */
static status verify_each(const struct run *x)
{
    for (size_t i = 0; i < x->n; i++) {
        status st = groth16_verify(&x->verifier, &x->proofs[i], x->inputs[i], x->n_inputs);
        if (st != ST_OK) return status_prefix(st, "partition %zu", x->first + i);
    }
    return ST_OK;
}

static status report(const struct run *x, status result, double ms)
{
    if (!x->a->json) {
        if (result == ST_OK)
            printf("valid: %zu proof%s in %.1f ms\n", x->n, x->n == 1 ? "" : "s", ms);
        return result;
    }
    struct json_writer *w;
    char detail[STATUS_DETAIL_MAX] = "";
    if (result != ST_OK) snprintf(detail, sizeof detail, "%s", status_detail());
    TRY(json_writer_create(&w, JSON_PRETTY));
    json_put_object(w);
    json_add_bool(w, "valid", result == ST_OK);
    json_add_u64(w, "proofs", x->n);
    json_add_double(w, "ms", ms, 1);
    if (result != ST_OK) json_add_string(w, "reason", detail);
    json_put_object_end(w);
    status st = print_json(w);
    json_writer_destroy(w);
    if (st != ST_OK) return st;
    status_set_detail(detail);
    return result;
}

static status run(const struct args *a, enum circuit_kind kind)
{
    struct run x = {.a = a};
    struct verifying_key vk = {0};
    char path[KEY_PATH_MAX];
    status st = ST_OK;
    if (!a->inputs) {
        TRY_OUT(job_open(&x.job, kind, &a->job, NULL));
        TRY_OUT(key_path(path, a->vk, kind, job_sector(x.job), "vk"));
    } else {
        snprintf(path, sizeof path, "%s", a->vk);
    }
    TRY_OUT(vk_read_file(&vk, path));
    TRY_OUT(verifier_init(&x.verifier, &vk));
    TRY_OUT(read_proofs(&x));
    TRY_OUT(MEM_NEW(x.inputs, x.n));
    if (a->inputs && x.n != 1) FAIL_OUT(ST_ARG, "--public-inputs wants one proof, found %zu", x.n);
    TRY_OUT(a->inputs ? read_inputs(&x) : inputs_of_job(&x));
    uint64_t start = clock_ns();
    st = x.n == 1 ? ST_INVALID_PROOF
                  : groth16_verify_batch(&x.verifier, x.proofs, (const fr *const *)x.inputs,
                                         x.n_inputs, x.n);
    if (st == ST_INVALID_PROOF) st = verify_each(&x);
    if (st == ST_OK || st == ST_INVALID_PROOF) st = report(&x, st, clock_ms_since(start));
out:
    for (size_t i = 0; x.inputs && i < x.n; i++)
        mem_free(x.inputs[i]);
    mem_free(x.inputs);
    mem_free(x.proofs);
    vk_fini(&vk);
    verifier_fini(&x.verifier);
    job_destroy(x.job);
    return st;
}

status verb_verify(int argc, char **argv)
{
    struct args a = {0};
    const struct option_def options[] = {
        JOB_OPTIONS(a.job),
        {"public-inputs", 0, OPTION_TEXT, &a.inputs, "FILE",
         "instead of a job: JSON array of 64-digit strings, little-endian"},
        {"vk", 'k', OPTION_TEXT, &a.vk, "PATH", "the verifying key: a .vk file or its folder"},
        {"proof", 0, OPTION_TEXT, &a.proof, "FILE", "192 bytes a proof, or hex digits"},
        {"partition", 'p', OPTION_TEXT, &a.partition, "N", "the proof is of this partition alone"},
        {"json", 0, OPTION_FLAG, &a.json, NULL, "print the result as JSON"},
    };
    const struct usage u = {"cuzk verify",
                            "[porep|winning|window] --vk PATH --proof FILE [options]",
                            "Verifies proofs. Exit code 0: all valid, 1: at least one is not.",
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
    if (!a.vk) FAIL(ST_ARG, "--vk is missing");
    if (!a.proof) FAIL(ST_ARG, "--proof is missing");
    return run(&a, kind);
}
