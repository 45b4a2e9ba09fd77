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
    CACHE_BYTES = 128 << 20, /* buckets: beyond, they come from memory */
    CHUNK_BYTES = 12 << 20   /* points: what the cache and its address tables hold */
};

/* Nanoseconds of one thread: an addition in lanes, loading and storing a bucket, sorting a digit,
 * the inversion of a batch, an addition in Jacobian coordinates. */
struct cost {
    double add, bucket, sort, inverse, jacobian;
};

static struct cost cost_of(enum msm_group group, enum msm_path path)
{
    static const struct cost table[2][2] = {
        {{230, 20, 5, 2500, 500}, {55, 20, 5, 3500, 500}},
        {{850, 40, 5, 4000, 1700}, {140, 40, 5, 6000, 1700}},
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

/* Buckets and segments, as window_bits and segment say. */
static void full_buckets(struct msm_plan *p)
{
    unsigned c = p->window_bits;
    p->n_windows = digits_windows(c);
    p->low_buckets = (size_t)1 << (c - 1);
    p->top_buckets = (size_t)digits_top_max(c);
    size_t top_base = (p->n_windows - 1) * p->low_buckets;
    p->n_buckets = top_base + p->top_buckets;
    p->n_segments = top_base / p->segment + (p->top_buckets + p->segment - 1) / p->segment;
    size_t tasks = p->threads * ((p->n_segments - 1) / (p->lanes * p->threads) + 1);
    p->reduce_lanes = ((p->n_segments - 1) / tasks / 8 + 1) * 8;
}

/* Model of the full form, in ns of wall time. */
static double full_cost(const struct msm_plan *p)
{
    struct cost k = cost_of(p->group, p->path);
    double n = (double)p->n, lanes = (double)p->lanes, windows = p->n_windows;
    double segment = (double)p->segment;
    double segments = (double)p->n_segments, chunks = ceil(n / (double)p->chunk);
    /* per chunk: buckets that get something, rounds of lanes */
    double visits = fmin((double)p->n_buckets, windows * (double)p->chunk);
    double bucket_bytes = p->group == MSM_G1 ? sizeof(g1_affine) : sizeof(g2_affine);
    if (bucket_bytes * (double)p->n_buckets > CACHE_BYTES) k.bucket *= 3;
    double rounds = windows * (double)p->chunk / lanes + 8;
    double sum = chunks * (visits * k.bucket + rounds * k.inverse) + windows * n * (k.add + k.sort);
    double turns = ceil(segments / (double)(p->reduce_lanes * p->threads));
    double reduce = turns * 2 * segment * ((double)p->reduce_lanes * k.add + k.inverse);
    double windows_add = 3 * segments * k.jacobian;
    return (sum + windows_add) / p->threads + reduce + (windows + 255) * k.jacobian;
}

/* Everything that follows from chunk, window_bits and segment. */
static void full_sizes(struct msm_plan *p)
{
    unsigned threads = p->threads;
    full_buckets(p);
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
    struct msm_plan best = {.cost_ns = INFINITY};
    for (unsigned c = WINDOW_MIN; c <= WINDOW_MAX; c++) {
        if (window_bits != 0 && c != window_bits) continue;
        if (max_bits != 0 && c > max_bits) break;
        p->window_bits = c;
        for (p->segment = 2; p->segment <= 128 && p->segment <= (size_t)1 << (c - 1);
             p->segment *= 2) {
            full_buckets(p);
            p->cost_ns = full_cost(p);
            if (p->cost_ns < best.cost_ns) best = *p;
        }
    }
    *p = best;
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
    p.lanes = 1024;
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
