#include "filecoin/graph.h"

#include "base/bytes.h"
#include "filecoin/chacha.h"
#include "hash/sha256.h"
#include <string.h>

/* ---- BLAKE2b of 16 bytes ----
 * One compression (RFC 7693). Through a library each costs several times as much, and a node takes
 * some fifty. */

static const uint64_t blake2b_iv[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                       0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                       0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

static const uint8_t blake2b_sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static inline uint64_t rotate_right(uint64_t x, unsigned n)
{
    return x >> n | x << (64 - n);
}

static inline void mix(uint64_t *v, unsigned a, unsigned b, unsigned c, unsigned d, uint64_t x,
                       uint64_t y)
{
    v[a] += v[b] + x, v[d] = rotate_right(v[d] ^ v[a], 32);
    v[c] += v[d], v[b] = rotate_right(v[b] ^ v[c], 24);
    v[a] += v[b] + y, v[d] = rotate_right(v[d] ^ v[a], 16);
    v[c] += v[d], v[b] = rotate_right(v[b] ^ v[c], 63);
}

/* First 8 bytes, big-endian, of BLAKE2b-512 of x and y, both 8 bytes big-endian. */
static uint64_t blake2b_of_pair(uint64_t x, uint64_t y)
{
    const uint64_t parameters = 0x01010040; /* 64 bytes of digest, no key */
    uint64_t m[16] = {__builtin_bswap64(x), __builtin_bswap64(y)}, v[16];
    uint64_t h0 = blake2b_iv[0] ^ parameters;
    memcpy(v, blake2b_iv, sizeof blake2b_iv);
    memcpy(v + 8, blake2b_iv, sizeof blake2b_iv);
    v[0] = h0;
    v[12] ^= 16; /* bytes so far */
    v[14] = ~v[14];
#pragma GCC unroll 12 /* the schedule and the zero words become constants */
    for (unsigned r = 0; r < 12; r++) {
        const uint8_t *s = blake2b_sigma[r % 10];
        mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    return __builtin_bswap64(h0 ^ v[0] ^ v[8]);
}

/* ---- Feistel permutation ---- */

void feistel_init(struct feistel *f, uint64_t n_elements, const uint64_t keys[4])
{
    f->n_elements = n_elements;
    memcpy(f->keys, keys, sizeof f->keys);
    f->half_bits = 1;
    while (f->half_bits < 31 && (uint64_t)1 << (2 * f->half_bits) < n_elements)
        f->half_bits++;
    f->right_mask = ((uint64_t)1 << f->half_bits) - 1;
}

static uint64_t feistel_once(const struct feistel *f, uint64_t index)
{
    uint64_t left = index >> f->half_bits, right = index & f->right_mask;
    for (unsigned k = 0; k < 3; k++) {
        uint64_t next = left ^ (blake2b_of_pair(right, f->keys[k]) & f->right_mask);
        left = right;
        right = next;
    }
    return left << f->half_bits | right;
}

uint64_t feistel_permute(const struct feistel *f, uint64_t index)
{
    do
        index = feistel_once(f, index);
    while (index >= f->n_elements);
    return index;
}

/* ---- the graph ---- */

static void derive_seed(uint8_t out[32], const char *tag, const uint8_t porep_id[32])
{
    struct sha256 h;
    sha256_init(&h);
    sha256_update(&h, tag, strlen(tag));
    sha256_update(&h, porep_id, 32);
    sha256_final(&h, out);
}

void graph_init(struct graph *g, uint64_t nodes, const uint8_t porep_id[32], enum api_version api)
{
    uint8_t seed[32];
    uint64_t keys[4];
    g->nodes = nodes;
    g->api = api;
    derive_seed(seed, "Filecoin_DRSample", porep_id);
    memcpy(g->drg_seed, seed, sizeof g->drg_seed);
    derive_seed(seed, "Filecoin_Feistel", porep_id);
    for (unsigned i = 0; i < 4; i++)
        keys[i] = load_u64_le(seed + 8 * i);
    feistel_init(&g->expander, nodes * POREP_EXPANDER_PARENTS, keys);
}

/* Bucket sampling: the node is five nodes of a metagraph, so that five parents are drawn for it. A
 * bucket holds the distances from 2^(k-1) to 2^k; the bucket is uniform, the distance uniform in
 * it.
 */
static uint32_t sample_parent(uint32_t node, uint64_t meta_node, uint64_t bucket_random,
                              uint64_t distance_random)
{
    /* ceil(log2(meta_node)): a multiple of 5 is no power of two */
    uint64_t n_buckets = 64 - (uint64_t)__builtin_clzll(meta_node);
    uint64_t largest = (uint64_t)1 << (bucket_random % n_buckets + 1);
    if (largest > meta_node) largest = meta_node;
    uint64_t smallest = largest / 2 < 2 ? 2 : largest / 2;
    uint64_t distance = smallest + distance_random % (largest - smallest + 1);
    uint32_t parent = (uint32_t)((meta_node - distance) / (POREP_BASE_PARENTS - 1));
    return parent == node ? node - 1 : parent;
}

void graph_base_parents(const struct graph *g, uint32_t node, uint32_t out[POREP_BASE_PARENTS])
{
    enum { DRAWN = POREP_BASE_PARENTS - 1 };
    if (node < 2) {
        memset(out, 0, POREP_BASE_PARENTS * sizeof *out);
        return;
    }
    uint8_t key[32], stream[2 * CHACHA_BLOCK_BYTES]; /* 2 * DRAWN numbers of 8 bytes */
    memcpy(key, g->drg_seed, sizeof g->drg_seed);
    store_u32_le(key + sizeof g->drg_seed, node);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t tail[4] = {i};
        chacha_block(stream + CHACHA_BLOCK_BYTES * i, key, tail, 8);
    }
    bool old = g->api == API_1_0_0;
    uint32_t *drawn = old ? out : out + 1;
    for (size_t i = 0; i < DRAWN; i++)
        drawn[i] = sample_parent(node, (uint64_t)node * DRAWN, load_u64_le(stream + 16 * i),
                                 load_u64_le(stream + 16 * i + 8));
    out[old ? DRAWN : 0] = node - 1;
}

void graph_expander_parents(const struct graph *g, uint32_t node,
                            uint32_t out[POREP_EXPANDER_PARENTS])
{
    for (uint32_t i = 0; i < POREP_EXPANDER_PARENTS; i++) {
        uint64_t v = feistel_permute(&g->expander, (uint64_t)node * POREP_EXPANDER_PARENTS + i);
        if (g->api == API_1_0_0) v = (uint32_t)v;
        out[i] = (uint32_t)(v / POREP_EXPANDER_PARENTS);
    }
}

void graph_parents(const struct graph *g, uint32_t node, uint32_t out[POREP_PARENTS])
{
    graph_base_parents(g, node, out);
    graph_expander_parents(g, node, out + POREP_BASE_PARENTS);
}
