#include "filecoin/circuit_post.h"

#include "r1cs/builder.h"
#include "r1cs/gadget_num.h"
#include "r1cs/gadget_poseidon.h"
#include <string.h>

struct sector_params {
    uint32_t n_challenges;
    struct merkle_shape tree;
};

static void sector_body(struct builder *b, const void *params, const struct block_io *io)
{
    struct sector_params p;
    memcpy(&p, params, sizeof p);
    (void)io;

    num comm_r_last = num_alloc_advice(b);
    num comm_c = num_alloc_advice(b);
    num comm_r = num_alloc_advice(b);
    (void)num_inputize(b, comm_r);
    num pair[2] = {comm_c, comm_r_last};
    num_enforce_equal(b, comm_r, num_poseidon(b, pair, 2));

    for (uint32_t k = 0; k < p.n_challenges; k++) {
        num leaf = num_alloc_advice(b);
        merkle_enforce_inclusion(b, &p.tree, leaf, comm_r_last);
    }
}

status post_shape_init(struct post_shape *out, enum circuit_kind kind, const struct sector_size *s)
{
    uint32_t sectors, challenges;
    if (kind == CIRCUIT_WINNING_POST)
        sectors = POST_WINNING_CHALLENGES, challenges = 1;
    else if (kind == CIRCUIT_WINDOW_POST)
        sectors = s->window_post_sectors, challenges = POST_WINDOW_CHALLENGES;
    else
        FAIL(ST_ARG, "PoSt circuit: wanted the kind %s or %s, found %s",
             circuit_kind_name(CIRCUIT_WINNING_POST), circuit_kind_name(CIRCUIT_WINDOW_POST),
             circuit_kind_name(kind));
    *out = (struct post_shape){.n_sectors = sectors,
                               .n_challenges = challenges,
                               .tree = {.hash = MERKLE_POSEIDON,
                                        .base_arity = s->tree.base,
                                        .base_levels = tree_base_levels(s->tree, s->nodes_log2),
                                        .sub_arity = s->tree.sub,
                                        .top_arity = s->tree.top}};
    return ST_OK;
}

status post_circuit_create(struct circuit **out, enum circuit_kind kind,
                           const struct sector_size *s)
{
    struct post_shape shape;
    struct builder *b;
    TRY(post_shape_init(&shape, kind, s));
    TRY(builder_create(&b));
    struct sector_params p = {.n_challenges = shape.n_challenges, .tree = shape.tree};
    for (uint32_t i = 0; i < shape.n_sectors; i++)
        builder_call(b, "post_sector", sector_body, &p, sizeof p, &(struct block_io){0});
    return builder_finish(b, out);
}
