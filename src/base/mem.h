/* Checked memory. Every allocation of the library goes through here, so that sizes cannot overflow,
 * failures carry numbers, and tests can make the n-th one fail. */
#ifndef CUZK_BASE_MEM_H
#define CUZK_BASE_MEM_H

#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

/* n zeroed elements of `size` bytes, 64-byte aligned; NULL with a detail text when there is no
 * memory or n * size overflows. n = 0 gives a valid pointer. From 2 MiB up the memory is mapped on
 * its own (huge pages advised). Free with mem_free. */
NODISCARD void *mem_alloc(size_t n, size_t size);

/* As realloc: keeps the first old_n elements, zeroes the rest. On failure p stays valid. */
NODISCARD void *mem_grow(void *p, size_t old_n, size_t new_n, size_t size);

void mem_free(void *p); /* NULL is a no-op */

/* Overwrites secrets; not removed by the compiler. */
void mem_wipe(void *p, size_t n_bytes);

/* MEM_NEW(p, n): allocates n elements of *p's type into p; a status. */
#define MEM_NEW(p, n) (((p) = mem_alloc((n), sizeof *(p))) != NULL ? ST_OK : ST_NOMEM)

/* a * b, a + b; false on overflow. */
static inline bool size_mul(size_t *out, size_t a, size_t b)
{
    return !__builtin_mul_overflow(a, b, out);
}
static inline bool size_add(size_t *out, size_t a, size_t b)
{
    return !__builtin_add_overflow(a, b, out);
}

/* Test hook: the n-th allocation from now (1 = next) fails once; 0 switches it off. */
void mem_fail_after(size_t n);

/* Bytes allocated now and at most so far in this process. */
size_t mem_live_bytes(void);
size_t mem_peak_bytes(void);

/* Bump allocator for many small objects of one owner. All freed at once, or back to a mark.
 * Zero-initialise. */
struct arena {
    struct arena_chunk *head;
    size_t used; /* of the head */
};
NODISCARD void *arena_alloc(struct arena *a, size_t n,
                            size_t size); /* 16-byte aligned; not zeroed */
struct arena arena_mark(const struct arena *a);
/* Gives back what was allocated since the mark. */
void arena_release(struct arena *a, struct arena mark);
void arena_fini(struct arena *a);

#endif
