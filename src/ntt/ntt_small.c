/* Transforms too small for tiles, straight from the definition of decimation in time. */
#include "ntt/ntt_domain.h"

static void permute(const struct ntt_domain *d, fr *v)
{
    for (size_t i = 0; i < d->plan.n; i++) {
        size_t r = ntt_bit_reverse(i, d->plan.log2_n);
        if (r <= i) continue;
        fr x = v[i];
        v[i] = v[r];
        v[r] = x;
    }
}

/* Bit-reversed coefficients -> values at root^i. */
static void transform(const struct ntt_domain *d, fr *v, const fr *root)
{
    for (size_t half = 1; half < d->plan.n; half *= 2) {
        uint64_t e = d->plan.n / (2 * half);
        fr step, w, t;
        fr_pow_vartime(&step, root, &e, 1);
        fr_one(&w);
        for (size_t j = 0; j < half; j++) {
            for (size_t i = j; i < d->plan.n; i += 2 * half) {
                fr_mul(&t, &v[i + half], &w);
                fr_sub(&v[i + half], &v[i], &t);
                fr_add(&v[i], &v[i], &t);
            }
            fr_mul(&w, &w, &step);
        }
    }
}

/* v[i] *= factor * base^i */
static void scale(const struct ntt_domain *d, fr *v, const fr *factor, const fr *base)
{
    fr x = *factor;
    for (size_t i = 0; i < d->plan.n; i++) {
        fr_mul(&v[i], &v[i], &x);
        fr_mul(&x, &x, base);
    }
}

void ntt_run_small(const struct ntt_domain *d, enum ntt_op op, fr *v)
{
    fr one;
    fr_one(&one);
    if (op == NTT_FORWARD_FROM_BITREV || op == NTT_COSET_FORWARD_FROM_BITREV) permute(d, v);
    if (op == NTT_COSET_FORWARD || op == NTT_COSET_FORWARD_FROM_BITREV)
        scale(d, v, &one, &d->coset[0]);
    bool inverse = op == NTT_INVERSE || op == NTT_COSET_INVERSE || op == NTT_INVERSE_TO_BITREV;
    permute(d, v);
    transform(d, v, &d->omega[inverse ? NTT_OMEGA_INVERSE : NTT_OMEGA]);
    if (inverse) scale(d, v, &d->n_inverse, op == NTT_COSET_INVERSE ? &d->coset[1] : &one);
    if (op == NTT_INVERSE_TO_BITREV) permute(d, v);
}
