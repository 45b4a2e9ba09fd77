/* Sectors of any size that nobody sealed, for tests and benchmarks: whatever a vanilla proof shows
 * of them is as in a sealed sector, everything else follows a rule with few values, so that roots
 * and paths of a 64 GiB sector take a second.
 *
 * The rule, for N = 2^t nodes; T clears the two top bits of a digest, numbers are big-endian:
 *   ticket, seed    SHA-256("sparse-sector/ticket/v1" or "../seed/v1", u64 sector) unless given
 *   data(n)         zero if block % 4 = 0, else T(SHA-256("sparse-sector/data/v1", u64 sector,
 *                   u64 block, u64 low)); block = n >> (t - 4), low = n & 15
 *   special nodes   the PoRep's challenged nodes; their parents; the nodes that the window PoSt of
 *                   API 1.2.0 asks for with the randomness T(SHA-256("sparse-sector/
 *                   window-randomness/v1")); of sector 1000001 also those of the winning PoSt with
 *                   T(SHA-256("sparse-sector/winning-randomness/v1"))
 *   labels          of challenged nodes: true ones of their parents' labels, layer by layer,
 *                   ascending; else T(SHA-256("sparse-sector/label/v1", replica id, u32 layer,
 *                   u64 node)), with node = 2^64 - 1 for all that are not special
 * Trees and commitments are made of these as of any sector's. */
#ifndef CUZK_FILECOIN_SPARSE_SECTOR_H
#define CUZK_FILECOIN_SPARSE_SECTOR_H

#include "filecoin/porep_check.h"
#include "filecoin/sparse_tree.h"

#define SPARSE_WINNING_SECTOR 1000001
#define SPARSE_BLOCK_BITS     4

struct sparse_input {
    const struct seal_proof *proof; /* with interactive challenges */
    struct porep_owner owner;
    uint8_t ticket[32], seed[32];
};
/* Ticket and seed by the rule. */
void sparse_input_init(struct sparse_input *in, const struct seal_proof *proof, uint64_t miner,
                       uint64_t sector);

/* The rule's randomness of a winning or window PoSt. */
void sparse_randomness(uint8_t out[32], enum circuit_kind kind);

/* T(SHA-256(text, sector, block, low)): the data of a class of nodes. */
void sparse_data_class(fr_int *out, const char *text, uint64_t sector, uint64_t block,
                       uint64_t low);
/* data(node) of a sector of 2^nodes_log2 nodes. */
void sparse_data(fr_int *out, uint64_t sector, uint32_t nodes_log2, uint64_t node);

/* Zero-initialise. */
struct sparse_sector {
    struct sparse_input in;
    uint32_t layers;
    uint8_t replica_id[32];
    fr_int comm_d, comm_c, comm_r_last, comm_r;
    size_t n_special;
    uint32_t *special_nodes; /* ascending */
    fr_int *labels;          /* [special node][layer - 1] */
    fr_int default_labels[POREP_MAX_LAYERS];
    struct sparse_tree tree_d, tree_c, tree_r; /* the leaves of tree_r are the replica */
};

/* ST_UNSUPPORTED if challenges are not interactive; ST_NOMEM. pool and cancel may be NULL. */
NODISCARD status sparse_sector_create(struct sparse_sector *out, const struct sparse_input *in,
                                      struct pool *pool, const struct cancel *cancel);
void sparse_sector_fini(struct sparse_sector *s);

/* labels[layer - 1] of a node. */
const fr_int *sparse_labels(const struct sparse_sector *s, uint32_t node);

/* The vanilla proof of its PoRep. porep_c1_fini it. */
NODISCARD status sparse_porep_prove(struct porep_c1 *out, const struct sparse_sector *s);

#endif
