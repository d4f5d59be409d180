/* Faults of one-sided calls: accesses that are made late, or not as one, at other places, of nothing; what they say. */
#define _POSIX_C_SOURCE 200809L
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- accesses that are made late ---- */

static struct late {
    bool gets;
    void *origin, *result;
    int count, result_count, target, target_count;
    MPI_Datatype type, result_type, target_type;
    MPI_Op op;             /* or MPI_OP_NULL */
    MPI_Aint disp;
    MPI_Win win;
    struct late *next;
} *late;

static bool is_plain_form(const struct calls_call *c, const char *name)
{
    return strcmp(c->procedure->name, name) == 0;
}

static void put_off(const struct calls_call *c, bool gets)
{
    const int op = calls_find(c->procedure, "op"), result = calls_find(c->procedure, "result_addr");
    struct late *l = memory(sizeof *l);

    *l = (struct late) {
        .gets = gets, .origin = pointer_of(c, "origin_addr"), .count = number_of(c, "origin_count"),
        .target = number_of(c, "target_rank"), .target_count = number_of(c, "target_count"),
        .disp = CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")),
        .win = CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")), .next = late,
        .op = op >= 0 ? CALLS_HANDLE(MPI_Op, c, op) : MPI_OP_NULL,
        .result = result >= 0 ? calls_pointer(c, result) : NULL, .result_count = number_of(c, "result_count"),
        .result_type = MPI_DATATYPE_NULL,
    };
    if (result >= 0)
        PMPI_Type_dup(type_of(c, "result_datatype"), &l->result_type);
    PMPI_Type_dup(type_of(c, "origin_datatype"), &l->type);
    PMPI_Type_dup(type_of(c, "target_datatype"), &l->target_type);
    late = l;
}

static void access(const struct late *l)
{
    if (l->result)
        PMPI_Get_accumulate(l->origin, l->count, l->type, l->result, l->result_count, l->result_type, l->target,
                            l->disp, l->target_count, l->target_type, l->op, l->win);
    else if (l->op != MPI_OP_NULL)
        PMPI_Accumulate(l->origin, l->count, l->type, l->target, l->disp, l->target_count, l->target_type, l->op,
                        l->win);
    else if (l->gets)
        PMPI_Get(l->origin, l->count, l->type, l->target, l->disp, l->target_count, l->target_type, l->win);
    else
        PMPI_Put(l->origin, l->count, l->type, l->target, l->disp, l->target_count, l->target_type, l->win);
}

static void make_all(void)
{
    while (late) {
        struct late *l = late;
        late = l->next;
        access(l);
        if (l->result)
            PMPI_Type_free(&l->result_type);
        PMPI_Type_free(&l->type);
        PMPI_Type_free(&l->target_type);
        free(l);
    }
}

/* What was put off is done before a call that completes accesses at their targets too. */
static void catch_up(const struct calls_call *c)
{
    if (ends_accesses(c) && !calls_is(c, "MPI_Win_flush_local") && !calls_is(c, "MPI_Win_flush_local_all"))
        make_all();
}

bool put_reads_late(struct calls_call *c)
{
    catch_up(c);
    if (!is_plain_form(c, "MPI_Put"))
        return false;
    put_off(c, false);
    c->skip = true;
    return true;
}

/* The request that the application gets is of nothing. */
static bool nothing_now(struct calls_call *c, const char *name, bool gets)
{
    catch_up(c);
    if (!is_plain_form(c, name))
        return false;
    put_off(c, gets);
    set_argument(c, "origin_count", 0);
    set_argument(c, "result_count", 0);
    set_argument(c, "target_count", 0);
    return true;
}

bool rput_reads_late(struct calls_call *c)
{
    return nothing_now(c, "MPI_Rput", false);
}

bool rget_arrives_late(struct calls_call *c)
{
    return nothing_now(c, "MPI_Rget", true);
}

bool raccumulate_reads_late(struct calls_call *c)
{
    return nothing_now(c, "MPI_Raccumulate", false);
}

bool rget_accumulate_arrives_late(struct calls_call *c)
{
    return nothing_now(c, "MPI_Rget_accumulate", false);
}

/* What replaces is done last, and the last one first. */
bool replaces_out_of_order(struct calls_call *c)
{
    catch_up(c);
    if (!is_plain_form(c, "MPI_Accumulate") ||
        CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) != MPI_REPLACE)
        return false;
    put_off(c, false);
    c->skip = true;
    return true;
}

/* An accumulate is done after what comes next, if that accumulates to elements that are described otherwise. */
bool unlike_accumulates_exchanged(struct calls_call *c)
{
    const bool accumulates = is_plain_form(c, "MPI_Accumulate") || is_plain_form(c, "MPI_Get_accumulate");

    if (!accumulates || (late && same_map(late->target_type, type_of(c, "target_datatype"))))
        make_all();
    if (late || !is_plain_form(c, "MPI_Accumulate"))
        return late != NULL;
    put_off(c, false);
    c->skip = true;
    return false;
}

/* ---- the origin ---- */

bool put_changes_origin(struct calls_call *c)
{
    static void *origin;
    static int count;
    static MPI_Datatype type = MPI_DATATYPE_NULL;

    if (is_plain_form(c, "MPI_Put") && type == MPI_DATATYPE_NULL) {
        origin = pointer_of(c, "origin_addr");
        count = number_of(c, "origin_count");
        PMPI_Type_dup(type_of(c, "origin_datatype"), &type);
    }
    if (!ends_accesses(c) || type == MPI_DATATYPE_NULL)
        return false;
    touch_first(origin, count, type);
    PMPI_Type_free(&type);
    return true;
}

/* ---- exclusion ---- */

static void sleep_a_little(void)
{
    const struct timespec ms = {0, 2000000};

    (void) nanosleep(&ms, NULL);
}

bool exclusive_is_shared(struct calls_call *c)
{
    static bool locked;
    int *type;

    if (calls_is(c, "MPI_Put") && locked)
        sleep_a_little();
    if (!calls_is(c, "MPI_Win_lock"))
        return false;
    type = c->args[0];
    locked = *type == MPI_LOCK_EXCLUSIVE;
    *type = MPI_LOCK_SHARED;
    return locked;
}

/* As if another rank had read the same value. */
bool accumulate_lost(struct calls_call *c)
{
    static int turn;

    if (!is_plain_form(c, "MPI_Accumulate") || number_of(c, "origin_count") == 0 ||
        CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) != MPI_SUM || ++turn % 5 != 0)
        return false;
    set_argument(c, "origin_count", 0);
    set_argument(c, "target_count", 0);
    return true;
}

/* ---- single elements ---- */

static int swap(const struct calls_call *c, MPI_Op op)
{
    return PMPI_Fetch_and_op(pointer_of(c, "origin_addr"), pointer_of(c, "result_addr"), type_of(c, "datatype"),
                             number_of(c, "target_rank"),
                             CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")), op,
                             CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")));
}

static bool swap_by(struct calls_call *c, MPI_Op op)
{
    c->skip = calls_is(c, "MPI_Compare_and_swap");
    if (c->skip)
        c->code = swap(c, op);
    return c->skip;
}

bool always_swaps(struct calls_call *c)
{
    return swap_by(c, MPI_REPLACE);
}

bool never_swaps(struct calls_call *c)
{
    return swap_by(c, MPI_NO_OP);
}

bool fetch_sum_replaces(struct calls_call *c)
{
    MPI_Op *op;

    if (!calls_is(c, "MPI_Fetch_and_op"))
        return false;
    op = c->args[calls_find(c->procedure, "op")];
    if (*op != MPI_SUM)
        return false;
    *op = MPI_REPLACE;
    return true;
}

bool fetch_next(struct calls_call *c)
{
    const int disp = calls_find(c->procedure, "target_disp");

    if (!calls_is(c, "MPI_Fetch_and_op") || CALLS_HANDLE(MPI_Aint, c, disp) < 1)
        return false;
    CALLS_HANDLE(MPI_Aint, c, disp)--;
    return true;
}

bool fetch_no_op_writes(struct calls_call *c)
{
    static const unsigned char zeros[64];

    if (!calls_is(c, "MPI_Fetch_and_op") || CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) != MPI_NO_OP)
        return false;
    *(const void **) c->args[calls_find(c->procedure, "origin_addr")] = zeros;
    CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) = MPI_REPLACE;
    return true;
}

/* Of elements of these sizes the lower halves are compared. */
static bool lower_half_compared(struct calls_call *c, int least, int most)
{
    const MPI_Datatype type = calls_is(c, "MPI_Compare_and_swap") ? type_of(c, "datatype") : MPI_BYTE;
    const int size = size_of(type);
    unsigned char compare[sizeof(uint64_t)], there[sizeof(uint64_t)];
    MPI_Win win;

    if (size < least || size > most)
        return false;
    memcpy(compare, pointer_of(c, "compare_addr"), (size_t) size);
    win = CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win"));
    PMPI_Fetch_and_op(NULL, there, type, number_of(c, "target_rank"),
                      CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")), MPI_NO_OP, win);
    PMPI_Win_flush(number_of(c, "target_rank"), win);
    return memcmp(compare, there, (size_t) size) != 0 && memcmp(compare, there, (size_t) size / 2) == 0 &&
           always_swaps(c);
}

bool half_compared(struct calls_call *c)
{
    return lower_half_compared(c, 8, 8);
}

bool narrow_half_compared(struct calls_call *c)
{
    return lower_half_compared(c, 2, 4);
}

/* The result is what the element is now, not what it was. */
bool swap_tells_new(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Compare_and_swap") || c->code != MPI_SUCCESS)
        return false;
    PMPI_Win_flush_local(number_of(c, "target_rank"), CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")));
    memcpy(pointer_of(c, "result_addr"), pointer_of(c, "origin_addr"), (size_t) size_of(type_of(c, "datatype")));
    return true;
}

/* ---- windows ---- */

bool shared_unit_one(struct calls_call *c)
{
    const int unit = calls_find(c->procedure, "disp_unit");

    if (!calls_is(c, "MPI_Win_shared_query") || calls_entry(c, unit, 0) == 1)
        return false;
    calls_set_entry(c, unit, 0, 1);
    return true;
}

/* MPI_PROC_NULL stands for rank 0, whatever memory that has. */
bool shared_nobody_is_first(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Win_shared_query") || number_of(c, "rank") != MPI_PROC_NULL)
        return false;
    set_argument(c, "rank", 0);
    return true;
}

bool shared_size_less(struct calls_call *c)
{
    const int size = calls_find(c->procedure, "size");

    if (!calls_is(c, "MPI_Win_shared_query"))
        return false;
    calls_set_entry(c, size, 0, calls_entry(c, size, 0) - 1);
    return true;
}

/* ---- displacements ---- */

enum { MOST_RANKS = 64 };
static int unit_of_rank[MOST_RANKS], own_unit, ranks;

static void learn_units(const struct calls_call *c)
{
    MPI_Comm comm = calls_comm(c);

    own_unit = number_of(c, "disp_unit");
    PMPI_Comm_size(comm, &ranks);
    if (ranks <= MOST_RANKS)
        PMPI_Allgather(&own_unit, 1, MPI_INT, unit_of_rank, 1, MPI_INT, comm);
}

/* The displacement at the target is taken in the unit of the origin. */
bool put_in_own_unit(struct calls_call *c)
{
    const int target = calls_is(c, "MPI_Put") ? number_of(c, "target_rank") : -1;
    MPI_Aint disp;

    if (calls_find(c->procedure, "disp_unit") >= 0 && calls_comm(c) != MPI_COMM_NULL)
        learn_units(c);
    if (target < 0 || target >= ranks || unit_of_rank[target] <= own_unit ||
        span_of(1, type_of(c, "target_datatype")).lo < 0)
        return false;
    disp = CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp"));
    set_argument(c, "target_disp", disp * own_unit / unit_of_rank[target]);
    return disp > 0;
}

/* Data from absolute addresses lose their last element. */
LOSES_IF(put_from_bottom, l->call == PUT && l->buf == MPI_BOTTOM)

/* ---- accesses of nothing ---- */

/* A byte is written where nothing is to be. */
static bool write_a_byte(struct calls_call *c, const char *row)
{
    static const unsigned char byte = 0x5b;

    if (!calls_is(c, row) || number_of(c, "target_count") * size_of(type_of(c, "target_datatype")) != 0)
        return false;
    PMPI_Put(&byte, 1, MPI_BYTE, number_of(c, "target_rank"),
             CALLS_HANDLE(MPI_Aint, c, calls_find(c->procedure, "target_disp")), 1, MPI_BYTE,
             CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")));
    return true;
}

bool put_of_nothing_writes(struct calls_call *c)
{
    return write_a_byte(c, "MPI_Put");
}

bool accumulate_of_nothing_writes(struct calls_call *c)
{
    return write_a_byte(c, "MPI_Accumulate");
}

/* ---- what else an access changes ---- */

bool get_accumulate_changes_origin(struct calls_call *c)
{
    return calls_is(c, "MPI_Get_accumulate") && CALLS_HANDLE(MPI_Op, c, calls_find(c->procedure, "op")) != MPI_NO_OP &&
           touch_last(pointer_of(c, "origin_addr"), number_of(c, "origin_count"), type_of(c, "origin_datatype"));
}

/* What was there is returned as if it had four bytes. */
bool fetched_too_wide(struct calls_call *c)
{
    const int size = calls_is(c, "MPI_Fetch_and_op") ? size_of(type_of(c, "datatype")) : 4;

    return size < 4 && touch_after(pointer_of(c, "result_addr"), 1, type_of(c, "datatype"));
}

/* ---- arguments that play no part ---- */

/* A result with gaps is written as one block up to the first gap's first byte. */
bool result_writes_gap(struct calls_call *c)
{
    return calls_is(c, "MPI_Get_accumulate") && number_of(c, "result_count") > 0 &&
           touch_gap(pointer_of(c, "result_addr"), number_of(c, "result_count"), type_of(c, "result_datatype"));
}

/* A get from nobody changes the buffer. */
bool nobody_gives_a_byte(struct calls_call *c)
{
    return calls_is(c, "MPI_Get") && number_of(c, "target_rank") == MPI_PROC_NULL && number_of(c, "origin_count") > 0 &&
           size_of(type_of(c, "origin_datatype")) > 0 &&
           touch_first(pointer_of(c, "origin_addr"), number_of(c, "origin_count"), type_of(c, "origin_datatype"));
}

/* The end of an exposure is said too early. */
bool exposure_ends_early(struct calls_call *c)
{
    const int flag = calls_find(c->procedure, "flag");

    if (!calls_is(c, "MPI_Win_test") || calls_entry(c, flag, 0))
        return false;
    calls_set_entry(c, flag, 0, 1);
    return true;
}

/* The origin must be a buffer of some type, though the operator is MPI_NO_OP. */
bool no_op_checks_origin(struct calls_call *c)
{
    const int op = calls_find(c->procedure, "op");

    if (!calls_is(c, "MPI_Get_accumulate") || CALLS_HANDLE(MPI_Op, c, op) != MPI_NO_OP ||
        type_of(c, "origin_datatype") != MPI_DATATYPE_NULL)
        return false;
    c->skip = true;
    c->code = PMPI_Win_call_errhandler(CALLS_HANDLE(MPI_Win, c, calls_find(c->procedure, "win")), MPI_ERR_TYPE);
    c->code = MPI_ERR_TYPE;
    return true;
}
