/* Inclusion in a Merkle tree: storage-proofs-core's PoR.
 *
 * A level is a block (insert, then hash), a whole path a block of levels. */
#ifndef CUZK_R1CS_GADGET_MERKLE_H
#define CUZK_R1CS_GADGET_MERKLE_H

#include "r1cs/builder.h"

enum merkle_hash { MERKLE_POSEIDON, MERKLE_SHA256 };

/* Levels from the leaf up: base_levels of base_arity, then one of sub_arity and one of top_arity
 * (0: none). Arities are 2, 4 or 8; SHA-256 trees are binary, without sub and top. */
struct merkle_shape {
    uint32_t hash; /* enum merkle_hash */
    uint32_t base_arity, base_levels;
    uint32_t sub_arity, top_arity;
};
#define MERKLE_MAX_INDEX_BITS 64
#define MERKLE_MAX_SIBLINGS   150 /* 21 levels of arity 8 and one of 2 have 148 */
size_t merkle_n_levels(const struct merkle_shape *s);
size_t merkle_n_index_bits(const struct merkle_shape *s);
size_t merkle_n_siblings(const struct merkle_shape *s);

/* The root above `leaf`; index[merkle_n_index_bits] receives the leaf's index, least significant
 * first. Advice, for each level from the leaf up: log2(arity) index bits, then arity - 1 siblings
 * (in the order of the node's children, the path's own left out). One block, "merkle_path". */
num merkle_root(struct builder *b, const struct merkle_shape *s, num leaf, bit *index);

/* merkle_root, then the packed index as a public input, then computed root * 1 = root. Advice of
 * merkle_root. The reference's PoRCircuit with given leaf and root. */
void merkle_enforce_inclusion(struct builder *b, const struct merkle_shape *s, num leaf, num root);

/* PoRCircuit alone. Advice: the leaf, that of merkle_root, the root. The root is a public input
 * (after the index) unless root_is_private. */
void merkle_por(struct builder *b, const struct merkle_shape *s, bool root_is_private);

/* The root above leaf with index bits and siblings (all levels' from the leaf up) given; no
 * advice. One block, "merkle_given_path". */
num merkle_root_of_given(struct builder *b, const struct merkle_shape *s, num leaf,
                         const bit *index, const num *siblings);

/* The same, then computed root * 1 = root: por_no_challenge_input. */
void merkle_enforce_given_path(struct builder *b, const struct merkle_shape *s, num leaf,
                               const bit *index, const num *siblings, num root);

#endif
