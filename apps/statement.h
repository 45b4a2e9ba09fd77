/* What is to be proved or verified: a decoded vanilla proof of any kind. */
#ifndef CUZK_APPS_STATEMENT_H
#define CUZK_APPS_STATEMENT_H

#include "filecoin/registry.h"
#include "r1cs/circuit.h"

struct statement;

/* Reads and decodes a C1 file or its wrapper ("-": standard input). */
NODISCARD status statement_open_porep(struct statement **out, const char *path);
void statement_close(struct statement *s); /* NULL is a no-op */

enum circuit_kind statement_kind(const struct statement *s);
const struct sector_size *statement_sector(const struct statement *s);
const char *statement_proof_name(const struct statement *s); /* the registered proof */
size_t statement_partitions(const struct statement *s);

/* The native check of the vanilla proof; the first thing wrong is named. */
NODISCARD status statement_check(const struct statement *s, struct pool *pool,
                                 const struct cancel *cancel);
/* The witness of a partition. */
NODISCARD status statement_fill(const struct statement *s, size_t partition,
                                const struct circuit *c, struct witness *w, struct pool *pool,
                                const struct cancel *cancel);
/* Public inputs of a partition without ONE; a new array (mem_free). */
NODISCARD status statement_inputs(const struct statement *s, size_t partition, fr **out, size_t *n);

#endif
