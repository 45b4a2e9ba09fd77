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

/* (1 + u)^((p - 1) i / 6), Montgomery: the Frobenius map of Fp12. */
#define FROBENIUS_GAMMA                                                                            \
    {                                                                                              \
        {{{0x760900000002fffdu, 0xebf4000bc40c0002u, 0x5f48985753c758bau, 0x77ce585370525745u,     \
           0x5c071a97a256ec6du, 0x15f65ec3fa80e493u}},                                             \
         {{0x0000000000000000u, 0x0000000000000000u, 0x0000000000000000u, 0x0000000000000000u,     \
           0x0000000000000000u, 0x0000000000000000u}}},                                            \
            {{{0x07089552b319d465u, 0xc6695f92b50a8313u, 0x97e83cccd117228fu, 0xa35baecab2dc29eeu, \
               0x1ce393ea5daace4du, 0x08f2220fb0fb66ebu}},                                         \
             {{0xb2f66aad4ce5d646u, 0x5842a06bfc497cecu, 0xcf4895d42599d394u, 0xc11b9cba40a8e8d0u, \
               0x2e3813cbe5a0de89u, 0x110eefda88847fafu}}},                                        \
            {{{0x0000000000000000u, 0x0000000000000000u, 0x0000000000000000u, 0x0000000000000000u, \
               0x0000000000000000u, 0x0000000000000000u}},                                         \
             {{0xcd03c9e48671f071u, 0x5dab22461fcda5d2u, 0x587042afd3851b95u, 0x8eb60ebe01bacb9eu, \
               0x03f97d6e83d050d2u, 0x18f0206554638741u}}},                                        \
            {{{0x7bcfa7a25aa30fdau, 0xdc17dec12a927e7cu, 0x2f088dd86b4ebef1u, 0xd1ca2087da74d4a7u, \
               0x2da2596696cebc1du, 0x0e2b7eedbbfd87d2u}},                                         \
             {{0x7bcfa7a25aa30fdau, 0xdc17dec12a927e7cu, 0x2f088dd86b4ebef1u, 0xd1ca2087da74d4a7u, \
               0x2da2596696cebc1du, 0x0e2b7eedbbfd87d2u}}},                                        \
            {{{0x890dc9e4867545c3u, 0x2af322533285a5d5u, 0x50880866309b7e2cu, 0xa20d1b8c7e881024u, \
               0x14e4f04fe2db9068u, 0x14e56d3f1564853au}},                                         \
             {{0x0000000000000000u, 0x0000000000000000u, 0x0000000000000000u, 0x0000000000000000u, \
               0x0000000000000000u, 0x0000000000000000u}}},                                        \
        {                                                                                          \
            {{0x82d83cf50dbce43fu, 0xa2813e53df9d018fu, 0xc6f0caa53c65e181u, 0x7525cf528d50fe95u,  \
              0x4a85ed50f4798a6bu, 0x171da0fd6cf8eebdu}},                                          \
            {                                                                                      \
                {                                                                                  \
                    0x3726c30af242c66cu, 0x7c2ac1aad1b6fe70u, 0xa04007fbba4b14a2u,                 \
                        0xef517c3266341429u, 0x0095ba654ed2226bu, 0x02e370eccc86f7ddu              \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
    }

#endif
