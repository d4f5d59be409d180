/* Attributes of every object's type: copied by dup, deleted by free; and a duplicate that outlives what it was made of. */
#include "harness.h"

static int value, state, copied, deleted;

static int copy(MPI_Datatype type, int keyval, void *extra, void *in, void *out, int *flag)
{
    (void) type;
    (void) keyval;
    copied += extra == &state && in == &value;
    *(void **) out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int forget(MPI_Datatype type, int keyval, void *in, void *extra)
{
    (void) type;
    (void) keyval;
    deleted += extra == &state && in == &value;
    return MPI_SUCCESS;
}

/* Compares the number of right calls so far.  `pending` deletions may come later: an MPI may keep a type that was freed as
 * long as others were made of it. */
static void check_calls(struct h_pair *p, const char *when, int copies, int deletions, int pending)
{
    if (copied != copies || deleted > deletions || deleted < deletions - pending)
        h_fail(p, "%s: expected %d right calls of the copy function and %d of the delete function, found %d and %d", when,
               copies, deletions, copied, deleted);
}

static void check_attribute(struct h_pair *p, const char *when, MPI_Datatype type, int keyval, int expected)
{
    void *found = NULL;
    int flag = 0;

    H_MPI(MPI_Type_get_attr(type, keyval, &found, &flag));
    if ((flag != 0) != expected || (flag && found != &value))
        h_fail(p, "%s: expected %s, found %s", when, expected ? "the attribute" : "no attribute",
               !flag ? "none" : found == &value ? "it" : "another value");
}

/* The object's type gets an attribute; a duplicate of its duplicate is what remains. */
static MPI_Datatype duplicate_twice(struct h_pair *p, int keyval)
{
    MPI_Datatype type = p->send.mpi->DTP_obj_type, first, second;

    check_attribute(p, "before MPI_Type_set_attr", type, keyval, 0);
    H_MPI(MPI_Type_set_attr(type, keyval, &value));
    check_attribute(p, "after MPI_Type_set_attr", type, keyval, 1);
    H_MPI(MPI_Type_dup(type, &first));
    check_attribute(p, "duplicate", first, keyval, 1);
    H_MPI(MPI_Type_dup(first, &second));
    check_attribute(p, "duplicate of a duplicate", second, keyval, 1);
    check_calls(p, "MPI_Type_dup twice", 2, 0, 0);
    H_MPI(MPI_Type_free(&first));
    check_calls(p, "MPI_Type_free of the first duplicate", 2, 1, 1);
    H_MPI(MPI_Type_delete_attr(type, keyval));
    check_calls(p, "MPI_Type_delete_attr of the object's type", 2, 2, 1);
    check_attribute(p, "after MPI_Type_delete_attr", type, keyval, 0);
    check_attribute(p, "duplicate, the others without", second, keyval, 1);
    return second;
}

static void send_to_self(struct h_pair *p, MPI_Datatype type)
{
    MPI_Status status = h_status();

    h_now(p, "MPI_Sendrecv of a duplicate", 0, 0);
    h_fill(p->send, h_mine(p, 0));
    h_clear(p->recv);
    H_MPI(MPI_Sendrecv(p->send.mpi->DTP_obj_buf, p->send.mpi->DTP_obj_count, type, 0, 1, H_ARGS(p->recv), 0, 1,
                       p->comm->comm, &status));
    h_check_received(p, p->recv, h_mine(p, 0));
    h_check_status(p, p->recv, &status, 0, 1);
    h_check_intact(p, p->send, h_mine(p, 0));
}

static void visit(struct h_pair *p)
{
    int keyval;
    MPI_Datatype type;

    copied = deleted = 0;
    h_now(p, "attributes", 0, 0);
    H_MPI(MPI_Type_create_keyval(copy, forget, &keyval, &state));
    type = duplicate_twice(p, keyval);
    send_to_self(p, type);
    H_MPI(MPI_Type_free_keyval(&keyval));
    H_MPI(MPI_Type_free(&type));
    check_calls(p, "MPI_Type_free after MPI_Type_free_keyval", 2, 3, 0);
}

static void run(void)
{
    h_each_pair(H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"attributes, duplicates and frees of every object's type", H_MIXED, run};
