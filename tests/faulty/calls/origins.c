/* What leaves this process otherwise than into a receive: put, accumulated, packed, written to a file, or sent and
 * changed. */
#include "faulty.h"

#include <stdlib.h>
#include <string.h>

/* ---- nothing, or zeros, in place of data ---- */

static unsigned char *zeros;

/* An origin of zeros, until the access is complete: for as long as the process lives, the largest one. */
static void *zeros_for(int count, MPI_Datatype type)
{
    static MPI_Aint size;
    const struct span s = span_of(count, type);

    if (!zeros || size < s.size) {
        size = 2 * s.size;
        zeros = memory(size);
    }
    return zeros - s.lo;
}

static bool is_family(const struct calls_call *c, const char *family)
{
    return strcmp(c->procedure->family, family) == 0;
}

static void lose_origin(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op"), result = calls_find(c->procedure, "result_addr");
    void **origin = c->args[calls_find(c->procedure, "origin_addr")];

    strike(true);
    if (calls_is(c, "MPI_Compare_and_swap")) {
        *origin = calls_pointer(c, calls_find(c->procedure, "compare_addr")); /* swapped by what was there */
    } else if (op >= 0 && CALLS_HANDLE(MPI_Op, c, op) == MPI_NO_OP) {
        return;
    } else if (fault()->receiving) {
        *origin = zeros_for(number_of(c, "origin_count"), type_of(c, "origin_datatype"));
        if (op >= 0)
            CALLS_HANDLE(MPI_Op, c, op) = MPI_REPLACE;
    } else if (result >= 0) {
        CALLS_HANDLE(MPI_Op, c, op) = MPI_NO_OP;
    } else {
        set_argument(c, "origin_count", 0);
        set_argument(c, "target_count", 0);
    }
}

static void lose_written(struct calls_call *c)
{
    strike(true);
    if (fault()->receiving)
        *(void **) c->args[calls_find(c->procedure, "buf")] = zeros_for(number_of(c, "count"), type_of(c, "datatype"));
    else
        set_argument(c, "count", 0);
}

/* ---- accumulate ---- */

static bool again;
static struct accumulate first;

static int accumulate_once(const struct calls_call *c, const struct accumulate *a)
{
    const int disp = calls_find(c->procedure, "target_disp"), win = calls_find(c->procedure, "win");
    const bool has_target = calls_find(c->procedure, "target_count") >= 0;

    return PMPI_Accumulate(a->buf, a->count, a->type, number_of(c, "target_rank"), CALLS_HANDLE(MPI_Aint, c, disp),
                           has_target ? number_of(c, "target_count") : 1, type_of(c, "target_datatype"), a->op,
                           CALLS_HANDLE(MPI_Win, c, win));
}

static void spoil_accumulate(struct calls_call *c)
{
    const int origin = calls_find(c->procedure, "origin_addr"), op = calls_find(c->procedure, "op");
    struct accumulate a = {calls_pointer(c, origin), number_of(c, "origin_count"), type_of(c, "origin_datatype"),
                           CALLS_HANDLE(MPI_Op, c, op), false, false};

    again = false;
    if (!fault()->accumulate || a.count == 0 || !strike(fault()->accumulate(&a)))
        return;
    first = a;
    if (calls_find(c->procedure, "result_addr") >= 0) {
        if (a.new_result || a.twice)
            c->code = accumulate_once(c, &a);
        a.op = a.new_result ? MPI_NO_OP : a.op;
    } else {
        again = a.twice;
    }
    *(const void **) c->args[origin] = a.buf;
    CALLS_HANDLE(MPI_Op, c, op) = a.op;
}

/* ---- packing ---- */

static MPI_Aint start;
static void *scratch;

/* Packs elsewhere. */
static void lose_packed(struct calls_call *c)
{
    const int out = calls_find(c->procedure, "outbuf"), position = calls_find(c->procedure, "position");

    start = (MPI_Aint) calls_entry(c, position, 0);
    if (!fault()->loses_data)
        return;
    strike(true);
    scratch = calls_pointer(c, out);
    *(void **) c->args[out] = memory(number_of(c, "outsize"));
}

static void end_packing(struct calls_call *c, bool is_external)
{
    void **out = c->args[calls_find(c->procedure, "outbuf")];
    const MPI_Aint end = (MPI_Aint) calls_entry(c, calls_find(c->procedure, "position"), 0);
    unsigned char *packed = scratch ? scratch : *out;

    if (scratch) {
        free(*out);
        *out = scratch;
        scratch = NULL;
        if (fault()->receiving && c->code == MPI_SUCCESS)
            memset(packed + start, 0, (size_t) (end - start));
        return;
    }
    if (c->code != MPI_SUCCESS)
        return;
    if (is_external && fault()->external)
        strike(fault()->external(packed + start, end - start, type_of(c, "datatype")));
    if (!is_external && fault()->packed)
        strike(fault()->packed(packed + start, (int) (end - start), (int) start));
}

static bool is_pack(const struct calls_call *c)
{
    return calls_is(c, "MPI_Pack") || calls_is(c, "MPI_Pack_external");
}

/* ---- the call ---- */

static bool writes_a_file(const struct calls_call *c)
{
    return is_family(c, "files") && c->procedure->num_accesses == 1 && c->procedure->accesses[0].direction == CALLS_IN;
}

void origin_before(struct calls_call *c)
{
    const int origin = calls_find(c->procedure, "origin_addr");
    const bool is_one_sided = is_family(c, "one-sided") && !calls_is(c, "MPI_Get");

    if (is_pack(c))
        lose_packed(c);
    if (writes_a_file(c) && fault()->loses_data)
        lose_written(c);
    if (!is_one_sided)
        return;
    if (fault()->loses_data)
        lose_origin(c);
    else if (calls_is(c, "MPI_Put"))
        *(const void **) c->args[origin] =
            landing_of_origin(PUT, calls_pointer(c, origin),
                              number_of(c, "origin_count"), type_of(c, "origin_datatype"),
                              CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")));
    else if (!calls_is(c, "MPI_Compare_and_swap"))
        spoil_accumulate(c);
}

/* A blocking send has ended. */
static void sent(struct calls_call *c)
{
    if (fault()->sent && is_family(c, "point-to-point") && strstr(c->procedure->row, "send") &&
        calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT) < 0 && c->procedure->accesses[0].direction == CALLS_IN)
        strike(fault()->sent(calls_pointer(c, 0), (int) calls_number(c, 1), CALLS_HANDLE(MPI_Datatype, c, 2)));
}

void origin_after(struct calls_call *c)
{
    if (is_pack(c))
        end_packing(c, calls_is(c, "MPI_Pack_external"));
    if (again && c->code == MPI_SUCCESS)
        c->code = accumulate_once(c, &first);
    again = false;
    if (c->procedure->num_accesses > 0)
        sent(c);
}
