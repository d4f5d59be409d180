/* Statuses of more bytes than an int can hold: what the calls that count say. */
#include "harness.h"
#include "tables.h"

#include <limits.h>

/* The last number that an int can hold, and others up to beyond 32 bits. */
static const MPI_Count counts[] = {INT_MAX, INT_MAX + (MPI_Count) 1, INT_MAX + (MPI_Count) 25, (MPI_Count) 1 << 32,
                                   ((MPI_Count) 1 << 32) + 40};

/* What no int can hold is MPI_UNDEFINED where the number is one (MPI-3.1, 3.2.5 and 4.1.11). */
static void check(struct h_case *c, const MPI_Status *status, MPI_Count n)
{
    int count = -1, elements = -1;
    MPI_Count large = -1;

    H_MPI(MPI_Get_count(status, MPI_BYTE, &count));
    h_check_number(c, "MPI_Get_count", "count", n > INT_MAX ? MPI_UNDEFINED : n, count);
    H_MPI(MPI_Get_elements(status, MPI_BYTE, &elements));
    h_check_number(c, "MPI_Get_elements", "elements", n > INT_MAX ? MPI_UNDEFINED : n, elements);
    H_MPI(MPI_Get_elements_x(status, MPI_BYTE, &large));
    h_check_number(c, "MPI_Get_elements_x", "elements", n, large);
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    H_MPI(MPI_Get_count_c(status, MPI_BYTE, &large));
    h_check_number(c, "MPI_Get_count_c", "count", n, large);
    H_MPI(MPI_Get_elements_c(status, MPI_BYTE, &large));
    h_check_number(c, "MPI_Get_elements_c", "elements", n, large);
#endif
}

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(counts); k++) {
        MPI_Status status = h_status();
        if (!h_begin(c, "MPI_Status_set_elements_x"))
            continue;
        H_MPI(MPI_Status_set_elements_x(&status, MPI_BYTE, counts[k]));
        check(c, &status, counts[k]);
        h_count_verified();
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"statuses of more bytes than an int can hold", 0, run};
