#include "tests/harness.h"

#include "base/bytes.h"
#include "base/json.h"
#include "filecoin/sparse_sector.h"
#include "hash/sha256.h"
#include <string.h>

/* SHA-256 of the files of ../shared/fixtures/sector-512mib, -32gib, -64gib, as their READMEs give
 * them (tests/vectors has no copy: tens of MB). */
static void c1_equals(uint64_t value, uint64_t bytes, const char *digest)
{
    struct sparse_input in;
    struct sparse_sector s = {.layers = 0};
    struct porep_c1 c1 = {.proof = NULL};
    struct json_writer *w;
    struct pool *pool;
    const char *text;
    char hex[65];
    uint8_t found[32];
    size_t n;
    CHECK_OK(pool_create(&pool, 2));
    sparse_input_init(&in, seal_proof_of_value(value), 1000, 1000001);
    CHECK_OK(sparse_sector_create(&s, &in, pool, NULL));
    CHECK_OK(sparse_porep_prove(&c1, &s));
    CHECK_OK(porep_c1_check(&c1, &in.owner, pool, NULL));
    CHECK_OK(json_writer_create(&w, JSON_COMPACT));
    porep_c1_encode(w, &c1);
    CHECK_OK(json_writer_text(w, &text, &n));
    sha256(found, text, n);
    hex_encode(hex, found, 32);
    CHECK_MSG(n == bytes, "wanted %zu bytes, found %zu", (size_t)bytes, n);
    CHECK_MSG(strcmp(hex, digest) == 0, "wanted %s, found %s", digest, hex);
    json_writer_destroy(w);
    porep_c1_fini(&c1);
    sparse_sector_fini(&s);
    pool_destroy(pool);
}

TEST(sparse, the_512mib_c1_equals_the_published)
{
    c1_equals(7, 267811, "e7596c944c25e83386026686f52c5d62f6c2c782473c2d06e1cfce3fbd8f0238");
}

TEST(slow, the_sparse_32gib_c1_equals_the_published)
{
    c1_equals(8, 38400594, "39295c4e7d3d8472fb9cfb52c7f389ce12ddda31d0f539d217ebf05679a72140");
}

TEST(slow, the_sparse_64gib_c1_equals_the_published)
{
    c1_equals(9, 39122993, "d5747a68937a3503bb0860ddc29e7064edfb5f135f6c457797df772a9a8595ba");
}
