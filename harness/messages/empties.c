/* Types of size zero, by each constructor that makes them of something. */
#include "messages/empties.h"
#include "harness.h"
#include "tables.h"

static int no_contiguous(MPI_Datatype of, MPI_Datatype *type)
{
    return MPI_Type_contiguous(0, of, type);
}

static int no_blocks(MPI_Datatype of, MPI_Datatype *type)
{
    return MPI_Type_vector(0, 3, 5, of, type);
}

static int empty_blocks(MPI_Datatype of, MPI_Datatype *type)
{
    const int lengths[] = {0, 0}, displacements[] = {7, -3};

    return MPI_Type_indexed(2, lengths, displacements, of, type);
}

static int empty_struct(MPI_Datatype of, MPI_Datatype *type)
{
    const int lengths[] = {0, 0};
    const MPI_Aint displacements[] = {0, 64};
    const MPI_Datatype types[] = {of, MPI_BYTE};

    return MPI_Type_create_struct(2, lengths, displacements, types, type);
}

static int no_members(MPI_Datatype of, MPI_Datatype *type)
{
    (void) of;
    return MPI_Type_create_struct(0, NULL, NULL, NULL, type);
}

/* Nothing, and yet an extent. */
static int resized_nothing(MPI_Datatype of, MPI_Datatype *type)
{
    MPI_Datatype nothing;
    int code = MPI_Type_contiguous(0, of, &nothing);

    if (code != MPI_SUCCESS)
        return code;
    code = MPI_Type_create_resized(nothing, -8, 24, type);
    return code != MPI_SUCCESS ? code : MPI_Type_free(&nothing);
}

typedef int make_empty(MPI_Datatype of, MPI_Datatype *type);

/* The first makes no type: what is sent is 0 instances of the object's, what is received into is the object. */
static const struct {
    const char *name;
    make_empty *make;
} empties[] = {
    {"count", NULL},           {"contiguous", no_contiguous}, {"vector", no_blocks}, {"indexed", empty_blocks},
    {"struct", empty_struct}, {"no-members", no_members}, {"resized", resized_nothing},
};

const char *h_empty_name(int k)
{
    return k < H_NUM(empties) ? empties[k].name : NULL;
}

MPI_Datatype h_empty_type(int k, MPI_Datatype of)
{
    MPI_Datatype type;

    H_MPI(empties[k].make(of, &type));
    H_MPI(MPI_Type_commit(&type));
    return type;
}

