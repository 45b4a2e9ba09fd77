/* cuzk-bench gen: vanilla proofs of sectors that nobody sealed (filecoin/sparse_sector.h), and of
 * small ones that are sealed here; for tests, demonstrations and benchmarks. */
#include "apps/bench.h"

#include "base/base64.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "filecoin/fr32.h"
#include "filecoin/sdr.h"
#include "filecoin/sparse_post.h"
#include "filecoin/sparse_update.h"
#include "filecoin/vanilla_encode.h"
#include <stdio.h>
#include <string.h>

#define NO_PARTITION UINT64_MAX

struct gen {
    /* options */
    const char *size_label, *proof_name, *prover_id, *ticket, *seed, *randomness, *data, *out;
    uint64_t sector, count, miner, h, partition, threads;
    bool seal, wrap, json, is_porep;
    /* what follows */
    const struct sector_size *size;
    struct sparse_input in;
    uint8_t post_randomness[32];
    struct pool *pool;
    struct json_writer *line; /* what is printed */
    struct json_writer *file; /* what is written, unless it is one proof's bytes */
    struct file_data data_file;
    size_t n_bytes; /* written */
};

static void add_int(struct json_writer *w, const char *key, const fr_int *v)
{
    json_add_hex(w, key, (const uint8_t *)v, sizeof *v);
}

/* ---- what is written ---- */

static status write_bytes(struct gen *g, const void *data, size_t n)
{
    g->n_bytes = n;
    return file_write(g->out, data, n);
}

static status write_json(struct gen *g)
{
    const char *text;
    size_t n;
    TRY(json_writer_text(g->file, &text, &n));
    return write_bytes(g, text, n);
}

/* One proof: as a string of the array, or as all there is. */
static status write_proof(struct gen *g, const uint8_t *bytes, size_t n)
{
    char *base64;
    if (!g->json) return write_bytes(g, bytes, n);
    TRY(MEM_NEW(base64, base64_encoded_size(n) + 1));
    base64_encode(base64, bytes, n);
    json_put_string_n(g->file, base64, base64_encoded_size(n));
    mem_free(base64);
    return ST_OK;
}

/* ---- kinds ---- */

/* The sector of this number, by rule but for what is given. */
static status set_input(struct gen *g, uint64_t sector)
{
    const struct seal_proof *proof = seal_proof_of_size(g->size);
    if (g->is_porep && g->proof_name) {
        proof = seal_proof_of_name(g->proof_name, strlen(g->proof_name));
        if (!proof || proof->sector != g->size)
            FAIL(ST_ARG, "--proof: %s is no registered seal proof of %s", g->proof_name,
                 g->size->label);
    }
    if (!seal_proof_of_value(proof->value))
        FAIL(ST_UNSUPPORTED, "no registered seal proof of %s", g->size->label);
    sparse_input_init(&g->in, proof, g->miner, sector);
    if (g->prover_id) TRY(hex_decode(g->in.owner.prover_id, 32, g->prover_id, "--prover-id"));
    if (g->ticket) TRY(hex_decode(g->in.ticket, 32, g->ticket, "--ticket"));
    if (g->seed) TRY(hex_decode(g->in.seed, 32, g->seed, "--seed"));
    return ST_OK;
}

static status write_c1(struct gen *g, const struct porep_c1 *c1)
{
    json_add_hex(g->line, "comm_d", c1->comm_d, 32);
    json_add_hex(g->line, "comm_r", c1->comm_r, 32);
    json_add_hex(g->line, "replica_id", c1->replica_id, 32);
    if (g->wrap)
        TRY(porep_c1_encode_wrapped(g->file, c1, g->in.owner.sector_number));
    else
        porep_c1_encode(g->file, c1);
    return write_json(g);
}

/* Data of --data, or by the rule of sparse sectors. */
static status read_data(struct gen *g, fr_int *nodes, size_t n)
{
    size_t wanted = n * NODE_BYTES / 128 * 127;
    if (!g->data) {
        for (size_t i = 0; i < n; i++)
            sparse_data(&nodes[i], g->in.owner.sector_number, g->size->nodes_log2, i);
        return ST_OK;
    }
    TRY(file_read(&g->data_file, g->data, (size_t)g->size->bytes));
    if (g->data_file.n != wanted)
        FAIL(ST_ARG, "%s: wanted %zu bytes of data for a %s sector, found %zu", g->data, wanted,
             g->size->label, g->data_file.n);
    fr32_pad((uint8_t *)nodes, g->data_file.data, wanted);
    return ST_OK;
}

static status gen_sealed(struct gen *g, struct porep_c1 *c1)
{
    struct sdr_sector s = {.proof = NULL};
    struct sdr_input in = {.proof = g->in.proof, .owner = g->in.owner};
    size_t n = (size_t)sector_nodes(g->size);
    fr_int *data = NULL;
    status st = ST_OK;
    if (g->size->bytes > (uint64_t)1 << 30)
        FAIL(ST_ARG, "--seal: wanted a size of at most 1GiB, found %s", g->size->label);
    TRY_OUT(MEM_NEW(data, n));
    TRY_OUT(read_data(g, data, n));
    in.data = data;
    memcpy(in.ticket, g->in.ticket, 32);
    TRY_OUT(sdr_seal(&s, &in, g->pool, NULL));
    TRY_OUT(sdr_prove(c1, &s, g->in.seed));
    add_int(g->line, "comm_c", &s.comm_c);
    add_int(g->line, "comm_r_last", &s.comm_r_last);
out:
    sdr_sector_fini(&s);
    mem_free(data);
    return st;
}

static status gen_sector(struct gen *g)
{
    struct sparse_sector s = {.layers = 0};
    struct porep_c1 c1 = {.proof = NULL};
    status st = ST_OK;
    TRY(set_input(g, g->sector));
    json_add_string(g->line, "registered_proof", g->in.proof->name);
    json_add_u64(g->line, "sector", g->sector);
    if (g->seal) {
        TRY_OUT(gen_sealed(g, &c1));
    } else {
        TRY_OUT(sparse_sector_create(&s, &g->in, g->pool, NULL));
        TRY_OUT(sparse_porep_prove(&c1, &s));
        add_int(g->line, "comm_c", &s.comm_c);
        add_int(g->line, "comm_r_last", &s.comm_r_last);
    }
    TRY_OUT(write_c1(g, &c1));
out:
    porep_c1_fini(&c1);
    sparse_sector_fini(&s);
    return st;
}

/* The winning PoSt's first version, the window PoSt's current one; or that of --proof. */
static status find_post_proof(const struct post_proof **out, const struct gen *g,
                              enum circuit_kind kind)
{
    const struct post_proof *p;
    if (g->proof_name) {
        p = post_proof_of_name(g->proof_name, strlen(g->proof_name));
        if (!p || p->kind != kind || p->sector != g->size)
            FAIL(ST_ARG, "--proof: %s is no registered %s proof of %s", g->proof_name,
                 circuit_kind_name(kind), g->size->label);
        *out = p;
        return ST_OK;
    }
    enum api_version api = kind == CIRCUIT_WINNING_POST ? API_1_0_0 : API_1_2_0;
    for (uint64_t i = 0; i < REGISTRY_N_POST_PROOFS; i++) {
        p = post_proof_of_value(i);
        if (!p || p->kind != kind || p->sector != g->size || p->api != api) continue;
        *out = p;
        return ST_OK;
    }
    FAIL(ST_UNSUPPORTED, "no registered %s proof of %s", circuit_kind_name(kind), g->size->label);
}

static status gen_post_sector(struct gen *g, const struct post_proof *proof, size_t position)
{
    struct sparse_sector s = {.layers = 0};
    struct post_vanilla v = {0};
    uint8_t *bytes = NULL;
    status st = ST_OK;
    TRY_OUT(sparse_sector_create(&s, &g->in, g->pool, NULL));
    TRY_OUT(sparse_post_prove(&v, &s, proof, g->post_randomness, position));
    TRY_OUT(MEM_NEW(bytes, post_vanilla_bytes(proof)));
    post_vanilla_encode(bytes, &v, 0);
    json_put_object(g->line);
    json_add_u64(g->line, "sector", s.in.owner.sector_number);
    add_int(g->line, "comm_r", &s.comm_r);
    json_put_object_end(g->line);
    TRY_OUT(write_proof(g, bytes, post_vanilla_bytes(proof)));
out:
    mem_free(bytes);
    post_vanilla_fini(&v);
    sparse_sector_fini(&s);
    return st;
}

static status gen_post(struct gen *g, enum circuit_kind kind)
{
    const struct post_proof *proof;
    TRY(find_post_proof(&proof, g, kind));
    sparse_randomness(g->post_randomness, kind);
    if (g->randomness) TRY(hex_decode(g->post_randomness, 32, g->randomness, "--randomness"));
    json_add_string(g->line, "registered_proof", proof->name);
    json_add_hex(g->line, "randomness", g->post_randomness, 32);
    json_put_key(g->line, "sectors");
    json_put_array(g->line);
    if (g->json) json_put_array(g->file);
    for (uint64_t i = 0; i < g->count; i++) {
        TRY(set_input(g, g->sector + i));
        TRY(gen_post_sector(g, proof, i));
    }
    json_put_array_end(g->line);
    if (!g->json) return ST_OK;
    json_put_array_end(g->file);
    return write_json(g);
}

static status write_partitions(struct gen *g, const struct update_vanilla *v)
{
    size_t n = update_vanilla_bytes(v->proof);
    uint8_t *bytes;
    status st = ST_OK;
    uint32_t first = g->json ? 0 : (uint32_t)g->partition;
    uint32_t end = g->json ? v->n_partitions : first + 1;
    TRY(MEM_NEW(bytes, n));
    if (g->json) json_put_array(g->file);
    for (uint32_t p = first; p < end; p++) {
        update_vanilla_encode(bytes, v, p);
        TRY_OUT(write_proof(g, bytes, n));
    }
    if (g->json) {
        json_put_array_end(g->file);
        TRY_OUT(write_json(g));
    }
out:
    mem_free(bytes);
    return st;
}

static status gen_update(struct gen *g)
{
    struct sparse_sector s = {.layers = 0};
    struct sparse_update u = {.old = NULL};
    struct update_vanilla v = {0};
    status st = ST_OK;
    TRY(set_input(g, g->sector));
    TRY_OUT(sparse_sector_create(&s, &g->in, g->pool, NULL));
    if (g->h > UINT32_MAX)
        FAIL_OUT(ST_ARG, "--h: wanted less, found %llu", (unsigned long long)g->h);
    TRY_OUT(sparse_update_create(&u, &s, (uint32_t)g->h, g->pool, NULL));
    TRY_OUT(sparse_update_prove(&v, &u));
    if (!g->json && g->partition >= v.n_partitions)
        FAIL_OUT(ST_ARG, "--partition: wanted one below %u, found %llu", v.n_partitions,
                 (unsigned long long)g->partition);
    json_add_string(g->line, "registered_proof", v.proof->name);
    json_add_u64(g->line, "sector", g->sector);
    json_add_u64(g->line, "h", g->size->update_hs[u.statement.h_index]);
    add_int(g->line, "comm_r_old", &u.statement.comm_r_old);
    add_int(g->line, "comm_d_new", &u.statement.comm_d_new);
    add_int(g->line, "comm_r_new", &u.statement.comm_r_new);
    TRY_OUT(write_partitions(g, &v));
out:
    update_vanilla_fini(&v);
    sparse_update_fini(&u);
    sparse_sector_fini(&s);
    return st;
}

/* ---- command line ---- */

static status run(struct gen *g, const char *what)
{
    bool sector = strcmp(what, "sector") == 0, update = strcmp(what, "update") == 0;
    bool winning = strcmp(what, "winning") == 0, window = strcmp(what, "window") == 0;
    if (!sector && !winning && !window && !update)
        FAIL(ST_ARG, "unknown kind \"%s\": wanted sector, winning, window or update", what);
    if (!g->out) FAIL(ST_ARG, "--out is missing");
    if (!g->size_label) FAIL(ST_ARG, "--size is missing");
    g->size = sector_size_of_label(g->size_label);
    if (!g->size) FAIL(ST_ARG, "--size: wanted 2KiB, 32GiB and the like, found %s", g->size_label);
    if (g->count < 1 || (g->count > 1 && !window))
        FAIL(ST_ARG, "--count: wanted 1 sector, for window at least 1, found %llu",
             (unsigned long long)g->count);
    if (!sector && (g->seal || g->wrap)) FAIL(ST_ARG, "--seal, --wrap are for gen sector");
    if (g->data && !g->seal) FAIL(ST_ARG, "--data is for gen sector --seal");
    g->is_porep = sector;
    g->json |= g->count > 1 || (update && g->partition == NO_PARTITION);
    TRY(pool_create(&g->pool, (unsigned)g->threads));
    TRY(json_writer_create(&g->file, JSON_COMPACT));
    json_add_string(g->line, "kind", what);
    json_add_string(g->line, "size", g->size->label);
    if (sector) return gen_sector(g);
    return update ? gen_update(g)
                  : gen_post(g, winning ? CIRCUIT_WINNING_POST : CIRCUIT_WINDOW_POST);
}

static status run_and_print(struct gen *g, const char *what)
{
    uint64_t start = clock_ns();
    TRY(bench_line(&g->line, "gen"));
    status st = run(g, what);
    if (st == ST_OK) {
        json_add_u64(g->line, "bytes", g->n_bytes);
        json_add_double(g->line, "ms", clock_ms_since(start), 1);
        st = bench_line_end(g->line);
    } else {
        json_writer_destroy(g->line);
    }
    json_writer_destroy(g->file);
    file_release(&g->data_file);
    pool_destroy(g->pool);
    return st;
}

status bench_gen(int argc, char **argv)
{
    struct gen g = {
        .sector = SPARSE_WINNING_SECTOR, .count = 1, .miner = 1000, .partition = NO_PARTITION};
    const struct option_def options[] = {
        {"size", 's', OPTION_TEXT, &g.size_label, "SIZE", "of the sector: 32GiB and the like"},
        {"sector", 0, OPTION_NUMBER, &g.sector, "N", "its number (default 1000001)"},
        {"count", 0, OPTION_NUMBER, &g.count, "N", "window: so many sectors from there on"},
        {"miner", 0, OPTION_NUMBER, &g.miner, "N", "whose it is (default 1000)"},
        {"prover-id", 0, OPTION_TEXT, &g.prover_id, "HEX", "the same as 32 bytes"},
        {"proof", 0, OPTION_TEXT, &g.proof_name, "NAME", "registered seal or PoSt proof"},
        {"ticket", 0, OPTION_TEXT, &g.ticket, "HEX", "instead of the rule's"},
        {"seed", 0, OPTION_TEXT, &g.seed, "HEX", "instead of the rule's"},
        {"randomness", 0, OPTION_TEXT, &g.randomness, "HEX", "PoSt: instead of the rule's"},
        {"h", 0, OPTION_NUMBER, &g.h, "N", "update: h (default: the network's)"},
        {"partition", 0, OPTION_NUMBER, &g.partition, "N", "update: bytes of this one only"},
        {"seal", 0, OPTION_FLAG, &g.seal, NULL, "sector: really seal it (up to 1GiB)"},
        {"data", 0, OPTION_TEXT, &g.data, "FILE", "with --seal: what to seal, unpadded"},
        {"wrap", 0, OPTION_FLAG, &g.wrap, NULL, "sector: write the wrapper with the sector number"},
        {"json", 0, OPTION_FLAG, &g.json, NULL, "PoSt: JSON array of base64 strings, not bytes"},
        {"threads", 't', OPTION_NUMBER, &g.threads, "N", "threads (default: all processors)"},
        {"out", 'o', OPTION_TEXT, &g.out, "FILE", "where to write"},
    };
    const struct usage u = {
        "cuzk-bench gen", "sector|winning|window|update --size SIZE --out FILE [options]",
        "Makes vanilla proofs of sectors that nobody sealed: C1 JSON of a PoRep, bincode of a "
        "PoSt\n"
        "or update. Several proofs are written as a JSON array of base64 strings. Prints what the\n"
        "proofs are about as a JSON line.",
        options, sizeof options / sizeof *options};
    int operand;
    bool help;
    TRY(options_parse(&u, argc, argv, &operand, &help));
    if (help) {
        options_help(&u);
        return ST_OK;
    }
    if (argc - operand != 1)
        FAIL(ST_ARG,
             "gen: wanted one of sector, winning, window, update; see cuzk-bench gen --help");
    return run_and_print(&g, argv[operand]);
}
