/* The graph of stacked depth-robust graphs (SDR): who the parents of a node are.
 *
 * Within a layer a node has six base parents: its predecessor and five drawn by bucket sampling
 * (DRSample, Alwen, Blocki, Harsha) from a ChaCha8 stream keyed by the seed and the node. From the
 * layer below it has eight expander parents, given by a Feistel permutation of all node * 8 + i.
 * Version 1.0.0 of the API puts the predecessor last and cuts the permuted index to 32 bits; later
 * ones put it first and cut nothing. */
#ifndef CUZK_FILECOIN_GRAPH_H
#define CUZK_FILECOIN_GRAPH_H

#include "filecoin/registry.h"

#define POREP_BASE_PARENTS     6
#define POREP_EXPANDER_PARENTS 8
#define POREP_PARENTS          (POREP_BASE_PARENTS + POREP_EXPANDER_PARENTS)

/* A permutation of [0, n_elements): three Feistel rounds of BLAKE2b over the fewest even number of
 * bits, repeated until the result is in range. */
struct feistel {
    uint64_t n_elements;
    uint64_t keys[4]; /* three are used */
    uint64_t right_mask;
    unsigned half_bits;
};
void feistel_init(struct feistel *f, uint64_t n_elements, const uint64_t keys[4]);
uint64_t feistel_permute(const struct feistel *f, uint64_t index);

struct graph {
    uint64_t nodes; /* at most 2^31 */
    enum api_version api;
    uint8_t drg_seed[28];
    struct feistel expander;
};
void graph_init(struct graph *g, uint64_t nodes, const uint8_t porep_id[32], enum api_version api);

/* node < g->nodes. The parents of nodes 0 and 1 are all node 0. */
void graph_base_parents(const struct graph *g, uint32_t node, uint32_t out[POREP_BASE_PARENTS]);
void graph_expander_parents(const struct graph *g, uint32_t node,
                            uint32_t out[POREP_EXPANDER_PARENTS]);
/* Base parents, then expander parents. */
void graph_parents(const struct graph *g, uint32_t node, uint32_t out[POREP_PARENTS]);

#endif
