#include "groth16/split.h"

#include "base/mem.h"
#include "params/params.h"
#include <string.h>

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

static size_t ones(uint64_t x)
{
    return (size_t)__builtin_popcountll(x);
}

/* Word w of the density, without bits above the last variable. */
static uint64_t density_word(const struct split *s, size_t w)
{
    uint64_t d = s->density ? s->density[w] : UINT64_MAX;
    size_t left = s->n_aux - 64 * w;
    return left < 64 ? d & (((uint64_t)1 << left) - 1) : d;
}

status split_create(struct split *out, const uint64_t *density, const uint64_t *is_field,
                    size_t n_aux)
{
    struct split s = {.density = density, .is_field = is_field, .n_aux = n_aux};
    s.n_chunks = (n_aux + SPLIT_CHUNK - 1) / SPLIT_CHUNK;
    TRY(MEM_NEW(s.chunk, s.n_chunks + 1));
    for (size_t c = 0; c < s.n_chunks; c++) {
        struct split_count k = s.chunk[c];
        size_t end = (c + 1) * SPLIT_CHUNK < n_aux ? (c + 1) * SPLIT_CHUNK : n_aux;
        for (size_t w = c * SPLIT_CHUNK / 64; 64 * w < end; w++) {
            uint64_t d = density_word(&s, w), f = is_field[w];
            size_t n = end - 64 * w < 64 ? end - 64 * w : 64;
            k.stored += ones(d);
            k.fields += ones(d & f);
            k.bits += ones(d & ~f);
            k.all_fields += ones(f);
            k.all_bits += n - ones(f);
        }
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

size_t split_n_bits(const struct split *s)
{
    return s->chunk[s->n_chunks].bits;
}

size_t split_n_fields(const struct split *s)
{
    return s->chunk[s->n_chunks].fields;
}

struct split_points {
    const struct split *s;
    void *bits, *fields;
    const uint8_t *points;
    bool in_g2;
};

static status points_task(void *ctx, size_t c, unsigned worker)
{
    (void)worker;
    const struct split_points *t = ctx;
    const struct split *s = t->s;
    struct split_count k = s->chunk[c];
    size_t end = (c + 1) * SPLIT_CHUNK < s->n_aux ? (c + 1) * SPLIT_CHUNK : s->n_aux;
    for (size_t w = c * SPLIT_CHUNK / 64; 64 * w < end; w++)
        for (uint64_t d = density_word(s, w); d; d &= d - 1) {
            bool field = s->is_field[w] >> __builtin_ctzll(d) & 1;
            size_t at = field ? k.fields++ : k.bits++;
            void *to = field ? t->fields : t->bits;
            if (t->in_g2)
                params_g2_quick((g2_affine *)to + at,
                                t->points + k.stored++ * G2_UNCOMPRESSED_BYTES);
            else
                params_g1_quick((g1_affine *)to + at,
                                t->points + k.stored++ * G1_UNCOMPRESSED_BYTES);
        }
    return ST_OK;
}

status split_points_g1(const struct split *s, g1_affine *bits, g1_affine *fields,
                       const uint8_t *points, struct pool *pool, const struct cancel *cancel)
{
    struct split_points t = {s, bits, fields, points, false};
    return pool_run(pool, s->n_chunks, points_task, &t, cancel);
}

status split_points_g2(const struct split *s, g2_affine *bits, g2_affine *fields,
                       const uint8_t *points, struct pool *pool, const struct cancel *cancel)
{
    struct split_points t = {s, bits, fields, points, true};
    return pool_run(pool, s->n_chunks, points_task, &t, cancel);
}

void split_witness(const struct split *s, uint64_t *bits, fr_int *fields, const struct witness *w)
{
    size_t at_bit = 0, at_field = 0, all_bits = 0, all_fields = 0;
    memset(bits, 0, (split_n_bits(s) / 64 + 1) * sizeof *bits);
    for (size_t i = 0; 64 * i < s->n_aux; i++) {
        uint64_t d = density_word(s, i), f = s->is_field[i];
        size_t n = s->n_aux - 64 * i < 64 ? s->n_aux - 64 * i : 64;
        for (size_t k = 0; k < n; k++) {
            bool stored = d >> k & 1;
            if (f >> k & 1) {
                if (stored) fr_to_int(&fields[at_field++], &w->fields[all_fields]);
                all_fields++;
            } else {
                uint64_t v = w->bits[all_bits / 64] >> (all_bits % 64) & 1;
                if (stored) {
                    bits[at_bit / 64] |= v << (at_bit % 64);
                    at_bit++;
                }
                all_bits++;
            }
        }
    }
}
