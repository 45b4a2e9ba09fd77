/* Any bytes as proofs: what decodes encodes to the same bytes. */
#include "groth16/proof.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct proof p;
    uint8_t bytes[PROOF_BYTES];
    if (proofs_from_bytes(&p, 1, data, n) != ST_OK) return 0;
    proof_to_bytes(bytes, &p);
    MUST(n == PROOF_BYTES && memcmp(bytes, data, PROOF_BYTES) == 0);
    return 0;
}
