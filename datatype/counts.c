/* Statuses of more bytes than an int can hold, of types of one element and of many: what the calls that count say. */
#include "harness.h"
#include "tables.h"

#include <limits.h>

/* Numbers of elements: some that an int can hold where their bytes are more, the last one, and others up to beyond 32
 * bits.  Of these some are whole instances of a type below, and others are not. */
static const MPI_Count counts[] = {(MPI_Count) 1 << 30, 3 * ((MPI_Count) 1 << 28), 7 * ((MPI_Count) 1 << 26) + 1,
                                   INT_MAX, INT_MAX + (MPI_Count) 1, INT_MAX + (MPI_Count) 25, (MPI_Count) 1 << 32,
                                   ((MPI_Count) 1 << 32) + 40};

/* Elements of a type. */
static const int lengths[] = {1, 3, 8, 1 << 28};

/* A number that is returned as an int: MPI_UNDEFINED where that cannot hold it (MPI-3.1, 3.2.5 and 4.1.11). */
static MPI_Count as_int(MPI_Count n)
{
    return n > INT_MAX ? MPI_UNDEFINED : n;
}

/* n elements of a type of so many; which are a number of instances only if they are whole (MPI-3.1, 3.2.5). */
static void check(struct h_case *c, const MPI_Status *status, MPI_Datatype type, MPI_Count n, int length)
{
    const MPI_Count whole = n % length == 0 ? n / length : MPI_UNDEFINED;
    int count = -1, elements = -1;
    MPI_Count large = -1;

    H_MPI(MPI_Get_count(status, type, &count));
    h_check_number(c, "MPI_Get_count", "count", as_int(whole), count);
    H_MPI(MPI_Get_elements(status, type, &elements));
    h_check_number(c, "MPI_Get_elements", "elements", as_int(n), elements);
    H_MPI(MPI_Get_elements_x(status, type, &large));
    h_check_number(c, "MPI_Get_elements_x", "elements", n, large);
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    H_MPI(MPI_Get_count_c(status, type, &large));
    h_check_number(c, "MPI_Get_count_c", "count", whole, large);
    H_MPI(MPI_Get_elements_c(status, type, &large));
    h_check_number(c, "MPI_Get_elements_c", "elements", n, large);
#endif
}

static void each_count(struct h_case *c, MPI_Datatype type, int length)
{
    for (int k = 0; k < H_NUM(counts); k++) {
        MPI_Status status = h_status();
        if (!h_begin(c, "MPI_Status_set_elements_x"))
            continue;
        H_MPI(MPI_Status_set_elements_x(&status, type, counts[k]));
        check(c, &status, type, counts[k], length);
        h_count_verified();
    }
}

/* The type of a status is that with which it was set (MPI-3.1, 12.3). */
static void each_length(struct h_case *c, MPI_Datatype basic)
{
    for (int k = 0; k < H_NUM(lengths); k++) {
        MPI_Datatype type;
        H_MPI(MPI_Type_contiguous(lengths[k], basic, &type));
        H_MPI(MPI_Type_commit(&type));
        c->variant = lengths[k] > 1 ? "of-several" : NULL;
        each_count(c, type, lengths[k]);
        H_MPI(MPI_Type_free(&type));
    }
    c->variant = NULL;
}

static void visit(struct h_case *c)
{
    each_count(c, MPI_BYTE, 1);
    each_length(c, h_first_elements(1).mpi->DTP_obj_type);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"statuses of more bytes than an int can hold", 0, run};
