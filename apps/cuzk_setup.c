/* cuzk setup: a key for a circuit. */
#include "apps/cli.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "filecoin/circuit.h"
#include "groth16/setup.h"
#include <stdio.h>

struct args {
    const char *kind, *size, *out;
    bool test_secrets, json, progress;
    uint64_t threads;
};

static status report(const struct args *a, const char *params, const char *vk, double ms)
{
    if (!a->json) {
        printf("%s\n%s\nmade in %.1f s, peak memory %zu MiB\n", params, vk, ms / 1e3,
               peak_rss_mib());
        return ST_OK;
    }
    struct json_writer *w;
    TRY(json_writer_create(&w, JSON_PRETTY));
    json_put_object(w);
    json_add_string(w, "params", params);
    json_add_string(w, "vk", vk);
    json_add_double(w, "ms", ms, 1);
    json_add_u64(w, "peak_rss_mib", peak_rss_mib());
    json_add_bool(w, "insecure_test_secrets", a->test_secrets);
    json_put_object_end(w);
    status st = print_json(w);
    json_writer_destroy(w);
    return st;
}

static status make(const struct args *a, enum circuit_kind kind, const struct sector_size *size)
{
    char id[CIRCUIT_ID_MAX], params[KEY_PATH_MAX], vk[KEY_PATH_MAX];
    struct setup_secrets secrets = {0};
    struct circuit *c = NULL;
    struct pool *pool = NULL;
    struct progress_line line;
    uint64_t start = clock_ns();
    status st = ST_OK;
    TRY_OUT(circuit_identifier(id, kind, size));
    TRY_OUT(file_make_folder(a->out));
    TRY_OUT(key_path(params, a->out, kind, size, "params"));
    TRY_OUT(key_path(vk, a->out, kind, size, "vk"));
    TRY_OUT(pool_create(&pool, (unsigned)a->threads));
    TRY_OUT(filecoin_circuit_create(&c, kind, size));
    if (a->test_secrets)
        TRY_OUT(setup_secrets_test(&secrets, "cuzk-test-setup", id));
    else
        TRY_OUT(setup_secrets_random(&secrets));
    progress_start(&line, "setup", a->progress);
    const struct progress progress = {progress_show, &line};
    struct setup_options options = {.pool = pool, .progress = &progress};
    TRY_OUT(groth16_setup(c, &secrets, params, vk, &options));
    progress_end(&line);
    st = report(a, params, vk, clock_ms_since(start));
out:
    mem_wipe(&secrets, sizeof secrets);
    circuit_destroy(c);
    pool_destroy(pool);
    return st;
}

status verb_setup(int argc, char **argv)
{
    struct args a = {.kind = "porep"};
    const struct option_def options[] = {
        {"kind", 'k', OPTION_TEXT, &a.kind, "KIND", "porep (default), winning, window, update"},
        {"size", 's', OPTION_TEXT, &a.size, "SIZE", "sector size: 2KiB, 8MiB, .. 64GiB"},
        {"out", 'o', OPTION_TEXT, &a.out, "DIR", "folder for the .params and .vk files"},
        {"insecure-test-secrets", 0, OPTION_FLAG, &a.test_secrets, NULL,
         "known secrets: the same key every time, worth nothing"},
        {"threads", 't', OPTION_NUMBER, &a.threads, "N", "threads (default: all processors)"},
        {"json", 0, OPTION_FLAG, &a.json, NULL, "print the result as JSON"},
        {"progress", 0, OPTION_FLAG, &a.progress, NULL, "show progress even if not on a terminal"},
    };
    const struct usage u = {
        "cuzk setup", "--size SIZE --out DIR [options]",
        "Makes a Groth16 key of its own for tests, benchmarks and private networks. The\n"
        "Filecoin network takes only proofs of its ceremony's keys.",
        options, sizeof options / sizeof *options};
    enum circuit_kind kind;
    const struct sector_size *size;
    int operand;
    bool help;
    TRY(options_parse(&u, argc, argv, &operand, &help));
    if (help) {
        options_help(&u);
        return ST_OK;
    }
    if (operand < argc) FAIL(ST_ARG, "unexpected argument \"%s\"", argv[operand]);
    if (!a.size) FAIL(ST_ARG, "--size is missing");
    if (!a.out) FAIL(ST_ARG, "--out is missing");
    TRY(parse_kind(&kind, a.kind));
    TRY(parse_size(&size, a.size));
    if (a.test_secrets)
        fprintf(stderr, "WARNING: --insecure-test-secrets: everybody knows the secrets of this key "
                        "and can forge its proofs. For tests and benchmarks only.\n");
    return make(&a, kind, size);
}

status verb_version(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("cuzk %s\n", CUZK_VERSION);
    return ST_OK;
}
