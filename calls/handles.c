/* Handles by their values, in the order in which they were made; predefined ones and other constants by name. */
#include "handles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

static struct made *buckets[BUCKETS], *first, *last;
static int numbers[128];

/* Kinds of handles: what the record calls them. */
static const struct kind {
    enum calls_kind kind;
    char letter;
    size_t size;
} kinds[] = {
    {CALLS_TYPE, 'T', sizeof(MPI_Datatype)}, {CALLS_TYPES, 'T', sizeof(MPI_Datatype)},
    {CALLS_COMM, 'C', sizeof(MPI_Comm)},
    {CALLS_WIN, 'W', sizeof(MPI_Win)}, {CALLS_FILE, 'F', sizeof(MPI_File)}, {CALLS_GROUP, 'G', sizeof(MPI_Group)},
    {CALLS_INFO, 'I', sizeof(MPI_Info)}, {CALLS_OP, 'O', sizeof(MPI_Op)}, {CALLS_REQUEST, 'R', sizeof(MPI_Request)},
    {CALLS_REQUESTS, 'R', sizeof(MPI_Request)}, {CALLS_MESSAGE, 'M', sizeof(MPI_Message)},
    {CALLS_ERRHANDLER, 'E', sizeof(MPI_Errhandler)},
};

static const struct kind *find_kind(enum calls_kind kind)
{
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (kinds[k].kind == kind)
            return &kinds[k];
    return NULL;
}

size_t handle_size(enum calls_kind kind)
{
    const struct kind *k = find_kind(kind);

    return k ? k->size : 0;
}

static unsigned hash(char letter, const unsigned char *value, size_t size)
{
    unsigned h = (unsigned char) letter;

    for (size_t k = 0; k < size; k++)
        h = (h ^ value[k]) * 16777619u;
    return (h ^ h >> 15) % BUCKETS;
}

struct made *handle_find(enum calls_kind kind, const void *value)
{
    const struct kind *k = find_kind(kind);

    for (struct made *m = buckets[hash(k->letter, value, k->size)]; m; m = m->next)
        if (m->is_live && m->letter == k->letter && memcmp(m->value, value, k->size) == 0)
            return m;
    return NULL;
}

struct made *handle_made(enum calls_kind kind, const void *value)
{
    const struct kind *k = find_kind(kind);
    struct made *m = calloc(1, sizeof *m), **bucket = &buckets[hash(k->letter, value, k->size)];

    handle_freed(kind, value);
    if (!m) {
        fprintf(stderr, "record: no memory\n");
        exit(1);
    }
    m->letter = k->letter;
    m->number = numbers[(unsigned char) k->letter]++;
    memcpy(m->value, value, k->size);
    m->is_live = true;
    m->next = *bucket;
    *bucket = m;
    if (last)
        last->later = m;
    else
        first = m;
    last = m;
    return m;
}

void handle_freed(enum calls_kind kind, const void *value)
{
    struct made *m = handle_find(kind, value);

    if (m)
        m->is_live = false;
}

struct made *handles_first(void)
{
    return first;
}

/* ---- predefined handles ---- */

static const char *type_name(MPI_Datatype type)
{
    static char name[MPI_MAX_OBJECT_NAME];
    int ints, addresses, types, combiner = MPI_COMBINER_DUP, length;

    if (type == MPI_DATATYPE_NULL)
        return "MPI_DATATYPE_NULL";
    PMPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        return NULL;
    PMPI_Type_get_name(type, name, &length);
    return name;
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

const char *handle_predefined(enum calls_kind kind, const void *value)
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
