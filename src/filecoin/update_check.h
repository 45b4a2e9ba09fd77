/* The native check of a sector update's vanilla proofs: whatever the circuit would demand, before
 * anything is proven, and with a name for what is wrong.
 *
 * No commitment is zero. Of each partition: comm_r_old and comm_r_new are hashes of comm_c and the
 * replicas' roots; the apex leaves hang in comm_d_new at the partition's place. Of each challenge:
 * its node is the one drawn from comm_r_new; the new node is the old one plus data times rho; the
 * old and new node lie in their replicas, the data below the node's apex leaf. */
#ifndef CUZK_FILECOIN_UPDATE_CHECK_H
#define CUZK_FILECOIN_UPDATE_CHECK_H

#include "filecoin/update_vanilla.h"

/* The commitments are not zero; ST_ARG. */
NODISCARD status update_statement_check(const struct update_statement *s);

/* ST_UNSAT names partition, challenge and level. s->proof is v->proof. pool and cancel may be NULL.
 */
NODISCARD status update_check(const struct update_vanilla *v, const struct update_statement *s,
                              struct pool *pool, const struct cancel *cancel);

#endif
