#include "apps/statement.h"

#include "base/file.h"
#include "base/mem.h"
#include "filecoin/circuit_porep.h"
#include "filecoin/porep_check.h"

#define MAX_VANILLA_BYTES ((size_t)512 << 20)

struct statement {
    struct porep_c1 c1;
};

status statement_open_porep(struct statement **out, const char *path)
{
    struct file_data f = {0};
    struct statement *s = NULL;
    status st = ST_OK;
    TRY(file_read(&f, path, MAX_VANILLA_BYTES));
    TRY_OUT(MEM_NEW(s, 1));
    TRY_OUT(porep_c1_decode(&s->c1, f.data, f.n, path));
    *out = s;
    s = NULL;
out:
    statement_close(s);
    file_release(&f);
    return st;
}

void statement_close(struct statement *s)
{
    if (!s) return;
    porep_c1_fini(&s->c1);
    mem_free(s);
}

enum circuit_kind statement_kind(const struct statement *s)
{
    (void)s;
    return CIRCUIT_POREP;
}

const struct sector_size *statement_sector(const struct statement *s)
{
    return s->c1.proof->sector;
}

const char *statement_proof_name(const struct statement *s)
{
    return s->c1.proof->name;
}

size_t statement_partitions(const struct statement *s)
{
    return s->c1.proof->partitions;
}

status statement_check(const struct statement *s, struct pool *pool, const struct cancel *cancel)
{
    return porep_c1_check(&s->c1, NULL, pool, cancel);
}

status statement_fill(const struct statement *s, size_t partition, const struct circuit *c,
                      struct witness *w, struct pool *pool, const struct cancel *cancel)
{
    struct porep_advice a = {0};
    TRY(porep_advice_create(&a, &s->c1, partition));
    struct advice advice = {.bits = a.bits, .fields = a.fields};
    status st = circuit_fill(c, &advice, w, pool, cancel);
    porep_advice_fini(&a);
    return st;
}

status statement_inputs(const struct statement *s, size_t partition, fr **out, size_t *n)
{
    *n = porep_n_inputs(&s->c1);
    TRY(MEM_NEW(*out, *n));
    return porep_inputs(*out, &s->c1, partition);
}
