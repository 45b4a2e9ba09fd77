/* Vanilla proofs of a PoSt: whatever the bytes, decoding, checking and the advice end in a status.
 *
 * Input: registered proof, number of sector proofs less one, flags, 32 bytes of randomness, then
 * the sector proofs, which share the rest evenly. */
#include "filecoin/post_job.h"

#define HEAD        35
#define MAX_SECTORS 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void use(const struct post_job *job)
{
    struct post_advice a;
    fr inputs[2 * POST_WINNING_CHALLENGES];
    bool small = post_n_public_inputs(job->proof) <= sizeof inputs / sizeof *inputs;
    if (small && post_job_public_inputs(inputs, job, 0) != ST_OK) __builtin_trap();
    if (small && post_advice_create(&a, job, job->n_partitions - 1, NULL) == ST_OK)
        post_advice_fini(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct blob blobs[MAX_SECTORS];
    struct post_job job;
    if (n < HEAD) return 0;
    const struct post_proof *proof = post_proof_of_value(data[0]);
    if (!proof) return 0;
    size_t n_blobs = 1 + data[1] % MAX_SECTORS, each = (n - HEAD) / n_blobs;
    for (size_t i = 0; i < n_blobs; i++)
        blobs[i] = (struct blob){data + HEAD + i * each, each};
    struct post_request r = {.kind = proof->kind,
                             .registered_proof = proof->value,
                             .randomness = data + 3,
                             .randomness_bytes = 32,
                             .vanilla = blobs,
                             .n_vanilla = n_blobs,
                             .allow_zero_randomness = data[2] & 1,
                             .allow_any_order = data[2] & 2};
    if (post_job_init(&job, &r, NULL, NULL) == ST_OK) {
        use(&job);
        post_job_fini(&job);
    } else if (status_detail()[0] == '\0') {
        __builtin_trap(); /* every error says why */
    }
    return 0;
}
