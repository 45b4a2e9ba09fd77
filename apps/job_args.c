#include "apps/job_args.h"

#include "apps/cli.h"
#include "base/base64.h"
#include "base/bytes.h"
#include "base/file.h"
#include "base/json.h"
#include "base/mem.h"
#include "filecoin/post_job.h"
#include <ctype.h>
#include <string.h>

#define MAX_VANILLA_BYTES ((size_t)512 << 20)
#define MAX_BLOBS         4096

status job_args_kind(enum circuit_kind *kind, int argc, char **argv, int operand)
{
    *kind = CIRCUIT_POREP;
    if (operand < argc) TRY(parse_kind(kind, argv[operand++]));
    if (operand < argc) FAIL(ST_ARG, "unexpected argument \"%s\"", argv[operand]);
    return ST_OK;
}

static status open_porep(struct job **out, const struct job_args *a, struct pool *pool)
{
    struct file_data f = {0};
    if (!a->c1) FAIL(ST_ARG, "--c1 is missing");
    TRY(file_read(&f, a->c1, MAX_VANILLA_BYTES));
    status st = job_create_porep(out, f.data, f.n, a->c1, pool, NULL);
    file_release(&f);
    return st;
}

/* Vanilla proofs of a file: the strings of a JSON array, or all its bytes as one. */
struct blobs {
    struct file_data file;
    struct blob *v;
    uint8_t **owned; /* decoded bytes of each */
    size_t n;
};

static void blobs_fini(struct blobs *b)
{
    for (size_t i = 0; b->owned && i < b->n; i++)
        mem_free(b->owned[i]);
    mem_free(b->owned);
    mem_free(b->v);
    file_release(&b->file);
}

static status add_base64(struct blobs *b, struct json_reader *r)
{
    struct json_text text;
    if (b->n == MAX_BLOBS) return json_fail(r, ST_FORMAT, "more than %d proofs", MAX_BLOBS);
    TRY(json_read_string(r, &text));
    uint8_t *bytes = mem_alloc(base64_decoded_max(text.n), 1);
    if (!bytes) return ST_NOMEM;
    b->owned[b->n++] = bytes;
    size_t n = 0;
    status st = ST_OK;
    if (text.n % 4) return json_fail(r, ST_FORMAT, "base64 of %zu characters", text.n);
    if (text.n) st = base64_decode(bytes, &n, text.s, text.n, 0, true);
    if (st != ST_OK) return json_fail(r, st, "%s", status_detail());
    b->v[b->n - 1] = (struct blob){.data = bytes, .n = n};
    return ST_OK;
}

static status blobs_read(struct blobs *b, const char *path)
{
    struct json_reader *r = NULL;
    status st = ST_OK;
    bool more;
    TRY(file_read(&b->file, path, MAX_VANILLA_BYTES));
    TRY(MEM_NEW(b->v, MAX_BLOBS));
    TRY(MEM_NEW(b->owned, MAX_BLOBS));
    size_t first = 0;
    while (first < b->file.n && isspace(b->file.data[first]))
        first++;
    if (first == b->file.n || b->file.data[first] != '[') {
        b->v[0] = (struct blob){.data = b->file.data, .n = b->file.n};
        b->n = 1;
        return ST_OK;
    }
    TRY_OUT(json_reader_create(&r, b->file.data, b->file.n, path));
    TRY_OUT(json_array_begin(r));
    for (;;) {
        TRY_OUT(json_array_next(r, &more));
        if (!more) break;
        TRY_OUT(add_base64(b, r));
    }
    st = json_finish(r);
out:
    json_reader_destroy(r);
    return st;
}

static status open_post(struct job **out, enum circuit_kind kind, const struct job_args *a,
                        struct pool *pool)
{
    struct blobs b = {0};
    uint8_t randomness[32];
    status st = ST_OK;
    if (!a->vanilla) FAIL(ST_ARG, "--vanilla is missing");
    if (!a->randomness) FAIL(ST_ARG, "--randomness is missing");
    if (hex_decode(randomness, sizeof randomness, a->randomness, "--randomness") != ST_OK)
        return ST_ARG;
    TRY_OUT(blobs_read(&b, a->vanilla));
    struct post_request request = {.kind = kind,
                                   .registered_proof = a->registered_proof,
                                   .randomness = randomness,
                                   .randomness_bytes = sizeof randomness,
                                   .vanilla = b.v,
                                   .n_vanilla = b.n};
    st = job_create_post(out, &request, pool, NULL);
out:
    blobs_fini(&b);
    return st;
}

status job_open(struct job **out, enum circuit_kind kind, const struct job_args *a,
                struct pool *pool)
{
    switch (kind) {
    case CIRCUIT_POREP:
        return open_porep(out, a, pool);
    case CIRCUIT_WINNING_POST:
    case CIRCUIT_WINDOW_POST:
        return open_post(out, kind, a, pool);
    case CIRCUIT_UPDATE:
    case CIRCUIT_N_KINDS:
        break;
    }
    FAIL(ST_UNSUPPORTED, "%s: not in this version", circuit_kind_name(kind));
}

status parse_partitions(size_t *first, size_t *end, size_t n, const char *text)
{
    *first = 0;
    *end = n;
    if (!text || strcmp(text, "all") == 0) return ST_OK;
    size_t p = 0, i = 0;
    for (; text[i] >= '0' && text[i] <= '9' && i < 6; i++)
        p = 10 * p + (size_t)(text[i] - '0');
    if (i == 0 || text[i] || p >= n)
        FAIL(ST_ARG, "--partition: wanted \"all\" or a number below %zu, found \"%s\"", n, text);
    *first = p;
    *end = p + 1;
    return ST_OK;
}
