#include "groth16/split.h"

#include "base/mem.h"
#include "params/params.h"
#include "params/point_decoder.h"
#include <string.h>

#define CHUNK_WORDS (SPLIT_CHUNK / 64)

/* ---- types of the variables ---- */

static void set_bits(uint64_t *map, size_t first, size_t n)
{
    for (size_t i = first; i < first + n;) {
        if (i % 64 == 0 && first + n - i >= 64) {
            map[i / 64] = UINT64_MAX;
            i += 64;
        } else {
            map[i / 64] |= (uint64_t)1 << (i % 64);
            i++;
        }
    }
}

static status mark_fields(void *ctx, const struct aux_run *run)
{
    if (run->is_field) set_bits(ctx, run->first_aux, run->n);
    return ST_OK;
}

status split_field_map(uint64_t **out, const struct circuit *c)
{
    uint64_t *map;
    TRY(MEM_NEW(map, circuit_size(c).n_aux / 64 + 1));
    status st = circuit_visit_aux(c, mark_fields, map);
    if (st == ST_OK)
        *out = map;
    else
        mem_free(map);
    return st;
}

/* ---- counting ---- */

static size_t ones(uint64_t x)
{
    return (size_t)__builtin_popcountll(x);
}

/* The lowest n <= 64 bits. */
static uint64_t low_mask(size_t n)
{
    return n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

/* 64 variables from number 64 i on. */
struct word {
    uint64_t exist, stored, field;
};

static struct word word_at(const struct split *s, size_t i)
{
    uint64_t exist = low_mask(s->n_aux - 64 * i);
    uint64_t stored = s->density ? s->density[i] & exist : exist;
    return (struct word){exist, stored, s->is_field[i] & exist};
}

/* Words of chunk c. */
static size_t words_end(const struct split *s, size_t c)
{
    size_t end = (c + 1) * CHUNK_WORDS, all = (s->n_aux + 63) / 64;
    return end < all ? end : all;
}

static void count_word(struct split_count *k, struct word w)
{
    k->stored += ones(w.stored);
    k->fields += ones(w.stored & w.field);
    k->bits += ones(w.stored & ~w.field);
    k->all_fields += ones(w.field);
    k->all_bits += ones(w.exist & ~w.field);
}

status split_init(struct split *out, const uint64_t *density, const uint64_t *is_field,
                  size_t n_aux)
{
    struct split s = {.density = density, .is_field = is_field, .n_aux = n_aux};
    s.n_chunks = (n_aux + SPLIT_CHUNK - 1) / SPLIT_CHUNK;
    TRY(MEM_NEW(s.chunk, s.n_chunks + 1));
    for (size_t c = 0; c < s.n_chunks; c++) {
        struct split_count k = s.chunk[c];
        for (size_t i = c * CHUNK_WORDS; i < words_end(&s, c); i++)
            count_word(&k, word_at(&s, i));
        s.chunk[c + 1] = k;
    }
    *out = s;
    return ST_OK;
}

void split_fini(struct split *s)
{
    mem_free(s->chunk);
    *s = (struct split){0};
}

/* ---- points ---- */

struct points_job {
    const struct split *s;
    struct split_piece piece;
    void *bits, *fields;
    const uint8_t *points;
    bool in_g2;
};

static void read_point(struct point_decoder *d, const struct points_job *j, bool is_field,
                       size_t to, size_t from)
{
    void *out = is_field ? j->fields : j->bits;
    if (j->in_g2)
        point_decoder_g2(d, (g2_affine *)out + to, j->points + from * G2_UNCOMPRESSED_BYTES);
    else
        point_decoder_g1(d, (g1_affine *)out + to, j->points + from * G1_UNCOMPRESSED_BYTES);
}

static status points_task(void *ctx, size_t task, unsigned worker)
{
    (void)worker;
    const struct points_job *j = ctx;
    size_t c = j->piece.first + task;
    struct split_count k = j->s->chunk[c], base = j->s->chunk[j->piece.first];
    size_t bits = k.bits - base.bits, fields = k.fields - base.fields, from = k.stored;
    struct point_decoder d;
    point_decoder_init(&d);
    for (size_t i = c * CHUNK_WORDS; i < words_end(j->s, c); i++) {
        struct word w = word_at(j->s, i);
        for (uint64_t left = w.stored; left; left &= left - 1) {
            bool is_field = w.field >> __builtin_ctzll(left) & 1;
            read_point(&d, j, is_field, is_field ? fields++ : bits++, from++);
        }
    }
    point_decoder_flush(&d);
    return ST_OK;
}

status split_points_g1(const struct split *s, struct split_piece piece, g1_affine *bits,
                       g1_affine *fields, const uint8_t *points, struct pool *pool,
                       const struct cancel *cancel)
{
    struct points_job j = {s, piece, bits, fields, points, false};
    return pool_run(pool, piece.end - piece.first, points_task, &j, cancel);
}

status split_points_g2(const struct split *s, struct split_piece piece, g2_affine *bits,
                       g2_affine *fields, const uint8_t *points, struct pool *pool,
                       const struct cancel *cancel)
{
    struct points_job j = {s, piece, bits, fields, points, true};
    return pool_run(pool, piece.end - piece.first, points_task, &j, cancel);
}

/* ---- values ---- */

/* n <= 64 bits from position pos on. */
static uint64_t take_bits(const uint64_t *v, size_t pos, size_t n)
{
    size_t shift = pos % 64;
    if (n == 0) return 0;
    uint64_t x = v[pos / 64] >> shift;
    if (shift + n > 64) x |= v[pos / 64 + 1] << (64 - shift);
    return x & low_mask(n);
}

/* Bits that neighbouring chunks write may share a word. */
static void put_bits(uint64_t *v, size_t pos, uint64_t x, size_t n)
{
    size_t shift = pos % 64;
    if (x == 0) return;
    (void)__atomic_fetch_or(&v[pos / 64], x << shift, __ATOMIC_RELAXED);
    if (shift + n > 64)
        (void)__atomic_fetch_or(&v[pos / 64 + 1], x >> (64 - shift), __ATOMIC_RELAXED);
}

/* The low bits of x, spread to the places of mask. */
static uint64_t spread(uint64_t x, uint64_t mask)
{
    if (mask == UINT64_MAX) return x;
    uint64_t r = 0;
    for (; mask; mask &= mask - 1, x >>= 1)
        r |= mask & (~mask + 1) & ((uint64_t)0 - (x & 1));
    return r;
}

/* The bits of x at the places of mask, moved together. */
static uint64_t gather(uint64_t x, uint64_t mask)
{
    if (mask == UINT64_MAX) return x;
    uint64_t r = 0;
    for (unsigned n = 0; mask; mask &= mask - 1, n++)
        r |= (x >> __builtin_ctzll(mask) & 1) << n;
    return r;
}

struct values_job {
    const struct split *s;
    struct split_piece piece;
    uint64_t *bits;
    fr_int *fields;
    const struct witness *w;
};

static status values_task(void *ctx, size_t task, unsigned worker)
{
    (void)worker;
    const struct values_job *j = ctx;
    size_t c = j->piece.first + task;
    struct split_count k = j->s->chunk[c], base = j->s->chunk[j->piece.first];
    for (size_t i = c * CHUNK_WORDS; i < words_end(j->s, c); i++) {
        struct word w = word_at(j->s, i);
        uint64_t is_bit = w.exist & ~w.field, wanted = w.stored & is_bit;
        uint64_t x = spread(take_bits(j->w->bits, k.all_bits, ones(is_bit)), is_bit);
        put_bits(j->bits, k.bits - base.bits, gather(x, wanted), ones(wanted));
        size_t to = k.fields - base.fields;
        for (uint64_t left = w.stored & w.field; left; left &= left - 1) {
            size_t before = ones(w.field & (left ^ (left - 1)) >> 1);
            fr_to_int(&j->fields[to++], &j->w->fields[k.all_fields + before]);
        }
        count_word(&k, w);
    }
    return ST_OK;
}

status split_values(const struct split *s, struct split_piece piece, uint64_t *bits, fr_int *fields,
                    const struct witness *w, struct pool *pool, const struct cancel *cancel)
{
    struct values_job j = {s, piece, bits, fields, w};
    memset(bits, 0, split_bit_words(split_n_bits(s, piece)) * sizeof *bits);
    return pool_run(pool, piece.end - piece.first, values_task, &j, cancel);
}
