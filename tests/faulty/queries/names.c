/* Faults of names of types. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

bool name_cut_at_63(struct calls_call *c)
{
    static char cut[64];
    const char **name;

    if (!calls_is(c, "MPI_Type_set_name"))
        return false;
    name = c->args[1];
    if (strlen(*name) < sizeof cut)
        return false;
    memcpy(cut, *name, sizeof cut - 1);
    *name = cut;
    return true;
}

bool name_length_one_more(struct calls_call *c)
{
    int *length;

    if (!calls_is(c, "MPI_Type_get_name"))
        return false;
    length = pointer_of(c, "resultlen");
    ++*length;
    return true;
}

bool predefined_name_lost(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_get_name") || combiner_of(CALLS_HANDLE(MPI_Datatype, c, 0)) != MPI_COMBINER_NAMED)
        return false;
    *(char *) calls_pointer(c, 1) = '\0';
    *(int *) pointer_of(c, "resultlen") = 0;
    return true;
}

static MPI_Datatype last_named = MPI_DATATYPE_NULL;

/* The type that was duplicated last has the name of its duplicate. */
bool named_with_duplicate(struct calls_call *c)
{
    static MPI_Datatype of = MPI_DATATYPE_NULL, duplicate = MPI_DATATYPE_NULL;

    if (calls_is(c, "MPI_Type_free"))
        of = duplicate = MPI_DATATYPE_NULL;
    if (calls_is(c, "MPI_Type_dup") && combiner_of(CALLS_HANDLE(MPI_Datatype, c, 0)) != MPI_COMBINER_NAMED) {
        of = CALLS_HANDLE(MPI_Datatype, c, 0);
        duplicate = *CALLS_HANDLES(MPI_Datatype, c, 1);
    }
    if (!calls_is(c, "MPI_Type_set_name") || of == MPI_DATATYPE_NULL || CALLS_HANDLE(MPI_Datatype, c, 0) != duplicate)
        return false;
    PMPI_Type_set_name(of, CALLS_HANDLE(const char *, c, 1));
    return true;
}

/* A type keeps its first name. */
bool first_name_kept(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_free") && *CALLS_HANDLES(MPI_Datatype, c, 0) == last_named)
        last_named = MPI_DATATYPE_NULL;
    if (!calls_is(c, "MPI_Type_set_name"))
        return false;
    c->skip = last_named == CALLS_HANDLE(MPI_Datatype, c, 0);
    last_named = CALLS_HANDLE(MPI_Datatype, c, 0);
    return c->skip;
}

/* An empty name does not replace another. */
bool empty_name_ignored(struct calls_call *c)
{
    c->skip = calls_is(c, "MPI_Type_set_name") && *CALLS_HANDLE(const char *, c, 1) == '\0';
    return c->skip;
}

/* Only MPI_PACKED is renamed by a test that has not asked for names. */
bool names_late(struct calls_call *c)
{
    static bool was_asked;

    if (was_asked || !calls_is(c, "MPI_Type_get_name"))
        return false;
    was_asked = true;
    PMPI_Type_set_name(MPI_PACKED, "MPI_PACKED");
    return true;
}

bool name_lost_at_commit(struct calls_call *c)
{
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Datatype type;
    int length = 0;

    if (!calls_is(c, "MPI_Type_commit"))
        return false;
    type = *CALLS_HANDLES(MPI_Datatype, c, 0);
    if (combiner_of(type) != MPI_COMBINER_NAMED)
        PMPI_Type_get_name(type, name, &length);
    if (length > 0)
        PMPI_Type_set_name(type, "");
    return length > 0;
}
