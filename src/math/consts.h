/* Constants of BLS12-381, each once. Numbers only: everything follows from the two primes. */
#ifndef CUZK_MATH_CONSTS_H
#define CUZK_MATH_CONSTS_H

#define FR_MODULUS                                                                                 \
    {                                                                                              \
        0xffffffff00000001u, 0x53bda402fffe5bfeu, 0x3339d80809a1d805u, 0x73eda753299d7d48u         \
    }
#define FR_INV 0xfffffffeffffffffu /* -1 / modulus mod 2^64 */
#define FR_R                                                                                       \
    {                                                                                              \
        0x00000001fffffffeu, 0x5884b7fa00034802u, 0x998c4fefecbc4ff5u, 0x1824b159acc5056fu         \
    } /* one */
#define FR_R2                                                                                      \
    {                                                                                              \
        0xc999e990f3f29c6du, 0x2b6cedcb87925c23u, 0x05d314967254398fu, 0x0748d9d99f59ff11u         \
    }
#define FR_MODULUS_MINUS_2                                                                         \
    {                                                                                              \
        0xfffffffeffffffffu, 0x53bda402fffe5bfeu, 0x3339d80809a1d805u, 0x73eda753299d7d48u         \
    }
#define FP_MODULUS                                                                                 \
    {                                                                                              \
        0xb9feffffffffaaabu, 0x1eabfffeb153ffffu, 0x6730d2a0f6b0f624u, 0x64774b84f38512bfu,        \
            0x4b1ba7b6434bacd7u, 0x1a0111ea397fe69au                                               \
    }
#define FP_INV 0x89f3fffcfffcfffdu /* -1 / modulus mod 2^64 */
#define FP_R                                                                                       \
    {                                                                                              \
        0x760900000002fffdu, 0xebf4000bc40c0002u, 0x5f48985753c758bau, 0x77ce585370525745u,        \
            0x5c071a97a256ec6du, 0x15f65ec3fa80e493u                                               \
    } /* one */
#define FP_R2                                                                                      \
    {                                                                                              \
        0xf4df1f341c341746u, 0x0a76e6a609d104f1u, 0x8de5476c4c95b6d5u, 0x67eb88a9939d83c0u,        \
            0x9a793e85b519952du, 0x11988fe592cae3aau                                               \
    }
#define FP_MODULUS_MINUS_2                                                                         \
    {                                                                                              \
        0xb9feffffffffaaa9u, 0x1eabfffeb153ffffu, 0x6730d2a0f6b0f624u, 0x64774b84f38512bfu,        \
            0x4b1ba7b6434bacd7u, 0x1a0111ea397fe69au                                               \
    }

#endif
