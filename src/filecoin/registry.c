#include "filecoin/registry.h"

#include "base/bytes.h"
#include "hash/sha256.h"
#include <stdio.h>
#include <string.h>

/* PoRep at test and at production sizes. */
#define TEST_POREP                                                                                 \
    .layers = 2, .porep_challenges = 2, .porep_partitions = 1, .porep_ni_partitions = 13,          \
    .porep_min_challenges = 2, .porep_ni_min_challenges = 26
#define REAL_POREP                                                                                 \
    .layers = 11, .porep_challenges = 18, .porep_partitions = 10, .porep_ni_partitions = 126,      \
    .porep_min_challenges = 176, .porep_ni_min_challenges = 2253
#define WINDOW_SECTORS(n) .window_post_sectors = (n)

/* The update: how many high bits of a challenge select its rho (h), and how many nodes of tree D
 * the circuit builds itself (the leaves of the apex). */
#define SMALL_HS .update_hs = {1, 1, 1, 1, 1, 1}, .update_h_default = 1
#define REAL_HS  .update_hs = {7, 8, 9, 10, 11, 12}, .update_h_default = 10
#define UPDATE(partitions_, challenges_, apex_)                                                    \
    .update_partitions = (partitions_), .update_challenges = (challenges_),                        \
    .update_apex_leaves = (apex_)

/* clang-format off */
static const struct sector_size sizes[REGISTRY_N_SECTOR_SIZES] = {
    {"2KiB", 1ull << 11, 6, {8, 0, 0}, TEST_POREP, WINDOW_SECTORS(2),
     UPDATE(1, 10, 8), SMALL_HS},
    {"4KiB", 1ull << 12, 7, {8, 2, 0}, TEST_POREP, WINDOW_SECTORS(2),
     UPDATE(1, 10, 8), SMALL_HS},
    {"16KiB", 1ull << 14, 9, {8, 8, 0}, TEST_POREP, WINDOW_SECTORS(2),
     UPDATE(2, 10, 128), SMALL_HS},
    {"32KiB", 1ull << 15, 10, {8, 8, 2}, TEST_POREP, WINDOW_SECTORS(2),
     UPDATE(2, 10, 128), SMALL_HS},
    {"8MiB", 1ull << 23, 18, {8, 0, 0}, TEST_POREP, WINDOW_SECTORS(2),
     UPDATE(4, 10, 128), REAL_HS},
    {"16MiB", 1ull << 24, 19, {8, 2, 0}, TEST_POREP, WINDOW_SECTORS(2),
     UPDATE(4, 10, 128), REAL_HS},
    {"512MiB", 1ull << 29, 24, {8, 0, 0}, TEST_POREP, WINDOW_SECTORS(2),
     UPDATE(16, 86, 128), REAL_HS},
    {"1GiB", 1ull << 30, 25, {8, 2, 0}, TEST_POREP, WINDOW_SECTORS(2)},
    {"32GiB", 1ull << 35, 30, {8, 8, 0}, REAL_POREP, WINDOW_SECTORS(2349),
     UPDATE(16, 86, 128), REAL_HS},
    {"64GiB", 1ull << 36, 31, {8, 8, 2}, REAL_POREP, WINDOW_SECTORS(2300),
     UPDATE(16, 86, 128), REAL_HS},
};
/* clang-format on */
enum { S_2KIB = 0, S_8MIB = 4, S_512MIB = 6, S_32GIB = 8, S_64GIB = 9 }; /* the registered ones */

/* A proof's partitions, challenges of each, and the least number of challenges there may be. */
#define TEST    1, 2, 2
#define TEST_NI 13, 2, 26
#define REAL    10, 18, 176
#define REAL_NI 126, 18, 2253

/* The porep id is the proof's number as u64 little-endian, then (the nonce) zeros. */
#define SEAL(value_, name_, size_, api_, kind_, ...)                                               \
    SEAL_ROW(value_, name_, size_, api_, kind_, __VA_ARGS__)
#define SEAL_ROW(value_, name_, size_, api_, kind_, partitions_, challenges_, min_)                \
    {                                                                                              \
        .value = (value_), .name = (name_), .sector = &sizes[size_], .api = (api_),                \
        .challenge_kind = (kind_), .partitions = (partitions_), .challenges = (challenges_),       \
        .min_challenges = (min_), .porep_id = {value_}, .window_post_value = 10 + (value_) % 5,    \
        .winning_post_value = (value_) % 5                                                         \
    }

/* clang-format off */
static const struct seal_proof seal_proofs[REGISTRY_N_SEAL_PROOFS] = {
    SEAL(0, "StackedDrg2KiBV1", S_2KIB, API_1_0_0, POREP_INTERACTIVE, TEST),
    SEAL(1, "StackedDrg8MiBV1", S_8MIB, API_1_0_0, POREP_INTERACTIVE, TEST),
    SEAL(2, "StackedDrg512MiBV1", S_512MIB, API_1_0_0, POREP_INTERACTIVE, TEST),
    SEAL(3, "StackedDrg32GiBV1", S_32GIB, API_1_0_0, POREP_INTERACTIVE, REAL),
    SEAL(4, "StackedDrg64GiBV1", S_64GIB, API_1_0_0, POREP_INTERACTIVE, REAL),
    SEAL(5, "StackedDrg2KiBV1_1", S_2KIB, API_1_1_0, POREP_INTERACTIVE, TEST),
    SEAL(6, "StackedDrg8MiBV1_1", S_8MIB, API_1_1_0, POREP_INTERACTIVE, TEST),
    SEAL(7, "StackedDrg512MiBV1_1", S_512MIB, API_1_1_0, POREP_INTERACTIVE, TEST),
    SEAL(8, "StackedDrg32GiBV1_1", S_32GIB, API_1_1_0, POREP_INTERACTIVE, REAL),
    SEAL(9, "StackedDrg64GiBV1_1", S_64GIB, API_1_1_0, POREP_INTERACTIVE, REAL),
    SEAL(10, "StackedDrg2KiBV1_1_Feat_SyntheticPoRep", S_2KIB, API_1_2_0, POREP_SYNTHETIC, TEST),
    SEAL(11, "StackedDrg8MiBV1_1_Feat_SyntheticPoRep", S_8MIB, API_1_2_0, POREP_SYNTHETIC, TEST),
    SEAL(12, "StackedDrg512MiBV1_1_Feat_SyntheticPoRep", S_512MIB, API_1_2_0, POREP_SYNTHETIC, TEST),
    SEAL(13, "StackedDrg32GiBV1_1_Feat_SyntheticPoRep", S_32GIB, API_1_2_0, POREP_SYNTHETIC, REAL),
    SEAL(14, "StackedDrg64GiBV1_1_Feat_SyntheticPoRep", S_64GIB, API_1_2_0, POREP_SYNTHETIC, REAL),
    SEAL(15, "StackedDrg2KiBV1_2_Feat_NonInteractivePoRep", S_2KIB, API_1_2_0, POREP_NON_INTERACTIVE, TEST_NI),
    SEAL(16, "StackedDrg8MiBV1_2_Feat_NonInteractivePoRep", S_8MIB, API_1_2_0, POREP_NON_INTERACTIVE, TEST_NI),
    SEAL(17, "StackedDrg512MiBV1_2_Feat_NonInteractivePoRep", S_512MIB, API_1_2_0, POREP_NON_INTERACTIVE, TEST_NI),
    SEAL(18, "StackedDrg32GiBV1_2_Feat_NonInteractivePoRep", S_32GIB, API_1_2_0, POREP_NON_INTERACTIVE, REAL_NI),
    SEAL(19, "StackedDrg64GiBV1_2_Feat_NonInteractivePoRep", S_64GIB, API_1_2_0, POREP_NON_INTERACTIVE, REAL_NI),
};
/* clang-format on */

/* One sector of 66 challenges is 66 sectors of one challenge in the circuit. */
#define WINNING(value_, name_, size_)                                                              \
    {                                                                                              \
        .value = (value_), .name = (name_), .sector = &sizes[size_], .api = API_1_0_0,             \
        .kind = CIRCUIT_WINNING_POST, .sectors = 1, .challenges = POST_WINNING_CHALLENGES,         \
        .circuit_sectors = POST_WINNING_CHALLENGES, .circuit_challenges = 1                        \
    }
#define WINDOW(value_, name_, size_, api_, sectors_)                                               \
    {                                                                                              \
        .value = (value_), .name = (name_), .sector = &sizes[size_], .api = (api_),                \
        .kind = CIRCUIT_WINDOW_POST, .sectors = (sectors_), .challenges = POST_WINDOW_CHALLENGES,  \
        .circuit_sectors = (sectors_), .circuit_challenges = POST_WINDOW_CHALLENGES                \
    }

/* clang-format off */
static const struct post_proof post_proofs[REGISTRY_N_POST_PROOFS] = {
    WINNING(0, "StackedDrgWinning2KiBV1", S_2KIB),
    WINNING(1, "StackedDrgWinning8MiBV1", S_8MIB),
    WINNING(2, "StackedDrgWinning512MiBV1", S_512MIB),
    WINNING(3, "StackedDrgWinning32GiBV1", S_32GIB),
    WINNING(4, "StackedDrgWinning64GiBV1", S_64GIB),
    WINDOW(5, "StackedDrgWindow2KiBV1", S_2KIB, API_1_0_0, 2),
    WINDOW(6, "StackedDrgWindow8MiBV1", S_8MIB, API_1_0_0, 2),
    WINDOW(7, "StackedDrgWindow512MiBV1", S_512MIB, API_1_0_0, 2),
    WINDOW(8, "StackedDrgWindow32GiBV1", S_32GIB, API_1_0_0, 2349),
    WINDOW(9, "StackedDrgWindow64GiBV1", S_64GIB, API_1_0_0, 2300),
    WINDOW(10, "StackedDrgWindow2KiBV1_2", S_2KIB, API_1_2_0, 2),
    WINDOW(11, "StackedDrgWindow8MiBV1_2", S_8MIB, API_1_2_0, 2),
    WINDOW(12, "StackedDrgWindow512MiBV1_2", S_512MIB, API_1_2_0, 2),
    WINDOW(13, "StackedDrgWindow32GiBV1_2", S_32GIB, API_1_2_0, 2349),
    WINDOW(14, "StackedDrgWindow64GiBV1_2", S_64GIB, API_1_2_0, 2300),
};
/* clang-format on */

#define SNAP(value_, name_, size_, partitions_, challenges_)                                       \
    {                                                                                              \
        .value = (value_), .name = (name_), .sector = &sizes[size_], .api = API_1_1_0,             \
        .partitions = (partitions_), .challenges = (challenges_), .porep_id = {                    \
            value_                                                                                 \
        }                                                                                          \
    }

/* clang-format off */
static const struct update_proof update_proofs[REGISTRY_N_UPDATE_PROOFS] = {
    SNAP(0, "StackedDrg2KiBV1", S_2KIB, 1, 10),
    SNAP(1, "StackedDrg8MiBV1", S_8MIB, 4, 10),
    SNAP(2, "StackedDrg512MiBV1", S_512MIB, 16, 86),
    SNAP(3, "StackedDrg32GiBV1", S_32GIB, 16, 86),
    SNAP(4, "StackedDrg64GiBV1", S_64GIB, 16, 86),
};
/* clang-format on */

/* Stand-ins for the sizes that have no registered proof, in the order of sizes[]. */
#define UNREGISTERED(name_, size_)                                                                 \
    {                                                                                              \
        .value = UINT32_MAX, .name = (name_), .sector = &sizes[size_], .api = API_1_1_0,           \
        .challenge_kind = POREP_INTERACTIVE, .partitions = 1, .challenges = 2,                     \
        .min_challenges = 2, .window_post_value = UINT32_MAX, .winning_post_value = UINT32_MAX     \
    }
static const struct seal_proof unregistered[] = {
    UNREGISTERED("4KiB", 1),  UNREGISTERED("16KiB", 2), UNREGISTERED("32KiB", 3),
    UNREGISTERED("16MiB", 5), UNREGISTERED("1GiB", 7),
};

/* The published trusted setup: .params and .vk digests, then .params and .vk CIDs. */
/* clang-format off */
static const struct parameter_file parameter_files[] = {
    {CIRCUIT_POREP, "2KiB", "434fb1338ecfaf0f59256f30dde4968f", "dc1ade9929ade1708238f155343044ac",
     "QmWceMgnWYLopMuM4AoGMvGEau7tNe5UK83XFjH5V9B17h", "QmamahpFCstMUqHi2qGtVoDnRrsXhid86qsfvoyCTKJqHr"},
    {CIRCUIT_POREP, "8MiB", "09e612e4eeb7a0eb95679a88404f960c", "b687beb9adbd9dabe265a7e3620813e4",
     "QmPXAPPuQtuQz7Zz3MHMAMEtsYwqM1o9H1csPLeiMUQwZH", "QmYCuipFyvVW1GojdMrjK1JnMobXtT4zRCZs1CGxjizs99"},
    {CIRCUIT_POREP, "512MiB", "6c77597eb91ab936c1cef4cf19eba1b3", "065179da19fbe515507267677f02823e",
     "QmYBpTt7LWNAWr1JXThV5VxX7wsQFLd1PHrGYVbrU1EZjC", "QmWionkqH2B6TXivzBSQeSyBxojaiAFbzhjtwYRrfwd8nH"},
    {CIRCUIT_POREP, "32GiB", "6a388072a518cf46ebd661f5cc46900a", "0c7b4aac1c40fdb7eb82bc355b41addf",
     "QmengpM684XLQfG8754ToonszgEg2bQeAGUan5uXTHUQzJ", "Qmf93EMrADXAK6CyiSfE8xx45fkMfR3uzKEPCvZC1n2kzb"},
    {CIRCUIT_POREP, "64GiB", "1801f8a6e1b00bceb00cc27314bb5ce3", "a89884252c04c298d0b3c81bfd884164",
     "QmS7ye6Ri2MfFzCkcUJ7FQ6zxDKuJ6J6B8k5PN7wzSR9sX", "QmehSmC6BhrgRZakPDta2ewoH9nosNzdjCqQRXsNFNUkLN"},
    {CIRCUIT_WINNING_POST, "2KiB", "82c88066be968bb550a05e30ff6c2413", "ffd79788d614d27919ae5bd2d94eacb6",
     "QmcSTqDcFVLGGVYz1njhUZ7B6fkKtBumsLUwx4nkh22TzS", "QmSTCXF2ipGA3f6muVo6kHc2URSx6PzZxGUqu7uykaH5KU"},
    {CIRCUIT_WINNING_POST, "8MiB", "700171ecf7334e3199437c930676af82", "79ebb55f56fda427743e35053edad8fc",
     "QmU9SBzJNrcjRFDiFc4GcApqdApN6z9X7MpUr66mJ2kAJP", "QmbmUMa3TbbW3X5kFhExs6WgC4KeWT18YivaVmXDkB6ANG"},
    {CIRCUIT_WINNING_POST, "512MiB", "827359440349fe8f5a016e7598993b79", "bd2cd62f65c1ab84f19ca27e97b7c731",
     "QmVgCsJFRXKLuuUhT3aMYwKVGNA9rDeR6DCrs7cAe8riBT", "QmfA31fbCWojSmhSGvvfxmxaYCpMoXP95zEQ9sLvBGHNaN"},
    {CIRCUIT_WINNING_POST, "32GiB", "d84f79a16fe40e9e25a36e2107bb1ba0", "fc02943678dd119e69e7fab8420e8819",
     "Qmdtczp7p4wrbDofmHdGhiixn9irAcN77mV9AEHZBaTt1i", "QmZCvxKcKP97vDAk8Nxs9R1fWtqpjQrAhhfXPoCi1nkDoF"},
    {CIRCUIT_WINNING_POST, "64GiB", "2170a91ad5bae22ea61f2ea766630322", "6d3789148fb6466d07ee1e24d6292fd6",
     "QmVkrXc1SLcpgcudK5J25HH93QvR9tNsVhVTYHm5UymXAz", "QmbfQjPD7EpzjhWGmvWAsyN2mAZ4PcYhsf3ujuhU9CSuBm"},
    {CIRCUIT_WINDOW_POST, "2KiB", "7610b9f82bfc88405b7a832b651ce2f6", "0e0958009936b9d5e515ec97b8cb792d",
     "QmVxjFRyhmyQaZEtCh7nk2abc7LhFkzhnRX4rcHqCCpikR", "QmcS5JZs8X3TdtkEBpHAdUYjdNDqcL7fWQFtQz69mpnu2X"},
    {CIRCUIT_WINDOW_POST, "8MiB", "c49499bb76a0762884896f9683403f55", "34d4feeacd9abf788d69ef1bb4d8fd00",
     "QmdNEL2RtqL52GQNuj8uz6mVj5Z34NVnbaJ1yMyh1oXtBx", "QmUiVYCQUgr6Y13pZFr8acWpSM4xvTXUdcvGmxyuHbKhsc"},
    {CIRCUIT_WINDOW_POST, "512MiB", "1a7d4a9c8a502a497ed92a54366af33f", "4dae975de4f011f101f5a2f86d1daaba",
     "QmUiRx71uxfmUE8V3H9sWAsAXoM88KR4eo1ByvvcFNeTLR", "QmfCeddjFpWtavzfEzZpJfzSajGNwfL4RjFXWAvA9TSnTV"},
    {CIRCUIT_WINDOW_POST, "32GiB", "2cf49eb26f1fee94c85781a390ddb4c8", "0f8ec542485568fa3468c066e9fed82b",
     "QmaUmfcJt6pozn8ndq1JVBzLRjRJdHMTPd4foa8iw5sjBZ", "QmR9i9KL3vhhAqTBGj1bPPC7LvkptxrH9RvxJxLN1vvsBE"},
    {CIRCUIT_WINDOW_POST, "64GiB", "3810b7780ac0e299b22ae70f1f94c9bc", "59d2bf1857adc59a4f08fcf2afaa916b",
     "QmeAN4vuANhXsF8xP2Lx5j2L6yMSdogLzpcvqCJThRGK1V", "QmWV8rqZLxs1oQN9jxNWmnT1YdgLwCcscv94VARrhHf1T7"},
    {CIRCUIT_UPDATE, "2KiB", "311f92a3e75036ced01b1c0025f1fa0c", "eadad9784969890d30f2749708c79771",
     "QmYM6Hg7mjmvA3ZHTsqkss1fkdyDju5dDmLiBZGJ5pz9y9", "QmaQsTLL3nc5dw6wAvaioJSBfd1jhQrA2o6ucFf7XeV74P"},
    {CIRCUIT_UPDATE, "8MiB", "5aedd2cf3e5c0a15623d56a1b43110ad", "abd80269054d391a734febdac0d2e687",
     "QmQiT4qBGodrVNEgVTDXxBNDdPbaD8Ag7Sx3ZTq1zHX79S", "QmdcpKUQvHM8RFRVKbk1yHfEqMcBzhtFWKRp9SNEmWq37i"},
    {CIRCUIT_UPDATE, "512MiB", "c3ad7bb549470b82ad52ed070aebb4f4", "994c5b7d450ca9da348c910689f2dc7f",
     "Qma5WL6abSqYg9uUQAZ3EHS286bsNsha7oAGsJBD48Bq2q", "QmUa7f9JtJMsqJJ3s3ZXk6WyF4xJLE8FiqYskZGgk8GCDv"},
    {CIRCUIT_UPDATE, "32GiB", "1b3cfd761a961543f9eb273e435a06a2", "3a6941983754737fde880d29c7094905",
     "QmNPc75iEfcahCwNKdqnWLtxnjspUGGR4iscjiz3wP3RtS", "QmdFFUe1gcz9MMHc6YW8aoV48w4ckvcERjt7PkydQAMfCN"},
    {CIRCUIT_UPDATE, "64GiB", "1a392e7b759fb18e036c7559b5ece816", "80e366df2f1011953c2d01c7b7c9ee8e",
     "QmUB6xTVjzBQGuDNeyJMrrJ1byk58vhPm8eY2Lv9pgwanp", "Qmd794Jty7k26XJ8Eg4NDEks65Qk8G4GVfGkwqvymv8HAg"},
};
/* clang-format on */

#define N_OF(a) (sizeof(a) / sizeof *(a))

const char *api_version_text(enum api_version v)
{
    static const char *const texts[] = {"1.0.0", "1.1.0", "1.2.0"};
    return texts[v];
}

const char *circuit_kind_name(enum circuit_kind kind)
{
    static const char *const names[CIRCUIT_N_KINDS] = {"porep", "winning-post", "window-post",
                                                       "update"};
    return names[kind];
}

static uint32_t log2_of(uint32_t arity)
{
    return arity == 0 ? 0 : (uint32_t)__builtin_ctz(arity);
}

uint32_t tree_base_levels(struct tree_arities t, uint32_t nodes_log2)
{
    return (nodes_log2 - log2_of(t.sub) - log2_of(t.top)) / log2_of(t.base);
}

uint32_t tree_levels(struct tree_arities t, uint32_t nodes_log2)
{
    return tree_base_levels(t, nodes_log2) + (t.sub > 0) + (t.top > 0);
}

uint32_t tree_level_arity(struct tree_arities t, uint32_t nodes_log2, uint32_t level)
{
    uint32_t base = tree_base_levels(t, nodes_log2);
    return level < base ? t.base : level == base ? t.sub : t.top;
}

uint32_t tree_siblings(struct tree_arities t, uint32_t nodes_log2)
{
    uint32_t n = 0;
    for (uint32_t l = 0; l < tree_levels(t, nodes_log2); l++)
        n += tree_level_arity(t, nodes_log2, l) - 1;
    return n;
}

const struct sector_size *sector_size_at(size_t i)
{
    MUST(i < REGISTRY_N_SECTOR_SIZES);
    return &sizes[i];
}

const struct sector_size *sector_size_of_bytes(uint64_t bytes)
{
    for (size_t i = 0; i < N_OF(sizes); i++)
        if (sizes[i].bytes == bytes) return &sizes[i];
    return NULL;
}

const struct sector_size *sector_size_of_label(const char *label)
{
    for (size_t i = 0; i < N_OF(sizes); i++)
        if (strcmp(sizes[i].label, label) == 0) return &sizes[i];
    return NULL;
}

const struct seal_proof *seal_proof_of_value(uint64_t value)
{
    return value < N_OF(seal_proofs) ? &seal_proofs[value] : NULL;
}

const struct post_proof *post_proof_of_value(uint64_t value)
{
    return value < N_OF(post_proofs) ? &post_proofs[value] : NULL;
}

const struct update_proof *update_proof_of_value(uint64_t value)
{
    return value < N_OF(update_proofs) ? &update_proofs[value] : NULL;
}

static bool same_name(const char *name, const char *s, size_t n)
{
    return strlen(name) == n && memcmp(name, s, n) == 0;
}

const struct seal_proof *seal_proof_of_name(const char *name, size_t name_len)
{
    for (size_t i = 0; i < N_OF(seal_proofs); i++)
        if (same_name(seal_proofs[i].name, name, name_len)) return &seal_proofs[i];
    return NULL;
}

const struct post_proof *post_proof_of_name(const char *name, size_t name_len)
{
    for (size_t i = 0; i < N_OF(post_proofs); i++)
        if (same_name(post_proofs[i].name, name, name_len)) return &post_proofs[i];
    return NULL;
}

const struct update_proof *update_proof_of_name(const char *name, size_t name_len)
{
    for (size_t i = 0; i < N_OF(update_proofs); i++)
        if (same_name(update_proofs[i].name, name, name_len)) return &update_proofs[i];
    return NULL;
}

const struct seal_proof *seal_proof_of_size(const struct sector_size *s)
{
    for (size_t i = 5; i < 10; i++)
        if (seal_proofs[i].sector == s) return &seal_proofs[i];
    for (size_t i = 0; i < N_OF(unregistered); i++)
        if (unregistered[i].sector == s) return &unregistered[i];
    MUST(false);
    return NULL;
}

status circuit_parameter_text(char out[CIRCUIT_TEXT_MAX], enum circuit_kind kind,
                              const struct sector_size *s)
{
    unsigned long long nodes = sector_nodes(s), bytes = s->bytes;
    switch (kind) {
    case CIRCUIT_POREP:
        snprintf(out, CIRCUIT_TEXT_MAX,
                 "layered_drgporep::PublicParams{ graph: stacked_graph::StackedGraph{"
                 "expansion_degree: 8 base_graph: drgraph::BucketGraph{size: %llu; degree: 6; "
                 "hasher: poseidon_hasher} }, challenges: LayerChallenges { layers: %u, "
                 "max_count: %u }, tree: merkletree-poseidon_hasher-%u-%u-%u }",
                 nodes, s->layers, s->porep_challenges, s->tree.base, s->tree.sub, s->tree.top);
        return ST_OK;
    case CIRCUIT_WINNING_POST:
    case CIRCUIT_WINDOW_POST: {
        bool winning = kind == CIRCUIT_WINNING_POST;
        snprintf(out, CIRCUIT_TEXT_MAX,
                 "FallbackPoSt::PublicParams{sector_size: %llu, challenge_count: %u, "
                 "sector_count: %u}",
                 bytes, winning ? 1 : POST_WINDOW_CHALLENGES,
                 winning ? POST_WINNING_CHALLENGES : s->window_post_sectors);
        return ST_OK;
    }
    case CIRCUIT_UPDATE:
        if (s->update_partitions == 0)
            FAIL(ST_UNSUPPORTED, "there is no sector update circuit for %s", s->label);
        snprintf(out, CIRCUIT_TEXT_MAX, "empty_sector_update::PublicParams{ sector_nodes: %llu }",
                 nodes);
        return ST_OK;
    default:
        FAIL(ST_ARG, "circuit kind %d", (int)kind);
    }
}

status circuit_identifier(char out[CIRCUIT_ID_MAX], enum circuit_kind kind,
                          const struct sector_size *s)
{
    static const char *const prefixes[CIRCUIT_N_KINDS] = {
        "stacked-proof-of-replication", "proof-of-spacetime-fallback",
        "proof-of-spacetime-fallback", "empty-sector-update"};
    char text[CIRCUIT_TEXT_MAX], hex[65];
    uint8_t digest[32];
    TRY(circuit_parameter_text(text, kind, s));
    sha256(digest, text, strlen(text));
    hex_encode(hex, digest, sizeof digest);
    snprintf(out, CIRCUIT_ID_MAX, "%s-merkletree-poseidon_hasher-%u-%u-%u-%s%s", prefixes[kind],
             s->tree.base, s->tree.sub, s->tree.top, kind == CIRCUIT_POREP ? "sha256_hasher-" : "",
             hex);
    return ST_OK;
}

status circuit_file_name(char out[CIRCUIT_FILE_MAX], enum circuit_kind kind,
                         const struct sector_size *s, const char *ext)
{
    char id[CIRCUIT_ID_MAX];
    TRY(circuit_identifier(id, kind, s));
    snprintf(out, CIRCUIT_FILE_MAX, "v28-%s.%s", id, ext);
    return ST_OK;
}

const struct parameter_file *parameter_file_find(enum circuit_kind kind,
                                                 const struct sector_size *s)
{
    for (size_t i = 0; i < N_OF(parameter_files); i++)
        if (parameter_files[i].kind == kind &&
            strcmp(parameter_files[i].sector_label, s->label) == 0)
            return &parameter_files[i];
    return NULL;
}

static void lower_case(char *s)
{
    for (; *s; s++)
        if (*s >= 'A' && *s <= 'Z') *s = (char)(*s - 'A' + 'a');
}

void circuit_short_name(char out[CIRCUIT_ID_MAX], enum circuit_kind kind,
                        const struct sector_size *s)
{
    snprintf(out, CIRCUIT_ID_MAX, "%s-%s", circuit_kind_name(kind), s->label);
    lower_case(out);
}

status circuit_of_short_name(enum circuit_kind *kind, const struct sector_size **s,
                             const char *name)
{
    static const struct {
        const char *prefix;
        enum circuit_kind kind;
    } prefixes[] = {
        {"porep", CIRCUIT_POREP},          {"winning-post", CIRCUIT_WINNING_POST},
        {"winning", CIRCUIT_WINNING_POST}, {"window-post", CIRCUIT_WINDOW_POST},
        {"wpost", CIRCUIT_WINDOW_POST},    {"update", CIRCUIT_UPDATE},
        {"snap", CIRCUIT_UPDATE},
    };
    const char *dash = strrchr(name, '-');
    for (size_t p = 0; dash && p < N_OF(prefixes); p++) {
        if (!same_name(prefixes[p].prefix, name, (size_t)(dash - name))) continue;
        for (size_t i = 0; i < N_OF(sizes); i++) {
            char label[16];
            snprintf(label, sizeof label, "%s", sizes[i].label);
            lower_case(label);
            bool found = strcmp(label, dash + 1) == 0;
            label[strlen(label) - 2] = 0; /* "32gib" or "32g" */
            if (!found && strcmp(label, dash + 1) != 0) continue;
            *kind = prefixes[p].kind;
            *s = &sizes[i];
            return ST_OK;
        }
    }
    FAIL(ST_NOT_FOUND, "unknown circuit \"%s\": wanted for example porep-32gib", name);
}
