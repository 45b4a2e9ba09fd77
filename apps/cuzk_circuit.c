/* cuzk circuit: counts, densities and digests, with the field names of the reference records. */
#include "apps/cli.h"

#include "apps/job_args.h"
#include "base/bytes.h"
#include "base/mem.h"
#include "filecoin/circuit.h"
#include "math/codec.h"
#include "r1cs/shape.h"
#include <stdio.h>
#include <string.h>

#define CHECKPOINTS_SMALL 65536u
#define CHECKPOINTS_LARGE 1048576u /* from 32 GiB on */

struct args {
    struct job_args job;
    const char *kind, *size, *vanilla;
    uint64_t threads, partition;
};

static status add_checkpoint(void *ctx, uint64_t rows, const uint8_t hash8[8])
{
    struct json_writer *w = ctx;
    json_put_array(w);
    json_put_u64(w, rows);
    json_put_hex(w, hash8, 8);
    json_put_array_end(w);
    return ST_OK;
}

static void put_density(struct json_writer *w, const struct shape *s)
{
    json_put_key(w, "density");
    json_put_object(w);
    json_add_u64(w, "a_inputs", s->n_a_inputs);
    json_add_u64(w, "a_aux", s->n_a_aux);
    json_add_hex(w, "a_aux_bitmap_sha256", s->a_aux_sha256, 32);
    json_add_u64(w, "b_inputs", s->n_b_inputs);
    json_add_hex(w, "b_inputs_bitmap_sha256", s->b_inputs_sha256, 32);
    json_add_u64(w, "b_aux", s->n_b_aux);
    json_add_hex(w, "b_aux_bitmap_sha256", s->b_aux_sha256, 32);
    json_put_object_end(w);
}

static status put_shape(struct json_writer *w, enum circuit_kind kind,
                        const struct sector_size *size, const struct circuit *c)
{
    char name[CIRCUIT_ID_MAX], id[CIRCUIT_ID_MAX], text[CIRCUIT_TEXT_MAX];
    struct shape s;
    struct circuit_size n = circuit_size(c);
    circuit_short_name(name, kind, size);
    TRY(circuit_identifier(id, kind, size));
    TRY(circuit_parameter_text(text, kind, size));
    json_add_string(w, "name", name);
    json_add_string(w, "cache_identifier", id);
    json_add_string(w, "parameter_set_identifier", text);
    json_put_key(w, "checkpoints");
    json_put_array(w);
    uint64_t every = size->bytes >> 30 >= 32 ? CHECKPOINTS_LARGE : CHECKPOINTS_SMALL;
    TRY(shape_compute(&s, c, every, add_checkpoint, w));
    json_put_array_end(w);
    json_add_u64(w, "num_inputs", n.n_inputs);
    json_add_u64(w, "num_aux", n.n_aux);
    json_add_u64(w, "num_constraints", n.n_constraints);
    json_add_u64(w, "nnz_a", s.nnz[0]);
    json_add_u64(w, "nnz_b", s.nnz[1]);
    json_add_u64(w, "nnz_c", s.nnz[2]);
    json_add_hex(w, "constraints_sha256", s.constraints_sha256, 32);
    put_density(w, &s);
    json_add_u64(w, "domain_log2", circuit_domain_log2(c));
    json_add_u64(w, "bit_variables", n.n_bits);
    json_add_u64(w, "field_variables", n.n_fields);
    json_add_u64(w, "blocks", n.n_blocks);
    json_add_u64(w, "distinct_coefficients", n.n_coefficients);
    json_add_u64(w, "description_bytes", n.description_bytes);
    return ST_OK;
}

static status put_witness(struct json_writer *w, const struct circuit *c, const struct witness *z)
{
    struct witness_digest d;
    size_t unsatisfied, first;
    TRY(witness_digest_compute(&d, c, z));
    TRY(circuit_count_unsatisfied(c, z, &unsatisfied, &first));
    json_put_key(w, "inputs_le_hex");
    json_put_array(w);
    for (size_t i = 0; i < circuit_size(c).n_inputs; i++) {
        uint8_t bytes[32];
        fr_to_le(bytes, &z->inputs[i]);
        json_put_hex(w, bytes, sizeof bytes);
    }
    json_put_array_end(w);
    json_put_key(w, "witness");
    json_put_object(w);
    json_add_hex(w, "inputs_sha256", d.inputs_sha256, 32);
    json_add_hex(w, "aux_sha256", d.aux_sha256, 32);
    json_add_u64(w, "aux_zero_or_one", d.aux_zero_or_one);
    json_add_u64(w, "unsatisfied", unsatisfied);
    json_put_key(w, "first_unsatisfied");
    if (unsatisfied)
        json_put_u64(w, first);
    else
        json_put_null(w);
    json_put_object_end(w);
    return ST_OK;
}

static status describe(const struct args *a, enum circuit_kind kind, const struct sector_size *size)
{
    struct circuit *c = NULL;
    struct json_writer *w = NULL;
    struct pool *pool = NULL;
    struct job *job = NULL;
    struct witness z = {0};
    status st = ST_OK;
    TRY_OUT(pool_create(&pool, (unsigned)a->threads));
    TRY_OUT(json_writer_create(&w, JSON_PRETTY));
    TRY_OUT(filecoin_circuit_create(&c, kind, size));
    json_put_object(w);
    TRY_OUT(put_shape(w, kind, size, c));
    if (a->vanilla) {
        struct job_args from = a->job;
        from.c1 = a->vanilla;
        from.vanilla = a->vanilla;
        TRY_OUT(job_open(&job, kind, &from, pool));
        if (job_sector(job) != size)
            FAIL_OUT(ST_ARG, "%s is of a %s sector, the circuit of %s", a->vanilla,
                     job_sector(job)->label, size->label);
        TRY_OUT(witness_create(&z, c));
        TRY_OUT(job_fill(job, a->partition, c, &z, pool, NULL));
        TRY_OUT(put_witness(w, c, &z));
    }
    json_put_object_end(w);
    st = print_json(w);
out:
    witness_fini(&z);
    job_destroy(job);
    json_writer_destroy(w);
    circuit_destroy(c);
    pool_destroy(pool);
    return st;
}

status verb_circuit(int argc, char **argv)
{
    struct args a = {.kind = "porep"};
    const struct option_def options[] = {
        {"kind", 'k', OPTION_TEXT, &a.kind, "KIND", "porep (default), winning, window, update"},
        {"size", 's', OPTION_TEXT, &a.size, "SIZE", "sector size: 2KiB, 8MiB, .. 64GiB"},
        {"vanilla", 0, OPTION_TEXT, &a.vanilla, "FILE", "fill a witness from this vanilla proof"},
        {"partition", 'p', OPTION_NUMBER, &a.partition, "N", "partition of it (default 0)"},
        {"registered-proof", 0, OPTION_NUMBER, &a.job.registered_proof, "N",
         "PoSt: number of the registered proof"},
        {"randomness", 0, OPTION_TEXT, &a.job.randomness, "HEX", "PoSt: 32 bytes"},
        {"threads", 't', OPTION_NUMBER, &a.threads, "N", "threads (default: all processors)"},
    };
    const struct usage u = {
        "cuzk circuit", "--size SIZE [options]",
        "Prints a circuit's counts, densities and digests as JSON, and with --vanilla the\n"
        "digests and public inputs of a witness.",
        options, sizeof options / sizeof *options};
    enum circuit_kind kind;
    const struct sector_size *size;
    int operand;
    bool help;
    TRY(options_parse(&u, argc, argv, &operand, &help));
    if (help) {
        options_help(&u);
        return ST_OK;
    }
    if (operand < argc) FAIL(ST_ARG, "unexpected argument \"%s\"", argv[operand]);
    if (!a.size) FAIL(ST_ARG, "--size is missing");
    TRY(parse_kind(&kind, a.kind));
    TRY(parse_size(&size, a.size));
    return describe(&a, kind, size);
}
