/* Secret randomness from the operating system. */
#ifndef CUZK_BASE_RANDOM_H
#define CUZK_BASE_RANDOM_H

#include "base/status.h"

/* n bytes from getrandom(2). ST_IO if the system has none to give. */
NODISCARD status random_bytes(void *out, size_t n);

#endif
