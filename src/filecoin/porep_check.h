/* The native check of a PoRep's vanilla proof: whatever the circuit would demand, in milliseconds
 * and with a name for what is wrong.
 *
 * comm_r is the hash of comm_c and comm_r_last. Each challenge is the node drawn from the statement
 * and its parents are the graph's; its data lies in comm_d; every column hashes to its leaf, which
 * lies in comm_c; the labels of its own column follow from the parents' in every layer; its last
 * label plus its data is its replica node, which lies in comm_r_last. */
#ifndef CUZK_FILECOIN_POREP_CHECK_H
#define CUZK_FILECOIN_POREP_CHECK_H

#include "base/pool.h"
#include "filecoin/porep.h"
#include "filecoin/porep_c1.h"

/* Whose sector it is; a C1 does not say. */
struct porep_owner {
    uint8_t prover_id[32]; /* prover_id_of_miner */
    uint64_t sector_number;
};

/* The statement a C1 is about. */
void porep_statement_of_c1(struct porep_statement *out, const struct porep_c1 *c1);

/* With an owner also: the replica id is that of prover, sector and ticket. ST_UNSAT names
 * partition, challenge and part. pool and cancel may be NULL. */
NODISCARD status porep_c1_check(const struct porep_c1 *c1, const struct porep_owner *owner,
                                struct pool *pool, const struct cancel *cancel);

#endif
