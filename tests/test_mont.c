#include "tests/harness.h"

#include "math/fp.h"
#include "math/fr.h"
#include <string.h>

/* Values where carries go wrong: long runs of ones and zeros, near the modulus. */
static void biased(uint64_t *l, const uint64_t *modulus, int n)
{
    do {
        for (int i = 0; i < n; i++) {
            uint64_t x = test_random(), kind = test_random() % 4;
            l[i] = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : kind == 2 ? modulus[i] - x % 3 : x;
        }
        if (l[n - 1] > modulus[n - 1]) l[n - 1] %= modulus[n - 1];
    } while (l[n - 1] == modulus[n - 1] && l[n - 2] >= modulus[n - 2]);
}

TEST(mont, adx_equals_portable)
{
#if defined(__x86_64__)
    static const fp p = {FP_MODULUS};
    static const fr q = {FR_MODULUS};
    if (!mont_has_adx) test_skip("this processor has no ADX or BMI2");
    for (int i = 0; i < 20000; i++) {
        fp a, b, x, y;
        biased(a.l, p.l, 6);
        biased(b.l, p.l, 6);
        fp_mul_adx(&x, &a, &b);
        fp_mul_portable(&y, &a, &b);
        CHECK(fp_eq(&x, &y));
        fp_mul_adx(&a, &a, &b); /* in place */
        CHECK(fp_eq(&a, &y));
        fr c, d, z, w;
        biased(c.l, q.l, 4);
        biased(d.l, q.l, 4);
        fr_mul_adx(&z, &c, &d);
        fr_mul_portable(&w, &c, &d);
        CHECK(fr_eq(&z, &w));
        fr_mul_adx(&d, &c, &d);
        CHECK(fr_eq(&d, &w));
    }
#else
    test_skip("not an x86-64 machine");
#endif
}
