#include "filecoin/circuit.h"

#include "filecoin/circuit_porep.h"
#include "filecoin/circuit_post.h"
#include "filecoin/circuit_update.h"

status filecoin_circuit_create(struct circuit **out, enum circuit_kind kind,
                               const struct sector_size *size)
{
    switch (kind) {
    case CIRCUIT_POREP:
        return porep_circuit_create(out, size);
    case CIRCUIT_WINNING_POST:
    case CIRCUIT_WINDOW_POST:
        return post_circuit_create(out, kind, size);
    case CIRCUIT_UPDATE:
        return update_circuit_create(out, size);
    case CIRCUIT_N_KINDS:
        break;
    }
    FAIL(ST_UNSUPPORTED, "no circuit of kind %s", circuit_kind_name(kind));
}
