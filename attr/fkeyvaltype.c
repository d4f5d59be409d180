/* Attributes on the type of every object: set and read, copied by MPI_Type_dup, deleted by MPI_Type_free; and the
 * duplicate moves the same data when the type that it came from is gone. */
#include "harness.h"

static int keyval = MPI_KEYVAL_INVALID, copies, deletions;

/* The copy of an attribute is the value after it, so that the two can be distinguished. */
static int copy_attribute(MPI_Datatype type, int key, void *extra, void *value, void *copy, int *flag)
{
    (void) type, (void) key, (void) extra;
    copies++;
    *(void **) copy = (char *) value + 1;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_attribute(MPI_Datatype type, int key, void *value, void *extra)
{
    (void) type, (void) key, (void) value, (void) extra;
    deletions++;
    return MPI_SUCCESS;
}

static void expect_copies(struct h_case *c, const char *what, int expected)
{
    h_check_called(c, "MPI_Type_dup", what, (struct h_called) {keyval, 1, copies}, expected, expected);
}

/* An MPI may keep a freed type, and its attributes, while a duplicate of it is alive: `late` deletions may still
 * come. */
static void expect_deletions(struct h_case *c, const char *call, const char *what, int expected, int late)
{
    h_check_called(c, call, what, (struct h_called) {keyval, 0, deletions}, expected, expected - late);
}

/* A duplicate whose original is freed, with its attributes counted on the way. */
static MPI_Datatype survivor(struct h_case *c, MPI_Datatype type)
{
    static char values[4];
    MPI_Datatype middle, last;

    copies = deletions = 0;
    H_MPI(MPI_Type_dup(type, &middle));
    expect_copies(c, "attributes copied from a type without any", 0);
    H_MPI(MPI_Type_set_attr(middle, keyval, values));
    h_check_type_attribute(c, middle, keyval, values);
    H_MPI(MPI_Type_dup(middle, &last));
    expect_copies(c, "attributes copied", 1);
    h_check_type_attribute(c, last, keyval, values + 1);
    H_MPI(MPI_Type_set_attr(last, keyval, values + 2));
    expect_deletions(c, "MPI_Type_set_attr", "attributes deleted where there was a value", 1, 0);
    H_MPI(MPI_Type_free(&middle));
    expect_deletions(c, "MPI_Type_free", "attributes deleted", 2, 1);
    h_check_type_attribute(c, last, keyval, values + 2);
    return last;
}

static void attributes(struct h_case *c)
{
    if (!h_begin(c, "MPI_Type_set_attr"))
        return;
    MPI_Datatype type = survivor(c, c->send.mpi->DTP_obj_type);
    h_now(c, "MPI_Sendrecv of a duplicate");
    h_send_to_self_as(c, c->send, h_instances_of(c->send, c->send.mpi->DTP_obj_count, type), c->recv, h_whole(c->recv),
                      0);
    H_MPI(MPI_Type_delete_attr(type, keyval));
    expect_deletions(c, "MPI_Type_delete_attr", "attributes deleted", 3, 1);
    H_MPI(MPI_Type_free(&type));
    expect_deletions(c, "MPI_Type_free", "attributes deleted by the time that both duplicates are freed", 3, 0);
}

static void run(void)
{
    H_MPI(MPI_Type_create_keyval(copy_attribute, delete_attribute, &keyval, NULL));
    h_each_pair(H_WORLD | H_ONCE, attributes);
    H_MPI(MPI_Type_free_keyval(&keyval));
}

const struct h_program h_program = {"attributes, duplicates and the end of every object's type", 0, run};
