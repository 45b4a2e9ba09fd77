#include "tests/update_samples.h"

#include "base/mem.h"
#include "math/codec.h"
#include "tests/harness.h"
#include <stdio.h>
#include <string.h>

const char *const update_sample_names[UPDATE_N_SAMPLES] = {
    "sector-2kib", "sector-8mib", "update-512mib", "update-32gib", "update-64gib"};

vec_json update_sample_partition(const struct update_sample *s, size_t p)
{
    return vec_at(vec_get(s->meta, "partitions"), p);
}

static void load_proofs(struct update_sample *s)
{
    s->n = vec_len(vec_get(s->meta, "partitions"));
    CHECK_OK(MEM_NEW(s->bytes, s->n));
    CHECK_OK(MEM_NEW(s->blobs, s->n));
    for (size_t p = 0; p < s->n; p++) {
        vec_json hex = vec_get(update_sample_partition(s, p), "vanilla");
        size_t n = strlen(vec_string(hex)) / 2;
        CHECK_OK(MEM_NEW(s->bytes[p], n));
        vec_bytes(hex, s->bytes[p], n);
        s->blobs[p] = (struct blob){s->bytes[p], n};
    }
}

void update_sample_load(struct update_sample *s, const char *folder)
{
    static const char *const names[3] = {"comm_r_old", "comm_r_new", "comm_d_new"};
    char path[128];
    snprintf(path, sizeof path, "update/%s.json", folder);
    *s = (struct update_sample){.meta = vec_load(path)};
    s->name = vec_string(vec_get(s->meta, "name"));
    const char *proof = vec_string(vec_get(s->meta, "registered_proof"));
    s->proof = update_proof_of_name(proof, strlen(proof));
    CHECK_MSG(s->proof != NULL, "%s", proof);
    load_proofs(s);
    for (size_t i = 0; i < 3; i++)
        vec_bytes(vec_get(s->meta, names[i]), s->commitments[i], NODE_BYTES);
    s->request = (struct update_request){.registered_proof = s->proof->value,
                                         .sector_bytes = s->proof->sector->bytes,
                                         .comm_r_old = {s->commitments[0], NODE_BYTES},
                                         .comm_r_new = {s->commitments[1], NODE_BYTES},
                                         .comm_d_new = {s->commitments[2], NODE_BYTES},
                                         .h = (uint32_t)vec_u64(vec_get(s->meta, "h")),
                                         .vanilla = s->blobs,
                                         .n_vanilla = s->n};
    s->statement.proof = s->proof;
    CHECK_OK(fr_int_from_le(&s->statement.comm_r_old, s->commitments[0]));
    CHECK_OK(fr_int_from_le(&s->statement.comm_r_new, s->commitments[1]));
    CHECK_OK(fr_int_from_le(&s->statement.comm_d_new, s->commitments[2]));
    CHECK_OK(update_h_index(&s->statement.h_index, s->proof->sector, s->request.h));
}

void update_sample_free(struct update_sample *s)
{
    for (size_t p = 0; p < s->n; p++)
        mem_free(s->bytes[p]);
    mem_free(s->bytes);
    mem_free(s->blobs);
    vec_free(s->meta);
    *s = (struct update_sample){0};
}
