#include "groth16/proof.h"

status proof_from_bytes(struct proof *out, const uint8_t bytes[PROOF_BYTES])
{
    struct proof p;
    status st = g1_from_compressed(&p.a, bytes);
    if (st != ST_OK) return status_prefix(st, "proof: A");
    st = g2_from_compressed(&p.b, bytes + 48);
    if (st != ST_OK) return status_prefix(st, "proof: B");
    st = g1_from_compressed(&p.c, bytes + 144);
    if (st != ST_OK) return status_prefix(st, "proof: C");
    if (g1_affine_is_infinity(&p.a)) FAIL(ST_FORMAT, "proof: A is the point at infinity");
    if (g2_affine_is_infinity(&p.b)) FAIL(ST_FORMAT, "proof: B is the point at infinity");
    if (g1_affine_is_infinity(&p.c)) FAIL(ST_FORMAT, "proof: C is the point at infinity");
    *out = p;
    return ST_OK;
}

void proof_to_bytes(uint8_t bytes[PROOF_BYTES], const struct proof *p)
{
    g1_to_compressed(bytes, &p->a);
    g2_to_compressed(bytes + 48, &p->b);
    g1_to_compressed(bytes + 144, &p->c);
}
