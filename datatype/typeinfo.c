/* What MPI says of every object's type: sizes and bounds by every call, the constructors and their arguments, its name; and the
 * same of a duplicate, which moves the same data. */
#include "harness.h"

#include <string.h>

static const char name[] = "a name";

static void check_name(struct h_case *c, MPI_Datatype type, const char *expected)
{
    char found[MPI_MAX_OBJECT_NAME] = "?";
    int length = -1;

    H_MPI(MPI_Type_get_name(type, found, &length));
    if (strcmp(found, expected) != 0 || length != (int) strlen(expected))
        h_fail(c, "MPI_Type_get_name: expected '%s' of %d characters, found '%s' of %d", expected, (int) strlen(expected),
               found, length);
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
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        good = good || (others[i].type == type && strcmp(others[i].name, found) == 0);
    if (!good || length != (int) strlen(found))
        h_fail(c, "MPI_Type_get_name: expected '%s', found '%s' of %d", DTP_type_name(type), found, length);
}

static int is_predefined(MPI_Datatype type)
{
    int ints, addresses, types, combiner;

    H_MPI(MPI_Type_get_envelope(type, &ints, &addresses, &types, &combiner));
    return combiner == MPI_COMBINER_NAMED;
}

/* A duplicate of the type, in the place of the type. */
static void check_twin(struct h_case *c, struct h_values v)
{
    const int self = c->comm->rank;
    DTP_obj_s *entry = &c->recv.pool->DTP_obj_array[c->recv.index];
    MPI_Datatype type = entry->DTP_obj_type, twin;
    MPI_Status status = h_status();

    h_now(c, "MPI_Sendrecv, received with a duplicate");
    H_MPI(MPI_Type_dup(type, &twin));
    entry->DTP_obj_type = twin;
    h_check_type(c, c->recv);
    h_clear(c->recv);
    H_MPI(MPI_Sendrecv(H_ARGS(c->send), self, 0, H_ARGS(c->recv), self, 0, c->comm->comm, &status));
    h_check_received(c, c->recv, v);
    h_check_status(c, c->recv, &status, self, 0);
    entry->DTP_obj_type = type;
    H_MPI(MPI_Type_free(&twin));
}

static void visit(struct h_case *c)
{
    const struct h_values v = h_mine(c, 0);
    MPI_Datatype type;

    if (!h_begin(c, "MPI_Type_get_extent"))
        return;
    type = c->recv.mpi->DTP_obj_type;
    h_fill(c->send, v);
    h_check_type(c, c->recv);
    h_check_contents(c, c->recv);
    if (is_predefined(type)) {
        check_constant(c, type);
    } else {
        H_MPI(MPI_Type_set_name(type, name));
        check_name(c, type, name);
        H_MPI(MPI_Type_set_name(type, ""));
    }
    check_twin(c, v);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"what MPI says of a type, and of its duplicate", 0, run};
