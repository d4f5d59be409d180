/* What MPI says of every object's type: sizes and bounds by every call, the constructors and their arguments, its name,
 * its handle as an integer; and the same of a duplicate, which moves the same data. */
#include "harness.h"
#include "tables.h"

#include <stdbool.h>
#include <string.h>

static void check_name(struct h_case *c, MPI_Datatype type, const char *expected)
{
    char found[MPI_MAX_OBJECT_NAME] = "?";
    int length = -1;

    H_MPI(MPI_Type_get_name(type, found, &length));
    if (strcmp(found, expected) != 0 || length != (int) strlen(expected))
        h_fail(c, "MPI_Type_get_name: expected '%s' of %d characters, found '%s' of %d", expected,
               (int) strlen(expected), found, length);
}

/* A name of so many characters, of which as many are kept as there is room for (MPI-3.1, 6.8). */
static void check_name_of(struct h_case *c, MPI_Datatype type, size_t length)
{
    char name[2 * MPI_MAX_OBJECT_NAME + 1] = "";

    for (size_t i = 0; i < length; i++)
        name[i] = (char) ('a' + i % 26);
    H_MPI(MPI_Type_set_name(type, name));
    if (length >= MPI_MAX_OBJECT_NAME)
        name[MPI_MAX_OBJECT_NAME - 1] = '\0';
    check_name(c, type, name);
}

static void check_names(struct h_case *c, MPI_Datatype type)
{
    static const size_t lengths[] = {6, MPI_MAX_OBJECT_NAME - 1, MPI_MAX_OBJECT_NAME, 2 * MPI_MAX_OBJECT_NAME, 1};

    for (int i = 0; i < H_NUM(lengths); i++)
        check_name_of(c, type, lengths[i]);
    H_MPI(MPI_Type_set_name(type, "a name"));
    check_name(c, type, "a name");
    H_MPI(MPI_Type_set_name(type, ""));
    check_name(c, type, "");
}

/* Predefined types are called as the constants are (MPI-3.1, 6.8), of which two may be one. */
static void check_constant(struct h_case *c, MPI_Datatype type)
{
    const struct {
        const char *name;
        MPI_Datatype type;
    } others[] = {{"MPI_LONG_LONG", MPI_LONG_LONG}, {"MPI_LONG_LONG_INT", MPI_LONG_LONG_INT},
                  {"MPI_C_COMPLEX", MPI_C_COMPLEX}, {"MPI_C_FLOAT_COMPLEX", MPI_C_FLOAT_COMPLEX}};
    char found[MPI_MAX_OBJECT_NAME] = "?";
    int length = -1, good;
    MPI_Datatype named;

    H_MPI(MPI_Type_get_name(type, found, &length));
    good = DTP_type_find(found, &named) == DTP_SUCCESS && named == type;
    for (int i = 0; i < H_NUM(others); i++)
        good = good || (others[i].type == type && strcmp(others[i].name, found) == 0);
    if (!good || length != (int) strlen(found))
        h_fail(c, "MPI_Type_get_name: expected '%s', found '%s' of %d", DTP_type_name(type), found, length);
}

/* A predefined type has the name that it was given, though none was asked for before: MPI_PACKED, whose own name is not
 * asked for. */
static void check_first_name(struct h_case *c)
{
    static bool is_named;

    if (is_named)
        return;
    H_MPI(MPI_Type_set_name(MPI_PACKED, "what is packed"));
    check_name(c, MPI_PACKED, "what is packed");
    is_named = true;
}

/* MPI_DATATYPE_NULL becomes an integer, and again the handle; it has a name since MPI-4.1 (7.8). */
static void check_no_type(struct h_case *c)
{
    h_check_number(c, "MPI_Type_f2c", "another handle than MPI_DATATYPE_NULL", 0,
                   MPI_Type_f2c(MPI_Type_c2f(MPI_DATATYPE_NULL)) != MPI_DATATYPE_NULL);
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION > 0)
    check_name(c, MPI_DATATYPE_NULL, "MPI_DATATYPE_NULL");
#endif
}

static int is_predefined(MPI_Datatype type)
{
    int ints, addresses, types, combiner;

    H_MPI(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner));
    return combiner == MPI_COMBINER_NAMED;
}

/* Another type, which is never committed, has what the object's type has; the next one may have its handle. */
static void check_uncommitted(struct h_case *c, struct h_obj o)
{
    MPI_Datatype uncommitted;

    H_MPI(MPI_Type_contiguous(1, o.mpi->DTP_obj_type, &uncommitted));
    h_check_type(c, o, uncommitted);
    check_name(c, uncommitted, "");
    H_MPI(MPI_Type_free(&uncommitted));
}

/* The name that a type has before it is committed stays its name. */
static void check_named_early(struct h_case *c, struct h_obj o)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_contiguous(1, o.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Type_set_name(type, "early"));
    H_MPI(MPI_Type_commit(&type));
    check_name(c, type, "early");
    h_check_type(c, o, type);
    H_MPI(MPI_Type_free(&type));
}

/* Types that are made of the object's leave it as it is: one with other bounds, and one of several blocks. */
static void check_made_of(struct h_case *c, struct h_obj o)
{
    const MPI_Datatype type = o.mpi->DTP_obj_type;
    MPI_Datatype resized, several;
    MPI_Aint lb, extent;

    H_MPI(MPI_Type_get_extent(type, &lb, &extent));
    H_MPI(MPI_Type_create_resized(type, lb - 8, extent + 24, &resized));
    H_MPI(MPI_Type_vector(2, 1, 3, resized, &several));
    H_MPI(MPI_Type_commit(&resized));
    H_MPI(MPI_Type_commit(&several));
    h_check_type(c, o, type);
    H_MPI(MPI_Type_free(&several));
    H_MPI(MPI_Type_free(&resized));
}

/* Each has a name of its own, whichever was named last. */
static void check_two_names(struct h_case *c, MPI_Datatype type, MPI_Datatype twin)
{
    char before[MPI_MAX_OBJECT_NAME];
    int length;

    H_MPI(MPI_Type_get_name(type, before, &length));
    H_MPI(MPI_Type_set_name(twin, "its twin"));
    check_name(c, type, before);
    if (!is_predefined(type)) {
        H_MPI(MPI_Type_set_name(type, "a type"));
        check_name(c, twin, "its twin");
        check_name(c, type, "a type");
        H_MPI(MPI_Type_set_name(type, ""));
    }
    check_name(c, twin, "its twin");
}

/* To commit what is committed does nothing (MPI-3.1, 4.1.9), a moment ago or earlier. */
static void commit_again(struct h_case *c, MPI_Datatype type)
{
    MPI_Datatype same = type;

    for (int k = 0; k < 2; k++)
        H_MPI(MPI_Type_commit(&same));
    h_check_number(c, "MPI_Type_commit", "another handle", 0, same != type);
}

/* A handle becomes an integer, and again the handle (MPI-3.1, 17.2.4); that of another type becomes another one. */
static void check_integers(struct h_case *c, MPI_Datatype type, MPI_Datatype twin)
{
    h_check_number(c, "MPI_Type_f2c", "another handle", 0, MPI_Type_f2c(MPI_Type_c2f(type)) != type);
    h_check_number(c, "MPI_Type_c2f", "the integer of a duplicate", 0, MPI_Type_c2f(type) == MPI_Type_c2f(twin));
#ifdef HAVE_MPI_TYPE_TOINT
    h_check_number(c, "MPI_Type_fromint", "another handle", 0, MPI_Type_fromint(MPI_Type_toint(type)) != type);
    h_check_number(c, "MPI_Type_toint", "the integer of a duplicate", 0, MPI_Type_toint(type) == MPI_Type_toint(twin));
#endif
}

/* A duplicate of the type, which the object is received as. */
static void check_twin(struct h_case *c, MPI_Datatype type)
{
    MPI_Datatype twin;

    H_MPI(MPI_Type_dup(type, &twin));
    commit_again(c, type);
    commit_again(c, twin);
    check_two_names(c, type, twin);
    check_integers(c, type, twin);
    h_now(c, "MPI_Sendrecv, received with a duplicate");
    h_check_type(c, c->recv, twin);
    h_receive_as(c, twin, 0);
    H_MPI(MPI_Type_free(&twin));
}

static void visit(struct h_case *c)
{
    MPI_Datatype type;

    if (!h_begin(c, "MPI_Type_get_extent"))
        return;
    type = c->recv.mpi->DTP_obj_type;
    check_first_name(c);
    h_check_type(c, c->recv, type);
    h_check_contents(c, c->recv, type);
    check_uncommitted(c, c->recv);
    check_uncommitted(c, c->send);
    check_made_of(c, c->recv);
    if (h_asks(c, "MPI_Type_set_name"))
        check_named_early(c, c->recv);
    if (is_predefined(type)) {
        check_constant(c, type);
        check_no_type(c);
    } else if (h_asks(c, "MPI_Type_set_name")) {
        check_names(c, type);
    }
    check_twin(c, type);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"what MPI says of a type, and of its duplicate", 0, run};
