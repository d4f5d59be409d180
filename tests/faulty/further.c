/* Further faults: units of other ranks, accesses of nothing, buffers that are read too late, statuses of many requests,
 * large counts. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

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

/* What was there is told as if it had four bytes. */
bool fetched_too_wide(struct calls_call *c)
{
    const int size = calls_is(c, "MPI_Fetch_and_op") ? size_of(type_of(c, "datatype")) : 4;

    return size < 4 && touch_after(pointer_of(c, "result_addr"), 1, type_of(c, "datatype"));
}

/* ---- buffered sends ---- */

static struct {
    void *buf;
    int count, dest, tag;
    MPI_Datatype type;
    MPI_Comm comm;
    bool is_pending;
} buffered;

/* The buffer is read when the next call is made. */
bool bsend_reads_late(struct calls_call *c)
{
    if (buffered.is_pending && (calls_first(c->procedure, CALLS_COMM, CALLS_IN) >= 0 ||
                                strstr(c->procedure->row, "detach") || strstr(c->procedure->row, "Wait"))) {
        buffered.is_pending = false;
        PMPI_Bsend(buffered.buf, buffered.count, buffered.type, buffered.dest, buffered.tag, buffered.comm);
        PMPI_Type_free(&buffered.type);
    }
    if (strcmp(c->procedure->name, "MPI_Bsend") != 0 || number_of(c, "count") == 0)
        return false;
    buffered.buf = pointer_of(c, "buf");
    buffered.count = number_of(c, "count");
    buffered.dest = number_of(c, "dest");
    buffered.tag = number_of(c, "tag");
    PMPI_Type_dup(type_of(c, "datatype"), &buffered.type);
    buffered.comm = calls_comm(c);
    buffered.is_pending = true;
    c->skip = true;
    c->code = MPI_SUCCESS;
    return true;
}

/* ---- statuses of many requests ---- */

/* The second one has the first one's tag. */
bool second_tag_wrong(struct calls_call *c)
{
    const int statuses = calls_first(c->procedure, CALLS_STATUSES, CALLS_OUT);
    MPI_Status *s;

    if (!calls_is(c, "MPI_Waitall") || number_of(c, "count") < 2 || calls_pointer(c, statuses) == MPI_STATUSES_IGNORE)
        return false;
    s = calls_pointer(c, statuses);
    if (s[0].MPI_TAG == s[1].MPI_TAG)
        return false;
    s[1].MPI_TAG = s[0].MPI_TAG;
    return true;
}

/* Statuses are told in another order than the requests. */
bool some_in_other_order(struct calls_call *c)
{
    MPI_Status *s, first;
    int n;

    if (!calls_is(c, "MPI_Waitsome") && !calls_is(c, "MPI_Testsome"))
        return false;
    n = *(int *) pointer_of(c, "outcount");
    s = pointer_of(c, "array_of_statuses");
    if (n < 2 || s == MPI_STATUSES_IGNORE)
        return false;
    first = s[0];
    s[0] = s[n - 1];
    s[n - 1] = first;
    return first.MPI_TAG != s[0].MPI_TAG;
}

bool count_in_16_bits(struct calls_call *c)
{
    int *count;

    if (!calls_is(c, "MPI_Get_count") || strcmp(c->procedure->name, "MPI_Get_count") != 0)
        return false;
    count = pointer_of(c, "count");
    if (*count < 0x8000)
        return false;
    *count &= 0x7fff;
    return true;
}

/* ---- queries with large counts ---- */

bool size_c_wrong(struct calls_call *c)
{
    MPI_Count *size;

    if (strcmp(c->procedure->name, "MPI_Type_size_c") != 0)
        return false;
    size = pointer_of(c, "size");
    *size += *size > 0;
    return *size > 0;
}

/* The lower bound of what is at its true one alone. */
bool true_extent_c_wrong(struct calls_call *c)
{
    MPI_Count *lb;

    if (strcmp(c->procedure->name, "MPI_Type_get_true_extent_c") != 0)
        return false;
    lb = pointer_of(c, "true_lb");
    if (*lb >= 0)
        return false;
    *lb = 0;
    return true;
}

bool elements_x_wrong(struct calls_call *c)
{
    MPI_Count *elements;

    if (!calls_is(c, "MPI_Get_elements_x"))
        return false;
    elements = pointer_of(c, "count");
    *elements += *elements > 1;
    return *elements > 1;
}

/* Pairs are predefined, and told to be structs. */
bool pair_told_struct(struct calls_call *c)
{
    if (strcmp(c->procedure->name, "MPI_Type_get_envelope") != 0 || CALLS_HANDLE(MPI_Datatype, c, 0) != MPI_DOUBLE_INT)
        return false;
    *(int *) pointer_of(c, "combiner") = MPI_COMBINER_STRUCT;
    return true;
}

/* ---- contents ---- */

bool lengths_reversed(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    int first;

    (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_STRUCT || ints < 3)
        return false;
    first = integers[1];
    integers[1] = integers[ints - 1];
    integers[ints - 1] = first;
    return first != integers[1];
}

bool darray_rank_told_zero(int combiner, int ints, int *integers, int addresses, MPI_Aint *displs)
{
    (void) ints, (void) addresses, (void) displs;
    if (combiner != MPI_COMBINER_DARRAY || integers[1] == 0)
        return false;
    integers[1] = 0;
    return true;
}

/* ---- constructors ---- */

/* One block has the extent of two. */
bool one_block_strided(struct blocks *b)
{
    if ((b->combiner != MPI_COMBINER_VECTOR && b->combiner != MPI_COMBINER_HVECTOR) || b->n != 1 || b->lens[0] < 2)
        return false;
    b->extent += b->extent / b->lens[0];
    return true;
}

/* A displacement below 0 is taken as one above. */
bool negative_block_positive(struct blocks *b)
{
    if (b->combiner != MPI_COMBINER_INDEXED_BLOCK || b->n < 1 || b->disps[0] >= 0)
        return false;
    b->disps[0] = -b->disps[0];
    return true;
}

bool starts_exchanged(struct array *a)
{
    const int first = a->starts[0];

    if (a->dims != 2 || *a->order != MPI_ORDER_FORTRAN || first == a->starts[1] ||
        a->starts[1] + a->subsizes[0] > a->sizes[0] || first + a->subsizes[1] > a->sizes[1])
        return false;
    a->starts[0] = a->starts[1];
    a->starts[1] = first;
    return true;
}

/* Members of one type are taken to follow each other. */
bool like_members_joined(struct blocks *b)
{
    MPI_Aint lb, extent, disp;

    if (b->combiner != MPI_COMBINER_STRUCT || b->n != 2 || b->types[0] != b->types[1] || b->lens[0] < 1)
        return false;
    PMPI_Type_get_extent(b->types[0], &lb, &extent);
    disp = b->disps[0] + b->lens[0] * extent;
    if (b->disps[1] == disp)
        return false;
    b->disps[1] = disp;
    return true;
}

/* ---- movement ---- */

/* An odd number of bytes loses its last one. */
LOSES_IF(odd_total_short, l->n > 2 && l->n % 2 == 1)

LOSES_OF_TYPE(page_stride_wrong, hstride_of(type) > 0 && hstride_of(type) % 4096 == 0)
