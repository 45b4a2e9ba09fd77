#include "filecoin/porep.h"

#include "base/bytes.h"
#include "filecoin/chacha.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <string.h>

void prover_id_of_miner(uint8_t out[32], uint64_t miner)
{
    size_t n = 0;
    memset(out, 0, 32);
    do {
        out[n] = (uint8_t)(miner & 0x7f);
        miner >>= 7;
        if (miner) out[n] |= 0x80;
        n++;
    } while (miner);
}

void bytes_to_node(uint8_t out[32], const uint8_t in[32])
{
    memmove(out, in, 32);
    out[31] &= 0x3f;
}

void porep_replica_id(uint8_t out[32], const uint8_t prover_id[32], uint64_t sector,
                      const uint8_t ticket[32], const uint8_t comm_d[32],
                      const uint8_t porep_id[32])
{
    struct sha256 h;
    uint8_t sector_bytes[8];
    store_u64_be(sector_bytes, sector);
    sha256_init(&h);
    sha256_update(&h, prover_id, 32);
    sha256_update(&h, sector_bytes, sizeof sector_bytes);
    sha256_update(&h, ticket, 32);
    sha256_update(&h, comm_d, 32);
    sha256_update(&h, porep_id, 32);
    sha256_final(&h, out);
    bytes_to_node(out, out);
}

/* ---- challenges ---- */

/* A 256-bit little-endian number mod (nodes - 1), plus 1. */
static uint32_t challenge_of(const uint8_t number[32], uint64_t nodes)
{
    uint64_t r = 0;
    for (int i = 7; i >= 0; i--)
        r = (r << 32 | load_u32_le(number + 4 * i)) % (nodes - 1);
    return (uint32_t)r + 1;
}

/* SHA-256 of what all challenges have in front, then the challenge's number. */
static uint32_t hashed_challenge(const struct sha256 *prefix, uint32_t number, uint64_t nodes)
{
    struct sha256 h = *prefix;
    uint8_t number_bytes[4], digest[32];
    store_u32_le(number_bytes, number);
    sha256_update(&h, number_bytes, sizeof number_bytes);
    sha256_final(&h, digest);
    return challenge_of(digest, nodes);
}

/* BLAKE2b-256 of two strings of 32 bytes, keyed. */
static status keyed_blake2b(uint8_t out[32], const char *key, const uint8_t a[32],
                            const uint8_t b[32])
{
    size_t size = 32, n;
    OSSL_PARAM params[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                           OSSL_PARAM_construct_end()};
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "BLAKE2BMAC", NULL);
    EVP_MAC_CTX *ctx = mac ? EVP_MAC_CTX_new(mac) : NULL;
    bool ok = ctx && EVP_MAC_init(ctx, (const unsigned char *)key, strlen(key), params) == 1 &&
              EVP_MAC_update(ctx, a, 32) == 1 && EVP_MAC_update(ctx, b, 32) == 1 &&
              EVP_MAC_final(ctx, out, &n, 32) == 1 && n == 32;
    EVP_MAC_CTX_free(ctx);
    EVP_MAC_free(mac);
    if (!ok) FAIL(ST_NOMEM, "keyed BLAKE2b: libcrypto failed");
    return ST_OK;
}

/* A stream of ChaCha20 (RFC 8439) read at any place. */
struct synthetic_stream {
    uint8_t key[32];
    uint32_t block; /* in buf; UINT32_MAX: none */
    uint8_t buf[CHACHA_BLOCK_BYTES];
};

static status stream_init(struct synthetic_stream *s, const char *use, const uint8_t a[32],
                          const uint8_t b[32])
{
    s->block = UINT32_MAX;
    return keyed_blake2b(s->key, use, a, b);
}

/* n bytes at offset, which do not cross a block. */
static const uint8_t *stream_at(struct synthetic_stream *s, uint32_t offset)
{
    static const uint8_t nonce[12] = "synth-porep";
    uint32_t block = offset / CHACHA_BLOCK_BYTES;
    if (s->block != block) {
        const uint32_t tail[4] = {block, load_u32_le(nonce), load_u32_le(nonce + 4),
                                  load_u32_le(nonce + 8)};
        chacha_block(s->buf, s->key, tail, 20);
        s->block = block;
    }
    return s->buf + offset % CHACHA_BLOCK_BYTES;
}

uint32_t porep_synthetic_set_size(const struct seal_proof *proof)
{
    uint64_t nodes = sector_nodes(proof->sector);
    return nodes < 1u << 18 ? (uint32_t)nodes : 1u << 18;
}

static status set_stream_init(struct synthetic_stream *set, const struct porep_statement *s)
{
    return stream_init(set, "filecoin.io|PoRep|1|Synthetic|1|Generation", s->replica_id, s->comm_r);
}

static uint32_t set_element(struct synthetic_stream *set, uint32_t i, uint64_t nodes)
{
    return challenge_of(stream_at(set, 32 * i), nodes);
}

status porep_synthetic_set(uint32_t *out, const struct porep_statement *s, uint32_t first,
                           uint32_t n)
{
    struct synthetic_stream set;
    uint32_t size = porep_synthetic_set_size(s->proof);
    if (first > size || n > size - first)
        FAIL(ST_ARG, "synthetic challenges: wanted some of %u, found %u from %u", size, n, first);
    TRY(set_stream_init(&set, s));
    for (uint32_t i = 0; i < n; i++)
        out[i] = set_element(&set, first + i, sector_nodes(s->proof->sector));
    return ST_OK;
}

status porep_synthetic_indices(uint32_t *out, const struct porep_statement *s, uint32_t partition)
{
    struct synthetic_stream selection;
    uint32_t n = s->proof->challenges;
    TRY(stream_init(&selection, "filecoin.io|PoRep|1|Synthetic|1|Selection", s->replica_id,
                    s->seed));
    for (uint32_t i = 0; i < n; i++)
        out[i] = load_u32_le(stream_at(&selection, 4 * (partition * n + i))) %
                 porep_synthetic_set_size(s->proof);
    return ST_OK;
}

status porep_challenges(uint32_t *out, const struct porep_statement *s, uint32_t partition)
{
    static const char non_interactive[] = "filecoin.io|PoRep|1|NonInteractive|1";
    uint64_t nodes = sector_nodes(s->proof->sector);
    uint32_t n = s->proof->challenges;
    if (partition >= s->proof->partitions)
        FAIL(ST_ARG, "partition: wanted one below %u, found %u", s->proof->partitions, partition);
    if (s->proof->challenge_kind == POREP_SYNTHETIC) {
        struct synthetic_stream set;
        TRY(set_stream_init(&set, s));
        TRY(porep_synthetic_indices(out, s, partition));
        for (uint32_t i = 0; i < n; i++)
            out[i] = set_element(&set, out[i], nodes);
        return ST_OK;
    }
    struct sha256 prefix;
    sha256_init(&prefix);
    if (s->proof->challenge_kind == POREP_INTERACTIVE) {
        sha256_update(&prefix, s->replica_id, 32);
        sha256_update(&prefix, s->seed, 32);
    } else {
        sha256_update(&prefix, non_interactive, sizeof non_interactive - 1);
        sha256_update(&prefix, s->replica_id, 32);
        sha256_update(&prefix, s->comm_r, 32);
    }
    for (uint32_t i = 0; i < n; i++)
        out[i] = hashed_challenge(&prefix, partition * n + i, nodes);
    return ST_OK;
}

/* ---- public inputs ---- */

#define INPUTS_PER_CHALLENGE (1 + POREP_PARENTS + 3)
#define MAX_CHALLENGES       18

size_t porep_n_public_inputs(const struct seal_proof *proof)
{
    return 3 + (size_t)proof->challenges * INPUTS_PER_CHALLENGE;
}

status porep_public_inputs(fr *out, const struct porep_statement *s, uint32_t partition)
{
    uint32_t challenges[MAX_CHALLENGES];
    struct graph g;
    MUST(s->proof->challenges <= MAX_CHALLENGES);
    TRY(porep_challenges(challenges, s, partition));
    TRY(fr_from_le(&out[0], s->replica_id));
    TRY(fr_from_le(&out[1], s->comm_d));
    TRY(fr_from_le(&out[2], s->comm_r));
    out += 3;
    graph_init(&g, sector_nodes(s->proof->sector), s->proof->porep_id, s->proof->api);
    for (uint32_t i = 0; i < s->proof->challenges; i++) {
        uint32_t parents[POREP_PARENTS];
        fr node;
        graph_parents(&g, challenges[i], parents);
        fr_from_u64(&node, challenges[i]);
        *out++ = node;
        for (size_t p = 0; p < POREP_PARENTS; p++)
            fr_from_u64(out++, parents[p]);
        for (size_t k = 0; k < 3; k++)
            *out++ = node;
    }
    return ST_OK;
}
