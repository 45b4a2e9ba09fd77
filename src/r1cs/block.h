/* clang-format off */
/* Inside of a circuit: recorded blocks, their operations and instances. Private to r1cs/.
 *
 * A block has its own small variable spaces, numbered by *slots*:
 *   bits   slot 0 is the constant 0; 1..n_bits_in are the formal inputs; then, in order of
 *          appearance, the block's own bits and the *imports*: outputs of inner instances that the
 *          block names.
 *   nums   0..n_nums_in-1 formal inputs, then own field variables and imports.
 *   pubs   the block's own public inputs.
 * An instance is placed by base offsets (rows, auxiliaries, packed bits, fields, public inputs,
 * advice); bit_pos/bit_aux etc. give a slot's place relative to them. A block without inner
 * instances has its bits in slot order, so bit_pos is not stored.
 *
 * Operations (words of ops[]; `v` is the newly allocated variable, counts in the upper 24 bits of
 * word 0):
 *
 *   word 0           operands              allocates  rows (A | B | C)        value of v
 *   OP_BIT_ADVICE    advice index          bit        1-v | v | 0             advice
 *   OP_BITS_OF_NUM n num slot              n bits     1-v | v | 0 each        bit i of the number
 *   OP_BIT_RAW k     lc                    bit        none                    bit k of the value
 *   OP_SUM n         words, constant (2),  n bits     1-v | v | 0 each        bit i of the sum
 *                    32 literals a word
 *   OP_XOR           slots x, y            bit        2x | y | x + y - v      x ^ y
 *   OP_AND           slots x, y            bit        x | y | v               x & y
 *   OP_AND_NOT       slots x, y            bit        x | 1-y | v             x & !y
 *   OP_NOR           slots x, y            bit        1-x | 1-y | v           !x & !y
 *   OP_CH            literals x, y, z      bit        y - z | x | v - z       x ? y : z
 *   OP_MAJ           literals x, y, z      bits v, w  and(y, z) = w, then     majority, y & z
 *                                                     2w - y - z | x | w - v
 *   OP_NUM_ADVICE    advice index          num        none                    advice
 *   OP_PRODUCT neg   lc A, B, rest         num        A | B | rest + v (- v)  A B - rest (neg: -)
 *   OP_NUM_LC        lc                    num        none                    lc
 *   OP_PUB           lc                    pub        none                    lc
 *   OP_ENFORCE       lc A, B, C            none       A | B | C
 *   OP_CALL          call index            the inner block's
 *   OP_BARRIER       none                  none       what follows reads results of earlier calls
 */
/* clang-format on */
#ifndef CUZK_R1CS_BLOCK_H
#define CUZK_R1CS_BLOCK_H

#include "r1cs/circuit.h"

enum opcode {
    OP_BIT_ADVICE,
    OP_BITS_OF_NUM,
    OP_BIT_RAW,
    OP_SUM,
    OP_XOR,
    OP_AND,
    OP_AND_NOT,
    OP_NOR,
    OP_CH,
    OP_MAJ,
    OP_NUM_ADVICE,
    OP_PRODUCT,
    OP_NUM_LC,
    OP_PUB,
    OP_ENFORCE,
    OP_CALL,
    OP_BARRIER,
};
#define OP_WORD(code, arg) ((uint32_t)(code) | (uint32_t)(arg) << 8)
#define OP_CODE(word)      ((enum opcode)((word)&0xff))
#define OP_ARG(word)       ((word) >> 8)

/* Term of a linear combination: what (tag) and which (slot). */
enum { REF_ONE = 0, REF_PUB = 1, REF_BIT = 2, REF_NUM = 3 };
#define REF(tag, slot) ((uint32_t)(tag) << 30 | (slot))
#define REF_TAG(ref)   ((ref) >> 30)
#define REF_SLOT(ref)  ((ref)&0x3fffffffu)
#define MAX_SLOTS      0x3fffffffu

#define LC_EMPTY 0u /* every block's first two combinations: 0 and ONE */
#define LC_ONE   1u

struct vec_u32 {
    uint32_t *v;
    size_t n, cap;
};

/* Entries of block.runs: consecutive own variables of one type, or an inner instance. */
enum run_kind { RUN_BITS, RUN_NUMS, RUN_CALL };

/* Instance of a block inside another: offsets are relative to the outer block's. */
struct call {
    uint32_t block;
    uint32_t row0, aux0, bit0, num0, pub0, advice_bit0, advice_num0;
    uint32_t bind_bits0, bind_nums0;          /* into the outer block's bind_bits, bind_nums */
    uint32_t import_bits_slot, n_import_bits; /* the outer block's slots that copy results */
    uint32_t import_nums_slot, n_import_nums;
};

struct block {
    const char *name;
    uint32_t n_bits_in, n_nums_in;
    uint32_t n_bit_slots, n_num_slots, n_pub_slots; /* with inputs, own, imports */
    /* Totals with inner instances. */
    uint32_t n_rows, n_aux, n_bits, n_nums, n_pubs, n_advice_bits, n_advice_nums;

    struct vec_u32 ops;
    struct vec_u32 lc_at;                /* combination i: terms [lc_at[i], lc_at[i+1]) */
    struct vec_u32 lc_terms;             /* pairs: ref, coefficient index */
    struct vec_u32 bit_aux, bit_pos;     /* of slot 1 + n_bits_in + i; empty: i itself */
    struct vec_u32 num_aux, num_pos;     /* of slot n_nums_in + i */
    struct vec_u32 pub_pos;              /* of slot i */
    struct vec_u32 bind_bits, bind_nums; /* outer slots given to inner instances */
    struct vec_u32 runs;                 /* pairs: kind, count (RUN_CALL: call index) */
    struct call *calls;
    size_t n_calls, cap_calls;

    /* Largest need of this block and everything inside, for scratch memory. */
    size_t scratch_bit_slots, scratch_num_slots;
};

struct circuit {
    struct block *blocks; /* inner blocks first; the root is the last */
    size_t n_blocks;
    fr *coefs;
    size_t n_coefs;
    size_t max_lc_terms;
    size_t description_bytes;
};

static inline const struct block *circuit_root(const struct circuit *c)
{
    return &c->blocks[c->n_blocks - 1];
}
static inline uint32_t block_bit_aux(const struct block *blk, uint32_t slot)
{
    uint32_t i = slot - 1 - blk->n_bits_in;
    return blk->bit_aux.n ? blk->bit_aux.v[i] : i;
}
static inline uint32_t block_bit_pos(const struct block *blk, uint32_t slot)
{
    uint32_t i = slot - 1 - blk->n_bits_in;
    return blk->bit_pos.n ? blk->bit_pos.v[i] : i;
}
static inline uint32_t block_num_aux(const struct block *blk, uint32_t slot)
{
    uint32_t i = slot - blk->n_nums_in;
    return blk->num_aux.n ? blk->num_aux.v[i] : i;
}
static inline uint32_t block_num_pos(const struct block *blk, uint32_t slot)
{
    uint32_t i = slot - blk->n_nums_in;
    return blk->num_pos.n ? blk->num_pos.v[i] : i;
}

#endif
