/* Inside of the C1 decoder: what its two files share. */
#ifndef CUZK_FILECOIN_POREP_C1_IMPL_H
#define CUZK_FILECOIN_POREP_C1_IMPL_H

#include "base/json.h"
#include "filecoin/label.h"
#include "filecoin/porep_c1.h"
#include <assert.h>

static_assert(sizeof(fr_int) == 32 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "the 32 bytes of a digest are an fr_int");

/* A labelling or the encoding proof. */
struct labeling {
    uint64_t layer, node;
    fr_int parents[LABEL_PARENTS];
};

struct decoder {
    struct json_reader *r;
    const char *name; /* of the text */
    struct porep_c1 c1;
    uint64_t wrapper_sector_bytes;
    const struct sector_size *sector; /* NULL until the proof or the vanilla proofs are read */

    /* Roots of the first challenge, which the others repeat. */
    bool has_roots;
    fr_int data_root, replica_root, column_root;

    /* The challenge at hand. */
    fr_int *values;
    uint32_t *nodes;
    fr_int own_roots[2 + POREP_COLUMNS];      /* of data, replica, columns */
    uint32_t path_nodes[2 + POREP_COLUMNS];   /* likewise */
    struct labeling labels[POREP_MAX_LAYERS]; /* by layer */
    struct labeling encoding;
};
/* Places in own_roots and path_nodes; columns from PATH_COLUMN on. */
enum { PATH_DATA, PATH_REPLICA, PATH_COLUMN };

/* One element of [partition][challenge]: fills d->values and d->nodes, d->sector being known. */
NODISCARD status c1_read_challenge(struct decoder *d);

/* For the loop over an array that has to have n items, i so far: *more, or the failure. */
NODISCARD status c1_next_of(struct decoder *d, size_t i, size_t n, const char *what, bool *more);

/* "what: wanted .., found .." in hex. */
status c1_differs(struct decoder *d, const char *what, const fr_int *found, const fr_int *wanted);

bool c1_is_below_r(const fr_int *v);

#endif
