/* Vanilla inclusion proofs of Filecoin's trees, decoded from bincode.
 *
 * A decoded path is all siblings from the leaf up: per level arity - 1 of them, in the order of the
 * node's children, the path's own left out (registry.h: tree_siblings); and the leaf's index, whose
 * low bits are the place at the lowest level: what tree.h's tree_path_root takes. Elements are
 * below r, 32 bytes little-endian, plain (not Montgomery).
 *
 * Encoding (merkletree and storage-proofs-core, MerkleProof): by the arities of the tree
 *   Single (tag 0)  root, leaf, path of the base levels
 *   Sub    (tag 1)  base path, sub path, root, leaf
 *   Top    (tag 2)  base path, sub path, top path, root, leaf
 * where a path is its number of levels, and a level the number of siblings, those, and the place
 * (u64) among the node's children. */
#ifndef CUZK_FILECOIN_MERKLE_PROOF_H
#define CUZK_FILECOIN_MERKLE_PROOF_H

#include "base/bincode.h"
#include "filecoin/registry.h"
#include "math/fr.h"

/* n field elements; one that is not below r is refused with offset, wanted, found. */
NODISCARD status bincode_elements(struct bytes *b, fr_int *out, size_t n, const char *what);

/* Bytes of an encoded proof. */
size_t merkle_proof_bytes(struct tree_arities t, uint32_t nodes_log2);
/* Decodes one; siblings holds tree_siblings(t, nodes_log2). Errors are ST_FORMAT and name the
 * level. Whether the root follows is not looked at. */
NODISCARD status merkle_proof_decode(struct bytes *b, struct tree_arities t, uint32_t nodes_log2,
                                     fr_int *root, fr_int *leaf, fr_int *siblings, uint64_t *index);

#endif
