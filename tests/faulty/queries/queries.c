/* Faults in what MPI says: of types, of statuses, and of packed forms. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>

/* ---- the faults: types ---- */

bool deep_size_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    (void) b;
    if (what != SIZE || depth_of(type) < 3)
        return false;
    ++*a;
    return true;
}

bool extent_ignores_resized(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    if (what != EXTENT || combiner_of(type) != MPI_COMBINER_RESIZED)
        return false;
    PMPI_Type_get_true_extent(type, lb, extent);
    return true;
}

bool negative_lb_returned_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    (void) type, (void) extent;
    if (what != EXTENT || *lb >= 0)
        return false;
    *lb = 0;
    return true;
}

bool true_extent_as_extent(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const MPI_Aint had = *extent;

    if (what != TRUE_EXTENT || depth_of(type) < 2)
        return false;
    PMPI_Type_get_extent(type, lb, extent);
    return *extent != had;
}

bool true_lb_returned_zero(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    (void) type, (void) extent;
    if (what != TRUE_EXTENT || *lb <= 0)
        return false;
    *lb = 0;
    return true;
}

bool size_x_wrong(enum query what, MPI_Datatype type, MPI_Aint *a, MPI_Aint *b)
{
    (void) b;
    if (what != SIZE_X || depth_of(type) < 2)
        return false;
    ++*a;
    return true;
}

bool extent_x_is_true(enum query what, MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent)
{
    const MPI_Aint had = *extent;

    if (what != EXTENT_X)
        return false;
    PMPI_Type_get_true_extent(type, lb, extent);
    return *extent != had;
}

bool hvector_returned_vector(int *combiner, int *addresses)
{
    if (*combiner != MPI_COMBINER_HVECTOR)
        return false;
    *combiner = MPI_COMBINER_VECTOR;
    *addresses = 0;
    return true;
}

bool external_size_short(MPI_Aint *size)
{
    if (*size == 0)
        return false;
    --*size;
    return true;
}

bool displacements_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) integers;
    if (combiner != MPI_COMBINER_HINDEXED || addresses < 2)
        return false;
    MPI_Aint disp = displs[0];
    displs[0] = displs[addresses - 1];
    displs[addresses - 1] = disp;
    return disp != displs[0];
}

bool order_returned_wrong(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_SUBARRAY)
        return false;
    integers[ints - 1] = integers[ints - 1] == MPI_ORDER_C ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
    return true;
}

bool name_not_kept(void)
{
    return true;
}

/* ---- the faults: statuses ---- */

bool source_wrong(MPI_Status *status)
{
    status->MPI_SOURCE++;
    return true;
}

bool tag_wrong(MPI_Status *status)
{
    status->MPI_TAG--;
    return true;
}

bool partial_count_zero(int *count)
{
    if (*count != MPI_UNDEFINED)
        return false;
    *count = 0;
    return true;
}

bool count_of_bytes(int *count)
{
    if (*count <= 0)
        return false;
    ++*count;
    return true;
}

bool partial_elements_short(MPI_Count *elements, int is_partial)
{
    if (!is_partial || *elements < 1)
        return false;
    --*elements;
    return true;
}

bool elements_truncated(MPI_Count *elements, int is_partial)
{
    (void) is_partial;
    if (*elements < 256)
        return false;
    *elements &= 255;
    return true;
}

/* ---- the faults: packed forms ---- */

bool position_ignored(unsigned char *bytes, int size, int position)
{
    if (position == 0 || size == 0)
        return false;
    bytes[size - 1] = (unsigned char) ~bytes[size - 1];
    return true;
}

bool packed_last_byte(unsigned char *bytes, int size, int position)
{
    (void) position;
    if (size < 1024)
        return false;
    bytes[size - 1] = (unsigned char) ~bytes[size - 1];
    return true;
}

bool external_native(unsigned char *bytes, MPI_Aint size, MPI_Datatype type)
{
    const int e = size_of(first_leaf(type));

    if (e < 2 || size < e)
        return false;
    for (int k = 0; k < e / 2; k++) {
        unsigned char byte = bytes[k];
        bytes[k] = bytes[e - 1 - k];
        bytes[e - 1 - k] = byte;
    }
    return true;
}

bool pack_size_short(int *size)
{
    if (*size == 0)
        return false;
    --*size;
    return true;
}

/* ---- the calls ---- */

/* What a query of a type has returned, of one or two numbers. */
static void ask(const struct calls_call *c, enum query what)
{
    const int first = 1, n = c->procedure->num_params - first;
    MPI_Aint returned[2] = {0, 0};

    for (int k = 0; k < n; k++)
        returned[k] = (MPI_Aint) calls_entry(c, first + k, 0);
    if (strike(fault()->query(what, CALLS_HANDLE(MPI_Datatype, c, 0), &returned[0], &returned[1])))
        for (int k = 0; k < n; k++)
            calls_set_entry(c, first + k, 0, returned[k]);
}

static bool is_partial(const struct calls_call *c)
{
    int count;

    PMPI_Get_count(CALLS_HANDLE(const MPI_Status *, c, 0), CALLS_HANDLE(MPI_Datatype, c, 1), &count);
    return count == MPI_UNDEFINED;
}

static void count_returned(const struct calls_call *c)
{
    int count = (int) calls_entry(c, 2, 0);

    if (fault()->get_count && strike(fault()->get_count(&count)))
        calls_set_entry(c, 2, 0, count);
}

static void elements_returned(const struct calls_call *c)
{
    MPI_Count n = calls_entry(c, 2, 0);

    if (fault()->get_elements && strike(fault()->get_elements(&n, is_partial(c))))
        calls_set_entry(c, 2, 0, n);
}

static void envelope_returned(const struct calls_call *c)
{
    if (fault()->envelope)
        strike(fault()->envelope(CALLS_HANDLE(int *, c, 4), CALLS_HANDLE(int *, c, 2)));
}

static void contents_returned(const struct calls_call *c)
{
    if (fault()->contents)
        strike(fault()->contents(combiner_of(CALLS_HANDLE(MPI_Datatype, c, 0)), (int) calls_number(c, 1),
                                 CALLS_HANDLE(int *, c, 4), (int) calls_number(c, 2), CALLS_HANDLE(MPI_Aint *, c, 5)));
}

static void pack_size_returned(const struct calls_call *c)
{
    int size = (int) calls_entry(c, 3, 0);

    if (fault()->pack_size && strike(fault()->pack_size(&size)))
        calls_set_entry(c, 3, 0, size);
}

static void external_size_returned(const struct calls_call *c)
{
    MPI_Aint size = (MPI_Aint) calls_entry(c, 3, 0);

    if (fault()->external_size && strike(fault()->external_size(&size)))
        calls_set_entry(c, 3, 0, size);
}

void query_before(struct calls_call *c)
{
    if (fault()->name_lost && calls_is(c, "MPI_Type_set_name"))
        c->skip = strike(fault()->name_lost());
}

void query_after(struct calls_call *c)
{
    static const struct {
        const char *row;
        enum query what;
    } queries[] = {{"MPI_Type_size", SIZE}, {"MPI_Type_get_extent", EXTENT}, {"MPI_Type_get_true_extent", TRUE_EXTENT},
                   {"MPI_Type_size_x", SIZE_X}, {"MPI_Type_get_extent_x", EXTENT_X},
                   {"MPI_Type_get_true_extent_x", TRUE_EXTENT_X}};
    static const struct {
        const char *row;
        void (*returned)(const struct calls_call *c);
    } others[] = {{"MPI_Get_count", count_returned}, {"MPI_Get_elements", elements_returned},
                  {"MPI_Get_elements_x", elements_returned}, {"MPI_Type_get_envelope", envelope_returned},
                  {"MPI_Type_get_contents", contents_returned}, {"MPI_Pack_size", pack_size_returned},
                  {"MPI_Pack_external_size", external_size_returned}};

    for (size_t k = 0; k < sizeof queries / sizeof queries[0] && fault()->query; k++)
        if (calls_is(c, queries[k].row))
            ask(c, queries[k].what);
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (calls_is(c, others[k].row))
            others[k].returned(c);
}
