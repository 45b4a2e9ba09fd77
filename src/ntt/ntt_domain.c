#include "ntt/ntt_domain.h"

void ntt_root(fr *out, unsigned log2_n)
{
    static const fr_int m = {FR_MODULUS};
    uint64_t odd[4]; /* (r - 1) / 2^32 */
    for (int i = 0; i < 4; i++)
        odd[i] = m.l[i] >> 32 | (i < 3 ? m.l[i + 1] << 32 : 0);
    MUST(log2_n <= 32);
    fr_from_u64(out, NTT_COSET_GENERATOR);
    fr_pow_vartime(out, out, odd, 4);
    for (unsigned i = log2_n; i < 32; i++)
        fr_sqr(out, out);
}

/* r = a^(2^k) */
static void square_times(fr *r, const fr *a, unsigned k)
{
    *r = *a;
    for (unsigned i = 0; i < k; i++)
        fr_sqr(r, r);
}

static status new_table(struct ntt_const **out, struct ntt_domain *d, size_t n)
{
    *out = arena_alloc(&d->arena, n, sizeof **out);
    return *out ? ST_OK : ST_NOMEM;
}

static void fill_powers(struct ntt_const *out, const struct ntt_kernel *k, const fr *base, size_t n)
{
    fr x;
    fr_one(&x);
    for (size_t i = 0; i < n; i++) {
        k->constant(&out[i], &x);
        fr_mul(&x, &x, base);
    }
}

static status make_powers(struct ntt_powers *out, struct ntt_domain *d, const fr *base,
                          unsigned exponent_log2)
{
    fr step;
    out->lo_log2 = (exponent_log2 + 1) / 2;
    size_t n_lo = (size_t)1 << out->lo_log2, n_hi = (size_t)1 << (exponent_log2 - out->lo_log2);
    TRY(new_table(&out->lo, d, n_lo));
    TRY(new_table(&out->hi, d, n_hi));
    square_times(&step, base, out->lo_log2);
    fill_powers(out->lo, d->kernel, base, n_lo);
    fill_powers(out->hi, d->kernel, &step, n_hi);
    return ST_OK;
}

/* [2^s + i] = w^(n / 2^(s+1) * i), at bit_reverse(i) if reversed; all times 7^(n / 2^(s+1)) if
 * coset. For as many stages as the biggest level has. */
static status make_twiddles(struct ntt_const **out, struct ntt_domain *d,
                            enum ntt_direction direction, bool reversed, bool coset)
{
    unsigned n_stages = d->plan.biggest_log2;
    TRY(new_table(out, d, (size_t)1 << n_stages));
    for (unsigned s = 0; s < n_stages; s++) {
        fr root, x;
        square_times(&root, &d->omega[direction], d->plan.log2_n - s - 1);
        fr_one(&x);
        if (coset) square_times(&x, &d->coset[0], d->plan.log2_n - s - 1);
        for (size_t i = 0; i < (size_t)1 << s; i++) {
            size_t at = reversed ? ntt_bit_reverse(i, s) : i;
            d->kernel->constant(&(*out)[((size_t)1 << s) + at], &x);
            fr_mul(&x, &x, &root);
        }
    }
    return ST_OK;
}

static status make_coset_rows(struct ntt_domain *d)
{
    struct ntt_level bottom = ntt_level_of(d, d->plan.n_levels - 1);
    fr step, x;
    TRY(new_table(&d->coset_rows, d, (size_t)1 << bottom.rows_log2));
    square_times(&step, &d->coset[1], bottom.above_log2);
    fr_one(&x);
    for (size_t i = 0; i < (size_t)1 << bottom.rows_log2; i++) {
        d->kernel->constant(&d->coset_rows[ntt_bit_reverse(i, bottom.rows_log2)], &x);
        fr_mul(&x, &x, &step);
    }
    return make_powers(&d->coset_inverse_powers, d, &d->coset[1], bottom.above_log2);
}

static status make_tables(struct ntt_domain *d)
{
    for (unsigned i = 0; i < d->plan.n_levels; i++) {
        struct ntt_level l = ntt_level_of(d, i);
        fr x;
        square_times(&x, &d->coset[0], l.below_log2);
        d->kernel->constant(&d->down_coset_factor[i], &x);
        square_times(&x, &d->coset[0], l.above_log2);
        d->kernel->constant(&d->up_coset_factor[i], &x);
    }
    d->kernel->constant(&d->n_inverse_const, &d->n_inverse);
    for (int dir = 0; dir < 2; dir++) {
        TRY(make_powers(&d->omega_powers[dir], d, &d->omega[dir], d->plan.log2_n));
        TRY(make_twiddles(&d->down[dir], d, (enum ntt_direction)dir, true, false));
    }
    TRY(make_twiddles(&d->down_coset, d, NTT_OMEGA, true, true));
    TRY(make_twiddles(&d->up, d, NTT_OMEGA, false, false));
    TRY(make_twiddles(&d->up_coset, d, NTT_OMEGA, false, true));
    return make_coset_rows(d);
}

status ntt_domain_create(struct ntt_domain **out, const struct ntt_plan *plan)
{
    status st = ST_OK;
    struct ntt_domain *d;
    fr x, one;
    TRY(MEM_NEW(d, 1));
    d->plan = *plan;
    d->kernel = plan->kernel == NTT_AUTO ? ntt_kernel_ifma() : NULL;
    if (!d->kernel) d->kernel = &ntt_kernel_portable;
    ntt_root(&d->omega[NTT_OMEGA], plan->log2_n);
    fr_inv(&d->omega[NTT_OMEGA_INVERSE], &d->omega[NTT_OMEGA]);
    fr_from_u64(&d->coset[0], NTT_COSET_GENERATOR);
    fr_inv(&d->coset[1], &d->coset[0]);
    fr_from_u64(&x, plan->n);
    fr_inv(&d->n_inverse, &x);
    fr_one(&one);
    square_times(&x, &d->coset[0], plan->log2_n);
    fr_sub(&x, &x, &one);
    fr_inv(&d->coset_n_minus_1_inverse, &x);
    if (plan->n_levels) TRY_OUT(make_tables(d));
    *out = d;
    return ST_OK;
out:
    ntt_domain_destroy(d);
    return st;
}

void ntt_domain_destroy(struct ntt_domain *d)
{
    if (!d) return;
    arena_fini(&d->arena);
    mem_free(d);
}

const struct ntt_plan *ntt_domain_plan(const struct ntt_domain *d)
{
    return &d->plan;
}
