/* The label of a node in a layer of SDR: SHA-256 of the replica id, layer and node, and 37 labels
 * of parents, cut to a node. */
#ifndef CUZK_FILECOIN_LABEL_H
#define CUZK_FILECOIN_LABEL_H

#include "math/fr.h"

#define LABEL_PARENTS 37

/* Layers count from 1. parents[0..n_parents) are repeated in turn until there are 37: the 6 base
 * parents' labels of this layer and, above layer 1, the 8 expander parents' labels of the layer
 * below. n_parents = 0 (node 0): no labels at all. out may be one of the parents. */
void sdr_label(fr_int *out, const uint8_t replica_id[32], uint32_t layer, uint64_t node,
               const fr_int *const *parents, uint32_t n_parents);

#endif
