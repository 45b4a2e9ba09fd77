#include "filecoin/post_check.h"

#include "base/mem.h"
#include "filecoin/post_challenge.h"
#include "filecoin/tree.h"
#include "math/codec.h"
#include <stdlib.h>
#include <string.h>

typedef unsigned long long ull; /* what %llu takes */

static bool is_zero(const void *p, size_t n)
{
    const uint8_t *b = p;
    uint8_t any = 0;
    for (size_t i = 0; i < n; i++)
        any |= b[i];
    return any == 0;
}

static bool equal(const fr_int *a, const fr_int *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

struct hex {
    char text[2 * NODE_BYTES + 1];
};
static struct hex hex_of(const fr_int *v)
{
    struct hex h;
    uint8_t bytes[NODE_BYTES];
    fr_int_to_le(bytes, v);
    hex_encode(h.text, bytes, NODE_BYTES);
    return h;
}

/* ---- what was asked for ---- */

status post_check_count(const struct post_proof *proof, const struct post_terms *terms,
                        size_t n_sectors)
{
    size_t max = proof->kind == CIRCUIT_WINNING_POST ? 1 : terms->max_sectors;
    if (n_sectors < 1 || n_sectors > max)
        FAIL(ST_ARG, "%s: sectors: wanted 1 to %zu, found %zu", proof->name, max, n_sectors);
    return ST_OK;
}

static status check_order(const struct post_vanilla *v)
{
    for (size_t i = 1; i < v->n_sectors; i++) {
        ull before = v->sectors[i - 1].id, id = v->sectors[i].id;
        if (before == id)
            FAIL(ST_ARG, "%s: sector proof %zu: sector %llu is there twice", v->proof->name, i, id);
        if (before > id)
            FAIL(ST_ARG,
                 "%s: sector proof %zu: sectors have to ascend: wanted one above %llu, found %llu",
                 v->proof->name, i, before, id);
    }
    return ST_OK;
}

static int compare_ids(const void *pa, const void *pb)
{
    uint64_t a = *(const uint64_t *)pa, b = *(const uint64_t *)pb;
    return (a > b) - (a < b);
}

static status check_no_double(const struct post_vanilla *v)
{
    status st = ST_OK;
    uint64_t *ids;
    TRY(MEM_NEW(ids, v->n_sectors));
    for (size_t i = 0; i < v->n_sectors; i++)
        ids[i] = v->sectors[i].id;
    qsort(ids, v->n_sectors, sizeof *ids, compare_ids);
    for (size_t i = 1; i < v->n_sectors; i++)
        if (ids[i] == ids[i - 1])
            FAIL_OUT(ST_ARG, "%s: sector %llu is there twice", v->proof->name, (ull)ids[i]);
out:
    mem_free(ids);
    return st;
}

static status check_terms(const struct post_vanilla *v, const struct post_terms *terms)
{
    fr_int randomness;
    const char *name = v->proof->name;
    if (fr_int_from_le(&randomness, terms->randomness) != ST_OK)
        FAIL(ST_ARG,
             "%s: randomness: wanted a value below r (the two top bits of the last byte "
             "are cleared), found last byte 0x%02x",
             name, terms->randomness[31]);
    if (is_zero(terms->randomness, 32) && !terms->allow_zero_randomness)
        FAIL(ST_ARG, "%s: randomness: wanted 32 random bytes, found all zero", name);
    return terms->allow_any_order ? check_no_double(v) : check_order(v);
}

/* ---- sectors ---- */

struct check_ctx {
    const struct post_vanilla *v;
    const uint8_t *randomness;
};

static status check_nonzero(const struct post_sector *s, const fr_int *v, const char *what)
{
    if (is_zero(v, sizeof *v))
        FAIL(ST_UNSAT, "sector %llu: %s: wanted a commitment, found zero", (ull)s->id, what);
    return ST_OK;
}

static status check_sector(void *arg, size_t i, unsigned worker)
{
    const struct check_ctx *ctx = arg;
    const struct post_sector *s = &ctx->v->sectors[i];
    fr_int pair[2] = {s->comm_c, s->comm_r_last}, comm_r;
    (void)worker;
    TRY(check_nonzero(s, &s->comm_r, "comm_r"));
    TRY(check_nonzero(s, &s->comm_c, "comm_c"));
    TRY(check_nonzero(s, &s->comm_r_last, "comm_r_last"));
    poseidon_of_ints(&comm_r, pair, 2);
    if (!equal(&comm_r, &s->comm_r))
        FAIL(ST_UNSAT, "sector %llu: comm_r: wanted H(comm_c, comm_r_last) = %s, found %s",
             (ull)s->id, hex_of(&comm_r).text, hex_of(&s->comm_r).text);
    return ST_OK;
}

/* ---- challenges ---- */

#define MAX_ARITY 8

struct levels {
    struct tree_arities t;
    uint32_t nodes_log2, n;
};
static struct levels levels_of(const struct post_vanilla *v)
{
    struct tree_arities t = v->proof->sector->tree;
    uint32_t n = v->proof->sector->nodes_log2;
    return (struct levels){t, n, tree_levels(t, n)};
}
static uint32_t arity_of(const struct levels *t, uint32_t level)
{
    return tree_level_arity(t->t, t->nodes_log2, level);
}

/* The index's bits of a level; index becomes the parent's. */
static uint32_t take_place(uint64_t *index, uint32_t arity)
{
    uint32_t place = (uint32_t)*index & (arity - 1);
    *index >>= __builtin_ctz(arity);
    return place;
}

static status check_leaf(const struct check_ctx *ctx, size_t i, uint32_t k)
{
    const struct post_vanilla *v = ctx->v;
    uint64_t id = v->sectors[i].id, found = post_leaf(v, i, k);
    uint64_t wanted = post_leaf_challenge(ctx->randomness, id, post_challenge_index(v->proof, i, k),
                                          sector_nodes(v->proof->sector));
    if (wanted == found) return ST_OK;
    struct levels t = levels_of(v);
    uint64_t w = wanted, f = found;
    uint32_t level = 0;
    while (take_place(&w, arity_of(&t, level)) == take_place(&f, arity_of(&t, level)))
        level++; /* ends: they differ somewhere */
    FAIL(ST_UNSAT,
         "sector %llu (number %zu): challenge %u: wanted leaf %llu for this randomness, "
         "found %llu (they differ from level %u up)",
         (ull)id, i, k, (ull)wanted, (ull)found, level);
}

/* One path of a sector with its own nodes: nodes[l] is above l levels. */
struct path {
    const fr_int *siblings; /* of level 0 */
    uint64_t index;
    fr_int nodes[TREE_MAX_LEVELS + 1];
};

/* All children of the node above a level of the path. */
static uint32_t family(fr_int *children, const struct path *p, const struct levels *t,
                       uint32_t level)
{
    const fr_int *siblings = p->siblings;
    uint64_t index = p->index;
    for (uint32_t l = 0; l < level; l++) {
        siblings += arity_of(t, l) - 1;
        (void)take_place(&index, arity_of(t, l));
    }
    uint32_t arity = arity_of(t, level), place = take_place(&index, arity);
    for (uint32_t c = 0; c < arity; c++)
        children[c] = c == place ? p->nodes[level] : *siblings++;
    return arity;
}

static void path_of(struct path *p, const struct post_vanilla *v, size_t i, uint32_t k)
{
    const fr_int *values = post_path(v, i, k);
    struct levels t = levels_of(v);
    fr_int children[MAX_ARITY];
    p->siblings = values + 1;
    p->index = post_leaf(v, i, k);
    p->nodes[0] = values[0];
    for (uint32_t l = 0; l < t.n; l++) {
        uint32_t arity = family(children, p, &t, l);
        tree_parent(&p->nodes[l + 1], TREE_POSEIDON, children, arity);
    }
}

/* Index of the node above a level. */
static uint64_t parent_index(uint64_t index, const struct levels *t, uint32_t level)
{
    for (uint32_t l = 0; l <= level; l++)
        (void)take_place(&index, arity_of(t, l));
    return index;
}

/* Compares a bad path with a good one of the same sector. Where they have the parent in common they
 * have all its children in common: so, from the root down, either the bad path's own node is the
 * true one and its siblings are wrong at this level, or the fault is below. Lowers *high, the
 * level at or below which the fault lies; true if it lies just there. */
static bool narrow(uint32_t *high, const struct path *bad, const struct path *good,
                   const struct levels *t)
{
    fr_int is[MAX_ARITY], should[MAX_ARITY];
    for (uint32_t l = t->n; l-- > 0;) {
        uint32_t arity = arity_of(t, l);
        if (parent_index(bad->index, t, l) != parent_index(good->index, t, l)) return false;
        (void)family(is, bad, t, l);
        (void)family(should, good, t, l);
        uint64_t own = l == 0 ? bad->index : parent_index(bad->index, t, l - 1);
        uint32_t place = (uint32_t)own & (arity - 1);
        if (l < *high) *high = l;
        if (equal(&is[place], &should[place])) return true;
        if (l == 0) return true; /* the leaf itself */
        if (l - 1 < *high) *high = l - 1;
    }
    return false;
}

/* The path of challenge k does not lead to the root: says where it goes wrong, as far as the
 * sector's good paths tell. */
static status blame(const struct post_vanilla *v, size_t i, uint32_t k, const struct path *bad)
{
    const struct post_sector *s = &v->sectors[i];
    struct levels t = levels_of(v);
    uint32_t high = t.n - 1;
    bool exact = false;
    for (uint32_t other = 0; other < v->proof->challenges && !exact; other++) {
        struct path good;
        path_of(&good, v, i, other);
        if (equal(&good.nodes[t.n], &s->comm_r_last)) exact = narrow(&high, bad, &good, &t);
    }
    FAIL(ST_UNSAT,
         "sector %llu: challenge %u (leaf %llu): the path is wrong at%s level %u of 0..%u: wanted "
         "comm_r_last = %s, found %s",
         (ull)s->id, k, (ull)bad->index, exact || high == 0 ? "" : " or below", high, t.n - 1,
         hex_of(&s->comm_r_last).text, hex_of(&bad->nodes[t.n]).text);
}

static status check_paths(void *arg, size_t begin, size_t end, unsigned worker)
{
    const struct check_ctx *ctx = arg;
    const struct post_vanilla *v = ctx->v;
    uint32_t n_levels = levels_of(v).n;
    (void)worker;
    for (size_t c = begin; c < end; c++) {
        size_t i = c / v->proof->challenges;
        uint32_t k = (uint32_t)(c % v->proof->challenges);
        struct path p;
        TRY(check_leaf(ctx, i, k));
        path_of(&p, v, i, k);
        if (!equal(&p.nodes[n_levels], &v->sectors[i].comm_r_last)) return blame(v, i, k, &p);
    }
    return ST_OK;
}

status post_check(const struct post_vanilla *v, const struct post_terms *terms, struct pool *pool,
                  const struct cancel *cancel)
{
    struct check_ctx ctx = {v, terms->randomness};
    TRY(post_check_count(v->proof, terms, v->n_sectors));
    TRY(check_terms(v, terms));
    TRY(pool_run(pool, v->n_sectors, check_sector, &ctx, cancel));
    return pool_range(pool, v->n_sectors * v->proof->challenges, 0, check_paths, &ctx, cancel);
}
