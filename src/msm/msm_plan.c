/* How to cut an MSM: the cost model, the sizes that follow from it, and the workspace.
 *
 * With W = ceil(255 / c) windows of c bits the full form makes W additions a point, and two a
 * bucket at the end (2^(c-1) buckets a window, the top window has its own number). Both run on the
 * same batched code. Besides, every bucket is loaded and stored once a chunk, every digit is
 * sorted, and a window costs something whatever its size. The constants are measured; the choice of
 * c is flat around its optimum and does not need them to be fresh. */
#include "msm/msm.h"

#include "msm/digits.h"
#include "msm/fp48_x8.h"
#include "msm/msm_internal.h"
#include <math.h>
#include <stdio.h>

enum {
    WINDOW_MIN = 2,
    WINDOW_MAX = 22,
    TASK_MIN = 4096,   /* positions: enough lanes for one inversion to be cheap */
    TASK_MAX = 131072, /* positions: 1 s / 50, so that cancelling is quick */
    CHUNK_MIN = 1024,
    CHUNK_BYTES = 12 << 20 /* points: what the cache and its address tables hold */
};

/* Nanoseconds of one thread: an addition, loading and storing a bucket, sorting a digit, the
 * inversion of a batch, a window. */
struct cost {
    double add, bucket, sort, inverse, window;
};

static struct cost cost_of(enum msm_group group, enum msm_path path)
{
    static const struct cost table[2][2] = {
        {{280, 20, 6, 2000, 50000}, {50, 20, 6, 3000, 50000}},
        {{850, 40, 6, 2500, 150000}, {140, 40, 6, 5000, 150000}},
    };
    return table[group == MSM_G2][path == MSM_PATH_IFMA];
}

status msm_path_choose(enum msm_path *out, enum msm_path wish)
{
    if (wish == MSM_PATH_IFMA && !x8_usable())
        FAIL(ST_UNSUPPORTED, "msm: this processor has no AVX-512 IFMA and VBMI");
    *out = wish;
    if (wish == MSM_PATH_AUTO) *out = x8_usable() ? MSM_PATH_IFMA : MSM_PATH_SCALAR;
    return ST_OK;
}

status msm_plan_check(const struct msm_plan *p, enum msm_group group, enum msm_form form,
                      const struct pool *pool, const void *work)
{
    if (p->group != group || p->form != form)
        FAIL(ST_ARG, "msm: wanted a plan for G%u, form %u, found G%u, form %u", group + 1u, form,
             p->group + 1u, p->form);
    if (pool_threads(pool) > p->threads)
        FAIL(ST_ARG, "msm: planned for %u threads, the pool has %u", p->threads,
             pool_threads(pool));
    if ((uintptr_t)work % 64 != 0) FAIL(ST_ARG, "msm: the workspace is not 64-byte aligned");
    return ST_OK;
}

static size_t max_size(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Model of the full form with windows of c bits, in ns of wall time. */
static double full_cost(const struct msm_plan *p, unsigned c)
{
    struct cost k = cost_of(p->group, p->path);
    double n = (double)p->n, low = (double)((size_t)1 << (c - 1)), windows = digits_windows(c);
    double buckets = (windows - 1) * low + (double)digits_top_max(c);
    double chunks = ceil(n / (double)p->chunk);
    double visits = fmin(chunks * buckets, windows * n); /* of buckets by chunks */
    double adds = windows * n + 2 * buckets;
    double inverses = adds / (double)p->lanes + chunks * 20 + 100;
    return (adds * k.add + visits * k.bucket + windows * n * k.sort + inverses * k.inverse +
            windows * k.window) /
           p->threads;
}

/* Everything that follows from chunk and window_bits. */
static void full_sizes(struct msm_plan *p)
{
    unsigned c = p->window_bits, threads = p->threads;
    p->n_windows = digits_windows(c);
    p->low_buckets = (size_t)1 << (c - 1);
    p->top_buckets = (size_t)digits_top_max(c);
    size_t top_base = (p->n_windows - 1) * p->low_buckets;
    p->n_buckets = top_base + p->top_buckets;
    p->segment = 64;
    while (p->segment > 8 && p->n_buckets / p->segment < p->lanes * threads)
        p->segment /= 2;
    p->segment = min_size(p->segment, p->low_buckets);
    p->n_segments = top_base / p->segment + (p->top_buckets + p->segment - 1) / p->segment;

    size_t positions = p->n_windows * p->chunk;
    p->task_len = max_size(TASK_MIN, min_size(positions / (8 * threads), TASK_MAX));
    while (positions / p->task_len >= p->task_len)
        p->task_len *= 2;
    p->n_tasks = (positions + p->task_len - 1) / p->task_len;
    if (p->group == MSM_G1)
        msm_g1_plan_bytes(p);
    else
        msm_g2_plan_bytes(p);
}

/* The best window of at most max_bits (0: any), or the one that is asked for. */
static void full_window(struct msm_plan *p, unsigned window_bits, unsigned max_bits)
{
    p->cost_ns = 0;
    for (unsigned c = WINDOW_MIN; c <= WINDOW_MAX; c++) {
        if (window_bits != 0 && c != window_bits) continue;
        if (max_bits != 0 && c > max_bits) break;
        double cost = full_cost(p, c);
        if (p->cost_ns != 0 && cost >= p->cost_ns) continue;
        p->cost_ns = cost;
        p->window_bits = c;
    }
    full_sizes(p);
}

static void full_plan(struct msm_plan *p, const struct msm_options *o)
{
    size_t point_bytes = p->group == MSM_G1 ? sizeof(g1_affine) : sizeof(g2_affine);
    size_t most = o->chunk ? o->chunk : CHUNK_BYTES / point_bytes * ((p->threads + 7) / 8);
    for (unsigned max_bits = 0;;) {
        size_t chunks = max_size(1, (p->n + most - 1) / most);
        p->chunk = max_size(1, (p->n + chunks - 1) / chunks);
        full_window(p, o->window_bits, max_bits);
        if (o->max_work_bytes == 0 || p->work_bytes <= o->max_work_bytes) return;
        if (most > CHUNK_MIN)
            most = most / 2;
        else if (o->window_bits == 0 && p->window_bits > WINDOW_MIN)
            max_bits = p->window_bits - 1;
        else
            return;
    }
}

static void bits_plan(struct msm_plan *p)
{
    size_t share = p->n / (4 * (size_t)p->threads) + 1;
    p->task_len = max_size(p->lanes * 8, min_size(share, (size_t)1 << 20));
    p->task_len = (p->task_len + 63) / 64 * 64;
    p->n_tasks = (p->n + p->task_len - 1) / p->task_len;
    p->cost_ns = (double)p->n / 2 * cost_of(p->group, p->path).add / p->threads;
    if (p->group == MSM_G1)
        msm_g1_bits_plan_bytes(p);
    else
        msm_g2_bits_plan_bytes(p);
}

status msm_plan_init(struct msm_plan *out, enum msm_group group, enum msm_form form, size_t n,
                     const struct msm_options *options)
{
    struct msm_options o = options ? *options : (struct msm_options){0};
    if (n >= (size_t)1 << 40) FAIL(ST_ARG, "msm: at most 2^40 - 1 points, found %zu", n);
    if (o.window_bits != 0 && (o.window_bits < WINDOW_MIN || o.window_bits > WINDOW_MAX))
        FAIL(ST_ARG, "msm: window bits: wanted %d to %d, found %u", WINDOW_MIN, WINDOW_MAX,
             o.window_bits);
    if (o.chunk > (size_t)1 << 24) FAIL(ST_ARG, "msm: chunk: at most 2^24, found %zu", o.chunk);
    if (o.threads > 1024) FAIL(ST_ARG, "msm: at most 1024 threads, found %u", o.threads);
    struct msm_plan p = {.group = group, .form = form, .n = n};
    TRY(msm_path_choose(&p.path, o.path));
    p.threads = o.threads ? o.threads : 1;
    p.lanes = group == MSM_G1 ? 1024 : 512;
    if (form == MSM_BITS) {
        bits_plan(&p);
    } else {
        full_plan(&p, &o);
    }
    if (o.max_work_bytes != 0 && p.work_bytes > o.max_work_bytes)
        FAIL(ST_NOMEM, "msm: %zu points need %zu bytes of workspace, %zu allowed", n, p.work_bytes,
             o.max_work_bytes);
    *out = p;
    return ST_OK;
}

const char *msm_plan_text(const struct msm_plan *p, char *buf, size_t buf_bytes)
{
    static const char *const path_names[] = {"auto", "scalar", "ifma"};
    if (p->form == MSM_BITS)
        snprintf(buf, buf_bytes,
                 "msm g%u bits: n %zu, %s, %u threads, %zu tasks of %zu points, %zu lanes, "
                 "workspace %zu bytes, about %.2f ms",
                 p->group + 1u, p->n, path_names[p->path], p->threads, p->n_tasks, p->task_len,
                 p->lanes, p->work_bytes, p->cost_ns / 1e6);
    else
        snprintf(buf, buf_bytes,
                 "msm g%u full: n %zu in chunks of %zu, %s, %u threads, %u windows of %u bits, "
                 "%zu buckets, tasks of %zu, %zu lanes, segments of %zu, "
                 "workspace %zu bytes, about %.2f ms",
                 p->group + 1u, p->n, p->chunk, path_names[p->path], p->threads, p->n_windows,
                 p->window_bits, p->n_buckets, p->task_len, p->lanes, p->segment, p->work_bytes,
                 p->cost_ns / 1e6);
    return buf;
}
