/* What a sector update (SnapDeals, "empty sector update") is about: rho, challenges, public inputs.
 *
 * A sealed sector takes new data: new_node = old_node + data * rho, where rho depends on the h high
 * bits of the node's index. So the update is quick for who has the old replica, and nothing can be
 * chosen beforehand: rho follows from phi, a hash of the old replica's and the new data's
 * commitments. H below is Poseidon of two elements with the domain tag 2^40.
 *
 * The nodes are dealt to the partitions in equal, contiguous shares; partition k's challenges lie
 * in share k. h is one of six, sector->update_hs; a proof says which by `h_index`.
 *
 * Sources: storage-proofs-update (challenges, constants, vanilla), FIP-0019. */
#ifndef CUZK_FILECOIN_UPDATE_H
#define CUZK_FILECOIN_UPDATE_H

#include "filecoin/registry.h"
#include "math/fr.h"

#define UPDATE_N_INPUTS       4  /* public inputs of a partition, without ONE */
#define UPDATE_MAX_CHALLENGES 86 /* of a partition, over all sizes */

/* How a challenge's bits are made up, from the lowest: place below the apex leaf, which apex leaf,
 * which partition. */
struct update_bits {
    uint32_t path, apex, partition;
    uint32_t own; /* path + apex: drawn at random */
    uint32_t node;
    uint32_t challenges_per_digest; /* as many own bits as fit into 254 bits */
    uint32_t digests;               /* of a partition */
};
struct update_bits update_bits_of(const struct sector_size *s);

/* The statement; commitments are below r. h_index is below UPDATE_N_HS. */
struct update_statement {
    const struct update_proof *proof;
    fr_int comm_r_old, comm_r_new, comm_d_new;
    uint32_t h_index;
};

/* Which of the sector's hs h is; h = 0 is the default one. ST_ARG for any other number. */
NODISCARD status update_h_index(uint32_t *out, const struct sector_size *s, uint32_t h);

/* partition | 1 << (partition bits + h_index), the first public input. */
uint64_t update_k_and_h_select(const struct sector_size *s, uint32_t partition, uint32_t h_index);

/* phi = H(comm_d_new, comm_r_old). */
void update_phi(fr *phi, const fr_int *comm_d_new, const fr_int *comm_r_old);
/* rho = H(phi, high), high = node >> (node bits - h). */
void update_rho(fr *rho, const fr *phi, uint64_t high);
/* new_node = old_node + data * rho. */
void update_encode(fr_int *new_node, const fr_int *old_node, const fr_int *data, const fr *rho);

/* The sector's update_challenges challenged nodes of a partition, in order: the bits of digests
 * H(comm_r_new, partition * digests + i), own bits at a time, and the partition above. */
void update_challenges(uint32_t *nodes, const struct sector_size *s, const fr_int *comm_r_new,
                       uint32_t partition);

/* k_and_h_select, comm_r_old, comm_d_new, comm_r_new; Montgomery. ST_ARG for a partition that there
 * is not. */
NODISCARD status update_public_inputs(fr out[UPDATE_N_INPUTS], const struct update_statement *s,
                                      uint32_t partition);

#endif
