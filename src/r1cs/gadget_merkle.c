#include "r1cs/gadget_merkle.h"

#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_insert.h"
#include "r1cs/gadget_num.h"
#include "r1cs/gadget_pack.h"
#include "r1cs/gadget_poseidon.h"
#include "r1cs/gadget_sha256.h"

#define MAX_ARITY 8

static uint32_t log2_arity(uint32_t arity) /* 0 of what is no arity */
{
    return arity == 2 ? 1 : arity == 4 ? 2 : arity == 8 ? 3 : 0;
}

static uint32_t level_arity(const struct merkle_shape *s, size_t level)
{
    if (level < s->base_levels) return s->base_arity;
    return level == s->base_levels && s->sub_arity ? s->sub_arity : s->top_arity;
}

size_t merkle_n_levels(const struct merkle_shape *s)
{
    return s->base_levels + (s->sub_arity != 0) + (s->top_arity != 0);
}

size_t merkle_n_index_bits(const struct merkle_shape *s)
{
    size_t n = 0, levels = merkle_n_levels(s);
    for (size_t i = 0; i < levels; i++)
        n += log2_arity(level_arity(s, i));
    return n;
}

size_t merkle_n_siblings(const struct merkle_shape *s)
{
    size_t n = 0, levels = merkle_n_levels(s);
    for (size_t i = 0; i < levels; i++)
        n += level_arity(s, i) - 1;
    return n;
}

static bool shape_check(struct builder *b, const struct merkle_shape *s)
{
    bool ok = s->hash == MERKLE_POSEIDON || s->hash == MERKLE_SHA256;
    ok = ok && s->base_levels <= MERKLE_MAX_INDEX_BITS && merkle_n_levels(s) > 0;
    for (size_t i = 0; ok && i < merkle_n_levels(s); i++) {
        uint32_t arity = level_arity(s, i);
        ok = log2_arity(arity) != 0 && (s->hash == MERKLE_POSEIDON || arity == 2);
    }
    ok = ok && merkle_n_index_bits(s) <= MERKLE_MAX_INDEX_BITS;
    if (!ok)
        builder_fail(b, ST_ARG, "merkle tree: no such shape: hash %u, arities %u^%u, %u, %u",
                     s->hash, s->base_arity, s->base_levels, s->sub_arity, s->top_arity);
    return ok;
}

/* ---- one level ---- */

struct level_params {
    uint32_t hash, arity;
};

static num parent(struct builder *b, const struct level_params *p, num node, const bit *index,
                  const num *siblings)
{
    num children[MAX_ARITY];
    num_insert(b, children, p->arity, node, index, siblings);
    return p->hash == MERKLE_SHA256 ? sha256_hash_pair(b, children[0], children[1])
                                    : num_poseidon(b, children, p->arity);
}

static void level_body(struct builder *b, const void *params, const struct block_io *io)
{
    const struct level_params *p = params;
    num siblings[MAX_ARITY - 1];
    bits_alloc_advice(b, io->bits_out, io->n_bits_out);
    for (size_t i = 0; i + 1 < p->arity; i++)
        siblings[i] = num_alloc_advice(b);
    io->nums_out[0] = parent(b, p, io->nums_in[0], io->bits_out, siblings);
}

/* nums_in: the node, then its siblings. */
static void given_level_body(struct builder *b, const void *params, const struct block_io *io)
{
    io->nums_out[0] = parent(b, params, io->nums_in[0], io->bits_in, io->nums_in + 1);
}

/* ---- paths ---- */

static void path_body(struct builder *b, const void *params, const struct block_io *io)
{
    const struct merkle_shape *s = params;
    num node = io->nums_in[0];
    bit *index = io->bits_out;
    for (size_t i = 0; i < merkle_n_levels(s); i++) {
        struct level_params p = {s->hash, level_arity(s, i)};
        num up;
        builder_call(b, "merkle_level", level_body, &p, sizeof p,
                     &(struct block_io){.nums_in = &node,
                                        .n_nums_in = 1,
                                        .bits_out = index,
                                        .n_bits_out = log2_arity(p.arity),
                                        .nums_out = &up,
                                        .n_nums_out = 1});
        node = up;
        index += log2_arity(p.arity);
    }
    io->nums_out[0] = node;
}

/* nums_in: the leaf, then the siblings of all levels. */
static void given_path_body(struct builder *b, const void *params, const struct block_io *io)
{
    const struct merkle_shape *s = params;
    num node = io->nums_in[0];
    const bit *index = io->bits_in;
    const num *siblings = io->nums_in + 1;
    for (size_t i = 0; i < merkle_n_levels(s); i++) {
        struct level_params p = {s->hash, level_arity(s, i)};
        num in[MAX_ARITY] = {node}, up;
        for (size_t k = 1; k < p.arity; k++)
            in[k] = *siblings++;
        builder_call(b, "merkle_given_level", given_level_body, &p, sizeof p,
                     &(struct block_io){.bits_in = index,
                                        .n_bits_in = log2_arity(p.arity),
                                        .nums_in = in,
                                        .n_nums_in = p.arity,
                                        .nums_out = &up,
                                        .n_nums_out = 1});
        node = up;
        index += log2_arity(p.arity);
    }
    io->nums_out[0] = node;
}

num merkle_root(struct builder *b, const struct merkle_shape *s, num leaf, bit *index)
{
    if (!shape_check(b, s)) return leaf;
    num root;
    builder_call(b, "merkle_path", path_body, s, sizeof *s,
                 &(struct block_io){.nums_in = &leaf,
                                    .n_nums_in = 1,
                                    .bits_out = index,
                                    .n_bits_out = merkle_n_index_bits(s),
                                    .nums_out = &root,
                                    .n_nums_out = 1});
    return root;
}

num merkle_root_of_given(struct builder *b, const struct merkle_shape *s, num leaf,
                         const bit *index, const num *siblings)
{
    if (!shape_check(b, s)) return leaf;
    num in[1 + MERKLE_MAX_SIBLINGS] = {leaf}, root;
    size_t n = merkle_n_siblings(s);
    for (size_t i = 0; i < n; i++)
        in[1 + i] = siblings[i];
    builder_call(b, "merkle_given_path", given_path_body, s, sizeof *s,
                 &(struct block_io){.bits_in = index,
                                    .n_bits_in = merkle_n_index_bits(s),
                                    .nums_in = in,
                                    .n_nums_in = 1 + n,
                                    .nums_out = &root,
                                    .n_nums_out = 1});
    return root;
}

/* ---- inclusion ---- */

static num root_with_public_index(struct builder *b, const struct merkle_shape *s, num leaf)
{
    bit index[MERKLE_MAX_INDEX_BITS] = {{0}};
    num root = merkle_root(b, s, leaf, index);
    if (builder_status(b) == ST_OK) (void)pub_pack_bits(b, NULL, index, merkle_n_index_bits(s));
    return root;
}

void merkle_enforce_inclusion(struct builder *b, const struct merkle_shape *s, num leaf, num root)
{
    num computed = root_with_public_index(b, s, leaf);
    num_enforce_equal(b, computed, root);
}

void merkle_por(struct builder *b, const struct merkle_shape *s, bool root_is_private)
{
    num leaf = num_alloc_advice(b);
    num computed = root_with_public_index(b, s, leaf);
    num root = num_alloc_advice(b);
    num_enforce_equal(b, computed, root);
    if (!root_is_private) (void)num_inputize(b, root);
}

void merkle_enforce_given_path(struct builder *b, const struct merkle_shape *s, num leaf,
                               const bit *index, const num *siblings, num root)
{
    num computed = merkle_root_of_given(b, s, leaf, index, siblings);
    num_enforce_equal(b, computed, root);
}
