/* The names of predefined handles, and of other constants that arguments stand for. */
#include "constants.h"

#include <string.h>

/* ---- predefined handles ---- */

/* The names under which predefined types were first seen: applications may give them others. */
static struct first_name {
    MPI_Datatype type;
    char name[MPI_MAX_OBJECT_NAME];
} first_names[128];

static struct first_name *first_name_of(MPI_Datatype type)
{
    struct first_name *n = first_names;

    while (n < first_names + sizeof first_names / sizeof *first_names - 1 && n->name[0] && n->type != type)
        n++;
    return n;
}

/* An MPI may refuse to say how a type of large counts was made (MPI-4.0, 5.1.13): that one is not predefined. */
static const char *type_name(MPI_Datatype type)
{
    struct first_name *known = first_name_of(type);
    int ints, addresses, types, combiner, length;

    if (type == MPI_DATATYPE_NULL)
        return "MPI_DATATYPE_NULL";
    if (known->name[0] && known->type == type)
        return known->name;
    if (PMPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner) != MPI_SUCCESS ||
        combiner != MPI_COMBINER_NAMED || !CALLS_ASK(MPI_Type_get_name, type, known->name, &length))
        return NULL;
    known->type = type;
    return known->name;
}

#define NAMED(HANDLE) {HANDLE, #HANDLE}
#define LOOK_UP(TYPE, ...)                                                                                             \
    do {                                                                                                               \
        const struct {                                                                                                 \
            TYPE handle;                                                                                               \
            const char *name;                                                                                          \
        } names[] = {__VA_ARGS__};                                                                                     \
        TYPE handle;                                                                                                   \
        memcpy(&handle, value, sizeof handle);                                                                         \
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)                                                    \
            if (names[k].handle == handle)                                                                             \
                found = names[k].name;                                                                                 \
    } while (0)

const char *predefined_name(enum calls_kind kind, const void *value)
{
    const char *found = NULL;

    switch (kind) {
        case CALLS_TYPE:
        case CALLS_TYPES: return type_name(*(const MPI_Datatype *) value);
        case CALLS_COMM: LOOK_UP(MPI_Comm, NAMED(MPI_COMM_WORLD), NAMED(MPI_COMM_SELF), NAMED(MPI_COMM_NULL)); break;
        case CALLS_WIN: LOOK_UP(MPI_Win, NAMED(MPI_WIN_NULL)); break;
        case CALLS_FILE: LOOK_UP(MPI_File, NAMED(MPI_FILE_NULL)); break;
        case CALLS_GROUP: LOOK_UP(MPI_Group, NAMED(MPI_GROUP_NULL), NAMED(MPI_GROUP_EMPTY)); break;
        case CALLS_INFO: LOOK_UP(MPI_Info, NAMED(MPI_INFO_NULL)); break;
        case CALLS_REQUEST:
        case CALLS_REQUESTS: LOOK_UP(MPI_Request, NAMED(MPI_REQUEST_NULL)); break;
        case CALLS_MESSAGE: LOOK_UP(MPI_Message, NAMED(MPI_MESSAGE_NULL), NAMED(MPI_MESSAGE_NO_PROC)); break;
        case CALLS_KEYVAL:
            LOOK_UP(int, NAMED(MPI_KEYVAL_INVALID), NAMED(MPI_WIN_BASE), NAMED(MPI_WIN_SIZE), NAMED(MPI_WIN_DISP_UNIT),
                    NAMED(MPI_WIN_CREATE_FLAVOR), NAMED(MPI_WIN_MODEL));
            break;
        case CALLS_ERRHANDLER:
            LOOK_UP(MPI_Errhandler, NAMED(MPI_ERRHANDLER_NULL), NAMED(MPI_ERRORS_RETURN), NAMED(MPI_ERRORS_ARE_FATAL));
            break;
        case CALLS_OP:
            LOOK_UP(MPI_Op, NAMED(MPI_OP_NULL), NAMED(MPI_SUM), NAMED(MPI_PROD), NAMED(MPI_MAX), NAMED(MPI_MIN),
                    NAMED(MPI_LAND), NAMED(MPI_BAND), NAMED(MPI_LOR), NAMED(MPI_BOR), NAMED(MPI_LXOR), NAMED(MPI_BXOR),
                    NAMED(MPI_MAXLOC), NAMED(MPI_MINLOC), NAMED(MPI_REPLACE), NAMED(MPI_NO_OP));
            break;
        default: break;
    }
    return found;
}

/* ---- other constants ---- */

const char *constant_name(const struct calls_param *p, MPI_Count value)
{
    static const struct {
        const char *param; /* or NULL: by the kind */
        enum calls_kind kind;
        int value;
        const char *name;
    } names[] = {
        {NULL, CALLS_RANK, MPI_ANY_SOURCE, "MPI_ANY_SOURCE"}, {NULL, CALLS_RANK, MPI_PROC_NULL, "MPI_PROC_NULL"},
        {NULL, CALLS_ROOT_RANK, MPI_ROOT, "MPI_ROOT"}, {NULL, CALLS_ROOT_RANK, MPI_PROC_NULL, "MPI_PROC_NULL"},
        {NULL, CALLS_TAG, MPI_ANY_TAG, "MPI_ANY_TAG"},
        {"order", CALLS_INT, MPI_ORDER_C, "MPI_ORDER_C"}, {"order", CALLS_INT, MPI_ORDER_FORTRAN, "MPI_ORDER_FORTRAN"},
        {"lock_type", CALLS_INT, MPI_LOCK_SHARED, "MPI_LOCK_SHARED"},
        {"lock_type", CALLS_INT, MPI_LOCK_EXCLUSIVE, "MPI_LOCK_EXCLUSIVE"},
        {"assert", CALLS_INT, MPI_MODE_NOPRECEDE, "MPI_MODE_NOPRECEDE"},
        {"assert", CALLS_INT, MPI_MODE_NOSUCCEED, "MPI_MODE_NOSUCCEED"},
        {"array_of_distribs", CALLS_INTS, MPI_DISTRIBUTE_BLOCK, "MPI_DISTRIBUTE_BLOCK"},
        {"array_of_distribs", CALLS_INTS, MPI_DISTRIBUTE_CYCLIC, "MPI_DISTRIBUTE_CYCLIC"},
        {"array_of_distribs", CALLS_INTS, MPI_DISTRIBUTE_NONE, "MPI_DISTRIBUTE_NONE"},
        {"array_of_dargs", CALLS_INTS, MPI_DISTRIBUTE_DFLT_DARG, "MPI_DISTRIBUTE_DFLT_DARG"},
        {"color", CALLS_INT, MPI_UNDEFINED, "MPI_UNDEFINED"},
        {"whence", CALLS_INT, MPI_SEEK_SET, "MPI_SEEK_SET"}, {"whence", CALLS_INT, MPI_SEEK_CUR, "MPI_SEEK_CUR"},
        {"whence", CALLS_INT, MPI_SEEK_END, "MPI_SEEK_END"},
        {"amode", CALLS_INT, MPI_MODE_CREATE | MPI_MODE_RDWR, "MPI_MODE_CREATE|MPI_MODE_RDWR"},
        {"amode", CALLS_INT, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
         "MPI_MODE_CREATE|MPI_MODE_RDWR|MPI_MODE_DELETE_ON_CLOSE"},
        {"amode", CALLS_INT, MPI_MODE_APPEND | MPI_MODE_RDWR, "MPI_MODE_APPEND|MPI_MODE_RDWR"},
        {"amode", CALLS_INT, MPI_MODE_RDWR, "MPI_MODE_RDWR"}, {"amode", CALLS_INT, MPI_MODE_RDONLY, "MPI_MODE_RDONLY"},
        {"split_type", CALLS_INT, MPI_COMM_TYPE_SHARED, "MPI_COMM_TYPE_SHARED"},
    };

    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (names[k].value == value && names[k].kind == p->kind &&
            (!names[k].param || strcmp(names[k].param, p->name) == 0))
            return names[k].name;
    return NULL;
}
