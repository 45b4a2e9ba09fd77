/* Both are chains of picks whose order and operands are those of the reference; they are written
 * down as tables. Operand numbers: 0 the element, 1.. the others, then the picks in order. */
#include "r1cs/gadget_insert.h"

#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_num.h"

enum { B0, B1, B2, NOR, AND }; /* conditions; NOR and AND are of bits 0 and 1 */
struct pick {
    uint8_t condition, x, y; /* condition ? x : y */
    int8_t out;              /* position of the result, or -1 */
};

static const struct pick insert_2[] = {{B0, 1, 0, 0}, {B0, 0, 1, 1}};
static const struct pick insert_4[] = {
    {B0, 1, 0, -1}, {B1, 1, 4, 0}, /* 4, 5 */
    {B0, 0, 1, -1}, {B1, 2, 6, 1}, /* 6, 7 */
    {B0, 3, 0, -1}, {B1, 8, 2, 2}, /* 8, 9 */
    {B0, 0, 3, -1}, {B1, 10, 3, 3} /* 10, 11 */
};
static const struct pick insert_8[] = {
    {NOR, 0, 1, -1}, {B2, 1, 8, 0},                   /* 8, 9 */
    {B0, 0, 1, -1},  {B1, 2, 10, -1}, {B2, 2, 11, 1}, /* 10..12 */
    {B0, 3, 0, -1},  {B1, 13, 2, -1}, {B2, 3, 14, 2}, /* 13..15 */
    {AND, 0, 3, -1}, {B2, 4, 16, 3},                  /* 16, 17 */
    {NOR, 0, 5, -1}, {B2, 18, 4, 4},                  /* 18, 19 */
    {B0, 0, 5, -1},  {B1, 6, 20, -1}, {B2, 21, 5, 5}, /* 20..22 */
    {B0, 7, 0, -1},  {B1, 23, 6, -1}, {B2, 24, 6, 6}, /* 23..25 */
    {AND, 0, 7, -1}, {B2, 26, 7, 7},                  /* 26, 27 */
};
#define COUNT(a) (sizeof(a) / sizeof *(a))
#define MAX_N    8

void num_insert(struct builder *b, num *out, size_t n, num element, const bit *index,
                const num *others)
{
    bit conditions[5] = {{0}};
    const struct pick *picks = insert_2;
    size_t n_picks = COUNT(insert_2), n_index = 1;
    if (n == 4) {
        picks = insert_4, n_picks = COUNT(insert_4), n_index = 2;
    } else if (n == 8) {
        picks = insert_8, n_picks = COUNT(insert_8), n_index = 3;
    } else if (n != 2) {
        builder_fail(b, ST_ARG, "insert: %zu elements, wanted 2, 4 or 8", n);
        for (size_t i = 0; i < n; i++)
            out[i] = element;
        return;
    }
    for (size_t i = 0; i < n_index; i++)
        conditions[i] = index[i];
    if (n == 8) {
        conditions[NOR] = bit_and(b, bit_not(index[0]), bit_not(index[1]));
        conditions[AND] = bit_and(b, index[0], index[1]);
    }
    num v[MAX_N + COUNT(insert_8)];
    v[0] = element;
    for (size_t i = 1; i < n; i++)
        v[i] = others[i - 1];
    for (size_t i = 0; i < n_picks; i++) {
        const struct pick *p = &picks[i];
        v[n + i] = num_pick(b, conditions[p->condition], v[p->x], v[p->y]);
        if (p->out >= 0) out[p->out] = v[n + i];
    }
}

num num_select(struct builder *b, const num *from, size_t n, const bit *index)
{
    if (n < 2 || n > MAX_N || (n & (n - 1)) != 0) {
        builder_fail(b, ST_ARG, "select: from %zu elements, wanted 2, 4 or 8", n);
        return from[0];
    }
    num v[MAX_N];
    for (size_t i = 0; i < n; i++)
        v[i] = from[i];
    size_t k = n == 8 ? 3 : n / 2; /* bits of the index */
    for (size_t half = n / 2; half > 0; half /= 2) {
        k--;
        for (size_t i = 0; i < half; i++)
            v[i] = num_pick(b, index[k], v[half + i], v[i]);
    }
    return v[0];
}
