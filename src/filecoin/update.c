#include "filecoin/update.h"

#include "hash/poseidon.h"

#define DIGEST_BITS 254 /* of a digest that are used */

static void hash_randomness(fr *out, const fr *a, const fr *b)
{
    fr pair[2] = {*a, *b};
    poseidon_hash(out, poseidon_constants_get(POSEIDON_2_RANDOMNESS), pair);
}

struct update_bits update_bits_of(const struct sector_size *s)
{
    struct update_bits b = {.node = s->nodes_log2};
    MUST(s->update_partitions > 0 && s->update_challenges <= UPDATE_MAX_CHALLENGES);
    b.partition = (uint32_t)__builtin_ctz(s->update_partitions);
    b.apex = (uint32_t)__builtin_ctz(s->update_apex_leaves);
    b.own = b.node - b.partition;
    b.path = b.own - b.apex;
    b.challenges_per_digest = DIGEST_BITS / b.own;
    b.digests = (s->update_challenges + b.challenges_per_digest - 1) / b.challenges_per_digest;
    return b;
}

status update_h_index(uint32_t *out, const struct sector_size *s, uint32_t h)
{
    const uint32_t *hs = s->update_hs;
    uint32_t wanted = h ? h : s->update_h_default;
    for (uint32_t i = 0; i < UPDATE_N_HS; i++)
        if (hs[i] == wanted) {
            *out = i;
            return ST_OK;
        }
    FAIL(ST_ARG, "sector update of %s: h: wanted %u to %u, found %u", s->label, hs[0],
         hs[UPDATE_N_HS - 1], h);
}

uint64_t update_k_and_h_select(const struct sector_size *s, uint32_t partition, uint32_t h_index)
{
    return partition | (uint64_t)1 << (update_bits_of(s).partition + h_index);
}

void update_phi(fr *phi, const fr_int *comm_d_new, const fr_int *comm_r_old)
{
    fr d, r;
    fr_from_int(&d, comm_d_new);
    fr_from_int(&r, comm_r_old);
    hash_randomness(phi, &d, &r);
}

void update_rho(fr *rho, const fr *phi, uint64_t high)
{
    fr h;
    fr_from_u64(&h, high);
    hash_randomness(rho, phi, &h);
}

void update_encode(fr_int *new_node, const fr_int *old_node, const fr_int *data, const fr *rho)
{
    fr d, n;
    fr_from_int(&d, data);
    fr_from_int(&n, old_node);
    fr_mul(&d, &d, rho);
    fr_add(&n, &n, &d);
    fr_to_int(new_node, &n);
}

/* n <= 32 bits of v from bit `at` on; bits above 255 are zero. */
static uint32_t bits_at(const fr_int *v, uint32_t at, uint32_t n)
{
    uint64_t low = v->l[at / 64] >> at % 64;
    if (at % 64 && at / 64 < 3) low |= v->l[at / 64 + 1] << (64 - at % 64);
    return (uint32_t)(low & (((uint64_t)1 << n) - 1));
}

void update_challenges(uint32_t *nodes, const struct sector_size *s, const fr_int *comm_r_new,
                       uint32_t partition)
{
    struct update_bits b = update_bits_of(s);
    fr seed, index, digest;
    fr_int digest_int;
    fr_from_int(&seed, comm_r_new);
    for (uint32_t i = 0; i < s->update_challenges; i++) {
        uint32_t at = i % b.challenges_per_digest;
        if (at == 0) {
            uint64_t number = (uint64_t)partition * b.digests + i / b.challenges_per_digest;
            fr_from_u64(&index, number);
            hash_randomness(&digest, &seed, &index);
            fr_to_int(&digest_int, &digest);
        }
        nodes[i] = bits_at(&digest_int, at * b.own, b.own) | partition << b.own;
    }
}

status update_public_inputs(fr out[UPDATE_N_INPUTS], const struct update_statement *s,
                            uint32_t partition)
{
    const struct sector_size *size = s->proof->sector;
    if (partition >= s->proof->partitions)
        FAIL(ST_ARG, "%s: wanted a partition below %u, found %u", s->proof->name,
             s->proof->partitions, partition);
    fr_from_u64(&out[0], update_k_and_h_select(size, partition, s->h_index));
    fr_from_int(&out[1], &s->comm_r_old);
    fr_from_int(&out[2], &s->comm_d_new);
    fr_from_int(&out[3], &s->comm_r_new);
    return ST_OK;
}
