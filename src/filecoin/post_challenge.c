#include "filecoin/post_challenge.h"

#include "base/bytes.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include <string.h>

#define MAX_CHALLENGES POST_WINNING_CHALLENGES

/* The first 8 bytes of SHA-256(a, b), b of n bytes, little-endian. */
static uint64_t hash64(const uint8_t a[32], const uint8_t *b, size_t n)
{
    struct sha256 h;
    uint8_t digest[32];
    sha256_init(&h);
    sha256_update(&h, a, 32);
    sha256_update(&h, b, n);
    sha256_final(&h, digest);
    return load_u64_le(digest);
}

uint64_t post_leaf_challenge(const uint8_t randomness[32], uint64_t sector_id, uint64_t index,
                             uint64_t n_leaves)
{
    uint8_t tail[16];
    store_u64_le(tail, sector_id);
    store_u64_le(tail + 8, index);
    return hash64(randomness, tail, sizeof tail) % n_leaves;
}

uint64_t post_sector_challenge(const uint8_t prover_id[32], const uint8_t randomness[32],
                               uint64_t index, uint64_t n_sectors)
{
    uint8_t tail[40];
    memcpy(tail, randomness, 32);
    store_u64_le(tail + 32, index);
    return hash64(prover_id, tail, sizeof tail) % n_sectors;
}

uint64_t post_challenge_index(const struct post_proof *proof, size_t position, uint32_t k)
{
    return proof->api >= API_1_2_0 ? k : (uint64_t)position * proof->challenges + k;
}

void post_sector_leaves(uint64_t *leaves, const struct post_proof *proof,
                        const uint8_t randomness[32], uint64_t sector_id, size_t position)
{
    for (uint32_t k = 0; k < proof->challenges; k++)
        leaves[k] =
            post_leaf_challenge(randomness, sector_id, post_challenge_index(proof, position, k),
                                sector_nodes(proof->sector));
}

size_t post_n_partitions(const struct post_proof *proof, size_t n_sectors)
{
    return n_sectors / proof->sectors + (n_sectors % proof->sectors != 0);
}

size_t post_n_public_inputs(const struct post_proof *proof)
{
    return (size_t)proof->circuit_sectors * (1 + proof->circuit_challenges);
}

static status comm_r_of(fr *out, const struct post_public_sector *s)
{
    if (fr_from_le(out, s->comm_r) != ST_OK)
        return status_prefix(ST_FORMAT, "comm_r of sector %llu", (unsigned long long)s->id);
    return ST_OK;
}

static status winning_inputs(fr *out, const struct post_proof *proof, const uint8_t randomness[32],
                             const struct post_public_sector *sector)
{
    fr comm_r;
    uint64_t leaves[MAX_CHALLENGES];
    TRY(comm_r_of(&comm_r, sector));
    post_sector_leaves(leaves, proof, randomness, sector->id, 0);
    for (uint32_t k = 0; k < proof->challenges; k++) {
        *out++ = comm_r;
        fr_from_u64(out++, leaves[k]);
    }
    return ST_OK;
}

static status window_inputs(fr *out, const struct post_proof *proof, const uint8_t randomness[32],
                            const struct post_public_sector *sectors, size_t n_sectors,
                            size_t partition)
{
    size_t first = partition * proof->sectors, per_sector = 1 + proof->challenges;
    uint64_t leaves[MAX_CHALLENGES];
    for (uint32_t i = 0; i < proof->sectors; i++, out += per_sector) {
        if (first + i >= n_sectors) {
            memcpy(out, out - per_sector, per_sector * sizeof *out);
            continue;
        }
        const struct post_public_sector *s = &sectors[first + i];
        TRY(comm_r_of(&out[0], s));
        post_sector_leaves(leaves, proof, randomness, s->id, first + i);
        for (uint32_t k = 0; k < proof->challenges; k++)
            fr_from_u64(&out[1 + k], leaves[k]);
    }
    return ST_OK;
}

status post_public_inputs(fr *out, const struct post_proof *proof, const uint8_t randomness[32],
                          const struct post_public_sector *sectors, size_t n_sectors,
                          size_t partition)
{
    MUST(proof->challenges <= MAX_CHALLENGES);
    if (proof->kind == CIRCUIT_WINNING_POST && n_sectors != 1)
        FAIL(ST_ARG, "%s: wanted 1 sector, found %zu", proof->name, n_sectors);
    if (partition >= post_n_partitions(proof, n_sectors))
        FAIL(ST_ARG, "%s: wanted a partition below %zu (of %zu sectors), found %zu", proof->name,
             post_n_partitions(proof, n_sectors), n_sectors, partition);
    if (proof->kind == CIRCUIT_WINNING_POST) return winning_inputs(out, proof, randomness, sectors);
    return window_inputs(out, proof, randomness, sectors, n_sectors, partition);
}
