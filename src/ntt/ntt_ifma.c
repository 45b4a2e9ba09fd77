#include "ntt/ntt_kernel.h"

const struct ntt_kernel *ntt_kernel_ifma(void)
{
    return NULL;
}
