/* What MPI says of messages: statuses, counts and elements. */
#include "tables.h"
#include "state.h"
#include "case/case.h"
#include "case/known.h"
#include "case/signature.h"
#include "run/line.h"
#include "run/record.h"
#include "run/report.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MPI_Status h_status(void)
{
    enum { BYTES = 77 };
    MPI_Status status = {.MPI_SOURCE = -77, .MPI_TAG = -77, .MPI_ERROR = MPI_SUCCESS};

    H_MPI(PMPI_Status_set_elements(&status, MPI_BYTE, BYTES));
    return status;
}

MPI_Status *h_statuses(MPI_Status *statuses)
{
    return statuses ? statuses : MPI_STATUSES_IGNORE;
}

/* MPI_UNDEFINED by its name. */
static const char *name_of(char text[32], long long number)
{
    struct h_line line = {text, 32};

    if (number == MPI_UNDEFINED)
        h_line_add(&line, "MPI_UNDEFINED");
    else
        h_line_add(&line, "%lld", number);
    return text;
}

/* What MPI said, in which procedure, and the name by which the recorder of calls has it. */
struct number {
    const char *procedure, *what, *name;
    long long found;
};

/* It must be the expected one, or the other. */
static void judge_either(struct h_case *c, const struct number *n, long long expected, long long other)
{
    const struct h_failure failure = {.kind = "status", .check = n->procedure, .expected = expected, .found = n->found};
    char wanted[32], seen[32];

    h_case_note(H_CASE_VERIFIED);
    if (n->found != expected && n->found != other)
        h_fail_as(c, NULL, &failure, "%s: %s: expected %s, found %s", n->procedure, n->what, name_of(wanted, expected),
                  name_of(seen, n->found));
}

static void check_either(struct h_case *c, const struct number *n, long long expected, long long other)
{
    h_record_number(n->name, expected, other, n->found);
    judge_either(c, n, expected, other);
}

void h_check_number(struct h_case *c, const char *procedure, const char *what, long long expected, long long found)
{
    const struct number n = {.procedure = procedure, .what = what, .name = procedure, .found = found};

    check_either(c, &n, expected, expected);
}

void h_check_named(struct h_case *c, const char *procedure, const char *name, const char *more, long long expected,
                   long long found)
{
    char what[H_TEXT];
    const struct number n = {.procedure = procedure, .what = what, .name = name, .found = found};

    snprintf(what, sizeof what, "%s%s", name, more);
    check_either(c, &n, expected, expected);
}

void h_check_entry(struct h_case *c, const char *procedure, const char *what, MPI_Count k, long long expected,
                   long long found)
{
    char text[H_TEXT];

    snprintf(text, sizeof text, "%s %lld", what, (long long) k);
    h_check_number(c, procedure, text, expected, found);
}

void h_check_called(struct h_case *c, const char *procedure, const char *what, struct h_called called, int expected,
                    int other)
{
    h_record_called(called, expected, other);
    judge_either(c, &(const struct number) {.procedure = procedure, .what = what, .found = called.found}, expected,
                 other);
}

/* What the harness needs to know does not go through the profiling interface. */
void h_check_each_once(struct h_case *c, const char *procedure, const char *what, int n, const int *found)
{
    const int of_all = n * c->comm->size;
    int *all = h_alloc(of_all * (MPI_Aint) sizeof *all), *times = h_alloc(of_all * (MPI_Aint) sizeof *times);

    memset(times, 0, (size_t) of_all * sizeof *times);
    H_MPI(PMPI_Allgather(found, n, MPI_INT, all, n, MPI_INT, c->comm->comm));
    for (int k = 0; k < of_all; k++)
        if (all[k] >= 0 && all[k] < of_all)
            times[all[k]]++;
    for (int k = 0; k < of_all; k++)
        judge_either(c, &(const struct number) {.procedure = procedure, .what = what, .found = times[k]}, 1, 1);
    free(all);
    free(times);
}

/* ---- counts and elements of a message ---- */

/* What a message of k elements is. */
struct message {
    struct h_obj o;
    MPI_Aint k, bytes, pairs;
};

/* Whole instances of the type, or MPI_UNDEFINED. */
static int expected_count(const struct message *m)
{
    const MPI_Aint count = m->o.mpi->DTP_obj_count, size = count ? DTP_pool_bytes(m->o.pool) / count : 0;

    if (m->k == DTP_pool_elements(m->o.pool))
        return (int) count;
    if (size == 0)
        return m->bytes == 0 ? 0 : MPI_UNDEFINED;
    return m->bytes % size ? MPI_UNDEFINED : (int) (m->bytes / size);
}

/* The calls of one kind: for int, MPI_Count and, from MPI-4 on, by _c. */
typedef int count_int(const MPI_Status *status, MPI_Datatype type, int *n);
typedef int count_large(const MPI_Status *status, MPI_Datatype type, MPI_Count *n);

static const struct query {
    const char *name;
    count_int *of_int;
    count_large *of_large;
    bool is_count;
} queries[] = {
    {"MPI_Get_count", MPI_Get_count, NULL, true},
    {"MPI_Get_elements", MPI_Get_elements, NULL, false},
    {"MPI_Get_elements_x", NULL, MPI_Get_elements_x, false},
#ifdef HAVE_MPI_TYPE_CONTIGUOUS_C
    {"MPI_Get_count_c", NULL, MPI_Get_count_c, true},
    {"MPI_Get_elements_c", NULL, MPI_Get_elements_c, false},
#endif
};

static long long ask(const struct query *q, const MPI_Status *status, MPI_Datatype type)
{
    MPI_Count large = -77;
    int n = -77;

    h_ask(q->name);
    if (q->of_int)
        h_mpi(q->of_int(status, type, &n), q->name, __FILE__, __LINE__);
    else
        h_mpi(q->of_large(status, type, &large), q->name, __FILE__, __LINE__);
    h_ask(NULL);
    return q->of_int ? n : (long long) large;
}

int h_asks(const struct h_case *c, const char *procedure)
{
    return !h_case_leaves_out(c, procedure) && !h_known_avoids_check(c, procedure);
}

/* The two parts of a pair may count as one basic element or as two. */
static void check_elements(struct h_case *c, const char *procedure, const struct message *m, long long found)
{
    const struct number n = {.procedure = procedure, .what = "elements", .name = procedure, .found = found};

    check_either(c, &n, m->k, m->k + m->pairs);
}

void h_check_partial(struct h_case *c, struct h_obj o, const MPI_Status *status, MPI_Aint k)
{
    struct message m = {.o = o, .k = k};

    harness.looked_at = &o;
    h_signature_measure(o.pool, k, &m.bytes, &m.pairs);
    for (int i = 0; i < H_NUM(queries); i++) {
        const struct query *q = &queries[i];
        if (!h_asks(c, q->name))
            continue;
        const long long said = ask(q, status, o.mpi->DTP_obj_type);
        if (q->is_count)
            h_check_number(c, q->name, "count", expected_count(&m), said);
        else
            check_elements(c, q->name, &m, said);
    }
    harness.looked_at = NULL;
}

void h_check_counts(struct h_case *c, const MPI_Status *status, MPI_Datatype type, MPI_Count count, MPI_Count elements)
{
    for (int i = 0; i < H_NUM(queries); i++) {
        const struct query *q = &queries[i];
        const MPI_Count n = q->is_count ? count : elements;
        if (h_asks(c, q->name))
            h_check_number(c, q->name, q->is_count ? "count" : "elements",
                           q->of_int && n > INT_MAX ? MPI_UNDEFINED : n, ask(q, status, type));
    }
}

void h_check_none(struct h_case *c, const MPI_Status *status, MPI_Datatype type)
{
    h_check_counts(c, status, type, 0, 0);
}

void h_check_source_and_tag(struct h_case *c, const char *call, const MPI_Status *status, int source, int tag)
{
    h_record_status(status);
    h_check_named(c, call, "MPI_SOURCE", "", source, status->MPI_SOURCE);
    h_check_named(c, call, "MPI_TAG", "", tag, status->MPI_TAG);
}

void h_check_envelope(struct h_case *c, const MPI_Status *status, int source, int tag)
{
    h_check_source_and_tag(c, "status", status, source, tag);
    h_check_sent(c, status);
}

void h_check_empty(struct h_case *c, const MPI_Status *status, int source)
{
    h_check_envelope(c, status, source, MPI_ANY_TAG);
    h_check_none(c, status, c->recv.mpi->DTP_obj_type);
}

int h_error_class(int code)
{
    int class = MPI_SUCCESS;

    H_MPI(MPI_Error_class(code, &class));
    return class;
}

void h_check_sent(struct h_case *c, const MPI_Status *status)
{
    int cancelled = 0;

    h_check_named(c, "status", "MPI_ERROR", " (without an error it stays as it was)", MPI_SUCCESS, status->MPI_ERROR);
    H_MPI(MPI_Test_cancelled(status, &cancelled));
    h_check_number(c, "MPI_Test_cancelled", "flag", 0, cancelled != 0);
}

void h_check_status_part(struct h_case *c, struct h_obj o, const MPI_Status *status, int source, int tag, MPI_Aint k)
{
    h_check_envelope(c, status, source, tag);
    h_check_partial(c, o, status, k);
}

void h_check_status(struct h_case *c, struct h_obj o, const MPI_Status *status, int source, int tag)
{
    h_check_status_part(c, o, status, source, tag, harness.moved);
}
