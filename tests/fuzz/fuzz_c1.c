/* Any bytes as a C1 or its wrapper: what decodes encodes to a text that decodes to the same, and
 * may be checked. */
#include "base/json.h"
#include "filecoin/porep_check.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void check_same(const struct porep_c1 *a, const struct porep_c1 *b)
{
    size_t n = a->proof->challenges;
    MUST(a->proof == b->proof && a->n_partitions == b->n_partitions);
    MUST(memcmp(a->replica_id, b->replica_id, 32) == 0 && memcmp(a->comm_d, b->comm_d, 32) == 0);
    MUST(memcmp(a->comm_r, b->comm_r, 32) == 0 && memcmp(a->seed, b->seed, 32) == 0);
    MUST(memcmp(a->ticket, b->ticket, 32) == 0);
    for (uint32_t p = 0; p < a->n_partitions; p++) {
        MUST(memcmp(a->partitions[p].values, b->partitions[p].values,
                    n * a->layout.stride * sizeof(fr_int)) == 0);
        MUST(memcmp(a->partitions[p].nodes, b->partitions[p].nodes,
                    n * POREP_COLUMNS * sizeof(uint32_t)) == 0);
    }
}

static status round_trip(const struct porep_c1 *c1)
{
    struct json_writer *w = NULL;
    struct porep_c1 again = {.proof = NULL};
    const char *text;
    size_t n;
    status st = ST_OK;
    TRY(json_writer_create(&w, JSON_COMPACT));
    if (c1->is_wrapped)
        TRY_OUT(porep_c1_encode_wrapped(w, c1, c1->sector_number));
    else
        porep_c1_encode(w, c1);
    TRY_OUT(json_writer_text(w, &text, &n));
    TRY_OUT(porep_c1_decode(&again, text, n, "again"));
    check_same(c1, &again);
out:
    json_writer_destroy(w);
    porep_c1_fini(&again);
    return st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct porep_c1 c1;
    struct porep_owner owner = {.sector_number = 7};
    if (porep_c1_decode(&c1, data, n, "fuzz") != ST_OK) return 0;
    MUST(round_trip(&c1) == ST_OK);
    status plain = porep_c1_check(&c1, NULL, NULL, NULL);
    status owned = porep_c1_check(&c1, &owner, NULL, NULL);
    MUST(owned != ST_OK || plain == ST_OK);
    porep_c1_fini(&c1);
    return 0;
}
