#include "groth16/proof.h"

#define B_OFFSET G1_COMPRESSED_BYTES
#define C_OFFSET (G1_COMPRESSED_BYTES + G2_COMPRESSED_BYTES)

static status read_g1(g1_affine *out, const uint8_t *bytes, const char *what)
{
    status st = g1_from_compressed(out, bytes);
    if (st != ST_OK) return status_prefix(st, "proof: %s", what);
    if (g1_affine_is_infinity(out)) FAIL(ST_FORMAT, "proof: %s: point at infinity", what);
    return ST_OK;
}

status proof_from_bytes(struct proof *out, const uint8_t bytes[PROOF_BYTES])
{
    struct proof p;
    TRY(read_g1(&p.a, bytes, "A"));
    status st = g2_from_compressed(&p.b, bytes + B_OFFSET);
    if (st != ST_OK) return status_prefix(st, "proof: B");
    if (g2_affine_is_infinity(&p.b)) FAIL(ST_FORMAT, "proof: B: point at infinity");
    TRY(read_g1(&p.c, bytes + C_OFFSET, "C"));
    *out = p;
    return ST_OK;
}

status proofs_from_bytes(struct proof *out, size_t n, const uint8_t *bytes, size_t n_bytes)
{
    if (n_bytes % PROOF_BYTES != 0 || n_bytes / PROOF_BYTES != n)
        FAIL(ST_FORMAT, "proofs: wanted %zu of %d bytes, found %zu bytes", n, PROOF_BYTES, n_bytes);
    for (size_t i = 0; i < n; i++) {
        status st = proof_from_bytes(&out[i], bytes + i * PROOF_BYTES);
        if (st != ST_OK) return n > 1 ? status_prefix(st, "proof %zu of %zu", i, n) : st;
    }
    return ST_OK;
}

void proof_to_bytes(uint8_t bytes[PROOF_BYTES], const struct proof *p)
{
    g1_to_compressed(bytes, &p->a);
    g2_to_compressed(bytes + B_OFFSET, &p->b);
    g1_to_compressed(bytes + C_OFFSET, &p->c);
}
