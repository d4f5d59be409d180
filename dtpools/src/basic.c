#include "basic.h"

#include "error.h"

#include <stddef.h>
#include <string.h>
#include <wchar.h>

/* Every row that the library knows, whether this MPI has the type or not. */
enum {
#define DTPI_BASIC(NAME, T, KIND, OPS) ROW_##NAME,
#include "basic_types.def"
#undef DTPI_BASIC
    NUM_ROWS
};

#define DTPI_BASIC(NAME, T, KIND, OPS) struct align_##NAME { char c; T t; };
#include "basic_types.def"
#undef DTPI_BASIC

struct row {
    int kind, alignment;
    enum dtpi_reductions ops;
};

static const struct row rows[NUM_ROWS] = {
#define DTPI_BASIC(NAME, T, KIND, OPS) [ROW_##NAME] = {KIND, offsetof(struct align_##NAME, t), DTPI_OPS_##OPS},
#include "basic_types.def"
#undef DTPI_BASIC
};

/* dtp_types.h is configure's: DTP_TYPE(name) for each type of the list that this MPI has.  A name without a row in
 * basic_types.def does not compile. */
MPI_Datatype DTP_basic_types[] = {
#define DTP_TYPE(NAME) NAME,
#include "dtp_types.h"
#undef DTP_TYPE
    MPI_DATATYPE_NULL
};

static struct dtpi_basic table[] = {
#define DTP_TYPE(NAME) {.type = NAME, .name = #NAME, .row = ROW_##NAME},
#include "dtp_types.h"
#undef DTP_TYPE
    {.name = NULL}
};

/* The kind of a row, NULL if there is none for the size that its type has in this MPI. */
static const struct dtpi_kind *kind_of(const struct row *row, MPI_Datatype type)
{
    int size;

    if (row->kind < DTPI_NUM_KINDS)
        return &dtpi_kinds[row->kind];
    return MPI_Type_size(type, &size) == MPI_SUCCESS ? dtpi_kind_sized(row->kind, size) : NULL;
}

/* The extent of a struct of the type and one byte behind it; 0 after an error. */
static MPI_Aint extent_with_byte(MPI_Datatype type, int size)
{
    const int ones[] = {1, 1};
    const MPI_Aint displs[] = {0, size};
    const MPI_Datatype types[] = {type, MPI_BYTE};
    MPI_Datatype both;
    MPI_Aint lb, extent = 0;

    if (MPI_Type_create_struct(2, ones, displs, types, &both) != MPI_SUCCESS)
        return 0;
    if (MPI_Type_get_extent(both, &lb, &extent) != MPI_SUCCESS)
        extent = 0;
    return MPI_Type_free(&both) == MPI_SUCCESS ? extent : 0;
}

/* The alignment of a kind whose C type is not known: in Fortran it is up to the MPI (MPI-4.1, 5.1.6), which says it by
 * how far it rounds up the extent of a struct; that of a scalar of its parts' size, or more. */
static int alignment_of(const struct dtpi_kind *kind, MPI_Datatype type)
{
    int scalar;
    MPI_Aint more;

    if (!kind)
        return 1;
    scalar = kind->field[0].size;
    more = extent_with_byte(type, kind->size) - kind->size;
    return more >= scalar && (more & (more - 1)) == 0 && kind->size % more == 0 ? (int) more : scalar;
}

/* Completes the table from the rows, once. */
static struct dtpi_basic *known(void)
{
    static bool done;

    for (struct dtpi_basic *b = table; !done && b->name; b++) {
        const struct row *row = &rows[b->row];
        b->kind = kind_of(row, b->type);
        b->alignment = row->kind < DTPI_NUM_KINDS ? row->alignment : alignment_of(b->kind, b->type);
        b->ops = row->ops;
    }
    done = true;
    return table;
}

const struct dtpi_basic *dtpi_basic_of(MPI_Datatype type)
{
    for (const struct dtpi_basic *b = known(); b->name; b++)
        if (b->type == type)
            return b->kind ? b : NULL;
    return NULL;
}

const struct dtpi_basic *dtpi_basic_named(const char *name, size_t size)
{
    for (const struct dtpi_basic *b = known(); b->name; b++)
        if (strlen(b->name) == size && memcmp(b->name, name, size) == 0)
            return dtpi_basic_of(b->type);
    return NULL;
}

int dtpi_basic_unknown(const char *seen)
{
    (void) dtpi_error(DTP_ERR_TYPE, "'%s' is not a basic type that this library was built with; valid are", seen);
    for (const struct dtpi_basic *b = known(); b->name; b++)
        if (b->kind)
            dtpi_error_add(" %s", b->name);
    return DTP_ERR_TYPE;
}

#define OPS(OP) (1u << DTPI_OPS_##OP)

bool dtpi_basic_allows(const struct dtpi_basic *basic, enum dtpi_op op)
{
    static const unsigned integers = OPS(INTEGER) | OPS(MULTI);
    unsigned groups;

    switch (op) {
        case DTPI_SUM:
        case DTPI_PROD:
            groups = integers | OPS(FLOATING) | OPS(COMPLEX);
            break;
        case DTPI_MIN:
        case DTPI_MAX:
            groups = integers | OPS(FLOATING);
            break;
        case DTPI_BAND:
        case DTPI_BOR:
        case DTPI_BXOR:
            groups = integers | OPS(BYTE);
            break;
        case DTPI_LAND:
        case DTPI_LOR:
        case DTPI_LXOR:
            groups = OPS(INTEGER) | OPS(LOGICAL);
            break;
        case DTPI_MINLOC:
        case DTPI_MAXLOC:
            groups = OPS(PAIR);
            break;
        default:
            return true;
    }
    return groups & 1u << basic->ops;
}

int DTP_type_find(const char *name, MPI_Datatype *type)
{
    const struct dtpi_basic *basic;

    if (!name || !type)
        return dtpi_error(DTP_ERR_ARG, "DTP_type_find: argument %s is NULL", name ? "type" : "name");
    basic = dtpi_basic_named(name, strlen(name));
    *type = basic ? basic->type : MPI_DATATYPE_NULL;
    return basic ? DTP_SUCCESS : dtpi_error_in(dtpi_basic_unknown(name), "DTP_type_find");
}

const char *DTP_type_name(MPI_Datatype type)
{
    const struct dtpi_basic *basic = dtpi_basic_of(type);

    return basic ? basic->name : NULL;
}

/* ---- what is true of a type ---- */

int DTP_type_has(MPI_Datatype type, const char *word)
{
    const struct dtpi_basic *basic = dtpi_basic_of(type);

    for (int i = 0; basic && word && dtpi_kind_word(i); i++)
        if (strcmp(dtpi_kind_word(i), word) == 0)
            return dtpi_kind_is(basic->kind, i);
    return 0;
}
