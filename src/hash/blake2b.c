#include "hash/blake2b.h"

#include "base/mem.h"
#include <openssl/evp.h>

struct blake2b_ctx {
    EVP_MD_CTX *md;
};

static status start(EVP_MD_CTX *md)
{
    if (!EVP_DigestInit_ex(md, EVP_blake2b512(), NULL))
        FAIL(ST_UNSUPPORTED, "libcrypto has no BLAKE2b-512");
    return ST_OK;
}

status blake2b_create(struct blake2b_ctx **out)
{
    status st = ST_OK;
    struct blake2b_ctx *c;
    TRY(MEM_NEW(c, 1));
    c->md = EVP_MD_CTX_new();
    if (!c->md) FAIL_OUT(ST_NOMEM, "no memory for a BLAKE2b state");
    TRY_OUT(start(c->md));
    *out = c;
    return ST_OK;
out:
    blake2b_destroy(c);
    return st;
}

status blake2b_update(struct blake2b_ctx *c, const void *data, size_t n)
{
    if (n && !EVP_DigestUpdate(c->md, data, n))
        FAIL(ST_BUG, "BLAKE2b: libcrypto refused %zu bytes", n);
    return ST_OK;
}

status blake2b_final(struct blake2b_ctx *c, uint8_t out[64])
{
    if (!EVP_DigestFinal_ex(c->md, out, NULL)) FAIL(ST_BUG, "BLAKE2b: libcrypto gave no digest");
    return start(c->md);
}

void blake2b_destroy(struct blake2b_ctx *c)
{
    if (!c) return;
    EVP_MD_CTX_free(c->md);
    mem_free(c);
}

status blake2b(uint8_t out[64], const void *data, size_t n)
{
    if (!EVP_Digest(n ? data : "", n, out, NULL, EVP_blake2b512(), NULL))
        FAIL(ST_UNSUPPORTED, "libcrypto has no BLAKE2b-512");
    return ST_OK;
}
