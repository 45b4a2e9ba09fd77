/* cuzk inspect: what is this file? Told by its content, not by its name. */
#include "apps/cli.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "filecoin/porep_c1.h"
#include "groth16/proof.h"
#include "hash/blake2b.h"
#include "params/params.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct args {
    bool check, json;
    uint64_t threads;
};

/* One line of the answer: text for people, a member of the JSON. */
static void fact(struct json_writer *w, const char *key, const char *value)
{
    json_add_string(w, key, value);
}

static void fact_number(struct json_writer *w, const char *key, uint64_t value)
{
    json_add_u64(w, key, value);
}

static status tell_c1(struct json_writer *w, const struct file_data *f, const char *path)
{
    struct porep_c1 c1 = {0};
    TRY(porep_c1_decode(&c1, f->data, f->n, path));
    fact(w, "type", c1.is_wrapped ? "C1 wrapper (Lotus, Curio)" : "C1");
    fact(w, "registered_proof", c1.proof->name);
    fact(w, "sector_size", c1.proof->sector->label);
    if (c1.is_wrapped) fact_number(w, "sector_number", c1.sector_number);
    fact_number(w, "partitions", c1.proof->partitions);
    fact_number(w, "challenges_per_partition", c1.proof->challenges);
    fact_number(w, "layers", c1.layout.layers);
    json_add_hex(w, "replica_id", c1.replica_id, 32);
    json_add_hex(w, "comm_d", c1.comm_d, 32);
    json_add_hex(w, "comm_r", c1.comm_r, 32);
    json_add_hex(w, "seed", c1.seed, 32);
    json_add_hex(w, "ticket", c1.ticket, 32);
    porep_c1_fini(&c1);
    return ST_OK;
}

/* The published file with this digest, if it is one. */
static void tell_published(struct json_writer *w, const char *digest, bool is_vk)
{
    for (size_t i = 0; i < REGISTRY_N_SECTOR_SIZES; i++)
        for (int k = 0; k < CIRCUIT_N_KINDS; k++) {
            const struct parameter_file *p =
                parameter_file_find((enum circuit_kind)k, sector_size_at(i));
            if (!p || strcmp(is_vk ? p->vk_digest : p->params_digest, digest) != 0) continue;
            char name[CIRCUIT_ID_MAX];
            circuit_short_name(name, (enum circuit_kind)k, sector_size_at(i));
            fact(w, "published_as", name);
            return;
        }
    fact(w, "published_as", NULL);
}

static status tell_digest(struct json_writer *w, const struct file_data *f, bool is_vk)
{
    uint8_t digest[64];
    char hex[33];
    TRY(blake2b(digest, f->data, f->n));
    hex_encode(hex, digest, 16);
    fact(w, "blake2b_32", hex);
    tell_published(w, hex, is_vk);
    return ST_OK;
}

static status tell_vk(struct json_writer *w, const struct file_data *f, const char *path)
{
    struct verifying_key vk = {0};
    struct bytes b = bytes_of(f->data, f->n, path);
    status st = vk_read(&vk, &b);
    if (st == ST_OK) st = bytes_end(&b);
    if (st == ST_OK) {
        fact(w, "type", "verifying key (.vk)");
        fact_number(w, "public_inputs", vk.n_ic - 1);
        st = tell_digest(w, f, true);
    }
    vk_fini(&vk);
    return st;
}

static status tell_params(struct json_writer *w, const char *path, const struct args *a)
{
    struct params_file p = {0};
    struct pool *pool = NULL;
    status st = ST_OK;
    TRY(params_open(&p, path));
    fact(w, "type", "Groth16 parameters (.params)");
    fact_number(w, "public_inputs", p.vk.n_ic - 1);
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        fact_number(w, params_query_name((enum params_query)q), p.query[q].n);
    TRY_OUT(tell_digest(w, &p.file, false));
    if (a->check) {
        TRY_OUT(pool_create(&pool, (unsigned)a->threads));
        TRY_OUT(params_check(&p, PARAMS_CHECK_GROUP, pool, NULL, NULL));
        fact(w, "points", "all on the curve and in the group");
    }
out:
    pool_destroy(pool);
    params_close(&p);
    return st;
}

static status tell_proofs(struct json_writer *w, const uint8_t *bytes, size_t n)
{
    struct proof proof;
    size_t good = 0;
    for (size_t i = 0; i < n; i++)
        good += proof_from_bytes(&proof, bytes + i * PROOF_BYTES) == ST_OK;
    if (good == 0) FAIL(ST_FORMAT, "no proof in it decodes: %s", status_detail());
    fact(w, "type", n == 1 ? "Groth16 proof" : "Groth16 proofs");
    fact_number(w, "proofs", n);
    fact_number(w, "well_formed", good);
    return ST_OK;
}

static bool looks_hex(const struct file_data *f, size_t *n)
{
    size_t k = f->n;
    while (k && isspace(f->data[k - 1]))
        k--;
    for (size_t i = 0; i < k; i++)
        if (!isxdigit(f->data[i])) return false;
    *n = k;
    return k > 0 && k % (2 * PROOF_BYTES) == 0;
}

static status tell_hex(struct json_writer *w, const struct file_data *f, size_t n_digits)
{
    char *text;
    TRY(MEM_NEW(text, n_digits + 1));
    memcpy(text, f->data, n_digits);
    uint8_t *bytes = mem_alloc(n_digits / 2, 1);
    status st = bytes ? hex_decode(bytes, n_digits / 2, text, "hex digits") : ST_NOMEM;
    if (st == ST_OK) st = tell_proofs(w, bytes, n_digits / 2 / PROOF_BYTES);
    mem_free(bytes);
    mem_free(text);
    return st;
}

static status tell(struct json_writer *w, const char *path, const struct args *a)
{
    struct file_data f = {0};
    size_t n_digits;
    status st;
    TRY(file_map(&f, path));
    fact(w, "file", path);
    fact_number(w, "bytes", f.n);
    size_t first = 0;
    while (first < f.n && isspace(f.data[first]))
        first++;
    if (f.n == 0) {
        st = status_fail(ST_FORMAT, "%s: the file is empty", path);
    } else if (first < f.n && f.data[first] == '{') {
        st = tell_c1(w, &f, path);
    } else if (looks_hex(&f, &n_digits)) {
        st = tell_hex(w, &f, n_digits);
    } else if (f.n % PROOF_BYTES == 0 && (f.data[0] & 0x80)) {
        st = tell_proofs(w, f.data, f.n / PROOF_BYTES);
    } else if (f.n >= VK_FIXED_BYTES &&
               f.n == VK_FIXED_BYTES + 96 * (size_t)load_u32_be(f.data + VK_FIXED_BYTES - 4)) {
        st = tell_vk(w, &f, path);
    } else {
        st = tell_params(w, path, a);
        if (st == ST_FORMAT) (void)status_prefix(st, "not a C1, proof or .vk; read as .params");
    }
    file_release(&f);
    return st;
}

/* The members of a flat JSON object, a line each, for people. */
static status print_text(struct json_writer *w)
{
    const char *text;
    size_t n;
    TRY(json_writer_text(w, &text, &n));
    for (const char *p = text; *p; p++)
        if (*p != '{' && *p != '}' && *p != '"' && *p != ',' &&
            !(p > text && p[-1] == '\n' && *p == '\n'))
            putchar(*p);
    return ST_OK;
}

status verb_inspect(int argc, char **argv)
{
    struct args a = {0};
    const struct option_def options[] = {
        {"check", 0, OPTION_FLAG, &a.check, NULL, "decode and check every point of a .params file"},
        {"threads", 't', OPTION_NUMBER, &a.threads, "N", "threads (default: all processors)"},
        {"json", 0, OPTION_FLAG, &a.json, NULL, "print the facts as JSON"},
    };
    const struct usage u = {"cuzk inspect", "FILE [options]",
                            "Tells what a file is: C1, wrapper, parameters, verifying key, proofs.",
                            options, sizeof options / sizeof *options};
    struct json_writer *w;
    int operand;
    bool help;
    TRY(options_parse(&u, argc, argv, &operand, &help));
    if (help) {
        options_help(&u);
        return ST_OK;
    }
    if (argc - operand != 1) FAIL(ST_ARG, "wanted one file, found %d", argc - operand);
    TRY(json_writer_create(&w, JSON_PRETTY));
    json_put_object(w);
    status st = tell(w, argv[operand], &a);
    json_put_object_end(w);
    if (st == ST_OK) st = a.json ? print_json(w) : print_text(w);
    json_writer_destroy(w);
    return st;
}
