#include "tests/filecoin_vectors.h"
#include "tests/harness.h"

#include "base/json.h"
#include "base/mem.h"
#include <stdio.h>
#include <string.h>

static void check_bytes(vec_json meta, const char *key, const uint8_t found[32])
{
    uint8_t wanted[32];
    vec_bytes(vec_get(meta, key), wanted, 32);
    CHECK_MSG(memcmp(wanted, found, 32) == 0, "%s", key);
}

TEST(filecoin_c1, decodes_every_published_one)
{
    for (size_t i = 0; i < SAMPLE_N_C1; i++) {
        struct porep_c1 c1;
        vec_json file, meta = sample_c1_meta(&file, &sample_c1s[i]);
        sample_c1_decode(&c1, &sample_c1s[i]);
        CHECK(strcmp(c1.proof->name, vec_string(vec_get(meta, "registered_seal_proof"))) == 0);
        CHECK(c1.n_partitions == c1.proof->partitions && !c1.is_wrapped);
        check_bytes(meta, "comm_d", c1.comm_d);
        check_bytes(meta, "comm_r", c1.comm_r);
        check_bytes(meta, "replica_id", c1.replica_id);
        check_bytes(meta, "seed", c1.seed);
        check_bytes(meta, "ticket", c1.ticket);
        porep_c1_fini(&c1);
        vec_free(file);
    }
}

/* Every value of a decoded proof, by rebuilding paths from the JSON tree. */
static void check_digest(vec_json array, const fr_int *found)
{
    const uint8_t *b = (const uint8_t *)found;
    CHECK(vec_len(array) == 32);
    for (size_t i = 0; i < 32; i++)
        CHECK(vec_u64(vec_at(array, i)) == b[i]);
}

static void check_single(vec_json proof, const fr_int *leaf, const fr_int *path, size_t arity)
{
    vec_json single = vec_get(vec_get(proof, "data"), "Single");
    vec_json levels = vec_get(vec_get(single, "path"), "path");
    check_digest(vec_get(single, "leaf"), leaf);
    for (size_t l = 0; l < vec_len(levels); l++) {
        vec_json hashes = vec_get(vec_at(levels, l), "hashes");
        CHECK(vec_len(hashes) == arity - 1);
        for (size_t k = 0; k < arity - 1; k++)
            check_digest(vec_at(hashes, k), path++);
    }
}

TEST(filecoin_c1, puts_every_value_in_its_place)
{
    struct porep_c1 c1;
    sample_c1_decode(&c1, &sample_c1s[4]);
    vec_json v = vec_load(sample_c1s[4].file);
    const struct porep_layout *l = &c1.layout;
    CHECK(l->data_siblings == 18 && l->tree_siblings == 42 && l->layers == 2);
    CHECK(l->stride == 1 + 18 + 1 + 42 + 15 * (2 + 1 + 42));
    vec_json partitions = vec_get(vec_get(v, "vanilla_proofs"), "StackedDrg8MiBV1");
    for (size_t c = 0; c < 2; c++) {
        vec_json proof = vec_at(vec_at(partitions, 0), c);
        const fr_int *values = porep_challenge(&c1, 0, c);
        check_single(vec_get(proof, "comm_d_proofs"), values + l->data_leaf, values + l->data_path,
                     2);
        check_single(vec_get(proof, "comm_r_last_proof"), values + l->replica_leaf,
                     values + l->replica_path, 8);
        vec_json columns = vec_get(proof, "replica_column_proofs");
        for (size_t k = 0; k < POREP_COLUMNS; k++) {
            vec_json column = k == 0   ? vec_get(columns, "c_x")
                              : k <= 6 ? vec_at(vec_get(columns, "drg_parents"), k - 1)
                                       : vec_at(vec_get(columns, "exp_parents"), k - 7);
            vec_json rows = vec_get(vec_get(column, "column"), "rows");
            const fr_int *found = porep_column(&c1, 0, c, k);
            CHECK(vec_u64(vec_get(vec_get(column, "column"), "index")) ==
                  porep_nodes(&c1, 0, c)[k]);
            for (size_t i = 0; i < 2; i++)
                check_digest(vec_at(rows, i), &found[i]);
            check_single(vec_get(column, "inclusion_proof"), found + l->column_leaf,
                         found + l->column_path, 8);
        }
    }
    vec_free(v);
    porep_c1_fini(&c1);
}

TEST(filecoin_c1, decodes_a_wrapper_as_what_it_wraps)
{
    struct porep_c1 plain, wrapped;
    size_t n;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1-wrapper.json"), &n);
    CHECK_OK(porep_c1_decode(&wrapped, text, n, "wrapper"));
    mem_free(text);
    sample_c1_decode(&plain, &sample_c1s[1]);
    CHECK(wrapped.is_wrapped && wrapped.sector_number == 7);
    CHECK(wrapped.proof == plain.proof && wrapped.n_partitions == 1);
    CHECK(memcmp(wrapped.replica_id, plain.replica_id, 32) == 0);
    CHECK(memcmp(&wrapped.comm_c, &plain.comm_c, 32) == 0);
    CHECK(memcmp(porep_challenge(&wrapped, 0, 0), porep_challenge(&plain, 0, 0),
                 2 * plain.layout.stride * sizeof(fr_int)) == 0);
    CHECK(memcmp(porep_nodes(&wrapped, 0, 0), porep_nodes(&plain, 0, 0),
                 2 * POREP_COLUMNS * sizeof(uint32_t)) == 0);
    porep_c1_fini(&plain);
    porep_c1_fini(&wrapped);
}

TEST(filecoin_c1, encodes_what_was_published_byte_for_byte)
{
    for (size_t i = 0; i < SAMPLE_N_C1; i++) {
        struct porep_c1 c1;
        struct json_writer *w;
        const char *found;
        size_t n, n_found;
        char *text = vec_text(test_vector_path(sample_c1s[i].file), &n);
        CHECK_OK(porep_c1_decode(&c1, text, n, sample_c1s[i].file));
        CHECK_OK(json_writer_create(&w, JSON_COMPACT));
        porep_c1_encode(w, &c1);
        CHECK_OK(json_writer_text(w, &found, &n_found));
        CHECK(n == n_found && memcmp(found, text, n) == 0);
        json_writer_destroy(w);
        porep_c1_fini(&c1);
        mem_free(text);
    }
}

TEST(filecoin_c1, encodes_a_published_wrapper_byte_for_byte)
{
    struct porep_c1 c1;
    struct json_writer *w;
    const char *found;
    size_t n, n_found;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1-wrapper.json"), &n);
    CHECK_OK(porep_c1_decode(&c1, text, n, "wrapper"));
    CHECK_OK(json_writer_create(&w, JSON_COMPACT));
    CHECK_OK(porep_c1_encode_wrapped(w, &c1, c1.sector_number));
    CHECK_OK(json_writer_text(w, &found, &n_found));
    CHECK(n == n_found && memcmp(found, text, n) == 0);
    json_writer_destroy(w);
    porep_c1_fini(&c1);
    mem_free(text);
}

/* ---- what is wrong is named ---- */

/* The text with its first `what` (behind the first `after`, if any) replaced by `with`. */
static char *replaced(const char *text, const char *after, const char *what, const char *with,
                      size_t *n)
{
    char *out;
    const char *from = after ? strstr(text, after) : text;
    CHECK_MSG(from, "%s", after);
    const char *at = strstr(from, what);
    CHECK_MSG(at, "%s", what);
    size_t head = (size_t)(at - text), tail = strlen(at + strlen(what));
    CHECK_OK(MEM_NEW(out, head + strlen(with) + tail + 1));
    memcpy(out, text, head);
    memcpy(out + head, with, strlen(with));
    memcpy(out + head + strlen(with), at + strlen(what), tail + 1);
    *n = head + strlen(with) + tail;
    return out;
}

static void check_refused(const char *text, const char *after, const char *what, const char *with,
                          status code, const char *needle)
{
    size_t n, live = mem_live_bytes();
    struct porep_c1 c1;
    char *bad = replaced(text, after, what, with, &n);
    CHECK_FAILS(porep_c1_decode(&c1, bad, n, "bad"), code, needle);
    mem_free(bad);
    CHECK(mem_live_bytes() == live);
}

TEST(filecoin_c1, names_what_is_wrong)
{
    static const char modulus[] = "[1,0,0,0,255,255,255,255,254,91,254,255,2,164,189,83,5,216,161,"
                                  "9,8,216,57,51,72,125,157,41,83,167,237,115]";
    static const struct {
        const char *after, *what, *with, *needle;
        status code;
    } cases[] = {
        {NULL, "StackedDrg2KiBV1_1", "StackedDrg3KiBV1_1",
         "bad: $.registered_proof: unknown registered seal proof \"StackedDrg3KiBV1_1\"",
         ST_UNSUPPORTED},
        {NULL, "\"StackedDrg2KiBV1\"", "\"StackedDrg8MiBV1\"",
         "$.vanilla_proofs.StackedDrg8MiBV1: wanted \"StackedDrg2KiBV1\"", ST_FORMAT},
        {NULL, "StackedDrg2KiBV1_1", "StackedDrg32GiBV1_1", "wanted \"StackedDrg32GiBV1\"",
         ST_FORMAT},
        {NULL, "StackedDrg2KiBV1_1", "StackedDrg2KiBV1_2_Feat_NonInteractivePoRep",
         "wanted 13 partitions of StackedDrg2KiBV1_2_Feat_NonInteractivePoRep, found 1", ST_FORMAT},
        {NULL, "\"registered_proof\"", "\"registered_prof\"",
         "$: member \"registered_proof\" is missing", ST_FORMAT},
        {NULL, "\"ticket\"", "\"ticker\"", "$: member \"ticket\" is missing", ST_FORMAT},
        {NULL, "\"vanilla_proofs\"", "\"SectorNum\":7,\"vanilla_proofs\"",
         "$.SectorNum: a member of a wrapper within a C1", ST_FORMAT},
        {NULL, "\"seed\":[", "\"seed\":[0,", "$.seed: wanted 32 numbers, found more", ST_FORMAT},
        {NULL, "\"Single\"", "\"Sub\"",
         "[0][0].comm_d_proofs.data.Sub: wanted a \"Single\" proof (tree 2-0-0)", ST_FORMAT},
        {"comm_r_last_proof", "\"Single\"", "\"Top\"",
         "[0][0].comm_r_last_proof.data.Top: wanted a \"Single\" proof (tree 8-0-0)", ST_FORMAT},
        {"comm_r_last_proof", "\"hashes\":[", "\"hashes\":[[],",
         "[0][0].comm_r_last_proof.data.Single.path.path[0].hashes[0]: wanted 32 numbers, found 0",
         ST_FORMAT},
        {"comm_r_last_proof", "\"path\":[", "\"path\":[{\"hashes\":[],\"index\":0},",
         "comm_r_last_proof.data.Single.path.path[0].hashes: wanted 7 items, found 0", ST_FORMAT},
        {"comm_r_last_proof", "\"index\":", "\"index\":1000",
         "comm_r_last_proof.data.Single.path.path[0].index: wanted a whole number up to 7",
         ST_FORMAT},
        {NULL, "\"index\":0}", "\"index\":1}",
         "[0][0]: comm_d_proofs: wanted the path of node 48, found that of 49", ST_FORMAT},
        {"\"c_x\"", "\"index\":48", "\"index\":64",
         "c_x.column.index: wanted a whole number up to 63, found 64", ST_FORMAT},
        {"\"c_x\"", "\"index\":48", "\"index\":49",
         "comm_d_proofs: wanted the path of node 49, found that of 48", ST_FORMAT},
        {"\"drg_parents\"", "\"rows\":[", "\"rows\":[[0,0],",
         "replica_column_proofs.drg_parents[0].column.rows[0]: wanted 32 numbers, found 2",
         ST_FORMAT},
        {NULL, "\"drg_parents\":[", "\"drg_parents\":[1,",
         "drg_parents[0]: wanted an object, found 1", ST_FORMAT},
        {"\"exp_parents\"", "\"labeling_proofs\":[", "\"labeling_proofs\":[[],",
         "labeling_proofs[0]: wanted an object, found an array", ST_FORMAT},
        {NULL, "\"layer_index\":1", "\"layer_index\":2",
         "[0][0]: labeling_proofs[0].layer_index: wanted 1, found 2", ST_FORMAT},
        {"\"layer_index\":1", "\"node\":48", "\"node\":47",
         "[0][0]: labeling_proofs[0].node: wanted 48, found 47", ST_FORMAT},
        {"encoding_proof", "\"node\":48", "\"node\":47", "encoding_proof.node: wanted 48, found 47",
         ST_FORMAT},
        {"labeling_proofs", "\"parents\":[[", "\"parents\":[[1],[",
         "labeling_proofs[0].parents[0]: wanted 32 numbers, found 1", ST_FORMAT},
        {NULL, "\"root\":[4,", "\"root\":[5,", "wanted", ST_FORMAT},
        {"\"comm_d\"", "[4,135", "[4,136",
         "comm_d, which is not the root of comm_d_proofs: wanted 0487", ST_FORMAT},
        {NULL, "{\"comm_d_proofs\"", "null,{\"comm_d_proofs\"",
         "[0][0]: wanted an object, found null", ST_FORMAT},
        {NULL, "}}]]}", "}},{\"x\":0}]]}",
         "$.vanilla_proofs.StackedDrg2KiBV1[0][2]: wanted 2 challenges, found more", ST_FORMAT},
        {NULL, "}}]]}", "}}],[]]}", "StackedDrg2KiBV1[1]: wanted 1 partitions, found more",
         ST_FORMAT},
        {NULL, "\"vanilla_proofs\":{", "\"vanilla_proofs\":{},\"x\":{",
         "$.vanilla_proofs: wanted vanilla proofs, found none", ST_FORMAT},
    };
    size_t n;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1.json"), &n);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_refused(text, cases[i].after, cases[i].what, cases[i].with, cases[i].code,
                      cases[i].needle);
    /* comm_r as the modulus itself */
    char *at = strstr(text, "\"comm_r\":");
    char *end = strchr(at, ']');
    char old[200];
    snprintf(old, sizeof old, "%.*s", (int)(end + 1 - at), at);
    char with[256];
    snprintf(with, sizeof with, "\"comm_r\":%s", modulus);
    check_refused(text, NULL, old, with, ST_FORMAT,
                  "$.comm_r: wanted 32 bytes of a number below r");
    mem_free(text);
}

TEST(filecoin_c1, members_may_come_in_any_order_and_more_of_them)
{
    size_t n, m;
    struct porep_c1 a, b;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1.json"), &n);
    /* The proof's name last, and members nobody knows. */
    char *cut = replaced(text, NULL, "\"registered_proof\":\"StackedDrg2KiBV1_1\",",
                         "\"new\":{\"a\":[1,2,{}]},", &m);
    char *moved =
        replaced(cut, "\"ticket\"", "]}", "],\"registered_proof\":\"StackedDrg2KiBV1_1\"}", &m);
    CHECK_OK(porep_c1_decode(&a, text, n, "c1"));
    CHECK_OK(porep_c1_decode(&b, moved, m, "moved"));
    CHECK(memcmp(porep_challenge(&a, 0, 0), porep_challenge(&b, 0, 0),
                 2 * a.layout.stride * sizeof(fr_int)) == 0);
    porep_c1_fini(&a);
    porep_c1_fini(&b);
    check_refused(moved, NULL, "\"StackedDrg2KiBV1_1\"", "\"StackedDrg8MiBV1_1\"", ST_FORMAT,
                  "StackedDrg8MiBV1_1, but the vanilla proofs are those of 2KiB");
    mem_free(text);
    mem_free(cut);
    mem_free(moved);
}

TEST(filecoin_c1, refuses_bad_wrappers)
{
    size_t n;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1-wrapper.json"), &n);
    check_refused(text, NULL, "\"SectorSize\":2048", "\"SectorSize\":4096", ST_FORMAT,
                  "bad: $: SectorSize: wanted 2048 (StackedDrg2KiBV1_1), found 4096");
    check_refused(text, NULL, "\"SectorSize\"", "\"SectorSiz\"", ST_FORMAT,
                  "$: member \"SectorSize\" is missing");
    check_refused(text, NULL, "\"SectorNum\":7", "\"SectorNum\":-7", ST_FORMAT,
                  "$.SectorNum: wanted a whole number");
    check_refused(text, NULL, "\"Phase1Out\":\"eyJy", "\"Phase1Out\":\"ey!y", ST_FORMAT,
                  "base64: unexpected byte 0x21 at offset 2");
    check_refused(text, NULL, "\",\"SectorSize\"", "A\",\"SectorSize\"", ST_FORMAT,
                  "base64: length is no multiple of 4");
    check_refused(text, NULL, "\"Phase1Out\":\"eyJy", "\"Phase1Out\":\"AAAA", ST_FORMAT,
                  "bad: Phase1Out: $: byte");
    check_refused(text, NULL, "\"SectorSize\":2048", "\"SectorSize\":2048,\"seed\":[]", ST_FORMAT,
                  "$.seed: a member of a C1 within a wrapper");
    mem_free(text);
}

TEST(filecoin_c1, survives_without_memory)
{
    size_t n, live;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1-wrapper.json"), &n);
    live = mem_live_bytes();
    status st = ST_NOMEM;
    for (size_t i = 1; st != ST_OK; i++) {
        struct porep_c1 c1 = {0};
        mem_fail_after(i);
        st = porep_c1_decode(&c1, text, n, "c1");
        mem_fail_after(0);
        CHECK(st == ST_OK || st == ST_NOMEM);
        porep_c1_fini(&c1);
        CHECK(mem_live_bytes() == live && i < 10000);
    }
    mem_free(text);
}

/* Cut anywhere, a text is refused and nothing is left behind. */
TEST(filecoin_c1, refuses_cut_texts)
{
    size_t n;
    struct porep_c1 c1;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1.json"), &n);
    size_t live = mem_live_bytes();
    for (size_t cut = 0; cut < n - 1; cut += 1 + (size_t)(test_random() % 1500)) {
        status st = porep_c1_decode(&c1, text, cut, "cut");
        CHECK_MSG(st == ST_FORMAT, "cut at %zu: %s", cut, status_text(st));
        CHECK(mem_live_bytes() == live);
    }
    mem_free(text);
}
