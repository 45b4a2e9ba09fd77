#include "filecoin/sparse_post.h"

#include "base/mem.h"
#include "filecoin/post_challenge.h"

status sparse_post_prove(struct post_vanilla *out, const struct sparse_sector *s,
                         const struct post_proof *proof, const uint8_t randomness[32],
                         size_t position)
{
    const struct sector_size *size = s->in.proof->sector;
    struct post_vanilla v = {.proof = proof, .n_sectors = 1};
    status st = ST_OK;
    if (proof->sector != size)
        FAIL(ST_ARG, "PoSt of a sparse sector: wanted a proof of %s, found %s", size->label,
             proof->name);
    v.siblings = tree_siblings(size->tree, size->nodes_log2);
    v.stride = 1 + v.siblings;
    TRY_OUT(MEM_NEW(v.sectors, 1));
    TRY_OUT(MEM_NEW(v.leaves, proof->challenges));
    TRY_OUT(MEM_NEW(v.values, (size_t)proof->challenges * v.stride));
    v.sectors[0] = (struct post_sector){.id = s->in.owner.sector_number,
                                        .comm_r = s->comm_r,
                                        .comm_c = s->comm_c,
                                        .comm_r_last = s->comm_r_last};
    post_sector_leaves(v.leaves, proof, randomness, v.sectors[0].id, position);
    for (uint32_t k = 0; k < proof->challenges; k++) {
        fr_int *values = v.values + (size_t)k * v.stride;
        values[0] = *sparse_tree_node(&s->tree_r, 0, v.leaves[k]);
        sparse_tree_path(&s->tree_r, v.leaves[k], &values[1]);
    }
    *out = v;
    v = (struct post_vanilla){0};
out:
    post_vanilla_fini(&v);
    return st;
}
