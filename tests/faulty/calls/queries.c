/* What is asked of MPI: the fault has its part in what is returned. */
#include "faulty.h"
#include "hooks.h"

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
