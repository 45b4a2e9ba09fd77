#include "math/codec.h"

#include "base/bytes.h"

status fr_from_le(fr *r, const uint8_t bytes[32])
{
    static const fr_int modulus = {FR_MODULUS};
    fr_int x;
    for (int i = 0; i < 4; i++)
        x.l[i] = load_u64_le(bytes + 8 * i);
    for (int i = 3; i >= 0; i--) {
        if (x.l[i] < modulus.l[i]) break;
        if (x.l[i] > modulus.l[i] || i == 0)
            FAIL(ST_FORMAT, "scalar is not below the order of the group");
    }
    fr_from_int(r, &x);
    return ST_OK;
}

void fr_to_le(uint8_t bytes[32], const fr *a)
{
    fr_int x;
    fr_to_int(&x, a);
    for (int i = 0; i < 4; i++)
        store_u64_le(bytes + 8 * i, x.l[i]);
}
