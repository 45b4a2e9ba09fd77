#include "base/random.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

status random_bytes(void *out, size_t n)
{
    unsigned char *p = out;
    while (n) {
        ssize_t got = getrandom(p, n, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) FAIL(ST_IO, "getrandom of %zu bytes: %s", n, strerror(errno));
        p += got;
        n -= (size_t)got;
    }
    return ST_OK;
}
