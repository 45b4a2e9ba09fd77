#include "tests/filecoin_vectors.h"

#include "base/mem.h"
#include "tests/harness.h"

const struct sample_c1 sample_c1s[SAMPLE_N_C1] = {
    {"sector-2kib/v1-c1.json", "sector-2kib/meta.json", "v1"},
    {"sector-2kib/v1_1-c1.json", "sector-2kib/meta.json", "v1_1"},
    {"sector-2kib/synth-c1.json", "sector-2kib/meta.json", "synth"},
    {"sector-2kib/ni-c1.json", "sector-2kib/meta.json", "ni"},
    {"sector-8mib/v1_1-c1.json", "sector-8mib/meta.json", NULL},
    {"sector-512mib/c1.json", "sector-512mib/meta.json", NULL},
};

void sample_c1_decode(struct porep_c1 *out, const struct sample_c1 *sample)
{
    size_t n;
    char *text = vec_text(test_vector_path(sample->file), &n);
    CHECK_OK(porep_c1_decode(out, text, n, sample->file));
    mem_free(text);
}

vec_json sample_c1_meta(vec_json *file, const struct sample_c1 *sample)
{
    *file = vec_load(sample->meta);
    return sample->tag ? vec_get(*file, sample->tag) : *file;
}
