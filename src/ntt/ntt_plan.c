#include "ntt/ntt_kernel.h"

#include <string.h>

status ntt_plan_levels(struct ntt_plan *p, unsigned n_levels, const unsigned *level_log2)
{
    unsigned sum = 0, biggest = 0;
    if (n_levels < 2 || n_levels > NTT_MAX_LEVELS)
        FAIL(ST_ARG, "transform levels: wanted 2 to %d, found %u", NTT_MAX_LEVELS, n_levels);
    for (unsigned i = 0; i < n_levels; i++) {
        if (level_log2[i] < NTT_MIN_LEVEL_LOG2 || level_log2[i] > NTT_MAX_LEVEL_LOG2)
            FAIL(ST_ARG, "transform level %u: wanted 2^%d to 2^%d rows, found 2^%u", i,
                 NTT_MIN_LEVEL_LOG2, NTT_MAX_LEVEL_LOG2, level_log2[i]);
        sum += level_log2[i];
        if (level_log2[i] > biggest) biggest = level_log2[i];
    }
    if (sum != p->log2_n)
        FAIL(ST_ARG, "transform levels: wanted 2^%u in all, found 2^%u", p->log2_n, sum);
    p->n_levels = n_levels;
    memcpy(p->level_log2, level_log2, n_levels * sizeof *level_log2);
    p->biggest_log2 = biggest;
    p->work_bytes = ((size_t)NTT_MAX_TILES * NTT_VEC_BYTES << biggest) * p->n_threads;
    return ST_OK;
}

status ntt_plan_init(struct ntt_plan *out, unsigned log2_n, unsigned n_threads)
{
    if (log2_n > NTT_MAX_LOG2)
        FAIL(ST_ARG, "transform size 2^%u: wanted at most 2^%u", log2_n, NTT_MAX_LOG2);
    if (n_threads == 0 || n_threads > 1024)
        FAIL(ST_ARG, "transform threads: wanted 1 to 1024, found %u", n_threads);
    struct ntt_plan p = {.log2_n = log2_n, .n = (size_t)1 << log2_n, .n_threads = n_threads};
    unsigned n_levels = 0, level_log2[NTT_MAX_LEVELS], left = log2_n;
    if (log2_n >= 2 * NTT_MIN_LEVEL_LOG2) n_levels = log2_n > 2 * NTT_MAX_LEVEL_LOG2 ? 3 : 2;
    for (unsigned i = 0; i < n_levels; i++) {
        level_log2[i] = (left + n_levels - i - 1) / (n_levels - i);
        left -= level_log2[i];
    }
    if (n_levels) TRY(ntt_plan_levels(&p, n_levels, level_log2));
    *out = p;
    return ST_OK;
}

status ntt_log2_for(unsigned *out, size_t n)
{
    unsigned log2_n = 0;
    while (log2_n <= NTT_MAX_LOG2 && (size_t)1 << log2_n < n)
        log2_n++;
    if (log2_n > NTT_MAX_LOG2) FAIL(ST_ARG, "%zu rows need a domain above 2^%u", n, NTT_MAX_LOG2);
    *out = log2_n;
    return ST_OK;
}
