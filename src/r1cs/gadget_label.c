#include "r1cs/gadget_label.h"

#include "r1cs/gadget_sha256.h"
#include "r1cs/gadget_uint32.h"

#include <string.h>

num label_create(struct builder *b, const struct label_bits *replica_id, uint32_t layer,
                 const bit node[64], const struct label_bits *parents, size_t n_parents)
{
    /* replica id; layer and node, most significant bit first, filled up with zeros; parents */
    bit message[256 * (2 + LABEL_PARENTS)] = {{0}}, digest[256];
    memcpy(message, replica_id->b, sizeof replica_id->b);
    struct word layer_word = word_constant(layer);
    word_to_be(message + 256, &layer_word);
    for (size_t i = 0; i < 64; i++)
        message[256 + 32 + i] = node[63 - i];
    for (size_t i = 0; i < LABEL_PARENTS; i++)
        memcpy(message + 256 * (2 + i), parents[i % n_parents].b, sizeof parents[0].b);
    sha256_bits(b, digest, message, sizeof message / sizeof message[0]);
    return sha256_digest_to_num(b, digest);
}
