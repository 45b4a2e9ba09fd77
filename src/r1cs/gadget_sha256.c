/* The compression follows FIPS 180-4, section 6.2.2, in the reference's order of operations:
 *
 * - the message schedule first;
 * - in every round S1, ch, then S0, maj; the sums for the new e and a are not made in their round
 *   but where the next round first needs them (or at the end together with the old state), so that
 *   every sum is one addition of many words: d + h + S1 + ch + k + w for e, and with S0 + maj for
 *   a; the new e is made before S1, the new a before S0;
 * - one sum_check over the whole compression. */
#include "r1cs/gadget_sha256.h"

#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_num.h"
#include "r1cs/gadget_pack.h"
#include "r1cs/gadget_uint32.h"

#include <string.h>

static const uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static const uint32_t initial_state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* Words whose sum is wanted; one that is alone is not added to anything. */
struct pending {
    struct word w[10];
    size_t n;
};

static struct word pending_sum(struct sum_check *sums, const struct pending *p)
{
    return p->n == 1 ? p->w[0] : word_add_many(sums, p->w, p->n);
}

/* The xor of three words given by rotations of w; the third is a shift if `shift`. */
static struct word sigma(struct builder *b, const struct word *w, unsigned r1, unsigned r2,
                         unsigned r3, bool shift)
{
    struct word x = word_rotr(w, r1), y = word_rotr(w, r2);
    struct word z = shift ? word_shr(w, r3) : word_rotr(w, r3);
    struct word t = word_xor(b, &x, &y);
    return word_xor(b, &t, &z);
}

static void schedule(struct builder *b, struct sum_check *sums, struct word w[64])
{
    for (size_t i = 16; i < 64; i++) {
        struct word s0 = sigma(b, &w[i - 15], 7, 18, 3, true);
        struct word s1 = sigma(b, &w[i - 2], 17, 19, 10, true);
        struct word terms[4] = {w[i - 16], s0, w[i - 7], s1};
        w[i] = word_add_many(sums, terms, 4);
    }
}

static void compress_words(struct builder *b, struct word state[8], struct word w[64])
{
    struct sum_check sums;
    sum_check_init(&sums, b);
    schedule(b, &sums, w);
    struct pending a = {{state[0]}, 1}, e = {{state[4]}, 1};
    struct word v[8]; /* b c d at 1..3, f g h at 5..7 */
    memcpy(v, state, sizeof v);
    for (size_t i = 0; i < 64; i++) {
        v[4] = pending_sum(&sums, &e);
        struct word s1 = sigma(b, &v[4], 6, 11, 25, false);
        struct word ch = word_ch(b, &v[4], &v[5], &v[6]);
        v[0] = pending_sum(&sums, &a);
        struct word s0 = sigma(b, &v[0], 2, 13, 22, false);
        struct word maj = word_maj(b, &v[0], &v[1], &v[2]);
        struct word t1[5] = {v[7], s1, ch, word_constant(round_constants[i]), w[i]};
        memcpy(e.w, t1, sizeof t1);
        e.w[5] = v[3];
        e.n = 6;
        memcpy(a.w, t1, sizeof t1);
        a.w[5] = s0;
        a.w[6] = maj;
        a.n = 7;
        memmove(v + 1, v, 7 * sizeof v[0]); /* a and e are set in the next round */
    }
    a.w[a.n++] = state[0];
    e.w[e.n++] = state[4];
    for (size_t i = 0; i < 8; i++) {
        struct word two[2] = {state[i], v[i]};
        if (i == 0)
            state[i] = pending_sum(&sums, &a);
        else if (i == 4)
            state[i] = pending_sum(&sums, &e);
        else
            state[i] = word_add_many(&sums, two, 2);
    }
    sum_check_finish(&sums);
}

/* bits_in: 512 of the message, 256 of the state. */
static void compress_body(struct builder *b, const void *params, const struct block_io *io)
{
    (void)params;
    struct word w[64], state[8];
    for (size_t i = 0; i < 16; i++)
        w[i] = word_from_be(io->bits_in + 32 * i);
    for (size_t i = 0; i < 8; i++)
        state[i] = word_from_be(io->bits_in + 512 + 32 * i);
    compress_words(b, state, w);
    for (size_t i = 0; i < 8; i++)
        word_to_be(io->bits_out + 32 * i, &state[i]);
}

void sha256_compress_bits(struct builder *b, bit state[256], const bit message[512])
{
    bit in[768];
    memcpy(in, message, 512 * sizeof in[0]);
    memcpy(in + 512, state, 256 * sizeof in[0]);
    struct block_io io = {.bits_in = in, .n_bits_in = 768, .bits_out = state, .n_bits_out = 256};
    bool all_constant = true;
    for (size_t i = 0; i < 768; i++)
        all_constant &= bit_is_constant(in[i]);
    if (all_constant) /* nothing is recorded: no block for it either */
        compress_body(b, NULL, &io);
    else
        builder_call(b, "sha256_compress", compress_body, NULL, 0, &io);
}

void sha256_bits(struct builder *b, bit digest[256], const bit *message, size_t n)
{
    if (n % 8 != 0) {
        builder_fail(b, ST_ARG, "sha256: %zu bits, wanted a multiple of 8", n);
        n = 0;
    }
    for (size_t i = 0; i < 8; i++) {
        struct word w = word_constant(initial_state[i]);
        word_to_be(digest + 32 * i, &w);
    }
    size_t n_padded = (n + 1 + 64 + 511) / 512 * 512;
    for (size_t at = 0; at < n_padded; at += 512) {
        bit block[512];
        for (size_t i = 0; i < 512; i++) {
            size_t k = at + i;
            if (k < n)
                block[i] = message[k];
            else if (k >= n_padded - 64) /* the length, most significant bit first */
                block[i] = bit_constant((uint64_t)n >> (n_padded - 1 - k) & 1);
            else
                block[i] = bit_constant(k == n);
        }
        sha256_compress_bits(b, digest, block);
    }
}

num sha256_digest_to_num(struct builder *b, const bit digest[256])
{
    bit bits[256];
    bits_reverse_bytes(bits, digest, 256);
    return num_pack_bits(b, bits, PACK_BITS);
}

static void hash_pair_body(struct builder *b, const void *params, const struct block_io *io)
{
    (void)params;
    bit message[512], digest[256];
    num_to_byte_string(b, message, io->nums_in[0]);
    num_to_byte_string(b, message + 256, io->nums_in[1]);
    sha256_bits(b, digest, message, 512);
    io->nums_out[0] = sha256_digest_to_num(b, digest);
}

num sha256_hash_pair(struct builder *b, num left, num right)
{
    num in[2] = {left, right}, out;
    builder_call(
        b, "sha256_hash_pair", hash_pair_body, NULL, 0,
        &(struct block_io){.nums_in = in, .n_nums_in = 2, .nums_out = &out, .n_nums_out = 1});
    return out;
}
