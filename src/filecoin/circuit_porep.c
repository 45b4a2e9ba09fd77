#include "filecoin/circuit_porep.h"

#include "r1cs/builder.h"
#include "r1cs/gadget_bool.h"
#include "r1cs/gadget_label.h"
#include "r1cs/gadget_num.h"
#include "r1cs/gadget_pack.h"
#include "r1cs/gadget_poseidon.h"
#include <string.h>

#define NODE_BITS 64

/* The column of a node: the labels of all layers. Advice: the labels, layer 1 first. */
struct column {
    num label[POREP_MAX_LAYERS];
};

static struct column column_alloc(struct builder *b, uint32_t n_layers)
{
    struct column c;
    for (uint32_t l = 0; l < n_layers; l++)
        c.label[l] = num_alloc_advice(b);
    return c;
}

/* Labels of all layers of the challenged node. Layer 1 has only the base parents; above it the
 * expander parents are those of the layer below. */
static struct column label_column(struct builder *b, const struct porep_shape *s,
                                  const struct label_bits *replica_id, const bit node[NODE_BITS],
                                  const struct column parents[POREP_PARENTS])
{
    struct column own;
    for (uint32_t l = 0; l < s->n_layers; l++) {
        struct label_bits bits[POREP_PARENTS];
        size_t n = l == 0 ? POREP_BASE_PARENTS : POREP_PARENTS;
        for (size_t p = 0; p < n; p++)
            num_to_byte_string(b, bits[p].b, parents[p].label[p < POREP_BASE_PARENTS ? l : l - 1]);
        own.label[l] = label_create(b, replica_id, l + 1, node, bits, n);
    }
    return own;
}

/* Inputs: the replica id as a 256-bit string; comm_d, comm_r_last, comm_c. */
static void challenge_body(struct builder *b, const void *params, const struct block_io *io)
{
    struct porep_shape s;
    struct label_bits replica_id;
    memcpy(&s, params, sizeof s);
    memcpy(replica_id.b, io->bits_in, sizeof replica_id.b);
    num comm_d = io->nums_in[0], comm_r_last = io->nums_in[1], comm_c = io->nums_in[2];

    num data = num_alloc_advice(b);
    merkle_enforce_inclusion(b, &s.data_tree, data, comm_d);

    struct column parents[POREP_PARENTS];
    for (size_t p = 0; p < POREP_PARENTS; p++) {
        parents[p] = column_alloc(b, s.n_layers);
        num leaf = num_poseidon(b, parents[p].label, s.n_layers);
        merkle_enforce_inclusion(b, &s.tree, leaf, comm_c);
    }

    bit node[NODE_BITS];
    bits_alloc_advice(b, node, NODE_BITS);
    (void)pub_pack_bits(b, NULL, node, NODE_BITS);
    struct column own = label_column(b, &s, &replica_id, node, parents);

    num replica = num_encode(b, own.label[s.n_layers - 1], data);
    merkle_enforce_inclusion(b, &s.tree, replica, comm_r_last);
    num leaf = num_poseidon(b, own.label, s.n_layers);
    merkle_enforce_inclusion(b, &s.tree, leaf, comm_c);
}

static void porep_root(struct builder *b, const struct porep_shape *s)
{
    num replica_id = num_alloc_advice(b);
    (void)num_inputize(b, replica_id);
    bit replica_id_bits[256];
    num_to_byte_string(b, replica_id_bits, replica_id);

    num comm_d = num_alloc_advice(b);
    (void)num_inputize(b, comm_d);
    num comm_r = num_alloc_advice(b);
    (void)num_inputize(b, comm_r);
    num comm_r_last = num_alloc_advice(b);
    num comm_c = num_alloc_advice(b);
    num pair[2] = {comm_c, comm_r_last};
    num_enforce_equal(b, comm_r, num_poseidon(b, pair, 2));

    num in[3] = {comm_d, comm_r_last, comm_c};
    struct block_io io = {
        .bits_in = replica_id_bits, .n_bits_in = 256, .nums_in = in, .n_nums_in = 3};
    for (uint32_t k = 0; k < s->n_challenges; k++)
        builder_call(b, "porep_challenge", challenge_body, s, sizeof *s, &io);
}

status porep_circuit_create(struct circuit **out, const struct porep_shape *shape)
{
    if (shape->n_layers != 2 && shape->n_layers != 11)
        FAIL(ST_ARG, "PoRep layers: wanted 2 or 11, found %u", shape->n_layers);
    struct builder *b;
    TRY(builder_create(&b));
    porep_root(b, shape);
    return builder_finish(b, out);
}
