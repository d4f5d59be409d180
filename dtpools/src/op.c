#include "op.h"

#include "arith.h"
#include "element.h"
#include "error.h"

#include <stddef.h>

/* The operator of a handle; false if it is none that the library knows. */
static bool find_op(MPI_Op op, enum dtpi_op *found)
{
    const MPI_Op ops[DTPI_NUM_OPS] = {
        [DTPI_SUM] = MPI_SUM, [DTPI_PROD] = MPI_PROD, [DTPI_MIN] = MPI_MIN, [DTPI_MAX] = MPI_MAX,
        [DTPI_BAND] = MPI_BAND, [DTPI_BOR] = MPI_BOR, [DTPI_BXOR] = MPI_BXOR, [DTPI_LAND] = MPI_LAND,
        [DTPI_LOR] = MPI_LOR, [DTPI_LXOR] = MPI_LXOR, [DTPI_MINLOC] = MPI_MINLOC, [DTPI_MAXLOC] = MPI_MAXLOC,
        [DTPI_COMPOSE] = DTP_COMPOSE, [DTPI_REPLACE] = MPI_REPLACE, [DTPI_NO_OP] = MPI_NO_OP,
    };

    for (int i = 0; i < DTPI_NUM_OPS; i++)
        if (ops[i] == op) {
            *found = (enum dtpi_op) i;
            return true;
        }
    return false;
}

/* Whether the operator is defined for all basic types of a signature. */
static bool is_defined(const struct dtpi_signature *signature, enum dtpi_op op)
{
    for (int i = 0; i < signature->n; i++)
        if (!dtpi_basic_allows(signature->parts[i].basic, op))
            return false;
    return true;
}

/* Whether all types of a signature are integers. */
static bool is_of_integers(const struct dtpi_signature *signature)
{
    for (int i = 0; i < signature->n; i++)
        if (signature->parts[i].basic->kind > &dtpi_kinds[DTPI_U64])
            return false;
    return true;
}

/* Whether results are known of values that are no numbers: one of them, or an integer whatever its bits are. */
static bool takes_bits(const struct dtpi_signature *signature, enum dtpi_op op)
{
    switch (op) {
        case DTPI_REPLACE:
        case DTPI_NO_OP:
        case DTPI_BAND:
        case DTPI_BOR:
        case DTPI_BXOR: return true;
        case DTPI_MIN:
        case DTPI_MAX: return is_of_integers(signature);
        default: return false;
    }
}

bool dtpi_op_usable(const struct dtpi_pool *pool, MPI_Op op, enum dtpi_op *found)
{
    return find_op(op, found) && is_defined(&pool->signature, *found) &&
           (!pool->bits || takes_bits(&pool->signature, *found));
}

const char *dtpi_op_about(const struct dtpi_pool *pool)
{
    return pool->bits ? "values that are no numbers (DTP_VALUES_BITS)" : pool->signature.brief;
}

int DTP_pool_op_valid(DTP_t dtp, MPI_Op op)
{
    enum dtpi_op found;

    if (dtpi_check_pool("DTP_pool_op_valid", dtp) || !find_op(op, &found) || found == DTPI_COMPOSE)
        return 0;
    return dtpi_signature_basic(&dtp->priv->signature) && is_defined(&dtp->priv->signature, found);
}

int DTP_pool_op_bits(DTP_t dtp, MPI_Op op)
{
    enum dtpi_op found;

    return !dtpi_check_pool("DTP_pool_op_bits", dtp) && find_op(op, &found) && takes_bits(&dtp->priv->signature, found);
}

/* ---- what an operator of the user's does ---- */

static void combine(const struct dtpi_typemap *map, enum dtpi_op op, const unsigned char *in, unsigned char *inout)
{
    enum { AT_ONCE = 4096 };
    _Alignas(max_align_t) unsigned char first[AT_ONCE + DTPI_MAX_ELEMENT], second[sizeof first];
    struct dtpi_cursor cursor;
    struct dtpi_strip strip;

    for (dtpi_cursor_start(&cursor, map); dtpi_cursor_next(&cursor, AT_ONCE, &strip);) {
        dtpi_gather(in, &strip, first);
        dtpi_gather(inout, &strip, second);
        if (op != DTPI_NO_OP)
            dtpi_kind_reduction(strip.basic->kind, op)(first, second, (size_t) (strip.count * strip.blklen));
        dtpi_scatter(inout, &strip, first);
    }
}

int DTP_combine(DTP_t dtp, int obj_idx, MPI_Op op, MPI_Aint instances, const void *in, void *inout)
{
    static const char call[] = "DTP_combine";
    const struct dtpi_entry *entry;
    struct dtpi_typemap map;
    enum dtpi_op found = DTPI_REPLACE;
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    if (instances < 0 || (instances > 0 && (!in || !inout)))
        return dtpi_error(DTP_ERR_ARG, "%s: instances is %lld, in %p, inout %p; expected 0 or more, and two buffers",
                          call, (long long) instances, in, inout);
    if (!find_op(op, &found) || !is_defined(&dtp->priv->signature, found))
        return dtpi_error(DTP_ERR_ARG, "%s: argument op is not defined for %s", call, dtp->priv->signature.brief);
    err = dtpi_typemap_create(entry->object.tree, instances, &map);
    if (err)
        return dtpi_error_in(err, call);
    if (found != DTPI_REPLACE) /* which takes the second operand: inout as it is */
        combine(&map, found, in, inout);
    dtpi_typemap_free(&map);
    return DTP_SUCCESS;
}
