/* Any Filecoin circuit by kind and sector size. */
#ifndef CUZK_FILECOIN_CIRCUIT_H
#define CUZK_FILECOIN_CIRCUIT_H

#include "filecoin/registry.h"
#include "r1cs/circuit.h"

/* ST_UNSUPPORTED where there is no such circuit. */
NODISCARD status filecoin_circuit_create(struct circuit **out, enum circuit_kind kind,
                                         const struct sector_size *size);

#endif
