/* Threads. A pool runs one batch of numbered tasks at a time on all its threads, the caller's
 * included. A cancel token ends any batch at the next task boundary. */
#ifndef CUZK_BASE_POOL_H
#define CUZK_BASE_POOL_H

#include "base/status.h"
#include <stdatomic.h>
#include <stdint.h>

/* Set by any thread; read at task boundaries. deadline_ns of clock_ns(), 0 = none. Zero-initialise.
 */
struct cancel {
    atomic_bool requested;
    uint64_t deadline_ns;
};
/* ST_OK, ST_CANCELLED or ST_TIMEOUT; c may be NULL (never cancelled). */
NODISCARD status cancel_check(const struct cancel *c);

struct pool;

/* n_threads counts the caller; 0 = one per online processor. */
NODISCARD status pool_create(struct pool **out, unsigned n_threads);
void pool_destroy(struct pool *p);           /* NULL is a no-op */
unsigned pool_threads(const struct pool *p); /* NULL counts as 1 */

/* Calls fn(ctx, task, worker) for every task in [0, n_tasks), in any order, worker <
 * pool_threads(p). Tasks are handed out one by one. The first failure (its text too) is returned;
 * tasks not yet started are then skipped. p == NULL, or a call from inside a task, runs them all in
 * the caller with worker = 0 (respectively the worker of the enclosing task). Callers from several
 * threads take turns. */
typedef status (*pool_fn)(void *ctx, size_t task, unsigned worker);
NODISCARD status pool_run(struct pool *p, size_t n_tasks, pool_fn fn, void *ctx,
                          const struct cancel *cancel);

/* As pool_run over the n items [0, n) in contiguous chunks of about `chunk` items (0: a few chunks
 * a thread): fn(ctx, begin, end, worker). */
typedef status (*pool_range_fn)(void *ctx, size_t begin, size_t end, unsigned worker);
NODISCARD status pool_range(struct pool *p, size_t n, size_t chunk, pool_range_fn fn, void *ctx,
                            const struct cancel *cancel);

#endif
