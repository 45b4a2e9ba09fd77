/* Each block has a 64-byte header in front of the returned address that holds its size. Blocks of
 * MAP_FROM bytes and more come from mmap, so that big buffers go back to the system when freed. */
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HEADER_BYTES 64
#define MAP_FROM     ((size_t)2 << 20)
#define ARENA_CHUNK  ((size_t)64 << 10)

struct mem_header {
    size_t total_bytes; /* with the header */
    bool mapped;
};

static atomic_size_t live_bytes, peak_bytes, fail_after;

void mem_fail_after(size_t n)
{
    atomic_store(&fail_after, n);
}

size_t mem_live_bytes(void)
{
    return atomic_load(&live_bytes);
}

size_t mem_peak_bytes(void)
{
    return atomic_load(&peak_bytes);
}

static bool injected_failure(void)
{
    size_t n = atomic_load_explicit(&fail_after, memory_order_relaxed);
    while (n != 0)
        if (atomic_compare_exchange_weak(&fail_after, &n, n - 1)) return n == 1;
    return false;
}

static void count_bytes(size_t n)
{
    size_t now = atomic_fetch_add(&live_bytes, n) + n;
    size_t peak = atomic_load(&peak_bytes);
    while (now > peak && !atomic_compare_exchange_weak(&peak_bytes, &peak, now))
        continue;
}

void *mem_alloc(size_t n, size_t size)
{
    size_t bytes, total;
    if (!size_mul(&bytes, n, size) || !size_add(&total, bytes, (size_t)2 * HEADER_BYTES)) {
        (void)status_fail(ST_NOMEM, "allocation of %zu elements of %zu bytes overflows", n, size);
        return NULL;
    }
    total = (total - 1) / HEADER_BYTES * HEADER_BYTES;
    bool mapped = total >= MAP_FROM;
    void *base = NULL;
    if (!injected_failure()) {
        if (mapped) {
            base = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (base == MAP_FAILED)
                base = NULL;
            else
                (void)madvise(base, total, MADV_HUGEPAGE);
        } else {
            base = aligned_alloc(HEADER_BYTES, total);
            if (base) memset(base, 0, total);
        }
    }
    if (!base) {
        (void)status_fail(ST_NOMEM, "no memory for %zu elements of %zu bytes", n, size);
        return NULL;
    }
    *(struct mem_header *)base = (struct mem_header){.total_bytes = total, .mapped = mapped};
    count_bytes(total);
    return (char *)base + HEADER_BYTES;
}

void mem_free(void *p)
{
    if (!p) return;
    void *base = (char *)p - HEADER_BYTES;
    struct mem_header h = *(struct mem_header *)base;
    atomic_fetch_sub(&live_bytes, h.total_bytes);
    if (h.mapped)
        (void)munmap(base, h.total_bytes);
    else
        free(base);
}

void *mem_grow(void *p, size_t old_n, size_t new_n, size_t size)
{
    void *q = mem_alloc(new_n, size);
    if (!q) return NULL;
    if (p) memcpy(q, p, (old_n < new_n ? old_n : new_n) * size);
    mem_free(p);
    return q;
}

void mem_wipe(void *p, size_t n_bytes)
{
    memset(p, 0, n_bytes);
    __asm__ volatile("" : : "r"(p) : "memory"); /* the store has a reader: it must stay */
}

struct arena_chunk {
    struct arena_chunk *next;
    size_t cap;
    _Alignas(16) unsigned char bytes[];
};

void *arena_alloc(struct arena *a, size_t n, size_t size)
{
    size_t bytes, need;
    if (!size_mul(&bytes, n, size) || !size_add(&need, bytes, 15)) {
        (void)status_fail(ST_NOMEM, "allocation of %zu elements of %zu bytes overflows", n, size);
        return NULL;
    }
    need &= ~(size_t)15;
    if (!a->head || a->head->cap - a->used < need) {
        size_t cap = need > ARENA_CHUNK ? need : ARENA_CHUNK;
        struct arena_chunk *c = mem_alloc(1, sizeof *c + cap);
        if (!c) return NULL;
        c->next = a->head;
        c->cap = cap;
        *a = (struct arena){.head = c, .used = 0};
    }
    void *p = a->head->bytes + a->used;
    a->used += need;
    return p;
}

struct arena arena_mark(const struct arena *a)
{
    return *a;
}

void arena_release(struct arena *a, struct arena mark)
{
    while (a->head != mark.head) {
        struct arena_chunk *next = a->head->next;
        mem_free(a->head);
        a->head = next;
    }
    a->used = mark.used;
}

void arena_fini(struct arena *a)
{
    arena_release(a, (struct arena){0});
}
