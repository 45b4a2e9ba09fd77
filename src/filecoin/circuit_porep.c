#include "filecoin/circuit_porep.h"

#include "base/mem.h"
#include "math/codec.h"
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

static struct merkle_shape merkle_shape_of(uint32_t hash, struct tree_arities t,
                                           uint32_t nodes_log2)
{
    return (struct merkle_shape){.hash = hash,
                                 .base_arity = t.base,
                                 .base_levels = tree_base_levels(t, nodes_log2),
                                 .sub_arity = t.sub,
                                 .top_arity = t.top};
}

void porep_shape_init(struct porep_shape *out, const struct sector_size *s)
{
    *out = (struct porep_shape){.n_challenges = s->porep_challenges,
                                .n_layers = s->layers,
                                .data_tree =
                                    merkle_shape_of(MERKLE_SHA256, TREE_BINARY, s->nodes_log2),
                                .tree = merkle_shape_of(MERKLE_POSEIDON, s->tree, s->nodes_log2)};
}

status porep_circuit_create(struct circuit **out, const struct sector_size *s)
{
    struct porep_shape shape;
    struct builder *b;
    porep_shape_init(&shape, s);
    TRY(builder_create(&b));
    porep_root(b, &shape);
    return builder_finish(b, out);
}

/* ---- advice ---- */

static void put_field(struct porep_advice *a, const fr_int *v)
{
    fr_from_int(&a->fields[a->n_fields++], v);
}

static void put_fields(struct porep_advice *a, const fr_int *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_field(a, &v[i]);
}

static void put_bits(struct porep_advice *a, uint64_t v, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        a->bits[a->n_bits++] = v >> i & 1;
}

static status put_bytes(struct porep_advice *a, const uint8_t bytes[32])
{
    fr_int v;
    TRY(fr_int_from_le(&v, bytes));
    put_field(a, &v);
    return ST_OK;
}

/* In the order of challenge_body. The index bits of a path are those of the node, level by level
 * from the leaf: least significant first. */
static void put_challenge(struct porep_advice *a, const struct porep_c1 *c1, size_t p, size_t c)
{
    const struct porep_layout *l = &c1->layout;
    const fr_int *v = porep_challenge(c1, p, c);
    const uint32_t *node = porep_nodes(c1, p, c);
    unsigned index_bits = c1->proof->sector->nodes_log2;
    put_field(a, v + l->data_leaf);
    put_fields(a, v + l->data_path, l->data_siblings);
    put_bits(a, node[POREP_OWN_COLUMN], index_bits);
    for (size_t k = 1; k < POREP_COLUMNS; k++) {
        const fr_int *column = porep_column(c1, p, c, k);
        put_fields(a, column, l->layers);
        put_fields(a, column + l->column_path, l->tree_siblings);
        put_bits(a, node[k], index_bits);
    }
    put_bits(a, node[POREP_OWN_COLUMN], NODE_BITS);
    put_fields(a, v + l->replica_path, l->tree_siblings);
    put_bits(a, node[POREP_OWN_COLUMN], index_bits);
    put_fields(a, porep_column(c1, p, c, POREP_OWN_COLUMN) + l->column_path, l->tree_siblings);
    put_bits(a, node[POREP_OWN_COLUMN], index_bits);
}

status porep_advice_create(struct porep_advice *out, const struct porep_c1 *c1, size_t p)
{
    const struct porep_layout *l = &c1->layout;
    size_t n = c1->proof->challenges, index_bits = c1->proof->sector->nodes_log2;
    size_t fields = 1 + l->data_siblings + POREP_PARENTS * (l->layers + l->tree_siblings) +
                    2 * (size_t)l->tree_siblings;
    size_t bits = (POREP_PARENTS + 3) * index_bits + NODE_BITS;
    struct porep_advice a = {0};
    status st = ST_OK;
    if (p >= c1->proof->partitions)
        FAIL(ST_ARG, "partition: wanted one below %u, found %zu", c1->proof->partitions, p);
    TRY_OUT(MEM_NEW(a.fields, 5 + n * fields));
    TRY_OUT(MEM_NEW(a.bits, n * bits));
    TRY_OUT(put_bytes(&a, c1->replica_id));
    TRY_OUT(put_bytes(&a, c1->comm_d));
    TRY_OUT(put_bytes(&a, c1->comm_r));
    put_field(&a, &c1->comm_r_last);
    put_field(&a, &c1->comm_c);
    for (size_t c = 0; c < n; c++)
        put_challenge(&a, c1, p, c);
    MUST(a.n_fields == 5 + n * fields && a.n_bits == n * bits);
    *out = a;
    a = (struct porep_advice){0};
out:
    porep_advice_fini(&a);
    return st;
}

void porep_advice_fini(struct porep_advice *a)
{
    mem_free(a->bits);
    mem_free(a->fields);
    *a = (struct porep_advice){0};
}
