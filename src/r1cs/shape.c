#include "r1cs/shape.h"

#include "base/bytes.h"
#include "base/mem.h"
#include "hash/sha256.h"
#include "math/codec.h"
#include <string.h>

#define TERM_BYTES 36

struct shape_run {
    struct shape *out;
    const uint8_t (*coef_bytes)[32]; /* canonical, little-endian */
    struct sha256 hash;
    uint64_t rows, every;
    shape_checkpoint_fn fn;
    void *ctx;
    uint8_t *row; /* bytes of the constraint at hand */
    size_t row_cap;
};

static status grow_row(struct shape_run *r, size_t need)
{
    if (need <= r->row_cap) return ST_OK;
    uint8_t *p = mem_grow(r->row, 0, 2 * need, 1);
    if (!p) return ST_NOMEM;
    r->row = p;
    r->row_cap = 2 * need;
    return ST_OK;
}

static status hash_row(void *ctx, size_t row, const struct lc_view abc[3])
{
    (void)row;
    struct shape_run *r = ctx;
    size_t n_terms = abc[0].n + abc[1].n + abc[2].n;
    TRY(grow_row(r, 12 + TERM_BYTES * n_terms));
    uint8_t *p = r->row;
    for (int m = 0; m < 3; m++) {
        store_u32_le(p, (uint32_t)abc[m].n);
        p += 4;
        for (size_t i = 0; i < abc[m].n; i++, p += TERM_BYTES) {
            store_u32_le(p, abc[m].var[i]);
            memcpy(p + 4, r->coef_bytes[abc[m].coef[i]], 32);
        }
        r->out->nnz[m] += abc[m].n;
    }
    sha256_update(&r->hash, r->row, (size_t)(p - r->row));
    if (++r->rows % r->every == 0 && r->fn) {
        struct sha256 copy = r->hash;
        uint8_t digest[32];
        sha256_final(&copy, digest);
        TRY(r->fn(r->ctx, r->rows, digest));
    }
    return ST_OK;
}

/* Words in memory are the bytes of the bitmap on a little-endian machine only: written out. */
static void hash_bitmap(uint8_t digest[32], const uint64_t *map, size_t n_bits)
{
    struct sha256 h;
    sha256_init(&h);
    size_t n_bytes = (n_bits + 7) / 8;
    uint8_t word[8];
    for (size_t i = 0; i < n_bytes; i += 8) {
        store_u64_le(word, map[i / 8]);
        sha256_update(&h, word, n_bytes - i < 8 ? n_bytes - i : 8);
    }
    sha256_final(&h, digest);
}

static status coefficient_bytes(uint8_t (**out)[32], const struct circuit *c)
{
    size_t n = circuit_size(c).n_coefficients;
    uint8_t(*bytes)[32];
    TRY(MEM_NEW(bytes, n));
    for (size_t i = 0; i < n; i++)
        fr_to_le(bytes[i], &circuit_coefficients(c)[i]);
    *out = bytes;
    return ST_OK;
}

status shape_compute(struct shape *out, const struct circuit *c, uint64_t every,
                     shape_checkpoint_fn fn, void *ctx)
{
    status st = ST_OK;
    uint8_t(*bytes)[32] = NULL;
    struct circuit_density d = {0};
    struct shape_run r = {.out = out, .every = every ? every : UINT64_MAX, .fn = fn, .ctx = ctx};
    *out = (struct shape){.size = circuit_size(c)};
    TRY_OUT(coefficient_bytes(&bytes, c));
    r.coef_bytes = (const uint8_t(*)[32])bytes;
    sha256_init(&r.hash);
    TRY_OUT(circuit_expand(c, hash_row, &r));
    sha256_final(&r.hash, out->constraints_sha256);

    TRY_OUT(circuit_density_create(&d, c));
    out->n_a_inputs = d.n_a_inputs;
    out->n_a_aux = d.n_a_aux;
    out->n_b_inputs = d.n_b_inputs;
    out->n_b_aux = d.n_b_aux;
    hash_bitmap(out->a_aux_sha256, d.a_aux, out->size.n_aux);
    hash_bitmap(out->b_inputs_sha256, d.b_inputs, out->size.n_inputs);
    hash_bitmap(out->b_aux_sha256, d.b_aux, out->size.n_aux);
out:
    circuit_density_fini(&d);
    mem_free(r.row);
    mem_free(bytes);
    return st;
}

/* ---- witness ---- */

struct digest_run {
    const struct witness *w;
    struct sha256 hash;
    size_t zero_or_one;
    uint8_t chunk[64][32];
};

static status hash_run(void *ctx, const struct aux_run *run)
{
    struct digest_run *r = ctx;
    fr one;
    fr_one(&one);
    for (size_t i = 0; i < run->n;) {
        size_t take = run->n - i < 64 ? run->n - i : 64;
        for (size_t k = 0; k < take; k++) {
            size_t pos = run->first_pos + i + k;
            if (run->is_field) {
                const fr *v = &r->w->fields[pos];
                fr_to_le(r->chunk[k], v);
                r->zero_or_one += fr_is_zero(v) || fr_eq(v, &one);
            } else {
                memset(r->chunk[k], 0, 32);
                r->chunk[k][0] = (uint8_t)(r->w->bits[pos >> 6] >> (pos & 63) & 1);
                r->zero_or_one++;
            }
        }
        sha256_update(&r->hash, r->chunk, 32 * take);
        i += take;
    }
    return ST_OK;
}

status witness_digest_compute(struct witness_digest *out, const struct circuit *c,
                              const struct witness *w)
{
    struct digest_run r = {.w = w};
    uint8_t bytes[32];
    size_t n_inputs = circuit_size(c).n_inputs;
    sha256_init(&r.hash);
    for (size_t i = 0; i < n_inputs; i++) {
        fr_to_le(bytes, &w->inputs[i]);
        sha256_update(&r.hash, bytes, 32);
    }
    sha256_final(&r.hash, out->inputs_sha256);
    sha256_init(&r.hash);
    TRY(circuit_visit_aux(c, hash_run, &r));
    sha256_final(&r.hash, out->aux_sha256);
    out->aux_zero_or_one = r.zero_or_one;
    return ST_OK;
}
