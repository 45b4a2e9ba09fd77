/* The outer part of the decoder: the wrapper, the C1's members, partitions. */
#include "base/base64.h"
#include "base/bytes.h"
#include "base/mem.h"
#include "filecoin/porep_c1_impl.h"
#include <stdio.h>
#include <string.h>

enum c1_member {
    REGISTERED_PROOF,
    VANILLA_PROOFS,
    COMM_R,
    COMM_D,
    REPLICA_ID,
    SEED,
    TICKET,
    SECTOR_NUM,
    PHASE1_OUT,
    SECTOR_SIZE,
    N_MEMBERS
};
static const char *const member_names[N_MEMBERS] = {
    [REGISTERED_PROOF] = "registered_proof",
    [VANILLA_PROOFS] = "vanilla_proofs",
    [COMM_R] = "comm_r",
    [COMM_D] = "comm_d",
    [REPLICA_ID] = "replica_id",
    [SEED] = "seed",
    [TICKET] = "ticket",
    [SECTOR_NUM] = "SectorNum",
    [PHASE1_OUT] = "Phase1Out",
    [SECTOR_SIZE] = "SectorSize",
};
#define BIT(member)     (1u << (member))
#define WRAPPER_MEMBERS (BIT(SECTOR_NUM) | BIT(PHASE1_OUT) | BIT(SECTOR_SIZE))
#define C1_MEMBERS      (BIT(N_MEMBERS) - 1 - WRAPPER_MEMBERS)

void porep_layout_init(struct porep_layout *l, const struct sector_size *s)
{
    *l = (struct porep_layout){.layers = s->layers,
                               .data_siblings = tree_siblings(TREE_BINARY, s->nodes_log2),
                               .tree_siblings = tree_siblings(s->tree, s->nodes_log2)};
    l->column_leaf = l->layers;
    l->column_path = l->column_leaf + 1;
    l->column_stride = l->column_path + l->tree_siblings;
    l->data_leaf = 0;
    l->data_path = 1;
    l->replica_leaf = l->data_path + l->data_siblings;
    l->replica_path = l->replica_leaf + 1;
    l->columns = l->replica_path + l->tree_siblings;
    l->stride = l->columns + POREP_COLUMNS * l->column_stride;
}

void porep_c1_fini(struct porep_c1 *c1)
{
    for (uint32_t p = 0; c1->partitions && p < c1->n_partitions; p++) {
        mem_free(c1->partitions[p].values);
        mem_free(c1->partitions[p].nodes);
    }
    mem_free(c1->partitions);
    *c1 = (struct porep_c1){0};
}

/* ---- members ---- */

static status read_registered_proof(struct decoder *d)
{
    struct json_text name = {.s = ""};
    TRY(json_read_string(d->r, &name));
    const struct seal_proof *p = seal_proof_of_name(name.s, name.n);
    if (!p)
        return json_fail(d->r, ST_UNSUPPORTED, "unknown registered seal proof \"%.*s\"",
                         (int)(name.n < 80 ? name.n : 80), name.s);
    if (d->sector && d->sector != p->sector)
        return json_fail(d->r, ST_FORMAT, "%s, but the vanilla proofs are those of %s", p->name,
                         d->sector->label);
    d->c1.proof = p;
    d->sector = p->sector;
    return ST_OK;
}

/* comm_d, comm_r, replica_id */
static status read_digest(struct decoder *d, uint8_t out[32])
{
    fr_int v;
    TRY(json_read_bytes(d->r, out, 32));
    memcpy(&v, out, 32);
    if (!c1_is_below_r(&v))
        return json_fail(d->r, ST_FORMAT, "wanted 32 bytes of a number below r, found one above");
    return ST_OK;
}

static status read_seed(struct decoder *d)
{
    static const uint8_t zeros[32];
    TRY(json_read_bytes(d->r, d->c1.seed, 32));
    if (memcmp(d->c1.seed, zeros, 32) == 0)
        return json_fail(d->r, ST_FORMAT, "all zero: no challenges were drawn with it");
    return ST_OK;
}

static status read_partition(struct decoder *d, struct porep_partition *p)
{
    const struct porep_layout *l = &d->c1.layout;
    size_t n = d->sector->porep_challenges;
    bool more;
    TRY(MEM_NEW(p->values, n * l->stride));
    TRY(MEM_NEW(p->nodes, n * POREP_COLUMNS));
    TRY(json_array_begin(d->r));
    for (size_t c = 0;; c++) {
        TRY(c1_next_of(d, c, n, "challenges", &more));
        if (!more) return ST_OK;
        d->values = p->values + c * l->stride;
        d->nodes = p->nodes + c * POREP_COLUMNS;
        TRY(c1_read_challenge(d));
    }
}

/* [partition][challenge]; their number is that of the proof, or any there may be if the proof is
 * not known yet. */
static status read_partitions(struct decoder *d)
{
    size_t max = d->c1.proof ? d->c1.proof->partitions : d->sector->porep_ni_partitions;
    bool more;
    porep_layout_init(&d->c1.layout, d->sector);
    TRY(MEM_NEW(d->c1.partitions, max));
    TRY(json_array_begin(d->r));
    for (;;) {
        TRY(json_array_next(d->r, &more));
        if (!more) return ST_OK;
        if (d->c1.n_partitions == max)
            return json_fail(d->r, ST_FORMAT, "wanted %zu partitions, found more", max);
        TRY(read_partition(d, &d->c1.partitions[d->c1.n_partitions++]));
    }
}

/* The V1 seal proof with this name: its size is what the vanilla proofs are called by. */
static const struct sector_size *size_of_v1_name(struct json_text name)
{
    const struct seal_proof *p = seal_proof_of_name(name.s, name.n);
    return p && p->api == API_1_0_0 ? p->sector : NULL;
}

/* {"StackedDrg32GiBV1": partitions}: the V1 name of the size, whatever the version. */
static status read_vanilla_proofs(struct decoder *d)
{
    struct json_text key;
    bool more;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_object_next(d->r, &key, &more));
        if (!more) break;
        const struct sector_size *s = size_of_v1_name(key);
        if (d->c1.partitions)
            return json_fail(d->r, ST_FORMAT, "wanted the vanilla proofs alone, found more");
        if (!s || (d->sector && s != d->sector))
            return json_fail(d->r, ST_FORMAT, "wanted \"StackedDrg%sV1\"",
                             d->sector ? d->sector->label : "..");
        d->sector = s;
        TRY(read_partitions(d));
    }
    if (!d->c1.partitions) return json_fail(d->r, ST_FORMAT, "wanted vanilla proofs, found none");
    return ST_OK;
}

/* ---- the wrapper ---- */

struct base64_text {
    const char *text;
    size_t n, pos;
    uint8_t buf[3072];
};

static status next_base64(void *ctx, const uint8_t **data, size_t *n)
{
    struct base64_text *b = ctx;
    size_t left = b->n - b->pos, take = sizeof b->buf / 3 * 4;
    if (take > left) take = left;
    TRY(base64_decode(b->buf, n, b->text + b->pos, take, b->pos, take == left));
    b->pos += take;
    *data = b->buf;
    return ST_OK;
}

static status read_members(struct decoder *d, uint32_t allowed);

/* The C1 within: a reader of its own, whose paths begin at the C1. */
static status read_phase1_out(struct decoder *d)
{
    struct json_text text = {.s = ""};
    struct json_reader *outer = d->r;
    char name[128];
    status st = ST_OK;
    TRY(json_read_string(d->r, &text));
    struct base64_text source = {.text = text.s, .n = text.n};
    snprintf(name, sizeof name, "%s: Phase1Out", d->name);
    TRY(json_reader_create_source(&d->r, next_base64, &source, name));
    TRY_OUT(read_members(d, C1_MEMBERS));
    TRY_OUT(json_finish(d->r));
out:
    json_reader_destroy(d->r);
    d->r = outer;
    return st;
}

/* ---- the whole ---- */

static status read_member(struct decoder *d, enum c1_member m)
{
    struct porep_c1 *c1 = &d->c1;
    switch (m) {
    case REGISTERED_PROOF:
        return read_registered_proof(d);
    case VANILLA_PROOFS:
        return read_vanilla_proofs(d);
    case COMM_R:
        return read_digest(d, c1->comm_r);
    case COMM_D:
        return read_digest(d, c1->comm_d);
    case REPLICA_ID:
        return read_digest(d, c1->replica_id);
    case SEED:
        return read_seed(d);
    case TICKET:
        return json_read_bytes(d->r, c1->ticket, 32);
    case SECTOR_NUM:
        return json_read_u64(d->r, &c1->sector_number, UINT64_MAX);
    case SECTOR_SIZE:
        return json_read_u64(d->r, &d->wrapper_sector_bytes, UINT64_MAX);
    case PHASE1_OUT:
        return read_phase1_out(d);
    case N_MEMBERS:
        break;
    }
    FAIL(ST_BUG, "C1 member %d", (int)m);
}

/* An object of C1 or wrapper members: all of one kind. */
static status read_members(struct decoder *d, uint32_t allowed)
{
    struct json_fields f = JSON_FIELDS(member_names, 0);
    int which;
    TRY(json_object_begin(d->r));
    for (;;) {
        TRY(json_field_next(d->r, &f, &which));
        if (which < 0) break;
        uint32_t kind = BIT(which) & C1_MEMBERS ? C1_MEMBERS : WRAPPER_MEMBERS;
        if (!(allowed & kind))
            return json_fail(d->r, ST_FORMAT, "a member of a %s within a %s",
                             kind == C1_MEMBERS ? "C1" : "wrapper",
                             kind == C1_MEMBERS ? "wrapper" : "C1");
        allowed = kind;
        TRY(read_member(d, (enum c1_member)which));
    }
    uint32_t missing = (allowed == WRAPPER_MEMBERS ? WRAPPER_MEMBERS : C1_MEMBERS) & ~f.seen;
    if (missing)
        return json_fail(d->r, ST_FORMAT, "member \"%s\" is missing",
                         member_names[__builtin_ctz(missing)]);
    d->c1.is_wrapped = allowed == WRAPPER_MEMBERS;
    return ST_OK;
}

/* What only the whole can tell. */
static status check_whole(struct decoder *d)
{
    struct porep_c1 *c1 = &d->c1;
    fr_int comm_d;
    memcpy(&comm_d, c1->comm_d, 32);
    if (c1->n_partitions != c1->proof->partitions)
        return json_fail(d->r, ST_FORMAT, "vanilla_proofs: wanted %u partitions of %s, found %u",
                         c1->proof->partitions, c1->proof->name, c1->n_partitions);
    if (memcmp(&comm_d, &d->data_root, 32) != 0)
        return c1_differs(d, "comm_d, which is not the root of comm_d_proofs", &comm_d,
                          &d->data_root);
    if (c1->is_wrapped && d->wrapper_sector_bytes != d->sector->bytes)
        return json_fail(d->r, ST_FORMAT, "SectorSize: wanted %llu (%s), found %llu",
                         (unsigned long long)d->sector->bytes, c1->proof->name,
                         (unsigned long long)d->wrapper_sector_bytes);
    c1->comm_c = d->column_root;
    c1->comm_r_last = d->replica_root;
    return ST_OK;
}

status porep_c1_decode(struct porep_c1 *out, const void *json, size_t n, const char *name)
{
    struct decoder *d;
    status st = ST_OK;
    TRY(MEM_NEW(d, 1));
    d->name = name;
    TRY_OUT(json_reader_create(&d->r, json, n, name));
    TRY_OUT(read_members(d, C1_MEMBERS | WRAPPER_MEMBERS));
    TRY_OUT(json_finish(d->r));
    TRY_OUT(check_whole(d));
    *out = d->c1;
    d->c1 = (struct porep_c1){0};
out:
    json_reader_destroy(d->r);
    porep_c1_fini(&d->c1);
    mem_free(d);
    return st;
}
