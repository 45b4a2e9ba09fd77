#include "tests/post_samples.h"

#include "base/mem.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include "tests/harness.h"
#include <stdio.h>
#include <string.h>

void post_sample_load(struct post_sample *s, const char *folder, size_t index)
{
    char path[64];
    snprintf(path, sizeof path, "post/%s.json", folder);
    *s = (struct post_sample){.file = vec_load(path)};
    s->meta = vec_at(s->file, index);
    s->name = vec_string(vec_get(s->meta, "name"));
    const char *proof = vec_string(vec_get(s->meta, "registered_proof"));
    s->proof = post_proof_of_name(proof, strlen(proof));
    CHECK_MSG(s->proof, "%s is not registered", proof);
    vec_bytes(vec_get(s->meta, "randomness"), s->randomness, 32);
    vec_json sectors = vec_get(s->meta, "sectors");
    s->n = vec_len(sectors);
    CHECK_OK(MEM_NEW(s->bytes, s->n));
    CHECK_OK(MEM_NEW(s->blobs, s->n));
    for (size_t i = 0; i < s->n; i++) {
        vec_json v = vec_get(vec_at(sectors, i), "vanilla");
        size_t n = strlen(vec_string(v)) / 2;
        CHECK_OK(MEM_NEW(s->bytes[i], n));
        vec_bytes(v, s->bytes[i], n);
        s->blobs[i] = (struct blob){s->bytes[i], n};
    }
    s->request = (struct post_request){.kind = s->proof->kind,
                                       .registered_proof = s->proof->value,
                                       .sector_bytes = s->proof->sector->bytes,
                                       .randomness = s->randomness,
                                       .randomness_bytes = 32,
                                       .vanilla = s->blobs,
                                       .n_vanilla = s->n,
                                       /* the sparse ones come as 1000001, 2, 2^32 + 7 */
                                       .allow_any_order = strncmp(folder, "post-", 5) == 0};
}

void post_sample_free(struct post_sample *s)
{
    for (size_t i = 0; i < s->n; i++)
        mem_free(s->bytes[i]);
    mem_free(s->bytes);
    mem_free(s->blobs);
    vec_free(s->file);
}

void post_inputs_sha256(uint8_t out[32], const fr *inputs, size_t n)
{
    struct sha256 h;
    uint8_t bytes[32];
    sha256_init(&h);
    for (size_t i = 0; i < n; i++) {
        fr_to_le(bytes, &inputs[i]);
        sha256_update(&h, bytes, 32);
    }
    sha256_final(&h, out);
}
