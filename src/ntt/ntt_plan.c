#include "ntt/ntt_kernel.h"

status ntt_plan_init(struct ntt_plan *out, unsigned log2_n, unsigned n_threads)
{
    if (log2_n > NTT_MAX_LOG2)
        FAIL(ST_ARG, "transform size 2^%u: wanted at most 2^%u", log2_n, NTT_MAX_LOG2);
    if (n_threads == 0 || n_threads > 1024)
        FAIL(ST_ARG, "transform threads: wanted 1 to 1024, found %u", n_threads);
    struct ntt_plan p = {.log2_n = log2_n, .n = (size_t)1 << log2_n, .n_threads = n_threads};
    if (log2_n >= 2 * NTT_MIN_LEVEL_LOG2) p.n_levels = log2_n > 2 * NTT_MAX_LEVEL_LOG2 ? 3 : 2;
    unsigned left = log2_n;
    for (unsigned i = 0; i < p.n_levels; i++) {
        unsigned levels_left = p.n_levels - i;
        p.level_log2[i] = (left + levels_left - 1) / levels_left; /* the first is the biggest */
        left -= p.level_log2[i];
    }
    if (p.n_levels)
        p.work_bytes = ((size_t)NTT_MAX_TILES * NTT_VEC_BYTES << p.level_log2[0]) * n_threads;
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
