/* The MPI type of an object: made, committed, freed, and counted. */
#include "object_type.h"

#include "error.h"
#include "pool.h"
#include "tree_mpi.h"

/* Of all objects; a type lives as long as one that is made of it. */
static MPI_Aint types_alive, types_most;

static MPI_Aint num_types(const struct dtpi_tree *tree)
{
    MPI_Aint n = tree->ctor != DTPI_BASIC_TYPE;

    for (int i = 0; i < tree->num_runs; i++)
        n += num_types(tree->runs[i].child);
    return n;
}

MPI_Aint DTP_types_most(void)
{
    return types_most;
}

int dtpi_type_build(const struct dtpi_tree *tree, bool large, MPI_Datatype *type)
{
    int err = large ? dtpi_tree_to_mpi_large(tree, type) : dtpi_tree_to_mpi(tree, type), code;

    if (err || tree->ctor == DTPI_BASIC_TYPE)
        return err;
    types_alive += num_types(tree);
    types_most = types_most > types_alive ? types_most : types_alive;
    code = MPI_Type_commit(type);
    return code == MPI_SUCCESS ? DTP_SUCCESS : dtpi_error_mpi(code, "MPI_Type_commit");
}

int dtpi_type_release(const struct dtpi_tree *tree, MPI_Datatype *type)
{
    types_alive -= num_types(tree);
    return dtpi_type_free(tree, type);
}

static int type_create(const char *call, DTP_t dtp, int obj_idx, bool large, MPI_Datatype *type)
{
    const struct dtpi_entry *entry;
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    if (!type)
        return dtpi_error(DTP_ERR_ARG, "%s: argument type is NULL", call);
    *type = MPI_DATATYPE_NULL;
    err = dtpi_type_build(entry->object.tree, large, type);
    if (err) {
        (void) dtpi_error_in(err, call);
        if (*type != MPI_DATATYPE_NULL)
            (void) dtpi_type_release(entry->object.tree, type);
    }
    return err;
}

int DTP_obj_type_create(DTP_t dtp, int obj_idx, MPI_Datatype *type)
{
    return type_create("DTP_obj_type_create", dtp, obj_idx, false, type);
}

int DTP_obj_type_create_large(DTP_t dtp, int obj_idx, MPI_Datatype *type)
{
    return type_create("DTP_obj_type_create_large", dtp, obj_idx, true, type);
}

int DTP_obj_type_free(DTP_t dtp, int obj_idx, MPI_Datatype *type)
{
    static const char call[] = "DTP_obj_type_free";
    const struct dtpi_entry *entry;
    int err = dtpi_entry_of(call, dtp, obj_idx, &entry);

    if (err)
        return err;
    if (!type || *type == MPI_DATATYPE_NULL)
        return dtpi_error(DTP_ERR_ARG, "%s: argument type is %s; expected a type of DTP_obj_type_create", call,
                          type ? "MPI_DATATYPE_NULL" : "NULL");
    err = dtpi_type_release(entry->object.tree, type);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}
