/* The only host/device macros. Headers that include this are written in the common subset of C11
 * and CUDA C++: no restrict, VLAs, compound literals or implicit void * conversion. */
#ifndef CUZK_BASE_HD_H
#define CUZK_BASE_HD_H

#if defined(__CUDACC__)
#define HD static __host__ __device__ inline
#else
#define HD static inline
#endif

#if defined(__CUDACC__)
#define CUZK_ALIGN(n) __align__(n)
#else
#define CUZK_ALIGN(n) __attribute__((aligned(n)))
#endif

#endif
