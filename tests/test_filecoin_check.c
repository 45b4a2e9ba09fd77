#include "tests/filecoin_vectors.h"
#include "tests/harness.h"

#include "base/file.h"
#include "base/mem.h"
#include "filecoin/porep_check.h"
#include "math/codec.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void load_owner(struct porep_owner *o, vec_json meta)
{
    vec_bytes(vec_get(meta, "prover_id"), o->prover_id, 32);
    o->sector_number = vec_u64(vec_get(meta, "sector_number"));
}

static void check_public_inputs(const struct porep_c1 *c1, vec_json lists)
{
    struct porep_statement s;
    size_t n = porep_n_public_inputs(c1->proof);
    fr *found;
    porep_statement_of_c1(&s, c1);
    CHECK_OK(MEM_NEW(found, n));
    CHECK(vec_len(lists) == c1->n_partitions);
    for (uint32_t p = 0; p < c1->n_partitions; p++) {
        CHECK_OK(porep_public_inputs(found, &s, p));
        CHECK(vec_len(vec_at(lists, p)) == n);
        for (size_t i = 0; i < n; i++) {
            fr wanted;
            vec_fr(vec_at(vec_at(lists, p), i), &wanted);
            CHECK_MSG(fr_eq(&wanted, &found[i]), "partition %u, input %zu", p, i);
        }
    }
    mem_free(found);
}

TEST(filecoin_check, holds_for_every_published_proof)
{
    struct pool *pool;
    CHECK_OK(pool_create(&pool, 2));
    for (size_t i = 0; i < SAMPLE_N_C1; i++) {
        struct porep_c1 c1;
        struct porep_owner owner;
        vec_json file, meta = sample_c1_meta(&file, &sample_c1s[i]);
        sample_c1_decode(&c1, &sample_c1s[i]);
        load_owner(&owner, meta);
        CHECK_OK(porep_c1_check(&c1, NULL, NULL, NULL));
        CHECK_OK(porep_c1_check(&c1, &owner, pool, NULL));
        check_public_inputs(&c1, vec_get(meta, "public_inputs_le"));
        owner.sector_number++;
        CHECK_FAILS(porep_c1_check(&c1, &owner, pool, NULL), ST_UNSAT,
                    "replica_id of this prover and sector");
        porep_c1_fini(&c1);
        vec_free(file);
    }
    pool_destroy(pool);
}

static void check_shared(const char *folder)
{
    char name[64], path[1024];
    struct porep_c1 c1;
    struct porep_owner owner;
    struct pool *pool;
    size_t n;
    snprintf(name, sizeof name, "%s/c1.json.xz", folder);
    snprintf(path, sizeof path, "%s", test_shared_path(name));
    if (!file_exists(path)) test_skip("%s is not there", path);
    path[strlen(path) - 3] = 0;
    char *text = vec_text(path, &n);
    CHECK_OK(porep_c1_decode(&c1, text, n, folder));
    mem_free(text);
    CHECK_OK(pool_create(&pool, 2));
    prover_id_of_miner(owner.prover_id, 1000);
    owner.sector_number = 1000001;
    CHECK_OK(porep_c1_check(&c1, &owner, pool, NULL));
    c1.partitions[9].values[17 * c1.layout.stride + c1.layout.columns].l[0] ^= 1;
    CHECK_FAILS(porep_c1_check(&c1, &owner, pool, NULL), ST_UNSAT,
                "vanilla proof, partition 9, challenge 17: column c_x: hash of its labels");
    pool_destroy(pool);
    porep_c1_fini(&c1);
}

TEST(slow, checks_the_32gib_proof)
{
    check_shared("sector-32gib");
}

TEST(slow, checks_the_64gib_proof)
{
    check_shared("sector-64gib");
}

/* ---- a bit anywhere ---- */

TEST(filecoin_check, a_bit_of_any_value_is_noticed)
{
    struct porep_c1 c1;
    sample_c1_decode(&c1, &sample_c1s[1]);
    size_t n = (size_t)c1.proof->challenges * c1.layout.stride;
    for (size_t i = 0; i < n; i++) {
        uint64_t *limb = &c1.partitions[0].values[i].l[test_random() % 4];
        uint64_t bit = (uint64_t)1 << test_random() % 60; /* stays below r */
        *limb ^= bit;
        status st = porep_c1_check(&c1, NULL, NULL, NULL);
        CHECK_MSG(st == ST_UNSAT, "value %zu: %s", i, status_text(st));
        *limb ^= bit;
    }
    for (size_t i = 0; i < (size_t)c1.proof->challenges * POREP_COLUMNS; i++) {
        uint32_t bit = 1u << test_random() % 6;
        c1.partitions[0].nodes[i] ^= bit;
        CHECK_FAILS(porep_c1_check(&c1, NULL, NULL, NULL), ST_UNSAT, "node");
        c1.partitions[0].nodes[i] ^= bit;
    }
    uint8_t *const ids[] = {c1.replica_id, c1.comm_d, c1.comm_r, c1.seed};
    for (size_t k = 0; k < 4; k++) {
        size_t at = test_random() % 31;
        ids[k][at] ^= 4;
        status st = porep_c1_check(&c1, NULL, NULL, NULL);
        CHECK_MSG(st == ST_UNSAT, "id %zu: %s", k, status_text(st));
        ids[k][at] ^= 4;
    }
    CHECK_OK(porep_c1_check(&c1, NULL, NULL, NULL));
    porep_c1_fini(&c1);
}

TEST(filecoin_check, names_the_part_that_is_wrong)
{
    struct porep_c1 c1;
    sample_c1_decode(&c1, &sample_c1s[4]);
    const struct porep_layout *l = &c1.layout;
    const size_t own = l->columns, base3 = own + 4 * l->column_stride,
                 expander7 = own + 14 * l->column_stride;
    const struct {
        size_t at;
        const char *needle;
    } cases[] = {
        {l->data_leaf, "partition 0, challenge 1: data: path of node"},
        {l->data_path + 17, "wrong at level 17: comm_d: wanted"},
        {l->replica_leaf, "encoding, last label plus data: wanted"},
        {l->replica_path + 41, "wrong at level 5: comm_r_last: wanted"},
        {own + 1, "column c_x: hash of its labels"},
        {own + l->column_leaf, "column c_x: hash of its labels"},
        {own + l->column_path, "column c_x: path of node"},
        {base3, "column of base parent 3: hash of its labels"},
        {expander7 + l->column_path + 7, "column of expander parent 7: path of node"},
        {expander7 + l->column_path + 41, "wrong at level 5: comm_c: wanted"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fr_int *v = &c1.partitions[0].values[l->stride + cases[i].at];
        v->l[2] ^= 1 << 20;
        CHECK_FAILS(porep_c1_check(&c1, NULL, NULL, NULL), ST_UNSAT, cases[i].needle);
        v->l[2] ^= 1 << 20;
    }
    c1.comm_c.l[0] ^= 1;
    CHECK_FAILS(porep_c1_check(&c1, NULL, NULL, NULL), ST_UNSAT, "comm_r, hash of comm_c");
    c1.comm_c.l[0] ^= 1;
    porep_c1_fini(&c1);

    /* A replica id of another sector: challenges differ; with its own challenges, the labels. */
    sample_c1_decode(&c1, &sample_c1s[3]);
    c1.seed[0] ^= 1; /* says nothing in a non-interactive proof */
    CHECK_OK(porep_c1_check(&c1, NULL, NULL, NULL));
    c1.replica_id[0] ^= 1;
    CHECK_FAILS(porep_c1_check(&c1, NULL, NULL, NULL), ST_UNSAT, "challenged node: wanted");
    porep_c1_fini(&c1);
}

/* Any number in the JSON text changed: either decoding or the check refuses it. */
TEST(filecoin_check, any_number_of_the_text_matters)
{
    size_t n;
    char *text = vec_text(test_vector_path("sector-2kib/v1_1-c1.json"), &n);
    size_t ticket = (size_t)(strstr(text, "\"ticket\"") - text);
    for (size_t i = 0; i < 600; i++) {
        size_t at = test_random() % ticket;
        char old = text[at];
        if (old < '0' || old > '9') continue;
        text[at] = (char)('0' + (old - '0' + 1 + (char)(test_random() % 9)) % 10);
        struct porep_c1 c1 = {0};
        status st = porep_c1_decode(&c1, text, n, "changed");
        if (st == ST_OK) st = porep_c1_check(&c1, NULL, NULL, NULL);
        CHECK_MSG(st == ST_UNSAT || st == ST_FORMAT || st == ST_UNSUPPORTED,
                  "%zu: %c for %c: %s: %s", at, text[at], old, status_text(st), status_detail());
        porep_c1_fini(&c1);
        text[at] = old;
    }
    mem_free(text);
}
