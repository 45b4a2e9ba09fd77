/* Vanilla proofs of a sector update: whatever the bytes, decoding, checking and the advice end in a
 * status; what decodes encodes to the same bytes.
 *
 * Input: registered proof, h, number of partition proofs less one, comm_r_old, comm_r_new,
 * comm_d_new, then the partition proofs, which share the rest evenly. With all partitions of the
 * size they are a request; with fewer they are decoded and checked as the first ones. */
#include "filecoin/update_check.h"
#include "filecoin/update_job.h"
#include "filecoin/vanilla_encode.h"
#include "base/mem.h"
#include "math/codec.h"
#include <string.h>

#define HEAD           (3 + 3 * NODE_BYTES)
#define MAX_PARTITIONS 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void check_same(const struct update_vanilla *v, const struct blob *blobs)
{
    uint8_t *bytes;
    for (uint32_t p = 0; p < v->n_partitions; p++) {
        MUST(blobs[p].n == update_vanilla_bytes(v->proof));
        if (MEM_NEW(bytes, blobs[p].n) != ST_OK) return;
        update_vanilla_encode(bytes, v, p);
        MUST(memcmp(bytes, blobs[p].data, blobs[p].n) == 0);
        mem_free(bytes);
    }
}

static void use(const struct update_vanilla *v, const struct update_statement *s)
{
    struct update_advice a;
    fr inputs[UPDATE_N_INPUTS];
    MUST(update_public_inputs(inputs, s, v->n_partitions - 1) == ST_OK);
    if (update_advice_create(&a, v, s, v->n_partitions - 1, NULL) == ST_OK) update_advice_fini(&a);
}

static status some_partitions(const struct update_proof *proof, const struct update_request *r)
{
    struct update_vanilla v = {0};
    struct update_statement s = {.proof = proof};
    status st = ST_OK;
    TRY(update_h_index(&s.h_index, proof->sector, r->h));
    TRY(fr_int_from_le(&s.comm_r_old, r->comm_r_old.data));
    TRY(fr_int_from_le(&s.comm_r_new, r->comm_r_new.data));
    TRY(fr_int_from_le(&s.comm_d_new, r->comm_d_new.data));
    TRY_OUT(update_vanilla_decode(&v, proof, r->vanilla, r->n_vanilla, NULL, NULL));
    check_same(&v, r->vanilla);
    use(&v, &s); /* also of what does not check */
    TRY_OUT(update_check(&v, &s, NULL, NULL));
out:
    update_vanilla_fini(&v);
    return st;
}

static status request(const struct update_request *r)
{
    struct update_job job;
    TRY(update_job_init(&job, r, NULL, NULL));
    check_same(&job.vanilla, r->vanilla);
    use(&job.vanilla, &job.statement);
    update_job_fini(&job);
    return ST_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct blob blobs[MAX_PARTITIONS];
    if (n < HEAD) return 0;
    const struct update_proof *proof = update_proof_of_value(data[0]);
    if (!proof) return 0;
    size_t n_blobs = 1 + data[2] % MAX_PARTITIONS, each = (n - HEAD) / n_blobs;
    for (size_t i = 0; i < n_blobs; i++)
        blobs[i] = (struct blob){data + HEAD + i * each, each};
    struct update_request r = {.registered_proof = proof->value,
                               .comm_r_old = {data + 3, NODE_BYTES},
                               .comm_r_new = {data + 3 + NODE_BYTES, NODE_BYTES},
                               .comm_d_new = {data + 3 + 2 * NODE_BYTES, NODE_BYTES},
                               .h = data[1],
                               .vanilla = blobs,
                               .n_vanilla = n_blobs};
    status st = n_blobs < proof->partitions ? some_partitions(proof, &r) : request(&r);
    MUST(st == ST_OK || status_detail()[0] != '\0'); /* every error says why */
    return 0;
}
