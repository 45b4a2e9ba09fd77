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

#define FP_MODULUS_PLUS_1_OVER_4                                                                   \
    {                                                                                              \
        0xee7fbfffffffeaabu, 0x07aaffffac54ffffu, 0xd9cc34a83dac3d89u, 0xd91dd2e13ce144afu,        \
            0x92c6e9ed90d2eb35u, 0x0680447a8e5ff9a6u                                               \
    }
/* Generators, Montgomery. */
#define G1_GENERATOR_X                                                                             \
    {                                                                                              \
        0x5cb38790fd530c16u, 0x7817fc679976fff5u, 0x154f95c7143ba1c1u, 0xf0ae6acdf3d0e747u,        \
            0xedce6ecc21dbf440u, 0x120177419e0bfb75u                                               \
    }
#define G1_GENERATOR_Y                                                                             \
    {                                                                                              \
        0xbaac93d50ce72271u, 0x8c22631a7918fd8eu, 0xdd595f13570725ceu, 0x51ac582950405194u,        \
            0x0e1c8c3fad0059c0u, 0x0bbc3efc5008a26au                                               \
    }
#define G2_GENERATOR_X0                                                                            \
    {                                                                                              \
        0xf5f28fa202940a10u, 0xb3f5fb2687b4961au, 0xa1a893b53e2ae580u, 0x9894999d1a3caee9u,        \
            0x6f67b7631863366bu, 0x058191924350bcd7u                                               \
    }
#define G2_GENERATOR_X1                                                                            \
    {                                                                                              \
        0xa5a9c0759e23f606u, 0xaaa0c59dbccd60c3u, 0x3bb17e18e2867806u, 0x1b1ab6cc8541b367u,        \
            0xc2b6ed0ef2158547u, 0x11922a097360edf3u                                               \
    }
#define G2_GENERATOR_Y0                                                                            \
    {                                                                                              \
        0x4c730af860494c4au, 0x597cfa1f5e369c5au, 0xe7e6856caa0a635au, 0xbbefb5e96e0d495fu,        \
            0x07d3a975f0ef25a2u, 0x0083fd8e7e80dae5u                                               \
    }
#define G2_GENERATOR_Y1                                                                            \
    {                                                                                              \
        0xadc0fc92df64b05du, 0x18aa270a2b1461dcu, 0x86adac6a3be4eba0u, 0x79495c4ec93da33au,        \
            0xe7175850a43ccaedu, 0x0b2bc2a163de1bf2u                                               \
    }

#endif
