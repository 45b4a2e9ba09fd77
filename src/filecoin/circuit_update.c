#include "filecoin/circuit_update.h"

#include "r1cs/builder.h"
#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_num.h"
#include "r1cs/gadget_pack.h"
#include "r1cs/gadget_poseidon.h"
#include "r1cs/gadget_sha256.h"
#include <string.h>

#define MAX_APEX_LEAVES    128
#define MAX_NODE_BITS      32
#define MAX_DIGESTS        16
#define MAX_PARTITION_BITS 8

static void nums_alloc_advice(struct builder *b, num *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = num_alloc_advice(b);
}

/* ---- a challenge ---- */

/* The high bits of the challenge for the h that is selected: every h's are packed, and the
 * selection, which has one bit set, picks one. */
static num high_bits(struct builder *b, const struct update_shape *s, const bit *node,
                     const bit h_select[UPDATE_N_HS])
{
    fr one;
    fr_one(&one);
    struct lc sum = lc_init(b);
    for (size_t i = 0; i < UPDATE_N_HS; i++) {
        uint32_t h = s->hs[i];
        num high = num_pack_bits(b, node + (s->bits.node - h), h);
        struct lc value = lc_of_num(b, high), selected = lc_of_bit(b, h_select[i]);
        num high_or_zero = num_alloc_product(b, &value, &selected, NULL, false);
        lc_add_num(&sum, &one, high_or_zero);
    }
    return num_of_lc(b, &sum);
}

/* New node = old node + data * rho. */
static num encode(struct builder *b, num old_node, num data, num rho)
{
    return num_add(b, old_node, num_mul(b, data, rho));
}

/* from[index], by halving from the top bit down. */
static num select_apex_leaf(struct builder *b, const num *from, const bit *index, uint32_t n_bits)
{
    num v[MAX_APEX_LEAVES];
    memcpy(v, from, sizeof *v << n_bits);
    for (uint32_t k = n_bits; k-- > 0;)
        for (size_t i = 0; i < (size_t)1 << k; i++)
            v[i] = num_pick(b, index[k], v[((size_t)1 << k) + i], v[i]);
    return v[0];
}

static void enforce_path(struct builder *b, const struct merkle_shape *s, num leaf,
                         const bit *index, num root)
{
    num siblings[MERKLE_MAX_SIBLINGS];
    nums_alloc_advice(b, siblings, merkle_n_siblings(s));
    merkle_enforce_given_path(b, s, leaf, index, siblings, root);
}

/* Inputs: the challenge's bits, least significant first, and the selection of h; phi, comm_r_last
 * old and new, the apex leaves. */
static void challenge_body(struct builder *b, const void *params, const struct block_io *io)
{
    struct update_shape s;
    memcpy(&s, params, sizeof s);
    const bit *node = io->bits_in, *h_select = node + s.bits.node;
    num phi = io->nums_in[0], old_root = io->nums_in[1], new_root = io->nums_in[2];
    const num *apex_leaves = io->nums_in + 3;

    num pair[2] = {phi, high_bits(b, &s, node, h_select)};
    num rho = num_poseidon_randomness(b, pair);
    num old_node = num_alloc_advice(b);
    num data = num_alloc_advice(b);
    num new_node = encode(b, old_node, data, rho);

    enforce_path(b, &s.tree, old_node, node, old_root);
    enforce_path(b, &s.tree, new_node, node, new_root);
    num apex_leaf = select_apex_leaf(b, apex_leaves, node + s.bits.path, s.bits.apex);
    enforce_path(b, &s.data_path, data, node, apex_leaf);
}

/* ---- the prologue ---- */

/* sum of 2^i bits[i] * 1 = v. */
static void enforce_bits(struct builder *b, const bit *bits, size_t n, num v)
{
    struct lc sum = lc_init(b), one = lc_of_one(b), rhs = lc_of_num(b, v);
    lc_add_bits(&sum, bits, n, 0);
    builder_enforce(b, &sum, &one, &rhs);
}

/* The first input and its bits: the partition's number, then the selection of h. Returns the number
 * alone. */
static num partition_alloc(struct builder *b, const struct update_shape *s, bit *bits)
{
    size_t n = s->bits.partition + UPDATE_N_HS;
    num both = num_alloc_advice(b);
    (void)num_inputize(b, both);
    bits_alloc_advice(b, bits, n);
    enforce_bits(b, bits, n, both);
    return num_pack_bits(b, bits, s->bits.partition);
}

static num commitment_alloc(struct builder *b)
{
    num v = num_alloc_advice(b);
    (void)num_inputize(b, v);
    return v;
}

static void enforce_comm_r(struct builder *b, num comm_c, num root, num comm_r)
{
    num pair[2] = {comm_c, root};
    num_enforce_equal(b, num_poseidon(b, pair, 2), comm_r);
}

/* The tree above the apex leaves hangs in comm_d_new at the partition's place. */
static void enforce_apex(struct builder *b, const struct update_shape *s, const num *apex_leaves,
                         const bit *partition, const num *siblings, num comm_d)
{
    num v[MAX_APEX_LEAVES];
    memcpy(v, apex_leaves, sizeof *v << s->bits.apex);
    for (size_t n = (size_t)1 << s->bits.apex; n > 1; n /= 2)
        for (size_t i = 0; i < n / 2; i++)
            v[i] = sha256_hash_pair(b, v[2 * i], v[2 * i + 1]);
    if (s->bits.partition == 0)
        num_enforce_equal(b, v[0], comm_d);
    else
        merkle_enforce_given_path(b, &s->partition_path, v[0], partition, siblings, comm_d);
}

/* Digest i of the partition is H(comm_r_new, partition * n_digests + i); its bits, low ones first,
 * are cut into challenges. */
static void digest_bits(struct builder *b, bit out[NUM_BITS], num comm_r_new, num partition,
                        uint32_t n_digests, uint32_t i)
{
    fr count, number;
    fr_from_u64(&count, n_digests);
    fr_from_u64(&number, i);
    struct lc index = lc_init(b);
    lc_add_num(&index, &count, partition);
    lc_add_one(&index, &number);
    num pair[2] = {comm_r_new, num_of_lc(b, &index)};
    num digest = num_poseidon_randomness(b, pair);
    bits_alloc_of_num(b, out, NUM_BITS, digest);
    enforce_bits(b, out, NUM_BITS, digest);
}

static void update_root(struct builder *b, const struct update_shape *s)
{
    bit k_and_h[MAX_PARTITION_BITS + UPDATE_N_HS];
    num partition = partition_alloc(b, s, k_and_h);
    num comm_r_old = commitment_alloc(b);
    num comm_d_new = commitment_alloc(b);
    num comm_r_new = commitment_alloc(b);

    num phi_of[2] = {comm_d_new, comm_r_old};
    num in[3 + MAX_APEX_LEAVES] = {num_poseidon_randomness(b, phi_of)};
    num comm_c = num_alloc_advice(b);
    nums_alloc_advice(b, in + 1, 2 + ((size_t)1 << s->bits.apex));
    num partition_siblings[MAX_PARTITION_BITS];
    nums_alloc_advice(b, partition_siblings, s->bits.partition);
    enforce_comm_r(b, comm_c, in[1], comm_r_old);
    enforce_comm_r(b, comm_c, in[2], comm_r_new);
    enforce_apex(b, s, in + 3, k_and_h, partition_siblings, comm_d_new);

    uint32_t per_digest = s->bits.challenges_per_digest, n_digests = s->bits.digests;
    bit digests[MAX_DIGESTS][NUM_BITS];
    for (uint32_t i = 0; i < n_digests; i++)
        digest_bits(b, digests[i], comm_r_new, partition, n_digests, i);

    bit bits[MAX_NODE_BITS + UPDATE_N_HS];
    memcpy(bits + s->bits.own, k_and_h, sizeof *bits * (s->bits.partition + UPDATE_N_HS));
    struct block_io io = {.bits_in = bits,
                          .n_bits_in = s->bits.node + UPDATE_N_HS,
                          .nums_in = in,
                          .n_nums_in = 3 + ((size_t)1 << s->bits.apex)};
    for (uint32_t k = 0; k < s->n_challenges; k++) {
        const bit *own = digests[k / per_digest] + k % per_digest * s->bits.own;
        memcpy(bits, own, sizeof *bits * s->bits.own);
        builder_call(b, "update_challenge", challenge_body, s, sizeof *s, &io);
    }
}

/* ---- shapes ---- */

static struct merkle_shape binary_path(uint32_t levels)
{
    return (struct merkle_shape){.hash = MERKLE_SHA256, .base_arity = 2, .base_levels = levels};
}

status update_shape_init(struct update_shape *out, const struct sector_size *s)
{
    if (s->update_partitions == 0)
        FAIL(ST_UNSUPPORTED, "there is no sector update circuit for %s", s->label);
    struct update_shape u = {.bits = update_bits_of(s), .n_challenges = s->update_challenges};
    memcpy(u.hs, s->update_hs, sizeof u.hs);
    u.tree = (struct merkle_shape){.hash = MERKLE_POSEIDON,
                                   .base_arity = s->tree.base,
                                   .base_levels = tree_base_levels(s->tree, s->nodes_log2),
                                   .sub_arity = s->tree.sub,
                                   .top_arity = s->tree.top};
    u.data_path = binary_path(u.bits.path);
    u.partition_path = binary_path(u.bits.partition);
    MUST(u.bits.partition <= MAX_PARTITION_BITS && u.bits.node <= MAX_NODE_BITS);
    MUST(s->update_apex_leaves <= MAX_APEX_LEAVES);
    MUST(u.bits.digests <= MAX_DIGESTS);
    *out = u;
    return ST_OK;
}

status update_circuit_create(struct circuit **out, const struct sector_size *s)
{
    struct update_shape shape;
    struct builder *b;
    TRY(update_shape_init(&shape, s));
    TRY(builder_create(&b));
    update_root(b, &shape);
    return builder_finish(b, out);
}
