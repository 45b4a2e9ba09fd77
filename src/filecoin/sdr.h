/* Sealing of a small sector in memory: labels of all layers, the three trees, the replica; and its
 * vanilla proof. For tests, demonstrations and benchmarks: up to 1 GiB, of which it takes some
 * five times as much memory, and plainly. */
#ifndef CUZK_FILECOIN_SDR_H
#define CUZK_FILECOIN_SDR_H

#include "base/pool.h"
#include "filecoin/porep_check.h"
#include "filecoin/tree.h"

struct sdr_input {
    const struct seal_proof *proof;
    struct porep_owner owner;
    uint8_t ticket[32];
    const fr_int *data; /* the sector's nodes, bit-padded (fr32.h); borrowed */
};

/* A sealed sector. Zero-initialise. */
struct sdr_sector {
    const struct seal_proof *proof;
    uint8_t ticket[32], replica_id[32];
    fr_int comm_d, comm_c, comm_r_last, comm_r;
    fr_int *labels;                     /* [layer - 1][node] */
    struct tree tree_d, tree_c, tree_r; /* the leaves of tree_r are the replica */
};

/* ST_ARG if data is not padded; ST_UNSUPPORTED above 1 GiB. pool and cancel may be NULL. */
NODISCARD status sdr_seal(struct sdr_sector *out, const struct sdr_input *in, struct pool *pool,
                          const struct cancel *cancel);
void sdr_sector_fini(struct sdr_sector *s);

/* The vanilla proof for the challenges of this seed, as decoded. porep_c1_fini it. */
NODISCARD status sdr_prove(struct porep_c1 *out, const struct sdr_sector *s,
                           const uint8_t seed[32]);

#endif
