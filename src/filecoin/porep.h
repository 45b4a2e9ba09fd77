/* What a PoRep is about: ids, challenges, public inputs. */
#ifndef CUZK_FILECOIN_POREP_H
#define CUZK_FILECOIN_POREP_H

#include "filecoin/graph.h"
#include "math/fr.h"

/* The prover id of a miner: its number as unsigned LEB128, then zeros. */
void prover_id_of_miner(uint8_t out[32], uint64_t miner);

/* 32 bytes reduced to below 2^254 by clearing the two top bits of the last (little-endian). */
void bytes_to_node(uint8_t out[32], const uint8_t in[32]);

/* SHA-256(prover id, sector as u64 big-endian, ticket, comm_d, porep id), cut to a node. */
void porep_replica_id(uint8_t out[32], const uint8_t prover_id[32], uint64_t sector,
                      const uint8_t ticket[32], const uint8_t comm_d[32],
                      const uint8_t porep_id[32]);

/* What challenges are drawn from. Interactive: replica id and seed; synthetic: also comm_r;
 * non-interactive: replica id and comm_r. */
struct porep_statement {
    const struct seal_proof *proof;
    uint8_t replica_id[32], comm_d[32], comm_r[32]; /* below r */
    uint8_t seed[32];
};

/* The proof->challenges challenged nodes of a partition, in order; never node 0.
 * ST_ARG for a partition that there is not; ST_NOMEM. */
NODISCARD status porep_challenges(uint32_t *out, const struct porep_statement *s,
                                  uint32_t partition);

/* Of a synthetic PoRep: the size of the set of challenges it draws from; elements first.. of it;
 * the indices drawn from it for a partition. */
uint32_t porep_synthetic_set_size(const struct seal_proof *proof);
NODISCARD status porep_synthetic_set(uint32_t *out, const struct porep_statement *s, uint32_t first,
                                     uint32_t n);
NODISCARD status porep_synthetic_indices(uint32_t *out, const struct porep_statement *s,
                                         uint32_t partition);

/* Public inputs of a partition, without ONE: replica id, comm_d, comm_r; for each challenge its
 * node (data path), its 14 parents, its node three times (itself, replica path, column path). */
size_t porep_n_public_inputs(const struct seal_proof *proof);
NODISCARD status porep_public_inputs(fr *out, const struct porep_statement *s, uint32_t partition);

#endif
