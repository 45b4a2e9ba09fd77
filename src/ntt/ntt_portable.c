/* The kernel in plain C: every element fully reduced at all times. */
#include "ntt/ntt_kernel.h"

#include <string.h>

typedef struct vec {
    fr x[NTT_LANES];
} vec;

_Static_assert(sizeof(vec) <= NTT_VEC_BYTES, "a tile has room for NTT_VEC_BYTES a row");

static void constant(struct ntt_const *out, const fr *in)
{
    memcpy(out->l, in->l, sizeof in->l);
    out->l[4] = 0;
}

static void vec_load(vec *r, const fr *const *lane, size_t at)
{
    for (int i = 0; i < NTT_LANES; i++)
        r->x[i] = lane[i][at];
}

static void vec_store(fr *const *lane, size_t at, const vec *a)
{
    for (int i = 0; i < NTT_LANES; i++)
        lane[i][at] = a->x[i];
}

static void vec_const(vec *r, const struct ntt_const *c)
{
    for (int i = 0; i < NTT_LANES; i++)
        memcpy(r->x[i].l, c->l, sizeof r->x[i].l);
}

static void vec_gather(vec *r, const struct ntt_const *const *c)
{
    for (int i = 0; i < NTT_LANES; i++)
        memcpy(r->x[i].l, c[i]->l, sizeof r->x[i].l);
}

static void vec_mul(vec *r, const vec *a, const vec *b)
{
    for (int i = 0; i < NTT_LANES; i++)
        fr_mul(&r->x[i], &a->x[i], &b->x[i]);
}

static void vec_mul_const(vec *r, const vec *a, const vec *b)
{
    vec_mul(r, a, b);
}

static void vec_product(vec *r, const vec *a, const vec *b)
{
    vec_mul(r, a, b);
}

static void vec_sub(vec *r, const vec *a, const vec *b)
{
    for (int i = 0; i < NTT_LANES; i++)
        fr_sub(&r->x[i], &a->x[i], &b->x[i]);
}

static void vec_butterfly(vec *u, vec *v, const vec *z)
{
    for (int i = 0; i < NTT_LANES; i++) {
        fr t;
        fr_mul(&t, &v->x[i], &z->x[i]);
        fr_sub(&v->x[i], &u->x[i], &t);
        fr_add(&u->x[i], &u->x[i], &t);
    }
}

static void vec_settle(vec *a)
{
    (void)a;
}

#define KERNEL_FN
#include "ntt/ntt_tile.inc"

const struct ntt_kernel ntt_kernel_portable = {
    .name = "portable",
    .vec_bytes = sizeof(vec),
    .product_log2 = 0,
    .constant = constant,
    .load = tile_load,
    .store = tile_store,
    .store_reversed = tile_store_reversed,
    .twist = tile_twist,
    .down = tile_down,
    .up = tile_up,
    .settle = tile_settle,
    .product = tile_product,
    .scale = tile_scale,
    .scale_rows = tile_scale_rows,
    .sub_scaled = tile_sub_scaled,
};
