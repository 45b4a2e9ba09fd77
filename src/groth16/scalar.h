/* Scalars that are drawn or derived: secrets of a setup, blinding of a proof. */
#ifndef CUZK_GROTH16_SCALAR_H
#define CUZK_GROTH16_SCALAR_H

#include "base/status.h"
#include "math/fr.h"

/* Uniform in [1, r), from the system. The caller wipes it. */
NODISCARD status scalar_random(fr *out);

/* Known to everybody, for tests: SHA-256 of the label with the two top bits of byte 31 cleared,
 * read little-endian. */
NODISCARD status scalar_of_label(fr *out, const char *label);

#endif
