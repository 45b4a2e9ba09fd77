#include "params/point_decoder.h"

#include "base/bytes.h"
#include "msm/fp48_x8.h"

/* The three top bits of a canonical coordinate are zero or flags. Without them any bytes are below
 * 2^381 < 2 p, which every Montgomery multiplication takes to a reduced value. */
void coordinate_quick(fp *out, const uint8_t bytes[48])
{
    fp_int x;
    for (int i = 0; i < 6; i++)
        x.l[5 - i] = load_u64_be(bytes + 8 * i);
    x.l[5] &= UINT64_MAX >> 3;
    fp_from_int(out, &x);
}

void point_decoder_init(struct point_decoder *d)
{
    d->n = 0;
    d->side_by_side = x8_usable();
}

void point_decoder_flush(struct point_decoder *d)
{
    if (d->n == DECODER_COORDINATES && d->side_by_side)
        coordinates_quick_x8(d->out, d->in);
    else
        for (unsigned i = 0; i < d->n; i++)
            coordinate_quick(d->out[i], d->in[i]);
    d->n = 0;
}

static void add(struct point_decoder *d, fp *out, const uint8_t *bytes)
{
    d->out[d->n] = out;
    d->in[d->n++] = bytes;
    if (d->n == DECODER_COORDINATES) point_decoder_flush(d);
}

void point_decoder_g1(struct point_decoder *d, g1_affine *out, const uint8_t *bytes)
{
    add(d, &out->x, bytes);
    add(d, &out->y, bytes + 48);
}

void point_decoder_g2(struct point_decoder *d, g2_affine *out, const uint8_t *bytes)
{
    add(d, &out->x.c1, bytes);
    add(d, &out->x.c0, bytes + 48);
    add(d, &out->y.c1, bytes + 96);
    add(d, &out->y.c0, bytes + 144);
}
