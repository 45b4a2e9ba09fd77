/* Every registered proof of Filecoin and every sector size, and what follows from them: tree
 * shapes, partitions, challenges, names of parameter files.
 *
 * A registered seal, PoSt or update proof is a number in requests and a name in JSON. It stands for
 * a sector size (ten have circuits, five have registered proofs), a version of the proofs API and
 * its features. All seal proofs of a size share one circuit; so do the PoSt proofs of a kind.
 *
 * Sources: filecoin-proofs-api's registry (RegisteredSealProof, RegisteredPoStProof,
 * RegisteredUpdateProof), filecoin-proofs' and storage-proofs-update's constants, and the published
 * parameters.json. All tables are constant; every pointer returned is valid for ever. */
#ifndef CUZK_FILECOIN_REGISTRY_H
#define CUZK_FILECOIN_REGISTRY_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

#define NODE_BYTES               32
#define POST_WINNING_CHALLENGES  66 /* on one sector; in the circuit 66 sectors of one */
#define POST_WINDOW_CHALLENGES   10 /* a sector */
#define GROTH16_PROOF_BYTES      192
#define REGISTRY_N_SECTOR_SIZES  10
#define REGISTRY_N_SEAL_PROOFS   20
#define REGISTRY_N_POST_PROOFS   15
#define REGISTRY_N_UPDATE_PROOFS 5
#define UPDATE_N_HS              6

enum api_version { API_1_0_0, API_1_1_0, API_1_2_0 };
const char *api_version_text(enum api_version v); /* "1.0.0" */

enum circuit_kind {
    CIRCUIT_POREP,
    CIRCUIT_WINNING_POST,
    CIRCUIT_WINDOW_POST,
    CIRCUIT_UPDATE,
    CIRCUIT_N_KINDS
};
const char *circuit_kind_name(enum circuit_kind kind); /* "porep", "winning-post", .. */

/* Arities of a tree over a sector's nodes: levels of `base` from the leaves up, then at most one
 * level of `sub` and one of `top` (0: absent). */
struct tree_arities {
    uint32_t base, sub, top;
};
#define TREE_BINARY ((struct tree_arities){2, 0, 0})

/* Levels of a tree of 2^nodes_log2 leaves (base levels, and with sub and top). */
uint32_t tree_base_levels(struct tree_arities t, uint32_t nodes_log2);
uint32_t tree_levels(struct tree_arities t, uint32_t nodes_log2);
/* Arity of a level, 0 = just above the leaves. */
uint32_t tree_level_arity(struct tree_arities t, uint32_t nodes_log2, uint32_t level);
/* Siblings of a whole path: the sum over all levels of arity - 1. */
uint32_t tree_siblings(struct tree_arities t, uint32_t nodes_log2);

/* One sector size. */
struct sector_size {
    const char *label; /* "2KiB": as in names of proofs */
    uint64_t bytes;
    uint32_t nodes_log2;      /* nodes of 32 bytes */
    struct tree_arities tree; /* of trees C and R, Poseidon; tree D is binary, SHA-256 */

    /* PoRep */
    uint32_t layers, porep_challenges; /* a partition */
    uint32_t porep_partitions, porep_ni_partitions;
    uint32_t porep_min_challenges, porep_ni_min_challenges;

    /* Window PoSt */
    uint32_t window_post_sectors; /* a partition */

    /* Empty sector update; partitions 0 where there is no circuit (1 GiB) */
    uint32_t update_partitions, update_challenges; /* challenges a partition */
    uint32_t update_hs[UPDATE_N_HS], update_h_default;
    uint32_t update_apex_leaves; /* a partition */
};
static inline uint64_t sector_nodes(const struct sector_size *s)
{
    return (uint64_t)1 << s->nodes_log2;
}
/* i < REGISTRY_N_SECTOR_SIZES, ascending. */
const struct sector_size *sector_size_at(size_t i);
/* NULL if no circuit exists for this many bytes. */
const struct sector_size *sector_size_of_bytes(uint64_t bytes);
/* By label ("32GiB", "2KiB"); NULL if there is none. */
const struct sector_size *sector_size_of_label(const char *label);

enum porep_challenge_kind { POREP_INTERACTIVE, POREP_SYNTHETIC, POREP_NON_INTERACTIVE };

struct seal_proof {
    uint32_t value;   /* RegisteredSealProof */
    const char *name; /* "StackedDrg32GiBV1_1" */
    const struct sector_size *sector;
    enum api_version api;
    enum porep_challenge_kind challenge_kind;
    uint32_t partitions, challenges; /* challenges a partition */
    uint32_t min_challenges;
    uint8_t porep_id[32];                           /* seeds the graph, part of the replica id */
    uint32_t window_post_value, winning_post_value; /* RegisteredPoStProof of such sectors */
};

struct post_proof {
    uint32_t value;   /* RegisteredPoStProof */
    const char *name; /* "StackedDrgWindow32GiBV1_2" */
    const struct sector_size *sector;
    enum api_version api;
    enum circuit_kind kind;       /* CIRCUIT_WINNING_POST or CIRCUIT_WINDOW_POST */
    uint32_t sectors, challenges; /* a partition, as PoSt configurations count them */
    uint32_t circuit_sectors, circuit_challenges; /* the same in the circuit */
};

struct update_proof {
    uint32_t value;   /* RegisteredUpdateProof */
    const char *name; /* "StackedDrg32GiBV1" */
    const struct sector_size *sector;
    enum api_version api;
    uint32_t partitions, challenges; /* challenges a partition */
    uint8_t porep_id[32];
};

/* By number: NULL if it is not registered. */
const struct seal_proof *seal_proof_of_value(uint64_t value);
const struct post_proof *post_proof_of_value(uint64_t value);
const struct update_proof *update_proof_of_value(uint64_t value);
/* By name of name_len bytes: NULL if it is not registered. */
const struct seal_proof *seal_proof_of_name(const char *name, size_t name_len);
const struct post_proof *post_proof_of_name(const char *name, size_t name_len);
const struct update_proof *update_proof_of_name(const char *name, size_t name_len);
/* The interactive 1.1.0 seal proof of a size, or a stand-in (value UINT32_MAX, porep_id of zeros)
 * for sizes that have no registered proof. */
const struct seal_proof *seal_proof_of_size(const struct sector_size *s);

/* How a circuit's parameter set is named: the text whose SHA-256 goes into the file name, the
 * identifier (prefix and that hash), the file name. ST_UNSUPPORTED where there is no circuit. */
#define CIRCUIT_TEXT_MAX 512
#define CIRCUIT_ID_MAX   192
NODISCARD status circuit_parameter_text(char out[CIRCUIT_TEXT_MAX], enum circuit_kind kind,
                                        const struct sector_size *s);
NODISCARD status circuit_identifier(char out[CIRCUIT_ID_MAX], enum circuit_kind kind,
                                    const struct sector_size *s);
/* "v28-<identifier>.<ext>", ext "params" or "vk". */
#define CIRCUIT_FILE_MAX (CIRCUIT_ID_MAX + 16)
NODISCARD status circuit_file_name(char out[CIRCUIT_FILE_MAX], enum circuit_kind kind,
                                   const struct sector_size *s, const char *ext);

/* A file of the published trusted setup (parameters.json). */
struct parameter_file {
    enum circuit_kind kind;
    const char *sector_label;
    const char *params_digest, *vk_digest; /* first 32 hex digits of BLAKE2b-512 */
    const char *params_cid, *vk_cid;       /* IPFS */
};
/* NULL for circuits without a published setup. */
const struct parameter_file *parameter_file_find(enum circuit_kind kind,
                                                 const struct sector_size *s);

/* Short id of a circuit: "porep-32gib"; CIRCUIT_ID_MAX is enough. And back; also accepts the old
 * daemon's "porep-32g", "wpost-32g", "winning-32g", "snap-32g". ST_NOT_FOUND with the text. */
void circuit_short_name(char out[CIRCUIT_ID_MAX], enum circuit_kind kind,
                        const struct sector_size *s);
NODISCARD status circuit_of_short_name(enum circuit_kind *kind, const struct sector_size **s,
                                       const char *name);

#endif
