/* Statuses that a program sets itself (MPI-3.1, 12.3). */
#include "tables.h"
#include "case/case.h"
#include "case/signature.h"
#include "run/report.h"

/* The calls that set elements: for int, and MPI_Count. */
static const struct setter {
    const char *name;
    int (*of_int)(MPI_Status *status, MPI_Datatype type, int n);
    int (*of_large)(MPI_Status *status, MPI_Datatype type, MPI_Count n);
} setters[] = {
    {"MPI_Status_set_elements", MPI_Status_set_elements, NULL},
    {"MPI_Status_set_elements_x", NULL, MPI_Status_set_elements_x},
#ifdef HAVE_MPI_STATUS_SET_ELEMENTS_C
    {"MPI_Status_set_elements_c", NULL, MPI_Status_set_elements_c},
#endif
};

static void set_elements(const struct setter *s, MPI_Status *status, MPI_Datatype type, MPI_Aint k)
{
    if (s->of_int)
        h_mpi(s->of_int(status, type, (int) k), s->name, __FILE__, __LINE__);
    else
        h_mpi(s->of_large(status, type, k), s->name, __FILE__, __LINE__);
}

static void check_cancelled(struct h_case *c, const MPI_Status *status, int expected)
{
    int cancelled = -1;

    H_MPI(MPI_Test_cancelled(status, &cancelled));
    h_check_number(c, "MPI_Test_cancelled", "as MPI_Status_set_cancelled has set it", expected, cancelled != 0);
}

/* The fields that a program sets itself. */
static MPI_Status status_of_fields(void)
{
    MPI_Status status = h_status();

    status.MPI_SOURCE = 71;
    status.MPI_TAG = 72;
    status.MPI_ERROR = MPI_ERR_OTHER;
    return status;
}

static void check_fields(struct h_case *c, const struct setter *s, const MPI_Status *status)
{
    const MPI_Status expected = status_of_fields();

    h_check_number(c, s->name, "source, as before", expected.MPI_SOURCE, status->MPI_SOURCE);
    h_check_number(c, s->name, "tag, as before", expected.MPI_TAG, status->MPI_TAG);
    h_check_number(c, s->name, "error, as before", expected.MPI_ERROR, status->MPI_ERROR);
}

/* The elements that MPI says, whether these are right or not; 0 where it must not be asked. */
static long long said_elements(const struct h_case *c, const MPI_Status *status, MPI_Datatype type)
{
    MPI_Count elements = 0;

    if (h_asks(c, "MPI_Get_elements_x"))
        H_MPI(MPI_Get_elements_x(status, type, &elements));
    return elements;
}

/* What is set last counts. */
static void check_set_cancelled(struct h_case *c, MPI_Status *status)
{
    H_MPI(MPI_Status_set_cancelled(status, 1));
    H_MPI(MPI_Status_set_cancelled(status, 1));
    check_cancelled(c, status, 1);
    H_MPI(MPI_Status_set_cancelled(status, 0));
    check_cancelled(c, status, 0);
}

/* That it is not cancelled, which it was not before, as in Example 12.1 of MPI-3.1: it has the elements that it had. */
static void check_not_cancelled(struct h_case *c, MPI_Status *status, MPI_Datatype type)
{
    const long long before = said_elements(c, status, type);

    H_MPI(MPI_Status_set_cancelled(status, 0));
    check_cancelled(c, status, 0);
    h_check_number(c, "MPI_Status_set_cancelled", "elements, as before", before, said_elements(c, status, type));
}

/* Elements are set in a status that is cancelled or not, which stays as it was; those of a cancelled one are undefined
 * (MPI-3.1, 3.8.4), and are set again when it is not. */
static void check_set(struct h_case *c, const struct setter *s, struct h_obj o, MPI_Aint k)
{
    for (int cancelled = 0; cancelled < 2; cancelled++) {
        MPI_Status status = status_of_fields();
        check_set_cancelled(c, &status);
        H_MPI(MPI_Status_set_cancelled(&status, cancelled));
        set_elements(s, &status, o.mpi->DTP_obj_type, k);
        check_cancelled(c, &status, cancelled);
        check_fields(c, s, &status);
        if (cancelled) {
            H_MPI(MPI_Status_set_cancelled(&status, 0));
            set_elements(s, &status, o.mpi->DTP_obj_type, k);
        }
        check_not_cancelled(c, &status, o.mpi->DTP_obj_type);
        check_fields(c, s, &status);
        h_check_partial(c, o, &status, k);
    }
}

void h_check_set_elements(struct h_case *c, struct h_obj o, MPI_Aint k)
{
    MPI_Aint bytes, pairs;

    h_signature_measure(o.pool, k, &bytes, &pairs);
    if (pairs > 0)
        return;
    for (int i = 0; i < H_NUM(setters); i++) {
        h_now(c, setters[i].name);
        check_set(c, &setters[i], o, k);
    }
}
