/* More bytes than an int can hold, of types of one element and of many: what the calls that count say of a status, and
 * what MPI_Pack_size says. */
#include "harness.h"
#include "tables.h"
#include "messages/packing.h"

#include <limits.h>
#include <stdbool.h>

/* Numbers of elements: some that an int can hold where their bytes are more, the last one, and others up to beyond 32
 * bits.  Of these some are whole instances of a type below, and others are not. */
static const MPI_Count counts[] = {(MPI_Count) 1 << 30, 3 * ((MPI_Count) 1 << 28), 7 * ((MPI_Count) 1 << 26) + 1,
                                   INT_MAX, INT_MAX + (MPI_Count) 1, INT_MAX + (MPI_Count) 25, (MPI_Count) 1 << 32,
                                   ((MPI_Count) 1 << 32) + 40};

/* Elements of a type. */
static const int lengths[] = {1, 3, 8, 1 << 28};

/* Sets a status in one of two ways, and checks what is said of it. */
static void count(struct h_case *c, bool is_int, MPI_Datatype type, int length, MPI_Count elements)
{
    MPI_Status status = h_status();

    if (!h_begin(c, is_int ? "MPI_Status_set_elements" : "MPI_Status_set_elements_x"))
        return;
    if (is_int)
        H_MPI(MPI_Status_set_elements(&status, type, (int) elements));
    else
        H_MPI(MPI_Status_set_elements_x(&status, type, elements));
    h_check_counts(c, &status, type, elements % length ? MPI_UNDEFINED : elements / length, elements);
    h_count_verified();
}

/* What n instances of so many bytes may need, packed; MPI_UNDEFINED where the size cannot be expressed (MPI-4.1, 5.2):
 * older versions do not say. */
static void pack_size(struct h_case *c, MPI_Datatype type, int n, MPI_Count bytes)
{
    const struct h_packing *forms;
    const int num_forms = MPI_VERSION < 4 ? 0 : h_packings(H_NATIVE, &forms);
    MPI_Count size;

    for (int k = 0; k < num_forms; k++)
        if (h_begin(c, forms[k].size_name)) {
            H_MPI(forms[k].size((struct h_instances) {NULL, n, type}, c->comm->comm, &size));
            h_check_number(c, forms[k].size_name, "size", k == 0 ? MPI_UNDEFINED : size < bytes ? bytes : size, size);
            h_count_verified();
        }
}

/* Of elements of so many bytes. */
static void each_count(struct h_case *c, MPI_Datatype type, int length, int size)
{
    for (int k = 0; k < H_NUM(counts); k++) {
        const MPI_Count n = counts[k] / length;
        if (counts[k] <= INT_MAX)
            count(c, true, type, length, counts[k]);
        count(c, false, type, length, counts[k]);
        if (n <= INT_MAX && n * length * size > INT_MAX)
            pack_size(c, type, (int) n, n * length * size);
    }
}

/* The type of a status is that with which it was set (MPI-3.1, 12.3). */
static void each_length(struct h_case *c, MPI_Datatype basic, int size)
{
    for (int k = 0; k < H_NUM(lengths); k++) {
        MPI_Datatype type;
        H_MPI(MPI_Type_contiguous(lengths[k], basic, &type));
        H_MPI(MPI_Type_commit(&type));
        c->variant = lengths[k] > 1 ? "of-several" : NULL;
        each_count(c, type, lengths[k], size);
        H_MPI(MPI_Type_free(&type));
    }
    c->variant = NULL;
}

static void visit(struct h_case *c)
{
    const MPI_Datatype basic = h_first_elements(1).mpi->DTP_obj_type;
    int size;

    H_MPI(MPI_Type_size(basic, &size));
    each_count(c, MPI_BYTE, 1, 1);
    each_count(c, basic, 1, size);
    each_length(c, basic, size);
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"counts of more bytes than an int can hold", 0, run};
