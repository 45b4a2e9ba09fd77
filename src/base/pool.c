#include "base/pool.h"

#include "base/clock.h"
#include "base/mem.h"
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

/* One batch of tasks. Lives in pool_run's frame; workers touch it only between start and the last
 * `active` decrement. */
struct batch {
    pool_fn fn;
    void *ctx;
    size_t n_tasks;
    const struct cancel *cancel;
    atomic_size_t next;
    atomic_bool failed;
    status st; /* under pool->lock */
    char detail[STATUS_DETAIL_MAX];
};

struct pool {
    pthread_mutex_t turn; /* one batch at a time */
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t start, done;
    struct batch *batch;
    uint64_t generation;
    unsigned active, n_workers;
    bool stop;
    struct worker {
        struct pool *pool;
        pthread_t thread;
        unsigned index;
    } workers[];
};

static _Thread_local const struct pool *inside_pool; /* set while this thread runs a task */
static _Thread_local unsigned inside_worker;

status cancel_check(const struct cancel *c)
{
    if (!c) return ST_OK;
    if (atomic_load_explicit(&c->requested, memory_order_relaxed))
        FAIL(ST_CANCELLED, "cancelled by the caller");
    if (c->deadline_ns && clock_ns() >= c->deadline_ns) FAIL(ST_TIMEOUT, "the deadline passed");
    return ST_OK;
}

static void batch_work(struct pool *p, struct batch *b, unsigned worker)
{
    inside_pool = p;
    inside_worker = worker;
    for (;;) {
        size_t task = atomic_fetch_add(&b->next, 1);
        if (task >= b->n_tasks || atomic_load(&b->failed)) break;
        status st = cancel_check(b->cancel);
        if (st == ST_OK) st = b->fn(b->ctx, task, worker);
        if (st != ST_OK) {
            pthread_mutex_lock(&p->lock);
            if (!atomic_load(&b->failed)) {
                b->st = st;
                snprintf(b->detail, sizeof b->detail, "%s", status_detail());
                atomic_store(&b->failed, true);
            }
            pthread_mutex_unlock(&p->lock);
        }
    }
    inside_pool = NULL;
}

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    struct pool *p = w->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (!p->stop && p->generation == seen)
            pthread_cond_wait(&p->start, &p->lock);
        if (p->stop) break;
        seen = p->generation;
        struct batch *b = p->batch;
        pthread_mutex_unlock(&p->lock);
        batch_work(p, b, w->index);
        pthread_mutex_lock(&p->lock);
        if (--p->active == 0) pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

status pool_create(struct pool **out, unsigned n_threads)
{
    if (n_threads == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        n_threads = online > 0 ? (unsigned)online : 1;
    }
    if (n_threads > 1024) FAIL(ST_ARG, "threads: wanted at most 1024, found %u", n_threads);
    struct pool *p = mem_alloc(1, sizeof *p + (n_threads - 1) * sizeof(struct worker));
    if (!p) return ST_NOMEM;
    pthread_mutex_init(&p->turn, NULL);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->start, NULL);
    pthread_cond_init(&p->done, NULL);
    for (unsigned i = 0; i + 1 < n_threads; i++) {
        p->workers[i] = (struct worker){.pool = p, .index = i + 1};
        int err = pthread_create(&p->workers[i].thread, NULL, worker_main, &p->workers[i]);
        if (err) {
            pool_destroy(p);
            FAIL(ST_NOMEM, "cannot start thread %u of %u (error %d)", i + 2, n_threads, err);
        }
        p->n_workers++;
    }
    *out = p;
    return ST_OK;
}

void pool_destroy(struct pool *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_workers; i++)
        pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->start);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
    pthread_mutex_destroy(&p->turn);
    mem_free(p);
}

unsigned pool_threads(const struct pool *p)
{
    return p ? p->n_workers + 1 : 1;
}

static status run_inline(size_t n_tasks, pool_fn fn, void *ctx, const struct cancel *cancel,
                         unsigned worker)
{
    for (size_t i = 0; i < n_tasks; i++) {
        TRY(cancel_check(cancel));
        TRY(fn(ctx, i, worker));
    }
    return ST_OK;
}

status pool_run(struct pool *p, size_t n_tasks, pool_fn fn, void *ctx, const struct cancel *cancel)
{
    if (p && inside_pool == p) return run_inline(n_tasks, fn, ctx, cancel, inside_worker);
    if (!p) return run_inline(n_tasks, fn, ctx, cancel, 0);

    struct batch b = {.fn = fn, .ctx = ctx, .n_tasks = n_tasks, .cancel = cancel, .st = ST_OK};
    pthread_mutex_lock(&p->turn);
    pthread_mutex_lock(&p->lock);
    p->batch = &b;
    p->generation++;
    p->active = p->n_workers;
    pthread_cond_broadcast(&p->start);
    pthread_mutex_unlock(&p->lock);
    batch_work(p, &b, 0);
    pthread_mutex_lock(&p->lock);
    while (p->active)
        pthread_cond_wait(&p->done, &p->lock);
    p->batch = NULL;
    pthread_mutex_unlock(&p->lock);
    pthread_mutex_unlock(&p->turn);
    if (b.st != ST_OK) status_set_detail(b.detail);
    return b.st;
}

struct range {
    pool_range_fn fn;
    void *ctx;
    size_t n, chunk;
};

static status range_task(void *ctx, size_t task, unsigned worker)
{
    const struct range *r = ctx;
    size_t begin = task * r->chunk;
    size_t end = r->n - begin < r->chunk ? r->n : begin + r->chunk;
    return r->fn(r->ctx, begin, end, worker);
}

status pool_range(struct pool *p, size_t n, size_t chunk, pool_range_fn fn, void *ctx,
                  const struct cancel *cancel)
{
    if (n == 0) return ST_OK;
    if (chunk == 0) chunk = n / ((size_t)pool_threads(p) * 4) + 1;
    struct range r = {.fn = fn, .ctx = ctx, .n = n, .chunk = chunk};
    return pool_run(p, (n - 1) / chunk + 1, range_task, &r, cancel);
}
