/* Any bytes as a .params file: opened or refused; what opens can be read and checked. */
#include "params/params.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct params_file p = {0};
    if (params_open_bytes(&p, data, n, "fuzz") != ST_OK) return 0;
    g1_affine a;
    g2_affine b;
    for (int q = 0; q < PARAMS_N_QUERIES; q++)
        for (size_t i = 0; i < p.query[q].n && i < 8; i++)
            if (q == PARAMS_B_G2)
                (void)!params_read_g2(&p, PARAMS_B_G2, &b, i, 1, NULL, NULL);
            else
                (void)!params_read_g1(&p, (enum params_query)q, &a, i, 1, NULL, NULL);
    if (n < 8192) (void)!params_check(&p, PARAMS_CHECK_CURVE, NULL, NULL, NULL);
    params_close(&p);
    return 0;
}
