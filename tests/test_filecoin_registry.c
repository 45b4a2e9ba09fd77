#include "tests/harness.h"
#include "tests/vec_json.h"

#include "filecoin/registry.h"
#include <stdio.h>
#include <string.h>

static bool same(vec_json object, const char *key, const char *text)
{
    return strcmp(vec_string(vec_get(object, key)), text) == 0;
}

static void check_tree(vec_json object, const char *key, const struct sector_size *s)
{
    vec_json t = vec_get(object, key);
    CHECK(vec_u64(vec_get(t, "base")) == s->tree.base);
    CHECK(vec_u64(vec_get(t, "sub")) == s->tree.sub);
    CHECK(vec_u64(vec_get(t, "top")) == s->tree.top);
}

static void check_file(vec_json file, enum circuit_kind kind, const struct sector_size *s,
                       const char *ext, const char *digest, const char *cid)
{
    char name[CIRCUIT_FILE_MAX];
    CHECK_OK(circuit_file_name(name, kind, s, ext));
    CHECK(same(file, "file", name));
    CHECK(same(file, "digest", digest));
    CHECK(same(file, "cid", cid));
    CHECK(vec_u64(vec_get(file, "sector_size")) == s->bytes);
}

static void check_circuit(vec_json row, enum circuit_kind kind, const struct sector_size *s)
{
    char text[CIRCUIT_TEXT_MAX], id[CIRCUIT_ID_MAX];
    CHECK(s == sector_size_of_bytes(vec_u64(vec_get(row, "sector_size"))));
    CHECK(sector_nodes(s) == vec_u64(vec_get(row, "nodes")));
    CHECK_OK(circuit_parameter_text(text, kind, s));
    CHECK(same(row, "parameter_set_identifier", text));
    CHECK_OK(circuit_identifier(id, kind, s));
    CHECK(same(row, "cache_identifier", id));
    const struct parameter_file *f = parameter_file_find(kind, s);
    CHECK(f);
    vec_json files = vec_get(row, "files");
    check_file(vec_get(files, "params"), kind, s, "params", f->params_digest, f->params_cid);
    check_file(vec_get(files, "vk"), kind, s, "vk", f->vk_digest, f->vk_cid);
}

static void check_seal(vec_json row, uint64_t value)
{
    static const char *const features[] = {NULL, "SyntheticPoRep", "NonInteractivePoRep"};
    const char *name = vec_string(vec_get(row, "name"));
    const struct seal_proof *p = seal_proof_of_value(value);
    uint8_t id[32];
    CHECK_MSG(p && p == seal_proof_of_name(name, strlen(name)), "%s", name);
    CHECK(p->value == value && vec_u64(vec_get(row, "enum_value")) == value);
    CHECK(strcmp(p->name, name) == 0);
    CHECK(same(row, "api_version", api_version_text(p->api)));
    vec_json list = vec_get(row, "features");
    CHECK(vec_len(list) == (features[p->challenge_kind] != NULL));
    if (vec_len(list)) CHECK(strcmp(vec_string(vec_at(list, 0)), features[p->challenge_kind]) == 0);
    CHECK(p->partitions == vec_u64(vec_get(row, "partitions")));
    CHECK(p->challenges == vec_u64(vec_get(row, "challenges_per_partition")));
    CHECK(p->min_challenges == vec_u64(vec_get(row, "minimum_challenges")));
    vec_bytes(vec_get(row, "porep_id"), id, 32);
    CHECK(memcmp(id, p->porep_id, 32) == 0);
    CHECK(same(row, "window_post_proof", post_proof_of_value(p->window_post_value)->name));
    CHECK(same(row, "winning_post_proof", post_proof_of_value(p->winning_post_value)->name));

    const struct sector_size *s = p->sector;
    CHECK(s->layers == vec_u64(vec_get(row, "layers")));
    CHECK(s->porep_challenges == p->challenges);
    bool ni = p->challenge_kind == POREP_NON_INTERACTIVE;
    CHECK((ni ? s->porep_ni_partitions : s->porep_partitions) == p->partitions);
    CHECK((ni ? s->porep_ni_min_challenges : s->porep_min_challenges) == p->min_challenges);
    CHECK((uint64_t)p->partitions * p->challenges >= p->min_challenges);
    check_tree(row, "tree", s);
    check_circuit(row, CIRCUIT_POREP, s);
}

static void check_post(vec_json row, uint64_t value)
{
    const char *name = vec_string(vec_get(row, "name"));
    const struct post_proof *p = post_proof_of_value(value);
    CHECK_MSG(p && p == post_proof_of_name(name, strlen(name)), "%s", name);
    CHECK(p->value == value && vec_u64(vec_get(row, "enum_value")) == value);
    CHECK(same(row, "api_version", api_version_text(p->api)));
    CHECK(same(row, "type", p->kind == CIRCUIT_WINNING_POST ? "Winning" : "Window"));
    CHECK(p->sectors == vec_u64(vec_get(row, "config_sector_count")));
    CHECK(p->challenges == vec_u64(vec_get(row, "config_challenge_count")));
    CHECK(p->circuit_sectors == vec_u64(vec_get(row, "circuit_sector_count")));
    CHECK(p->circuit_challenges == vec_u64(vec_get(row, "circuit_challenges_per_sector")));
    if (p->kind == CIRCUIT_WINDOW_POST) CHECK(p->sector->window_post_sectors == p->sectors);
    check_tree(row, "tree", p->sector);
    check_circuit(row, p->kind, p->sector);
}

static void check_update(vec_json row, uint64_t value)
{
    const char *name = vec_string(vec_get(row, "name"));
    const struct update_proof *p = update_proof_of_value(value);
    uint8_t id[32];
    CHECK_MSG(p && p == update_proof_of_name(name, strlen(name)), "%s", name);
    CHECK(p->value == value && vec_u64(vec_get(row, "enum_value")) == value);
    CHECK(same(row, "api_version", api_version_text(p->api)));
    CHECK(p->partitions == vec_u64(vec_get(row, "partitions")));
    CHECK(p->challenges == vec_u64(vec_get(row, "challenges_per_partition")));
    vec_bytes(vec_get(row, "porep_id"), id, 32);
    CHECK(memcmp(id, p->porep_id, 32) == 0);
    const struct sector_size *s = p->sector;
    CHECK(s->update_partitions == p->partitions && s->update_challenges == p->challenges);
    CHECK(s->update_apex_leaves == vec_u64(vec_get(row, "apex_leaf_count")));
    CHECK(s->update_h_default == vec_u64(vec_get(row, "h_default")));
    for (size_t i = 0; i < UPDATE_N_HS; i++)
        CHECK(s->update_hs[i] == vec_u64(vec_at(vec_get(row, "hs"), i)));
    check_tree(row, "tree_r", s);
    check_circuit(row, CIRCUIT_UPDATE, s);
}

TEST(filecoin_registry, equals_the_published_one)
{
    vec_json v = vec_load("filecoin/registry.json");
    CHECK(vec_len(vec_get(v, "seal")) == REGISTRY_N_SEAL_PROOFS);
    CHECK(vec_len(vec_get(v, "post")) == REGISTRY_N_POST_PROOFS);
    CHECK(vec_len(vec_get(v, "update")) == REGISTRY_N_UPDATE_PROOFS);
    for (size_t i = 0; i < REGISTRY_N_SEAL_PROOFS; i++)
        check_seal(vec_at(vec_get(v, "seal"), i), i);
    for (size_t i = 0; i < REGISTRY_N_POST_PROOFS; i++)
        check_post(vec_at(vec_get(v, "post"), i), i);
    for (size_t i = 0; i < REGISTRY_N_UPDATE_PROOFS; i++)
        check_update(vec_at(vec_get(v, "update"), i), i);
    vec_json sectors = vec_get(v, "window_post_sector_count");
    for (size_t i = 0; i < REGISTRY_N_SECTOR_SIZES; i++) {
        char bytes[32];
        const struct sector_size *s = sector_size_at(i);
        snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)s->bytes);
        CHECK(vec_u64(vec_get(sectors, bytes)) == s->window_post_sectors);
    }
    vec_free(v);
}

/* Every circuit there is, of registered and unregistered sizes: "porep-16kib", "window_post-1gib".
 */
TEST(filecoin_registry, names_every_circuit)
{
    vec_json v = vec_load("filecoin/registry.json"), shapes = vec_get(v, "shapes");
    CHECK(vec_len(shapes) == 39);
    for (size_t i = 0; i < vec_len(shapes); i++) {
        vec_json row = vec_at(shapes, i);
        char name[64], text[CIRCUIT_TEXT_MAX], id[CIRCUIT_ID_MAX];
        snprintf(name, sizeof name, "%s", vec_string(vec_get(row, "name")));
        char *underscore = strchr(name, '_');
        if (underscore) *underscore = '-';
        enum circuit_kind kind;
        const struct sector_size *s;
        CHECK_OK(circuit_of_short_name(&kind, &s, name));
        circuit_short_name(id, kind, s);
        CHECK(strcmp(id, name) == 0);
        CHECK_OK(circuit_parameter_text(text, kind, s));
        CHECK(same(row, "parameter_set_identifier", text));
        CHECK_OK(circuit_identifier(id, kind, s));
        CHECK(same(row, "cache_identifier", id));
    }
    vec_free(v);
}

TEST(filecoin_registry, refuses_what_is_not_there)
{
    char text[CIRCUIT_TEXT_MAX];
    enum circuit_kind kind;
    const struct sector_size *s;
    CHECK(!seal_proof_of_value(20) && !post_proof_of_value(15) && !update_proof_of_value(5));
    CHECK(!seal_proof_of_value(UINT64_MAX));
    CHECK(!seal_proof_of_name("StackedDrg2KiBV1_1_", 19));
    CHECK(seal_proof_of_name("StackedDrg2KiBV1_1_", 18) == seal_proof_of_value(5));
    CHECK(!sector_size_of_bytes(1024) && !sector_size_of_label("1KiB"));
    CHECK_FAILS(circuit_parameter_text(text, CIRCUIT_UPDATE, sector_size_of_label("1GiB")),
                ST_UNSUPPORTED, "1GiB");
    CHECK(!parameter_file_find(CIRCUIT_POREP, sector_size_of_label("4KiB")));
    CHECK_FAILS(circuit_of_short_name(&kind, &s, "porep-3gib"), ST_NOT_FOUND, "porep-3gib");
    CHECK_FAILS(circuit_of_short_name(&kind, &s, "porep"), ST_NOT_FOUND, "porep");
    CHECK_OK(circuit_of_short_name(&kind, &s, "snap-64g"));
    CHECK(kind == CIRCUIT_UPDATE && s == sector_size_of_label("64GiB"));
    CHECK_OK(circuit_of_short_name(&kind, &s, "wpost-32g"));
    CHECK(kind == CIRCUIT_WINDOW_POST && s == sector_size_of_label("32GiB"));
    for (size_t i = 0; i < REGISTRY_N_SECTOR_SIZES; i++)
        CHECK(seal_proof_of_size(sector_size_at(i))->sector == sector_size_at(i));
}

TEST(filecoin_registry, knows_the_trees)
{
    const struct sector_size *s = sector_size_of_label("64GiB");
    CHECK(tree_base_levels(s->tree, s->nodes_log2) == 9 && tree_levels(s->tree, 31) == 11);
    CHECK(tree_siblings(s->tree, s->nodes_log2) == 9 * 7 + 7 + 1);
    CHECK(tree_level_arity(s->tree, 31, 8) == 8 && tree_level_arity(s->tree, 31, 10) == 2);
    CHECK(tree_siblings(TREE_BINARY, 30) == 30 && tree_levels(TREE_BINARY, 30) == 30);
    s = sector_size_of_label("4KiB");
    CHECK(tree_base_levels(s->tree, s->nodes_log2) == 2 && tree_levels(s->tree, 7) == 3);
    CHECK(tree_level_arity(s->tree, 7, 2) == 2);
}
