/* What single operations compute; see the table in r1cs/block.h. */
#include "r1cs/run_impl.h"

static inline uint8_t literal(const struct frame *f, uint32_t lit)
{
    return (uint8_t)(f->v[lit >> 1] ^ (lit & 1));
}

/* Value of combination `id` of the block. */
static void lc_value(fr *out, const struct run *r, const struct frame *f, uint32_t id)
{
    const struct block *blk = f->blk;
    const uint32_t *t = blk->lc_terms.v + 2 * (size_t)blk->lc_at.v[id];
    const uint32_t *end = blk->lc_terms.v + 2 * (size_t)blk->lc_at.v[id + 1];
    fr sum, x;
    fr_zero(&sum);
    for (; t < end; t += 2) {
        uint32_t slot = REF_SLOT(t[0]);
        const fr *coef = &r->c->coefs[t[1]], *v;
        switch (REF_TAG(t[0])) {
        case REF_ONE:
            fr_add(&sum, &sum, coef);
            continue;
        case REF_BIT:
            if (f->v[slot]) fr_add(&sum, &sum, coef);
            continue;
        case REF_PUB:
            v = &r->w->inputs[f->at.pub0 + (blk->pub_pos.n ? blk->pub_pos.v[slot] : slot)];
            break;
        default:
            v = &f->f[slot];
        }
        if (t[1] == COEF_ONE) {
            fr_add(&sum, &sum, v);
        } else if (t[1] == COEF_MINUS_ONE) {
            fr_sub(&sum, &sum, v);
        } else {
            fr_mul(&x, coef, v);
            fr_add(&sum, &sum, &x);
        }
    }
    *out = sum;
}

/* ---- filling ---- */

static uint64_t int_bit(const fr_int *x, unsigned k)
{
    return x->l[k >> 6] >> (k & 63) & 1;
}

static const uint32_t *fill_sum(const struct frame *f, struct fill_cursor *k, const uint32_t *op)
{
    uint32_t n_out = OP_ARG(op[0]), n_words = op[1];
    uint64_t sum = (uint64_t)op[3] << 32 | op[2];
    const uint32_t *lit = op + 4;
    for (uint32_t w = 0; w < n_words; w++, lit += 32)
        for (unsigned i = 0; i < 32; i++)
            sum += (uint64_t)literal(f, lit[i]) << i;
    for (uint32_t i = 0; i < n_out; i++)
        f->v[k->bit_slot++] = (uint8_t)(sum >> i & 1);
    return lit;
}

static const uint32_t *fill_product(const struct run *r, const struct frame *f,
                                    struct fill_cursor *k, const uint32_t *op)
{
    fr a, b, rest;
    lc_value(&a, r, f, op[1]);
    if (op[2] != LC_ONE) {
        lc_value(&b, r, f, op[2]);
        fr_mul(&a, &a, &b);
    }
    lc_value(&rest, r, f, op[3]);
    fr_sub(&a, &a, &rest);
    if (OP_ARG(op[0])) fr_neg(&a, &a);
    f->f[k->num_slot++] = a;
    return op + 4;
}

const uint32_t *fill_op(struct run *r, const struct frame *f, struct fill_cursor *k,
                        const uint32_t *op)
{
    uint8_t *v = f->v;
    uint32_t arg = OP_ARG(op[0]);
    switch (OP_CODE(op[0])) {
    case OP_BIT_ADVICE:
        v[k->bit_slot++] = r->advice.bits[f->at.advice_bit0 + op[1]] & 1;
        return op + 2;
    case OP_BITS_OF_NUM: {
        fr_int x;
        fr_to_int(&x, &f->f[op[1]]);
        for (unsigned i = 0; i < arg; i++)
            v[k->bit_slot++] = (uint8_t)int_bit(&x, i);
        return op + 2;
    }
    case OP_BIT_RAW: {
        fr value;
        fr_int x;
        lc_value(&value, r, f, op[1]);
        fr_to_int(&x, &value);
        v[k->bit_slot++] = (uint8_t)int_bit(&x, arg);
        return op + 2;
    }
    case OP_SUM:
        return fill_sum(f, k, op);
    case OP_XOR:
        v[k->bit_slot++] = v[op[1]] ^ v[op[2]];
        return op + 3;
    case OP_AND:
        v[k->bit_slot++] = v[op[1]] & v[op[2]];
        return op + 3;
    case OP_AND_NOT:
        v[k->bit_slot++] = v[op[1]] & (v[op[2]] ^ 1);
        return op + 3;
    case OP_NOR:
        v[k->bit_slot++] = (v[op[1]] | v[op[2]]) ^ 1;
        return op + 3;
    case OP_CH: {
        uint8_t x = literal(f, op[1]), y = literal(f, op[2]), z = literal(f, op[3]);
        v[k->bit_slot++] = (uint8_t)((x & y) | ((x ^ 1) & z));
        return op + 4;
    }
    case OP_MAJ: {
        uint8_t x = literal(f, op[1]), y = literal(f, op[2]), z = literal(f, op[3]);
        v[k->bit_slot++] = (uint8_t)((x & y) | (x & z) | (y & z));
        v[k->bit_slot++] = y & z;
        return op + 4;
    }
    case OP_NUM_ADVICE:
        f->f[k->num_slot++] = r->advice.fields[f->at.advice_num0 + op[1]];
        return op + 2;
    case OP_PRODUCT:
        return fill_product(r, f, k, op);
    case OP_NUM_LC:
        lc_value(&f->f[k->num_slot++], r, f, op[1]);
        return op + 2;
    case OP_PUB: {
        uint32_t slot = k->pub_slot++;
        uint32_t pos = f->blk->pub_pos.n ? f->blk->pub_pos.v[slot] : slot;
        lc_value(&r->w->inputs[f->at.pub0 + pos], r, f, op[1]);
        return op + 2;
    }
    case OP_ENFORCE:
        return op + 4;
    case OP_CALL:
    case OP_BARRIER:
        break;
    }
    MUST(false && "an operation that fill_op executes");
    return op;
}

/* ---- evaluating ---- */

/* Values of combinations of few bits come from a table. */
static void put_row(struct run *r, struct eval_cursor *k, int a, int b)
{
    r->a[k->row] = r->small[a + SMALL_MAX];
    r->b[k->row] = r->small[b + SMALL_MAX];
    k->row++;
}

static void put_booleans(struct run *r, const struct frame *f, struct eval_cursor *k, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        int v = f->v[k->bit_slot++];
        put_row(r, k, 1 - v, v);
    }
}

static const uint32_t *eval_maj(struct run *r, const struct frame *f, struct eval_cursor *k,
                                const uint32_t *op)
{
    int x = literal(f, op[1]), y = literal(f, op[2]), z = literal(f, op[3]);
    bool y_only = (op[2] & 1) && !(op[3] & 1); /* and_not takes the positive one first */
    put_row(r, k, y_only ? z : y, y_only ? y : z);
    put_row(r, k, 2 * (y & z) - y - z, x);
    k->bit_slot += 2;
    return op + 4;
}

const uint32_t *eval_op(struct run *r, const struct frame *f, struct eval_cursor *k,
                        const uint32_t *op)
{
    const uint8_t *v = f->v;
    switch (OP_CODE(op[0])) {
    case OP_BIT_ADVICE:
        put_booleans(r, f, k, 1);
        return op + 2;
    case OP_BITS_OF_NUM:
        put_booleans(r, f, k, OP_ARG(op[0]));
        return op + 2;
    case OP_BIT_RAW:
        k->bit_slot++;
        return op + 2;
    case OP_SUM:
        put_booleans(r, f, k, OP_ARG(op[0]));
        return op + 4 + 32 * (size_t)op[1];
    case OP_XOR:
        put_row(r, k, 2 * v[op[1]], v[op[2]]);
        break;
    case OP_AND:
        put_row(r, k, v[op[1]], v[op[2]]);
        break;
    case OP_AND_NOT:
        put_row(r, k, v[op[1]], 1 - v[op[2]]);
        break;
    case OP_NOR:
        put_row(r, k, 1 - v[op[1]], 1 - v[op[2]]);
        break;
    case OP_CH:
        put_row(r, k, literal(f, op[2]) - literal(f, op[3]), literal(f, op[1]));
        k->bit_slot++;
        return op + 4;
    case OP_MAJ:
        return eval_maj(r, f, k, op);
    case OP_NUM_ADVICE:
        k->num_slot++;
        return op + 2;
    case OP_PRODUCT:
        k->num_slot++; /* fall through */
    case OP_ENFORCE:
        lc_value(&r->a[k->row], r, f, op[1]);
        if (op[2] == LC_ONE)
            r->b[k->row] = r->small[SMALL_MAX + 1];
        else if (op[2] == op[1])
            r->b[k->row] = r->a[k->row];
        else
            lc_value(&r->b[k->row], r, f, op[2]);
        k->row++;
        return op + 4;
    case OP_NUM_LC:
        k->num_slot++;
        return op + 2;
    case OP_PUB:
        return op + 2;
    case OP_CALL:
    case OP_BARRIER:
        MUST(false && "an operation that eval_op evaluates");
    }
    k->bit_slot++; /* the one-bit operations of two slots */
    return op + 3;
}
