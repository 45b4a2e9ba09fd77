#include "tests/harness.h"

#include "base/mem.h"
#include "filecoin/circuit_porep.h"
#include "filecoin/porep_check.h"
#include "tests/shape_vectors.h"
#include "tests/vec_json.h"
#include <stdio.h>
#include <string.h>

static void check_porep(const char *label, const char *name)
{
    struct circuit *c;
    const struct sector_size *size = sector_size_of_label(label);
    CHECK(size != NULL);
    CHECK_OK(porep_circuit_create(&c, size));
    CHECK(circuit_size(c).description_bytes < (size_t)12 << 20);
    check_shape(name, c);
    circuit_destroy(c);
}

TEST(porep, shape_2kib)
{
    check_porep("2KiB", "porep-2kib");
}
TEST(porep, shape_4kib)
{
    check_porep("4KiB", "porep-4kib");
}
TEST(porep, shape_16kib)
{
    check_porep("16KiB", "porep-16kib");
}
TEST(porep, shape_32kib)
{
    check_porep("32KiB", "porep-32kib");
}
TEST(porep, shape_8mib)
{
    check_porep("8MiB", "porep-8mib");
}
TEST(porep, shape_16mib)
{
    check_porep("16MiB", "porep-16mib");
}
TEST(porep, shape_512mib)
{
    check_porep("512MiB", "porep-512mib");
}
TEST(porep, shape_1gib)
{
    check_porep("1GiB", "porep-1gib");
}
TEST(shapes, porep_32gib)
{
    check_porep("32GiB", "porep-32gib");
}
TEST(shapes, porep_64gib)
{
    check_porep("64GiB", "porep-64gib");
}

/* Witness and public inputs of one partition of a C1 file. */
static void check_c1_witness(const char *vector, size_t partition, const char *name)
{
    size_t n;
    char *json = vec_text(test_vector_path(vector), &n);
    struct porep_c1 c1 = {0};
    struct porep_advice a;
    struct circuit *c;
    struct witness w;
    struct pool *pool;
    size_t bad;
    CHECK_OK(porep_c1_decode(&c1, json, n, vector));
    CHECK_OK(pool_create(&pool, 2));
    CHECK_OK(porep_circuit_create(&c, c1.proof->sector));
    CHECK_OK(porep_advice_create(&a, &c1, partition));
    CHECK(a.n_bits == circuit_size(c).n_advice_bits);
    CHECK(a.n_fields == circuit_size(c).n_advice_fields);
    CHECK_OK(witness_create(&w, c));
    struct advice advice = {.bits = a.bits, .fields = a.fields};
    CHECK_OK(circuit_fill(c, &advice, &w, pool, NULL));
    check_witness(name, c, &w);
    CHECK_OK(circuit_count_unsatisfied(c, &w, &bad, NULL));
    CHECK(bad == 0);

    /* The public inputs follow from the statement alone. */
    fr inputs[512];
    struct porep_statement statement;
    porep_statement_of_c1(&statement, &c1);
    size_t n_inputs = porep_n_public_inputs(c1.proof);
    CHECK(n_inputs + 1 == circuit_size(c).n_inputs && n_inputs <= 512);
    CHECK_OK(porep_public_inputs(inputs, &statement, (uint32_t)partition));
    for (size_t i = 0; i < n_inputs; i++)
        CHECK(fr_eq(&inputs[i], &w.inputs[i + 1]));

    witness_fini(&w);
    porep_advice_fini(&a);
    circuit_destroy(c);
    pool_destroy(pool);
    porep_c1_fini(&c1);
    mem_free(json);
}

TEST(porep, witness_v1_1)
{
    check_c1_witness("demo/c1-2kib.json", 0, "sector-2kib/v1_1-porep-p0");
}
TEST(porep, witness_v1)
{
    check_c1_witness("sector-2kib/v1-c1.json", 0, "sector-2kib/v1-porep-p0");
}
TEST(porep, witness_synthetic)
{
    check_c1_witness("sector-2kib/synth-c1.json", 0, "sector-2kib/synth-porep-p0");
}
TEST(porep, witness_non_interactive_first)
{
    check_c1_witness("sector-2kib/ni-c1.json", 0, "sector-2kib/ni-porep-p0");
}
TEST(porep, witness_non_interactive_last)
{
    check_c1_witness("sector-2kib/ni-c1.json", 12, "sector-2kib/ni-porep-p12");
}
TEST(porep, witness_8mib)
{
    check_c1_witness("sector-8mib/v1_1-c1.json", 0, "sector-8mib/v1_1-porep-p0");
}
TEST(porep, witness_512mib)
{
    check_c1_witness("sector-512mib/c1.json", 0, "sector-512mib/porep-512mib-partition0");
}
