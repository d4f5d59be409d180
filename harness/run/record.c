/* What the recorder is given, if one is preloaded (calls/record.h): cases, values, and what is expected. */
#include "run/record.h"
#include "state.h"
#include "case/pools.h"

#include <record.h>
#include <stdbool.h>
#include <stdlib.h>

bool h_record_is_on(void)
{
    static int on = -1;

    if (on < 0)
        on = calls_record_is_on();
    return on;
}

void h_record_case(const struct h_case *c)
{
    if (h_record_is_on())
        calls_record_case((int) harness.case_number, c->operation);
}

/* What a case opens, a window perhaps, lives longer than the case: it is in case 0. */
void h_record_opening(const struct h_case *c)
{
    if (h_record_is_on())
        calls_record_case(0, c->operation);
}

void h_record_round(int round)
{
    if (h_record_is_on())
        calls_record_round(round);
}

void h_record_beside(int beside)
{
    if (h_record_is_on())
        calls_record_beside(beside);
}

void h_record_failed(const char *kind, const char *what)
{
    if (h_record_is_on())
        calls_record_failed(kind, what);
}

void h_record_number(const char *what, long long expected, long long other, long long found)
{
    if (h_record_is_on())
        calls_record_number(what, expected, other, found);
}

void h_record_status(const MPI_Status *status)
{
    if (h_record_is_on())
        calls_record_status(status);
}

void h_record_called(struct h_called called, int expected, int other)
{
    if (h_record_is_on())
        calls_record_callbacks(called.key, called.copies, expected, other, called.found);
}

void h_record_parts(enum h_record when, DTP_t pool, int index, int n, const DTP_part_s *parts)
{
    char *text;

    if (!h_record_is_on())
        return;
    text = h_object_text(pool, index);
    const struct calls_record_object o = {pool->DTP_obj_array[index].DTP_obj_buf, text, n, parts};
    if (*text && when == H_RECORD_FILL)
        calls_record_fill(&o);
    else if (*text)
        calls_record_expect(&o);
    free(text);
}

void h_record_file(bool written, const char *name, const void *memory, MPI_Aint n)
{
    if (h_record_is_on())
        calls_record_file(written, name, memory, n);
}

void h_record_bytes(enum h_record when, const void *memory, const void *bytes, MPI_Aint n)
{
    if (h_record_is_on())
        calls_record_bytes(when == H_RECORD_EXPECT, memory, bytes, n);
}

void h_record_values(enum h_record when, struct h_obj o, MPI_Op op, int n, const int *starts, const int *strides,
                     MPI_Aint k)
{
    const DTP_part_s part = {.elements = DTP_pool_elements(o.pool), .val_count = k, .operands = n, .starts = starts,
                             .strides = strides, .op = op};

    h_record_parts(when, o.pool, o.index, 1, &part);
}
