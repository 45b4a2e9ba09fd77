/* How far a long operation is: called now and then, from the thread that started the operation,
 * with done <= total in units of the operation's choice; done == total at the end of a successful
 * one. */
#ifndef CUZK_BASE_PROGRESS_H
#define CUZK_BASE_PROGRESS_H

#include <stddef.h>

struct progress {
    void (*fn)(void *ctx, size_t done, size_t total);
    void *ctx;
};
/* p may be NULL. */
static inline void progress_report(const struct progress *p, size_t done, size_t total)
{
    if (p && p->fn) p->fn(p->ctx, done, total);
}

#endif
