/* fr, fp, fp2: the reference's vectors; laws on values where carries go wrong; products against
 * addition alone. */
#include "tests/harness.h"

#include "math/codec.h"
#include "math/fp_inverse.h"
#include "tests/math_cases.h"
#include <string.h>

#define F          fr
#define F_NAME(x)  fr_##x
#define CASE_OF(r) case_fr(r)
#include "tests/field_test.inc"

#define F          fp
#define F_NAME(x)  fp_##x
#define CASE_OF(r) case_fp(r)
#include "tests/field_test.inc"

#define F          fp2
#define F_NAME(x)  fp2_##x
#define CASE_OF(r) case_fp2(r)
#include "tests/field_test.inc"

TEST(math_field, fr_laws)
{
    fr_check_laws();
    fr_check_inverses();
    fr_check_powers();
    fr_check_roots();
}

TEST(math_field, fp_laws)
{
    fp_check_laws();
    fp_check_inverses();
    fp_check_powers();
    fp_check_roots();
}

TEST(math_field, fp2_laws)
{
    fp2_check_laws();
    fp2_check_inverses();
    fp2_check_powers();
    fp2_check_roots();
}

/* a b by doubling and adding: the sum of 2^i a over the bits of the integer b. */
TEST(math_field, products_equal_sums)
{
    for (int i = 0; i < 500; i++) {
        fr a, b, x, y = {{0}};
        fr_int k;
        case_fr(&a);
        case_fr(&b);
        fr_to_int(&k, &b);
        for (unsigned j = 256; j-- > 0;) {
            fr_dbl(&y, &y);
            if (k.l[j / 64] >> (j % 64) & 1) fr_add(&y, &y, &a);
        }
        fr_mul(&x, &a, &b);
        CHECK(fr_eq(&x, &y));
        fp c, d, z, w = {{0}};
        fp_int l;
        case_fp(&c);
        case_fp(&d);
        fp_to_int(&l, &d);
        for (unsigned j = 384; j-- > 0;) {
            fp_dbl(&w, &w);
            if (l.l[j / 64] >> (j % 64) & 1) fp_add(&w, &w, &c);
        }
        fp_mul(&z, &c, &d);
        CHECK(fp_eq(&z, &w));
    }
}

TEST(math_field, integers_go_both_ways)
{
    static const fr_int r = {FR_MODULUS}, one = {{1}};
    static const fp_int p = {FP_MODULUS};
    fr a, b, s = {{0}};
    fr_int i = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}}, j;
    fr_from_int(&a, &r);
    CHECK(fr_is_zero(&a));
    fr_from_int(&a, &i); /* 2^256 - 1, the greatest there is */
    for (unsigned k = 0; k < 256; k++) {
        fr_from_u64(&b, 1);
        fr_dbl(&s, &s);
        fr_add(&s, &s, &b);
    }
    CHECK(fr_eq(&a, &s));
    fr_one(&a);
    fr_to_int(&j, &a);
    CHECK(memcmp(&j, &one, sizeof j) == 0);
    fp c;
    fp_int k, l = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
    fp_from_int(&c, &p);
    CHECK(fp_is_zero(&c));
    fp_from_int(&c, &l);
    fp_to_int(&k, &c);
    CHECK(fp_int_is_canonical(&k) && !fp_int_is_canonical(&l) && !fp_int_is_canonical(&p));
    for (int n = 0; n < 1000; n++) {
        case_fr(&a);
        fr_to_int(&i, &a);
        CHECK(fr_int_is_canonical(&i));
        fr_from_int(&b, &i);
        CHECK(fr_eq(&a, &b));
    }
}

TEST(math_field, fast_inverses_equal_slow_ones)
{
    for (int i = 0; i < 300; i++) {
        fp2 a, x, y;
        case_fp2(&a);
        fp2_inv(&x, &a);
        fp2_inv_vartime(&y, &a);
        CHECK(fp2_eq(&x, &y));
        fp_inv(&x.c0, &a.c0);
        fp_inv_vartime(&y.c0, &a.c0);
        CHECK(fp_eq(&x.c0, &y.c0));
    }
}

static void check_fr(vec_json v, const char *key, const fr *found)
{
    fr wanted;
    vec_fr(vec_get(v, key), &wanted);
    CHECK_MSG(fr_eq(&wanted, found), "%s", key);
}

static void check_fr_unary(vec_json v)
{
    fr a, x, y;
    static const uint64_t five[1] = {5};
    vec_fr(vec_get(v, "a"), &a);
    fr_neg(&x, &a);
    check_fr(v, "neg", &x);
    fr_dbl(&x, &a);
    check_fr(v, "double", &x);
    fr_sqr(&x, &a);
    check_fr(v, "square", &x);
    fr_mul(&x, &x, &a);
    check_fr(v, "cube", &x);
    fr_pow_vartime(&x, &a, five, 1);
    check_fr(v, "pow5", &x);
    fr_inv(&x, &a);
    if (vec_is_null(vec_get(v, "inverse")))
        CHECK(fr_is_zero(&x));
    else
        check_fr(v, "inverse", &x);
    bool square = !vec_is_null(vec_get(v, "sqrt_one_of_the_two"));
    CHECK(fr_sqrt(&x, &a) == square);
    if (!square) return;
    vec_fr(vec_get(v, "sqrt_one_of_the_two"), &y);
    bool same = fr_eq(&x, &y);
    fr_neg(&y, &y);
    CHECK(same || fr_eq(&x, &y));
}

TEST(math_field, fr_equals_the_reference)
{
    vec_json top = vec_load("curve/fr.json"), list = vec_get(top, "unary");
    for (size_t i = 0; i < vec_len(list); i++)
        check_fr_unary(vec_at(list, i));
    list = vec_get(top, "binary");
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json v = vec_at(list, i);
        fr a, b, x;
        vec_fr(vec_get(v, "a"), &a);
        vec_fr(vec_get(v, "b"), &b);
        fr_add(&x, &a, &b);
        check_fr(v, "add", &x);
        fr_sub(&x, &a, &b);
        check_fr(v, "sub", &x);
        fr_mul(&x, &a, &b);
        check_fr(v, "mul", &x);
    }
    list = vec_get(top, "decode");
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json v = vec_at(list, i);
        uint8_t in[32], out[32];
        fr a;
        vec_bytes(vec_get(v, "bytes_le"), in, 32);
        if (vec_bool(vec_get(v, "from_repr_accepts"))) {
            CHECK_OK(fr_from_le(&a, in));
            fr_to_le(out, &a);
            CHECK(memcmp(in, out, 32) == 0);
        } else {
            CHECK_FAILS(fr_from_le(&a, in), ST_FORMAT, "not below the order");
        }
    }
    list = vec_get(top, "evaluation_domain_omega");
    for (unsigned k = 0; k < vec_len(list); k++) {
        fr w;
        fr_root_of_unity(&w, k);
        check_fr(vec_at(list, k), "omega", &w);
        fr_inv(&w, &w);
        check_fr(vec_at(list, k), "omega_inverse", &w);
    }
    CHECK(vec_len(list) == 33);
    vec_free(top);
}

static void check_fp(vec_json v, const char *key, const fp *found)
{
    fp wanted;
    vec_fp(vec_get(v, key), &wanted);
    CHECK_MSG(fp_eq(&wanted, found), "%s", key);
}

TEST(math_field, fp_equals_the_reference)
{
    vec_json top = vec_load("curve/fp.json"), list = vec_get(top, "unary");
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json v = vec_at(list, i);
        uint8_t le[48], bytes[48];
        fp a, x, y;
        vec_fp(vec_get(v, "a"), &a);
        vec_bytes(vec_get(v, "bytes_le"), le, 48);
        fp_to_le(bytes, &a);
        CHECK(memcmp(bytes, le, 48) == 0);
        CHECK_OK(fp_from_le(&x, le));
        CHECK(fp_eq(&x, &a));
        fp_neg(&x, &a);
        check_fp(v, "neg", &x);
        fp_sqr(&x, &a);
        check_fp(v, "square", &x);
        fp_inv(&x, &a);
        if (vec_is_null(vec_get(v, "inverse")))
            CHECK(fp_is_zero(&x));
        else
            check_fp(v, "inverse", &x);
        bool square = !vec_is_null(vec_get(v, "sqrt_one_of_the_two"));
        CHECK(fp_sqrt(&x, &a) == square);
        if (!square) continue;
        vec_fp(vec_get(v, "sqrt_one_of_the_two"), &y);
        bool same = fp_eq(&x, &y);
        fp_neg(&y, &y);
        CHECK(same || fp_eq(&x, &y));
    }
    list = vec_get(top, "binary");
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json v = vec_at(list, i);
        fp a, b, x;
        vec_fp(vec_get(v, "a"), &a);
        vec_fp(vec_get(v, "b"), &b);
        fp_add(&x, &a, &b);
        check_fp(v, "add", &x);
        fp_sub(&x, &a, &b);
        check_fp(v, "sub", &x);
        fp_mul(&x, &a, &b);
        check_fp(v, "mul", &x);
    }
    vec_free(top);
}

static void check_fp2(vec_json v, const char *key, const fp2 *found)
{
    fp2 wanted;
    vec_fp2(vec_get(v, key), &wanted);
    CHECK_MSG(fp2_eq(&wanted, found), "%s", key);
}

static void check_fp2_unary(vec_json v)
{
    fp2 a, x, y;
    fp n;
    vec_fp2(vec_get(v, "a"), &a);
    fp2_neg(&x, &a);
    check_fp2(v, "neg", &x);
    fp2_sqr(&x, &a);
    check_fp2(v, "square", &x);
    fp2_conj(&x, &a);
    check_fp2(v, "frobenius_1", &x);
    fp2_mul_nonresidue(&x, &a);
    check_fp2(v, "times_1_plus_u", &x);
    fp2_norm(&n, &a);
    check_fp(v, "norm", &n);
    fp2_inv(&x, &a);
    if (vec_is_null(vec_get(v, "inverse")))
        CHECK(fp2_is_zero(&x));
    else
        check_fp2(v, "inverse", &x);
    bool square = !vec_is_null(vec_get(v, "sqrt_one_of_the_two"));
    CHECK(fp2_sqrt(&x, &a) == square);
    if (!square) return;
    vec_fp2(vec_get(v, "sqrt_one_of_the_two"), &y);
    bool same = fp2_eq(&x, &y);
    fp2_neg(&y, &y);
    CHECK(same || fp2_eq(&x, &y));
}

TEST(math_field, fp2_equals_the_reference)
{
    vec_json top = vec_load("curve/fp2.json"), list = vec_get(top, "unary");
    for (size_t i = 0; i < vec_len(list); i++)
        check_fp2_unary(vec_at(list, i));
    list = vec_get(top, "binary");
    for (size_t i = 0; i < vec_len(list); i++) {
        vec_json v = vec_at(list, i);
        fp2 a, b, x;
        vec_fp2(vec_get(v, "a"), &a);
        vec_fp2(vec_get(v, "b"), &b);
        fp2_add(&x, &a, &b);
        check_fp2(v, "add", &x);
        fp2_sub(&x, &a, &b);
        check_fp2(v, "sub", &x);
        fp2_mul(&x, &a, &b);
        check_fp2(v, "mul", &x);
    }
    vec_free(top);
}
