/* The vanilla proof of a PoRep (C1 output), decoded from JSON.
 *
 * Text forms, told apart by their members:
 *   C1:      {"registered_proof", "vanilla_proofs": {"<V1 name>": [partition][challenge] Proof},
 *             "comm_r", "comm_d", "replica_id", "seed", "ticket"}
 *   wrapper: {"SectorNum", "Phase1Out": base64 of the C1 text, "SectorSize"}
 * Members may come in any order, unknown ones are skipped. Everything is read as a stream: memory
 * is what the decoded form takes (1 MiB a partition at 32 GiB) and some fixed buffers.
 *
 * The JSON says many things several times. What is redundant is compared while decoding and not
 * stored: lengths, tree shapes and counts against the registered proof; the index in every level of
 * a path against the node; roots against each other and comm_d; layers and nodes of the labelling
 * and encoding proofs, and their 37 parents, against the columns. So a decoded proof is a plain
 * array of 32-byte values at fixed places, which porep_check.h then checks and from which the
 * circuit's advice is filled.
 *
 * All values are field elements below r, 32 bytes little-endian, plain (not Montgomery). */
#ifndef CUZK_FILECOIN_POREP_C1_H
#define CUZK_FILECOIN_POREP_C1_H

#include "filecoin/graph.h"
#include "math/fr.h"

#define POREP_MAX_LAYERS 11
/* Columns of one challenge: the challenged node's own first, then those of its parents, base before
 * expander, in the order of the graph. */
#define POREP_OWN_COLUMN 0
#define POREP_COLUMNS    (1 + POREP_PARENTS)

/* Where the values of one challenge lie, in units of one value. A path is all siblings from the
 * leaf up: per level arity - 1 of them, in the order of the children, the path's own left out. */
struct porep_layout {
    uint32_t layers;
    uint32_t data_siblings; /* = levels of tree D */
    uint32_t tree_siblings; /* of trees C and R */
    uint32_t data_leaf, data_path;
    uint32_t replica_leaf, replica_path;
    uint32_t columns; /* the first of POREP_COLUMNS columns */
    /* Within a column: labels of layers 1.. at 0; then */
    uint32_t column_leaf, column_path;
    uint32_t column_stride;
    uint32_t stride; /* of a challenge */
};
void porep_layout_init(struct porep_layout *l, const struct sector_size *s);

/* One partition: `challenges` times layout.stride values, and the nodes of the columns. */
struct porep_partition {
    fr_int *values;
    uint32_t *nodes; /* [challenge][POREP_COLUMNS]; [..][POREP_OWN_COLUMN] is the challenge */
};

struct porep_c1 {
    const struct seal_proof *proof;
    uint8_t replica_id[32], comm_d[32], comm_r[32]; /* below r */
    uint8_t seed[32], ticket[32];                   /* any bytes */
    fr_int comm_c, comm_r_last;                     /* the roots of the proofs */
    struct porep_layout layout;
    struct porep_partition *partitions;
    uint32_t n_partitions; /* = proof->partitions */
    bool is_wrapped;
    uint64_t sector_number; /* of the wrapper; 0 without */
};

/* Values of challenge c of partition p, and parts of them. */
static inline const fr_int *porep_challenge(const struct porep_c1 *c1, size_t p, size_t c)
{
    return c1->partitions[p].values + c * c1->layout.stride;
}
static inline const uint32_t *porep_nodes(const struct porep_c1 *c1, size_t p, size_t c)
{
    return c1->partitions[p].nodes + c * POREP_COLUMNS;
}
/* labels[layer - 1] at the start, then leaf and path at layout.column_leaf, .column_path */
static inline const fr_int *porep_column(const struct porep_c1 *c1, size_t p, size_t c,
                                         size_t column)
{
    return porep_challenge(c1, p, c) + c1->layout.columns + column * c1->layout.column_stride;
}

/* Decodes a C1 or its wrapper; `name` is what errors call the text. On failure *out is unchanged.
 * ST_FORMAT names the JSON path, wanted and found; ST_UNSUPPORTED a proof that is not registered;
 * ST_NOMEM. porep_c1_fini accepts a zeroed object. */
NODISCARD status porep_c1_decode(struct porep_c1 *out, const void *json, size_t n,
                                 const char *name);
void porep_c1_fini(struct porep_c1 *c1);

/* Writes it as JSON, with the members in the published order; the same within a wrapper. Failures
 * of the first are kept by the writer. Read back, it is the same proof; written compactly, a
 * published C1 comes out byte for byte. */
struct json_writer;
void porep_c1_encode(struct json_writer *w, const struct porep_c1 *c1);
NODISCARD status porep_c1_encode_wrapped(struct json_writer *w, const struct porep_c1 *c1,
                                         uint64_t sector_number);

#endif
