/* The Groth16 prover's quotient polynomial h: a * b - c = h * (x^n - 1), Groth16 paper, section
 * 3.2 ("h(X)" of the QAP), from the values of a and b on the domain alone.
 *
 * For a satisfying witness c = a b on the domain, so c is the remainder of p = a b modulo x^n - 1.
 * With t = 7^n, p modulo x^n - t is h (t - 1) + c. Hence
 *     h = (coset_inverse(a' b') - inverse(a b)) / (t - 1)
 * where a', b' are the values on the coset: six transforms, and no vector c. */
#ifndef CUZK_NTT_QUOTIENT_H
#define CUZK_NTT_QUOTIENT_H

#include "ntt/ntt.h"

/* h[0..n) = the coefficients in natural order, Montgomery; h[n-1] is 0 because deg h <= n - 2.
 * a, b: values at omega^i, natural order, rows beyond the circuit's zero; both are destroyed.
 * The three do not overlap. The result is that of c = a b, whether or not a witness satisfies its
 * circuit. work and errors as for ntt_run. */
NODISCARD status quotient_run(const struct ntt_domain *d, fr *h, fr *a, fr *b, void *work,
                              struct pool *pool, const struct cancel *cancel);

#endif
