/* Finds the first difference to a listing of ../shared/fixtures/gadgets (format in its README):
 * writes our circuit in the same form, row by row, and compares what is not elided. */
#include "base/file.h"
#include "base/mem.h"
#include "math/codec.h"
#include "tests/gadget_cases.h"
#include "tests/harness.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the listing ---- */

static char *text_of(const struct file_data *f, bool xz)
{
    size_t cap = 64 << 20, in_at = 0, n = 0;
    char *text;
    if (MEM_NEW(text, cap) != ST_OK) return NULL;
    if (xz) {
        uint64_t limit = UINT64_MAX;
        if (lzma_stream_buffer_decode(&limit, 0, NULL, f->data, &in_at, f->n, (uint8_t *)text, &n,
                                      cap - 1) != LZMA_OK)
            n = 0;
    } else if (f->n < cap) {
        memcpy(text, f->data, f->n);
        n = f->n;
    }
    text[n] = 0;
    return text;
}

static char *listing_load(const char *name)
{
    for (int xz = 0; xz < 2; xz++) {
        char path[128];
        snprintf(path, sizeof path, "gadgets/%s.txt%s", name, xz ? ".xz" : "");
        const char *full = test_shared_path(path);
        struct file_data f = {0};
        if (!file_exists(full) || file_read(&f, full, 4 << 20) != ST_OK) continue;
        char *text = text_of(&f, xz);
        file_release(&f);
        return text;
    }
    return NULL;
}

/* ---- our lines ---- */

/* As the listing writes numbers: decimal when below 2^63 in absolute value. */
static void put_number(char out[80], const fr *v)
{
    fr_int x, y;
    fr minus;
    fr_neg(&minus, v);
    fr_to_int(&x, v);
    fr_to_int(&y, &minus);
    if (!(x.l[1] | x.l[2] | x.l[3]) && x.l[0] >> 63 == 0) {
        snprintf(out, 80, "%llu", (unsigned long long)x.l[0]);
    } else if (!(y.l[1] | y.l[2] | y.l[3]) && y.l[0] >> 63 == 0) {
        snprintf(out, 80, "-%llu", (unsigned long long)y.l[0]);
    } else {
        uint8_t le[32];
        fr_to_le(le, v);
        for (size_t i = 0; i < 32; i++)
            snprintf(out + 2 * i, 3, "%02x", le[i]);
    }
}

struct compare {
    const struct circuit *c;
    const struct witness *w;
    char **lines;  /* by row: the listing's C line or NULL */
    char **values; /* by auxiliary: its V line or NULL */
    size_t n_rows, n_aux;
    bool reported;
};

static status compare_row(void *ctx, size_t row, const struct lc_view abc[3])
{
    struct compare *cmp = ctx;
    if (row >= cmp->n_rows || !cmp->lines[row] || cmp->reported) return ST_OK;
    char *ours = NULL, number[80];
    size_t n = 0;
    FILE *f = open_memstream(&ours, &n);
    if (!f) return ST_OK;
    fprintf(f, "C %zu | ", row);
    for (int m = 0; m < 3; m++) {
        for (size_t i = 0; i < abc[m].n; i++) {
            uint32_t var = abc[m].var[i];
            put_number(number, &circuit_coefficients(cmp->c)[abc[m].coef[i]]);
            fprintf(f, "%s*%c%u ", number, var & VAR_AUX ? 'x' : 'i', var & ~VAR_AUX);
        }
        fprintf(f, "%s| ", abc[m].n ? "" : "0 ");
    }
    fclose(f);
    if (strncmp(ours, cmp->lines[row], n) != 0) {
        printf("  first different row\n    ours   %.600s\n    theirs %.600s\n", ours,
               cmp->lines[row]);
        cmp->reported = true;
    }
    free(ours);
    return ST_OK;
}

static status compare_aux(void *ctx, const struct aux_run *run)
{
    struct compare *cmp = ctx;
    for (size_t i = 0; i < run->n && !cmp->reported; i++) {
        size_t aux = run->first_aux + i, pos = run->first_pos + i;
        if (aux >= cmp->n_aux || !cmp->values[aux]) continue;
        fr v;
        fr_from_u64(&v, run->is_field ? 0 : cmp->w->bits[pos / 64] >> pos % 64 & 1);
        if (run->is_field) v = cmp->w->fields[pos];
        char number[80], ours[128];
        put_number(number, &v);
        int n = snprintf(ours, sizeof ours, "V x%zu %s ", aux, number);
        if (strncmp(ours, cmp->values[aux], (size_t)n) != 0) {
            printf("  first different value\n    ours   %s\n    theirs %.200s\n", ours,
                   cmp->values[aux]);
            cmp->reported = true;
        }
    }
    return ST_OK;
}

static void index_lines(struct compare *cmp, char *text)
{
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        unsigned long k = strtoul(line + (line[0] && line[1] && line[2] == 'x' ? 3 : 2), NULL, 10);
        if (line[0] == 'C' && k < cmp->n_rows) cmp->lines[k] = line;
        if (line[0] == 'V' && line[2] == 'x' && k < cmp->n_aux) cmp->values[k] = line;
    }
}

void gadget_listing_compare(const char *name, const struct circuit *c, const struct witness *w)
{
    char *text = listing_load(name);
    if (!text) return;
    struct circuit_size size = circuit_size(c);
    struct compare cmp = {
        .c = c, .w = w, .n_rows = size.n_constraints + 100000, .n_aux = size.n_aux};
    if (MEM_NEW(cmp.lines, cmp.n_rows) == ST_OK && MEM_NEW(cmp.values, cmp.n_aux) == ST_OK) {
        index_lines(&cmp, text);
        if (circuit_expand(c, compare_row, &cmp) != ST_OK ||
            circuit_visit_aux(c, compare_aux, &cmp) != ST_OK)
            printf("  comparison failed: %s\n", status_detail());
        if (!cmp.reported) printf("  no difference in what the listing shows\n");
    }
    mem_free(cmp.lines);
    mem_free(cmp.values);
    mem_free(text);
}
