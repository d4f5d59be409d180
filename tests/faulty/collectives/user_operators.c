/* Faults of a user's operator: what its function is handed, and how often it is called. */
#include "faulty.h"
#include "hooks.h"

#include <stdlib.h>
#include <string.h>

static void call_some(const struct operation *o, void *in, void *inout, int len, MPI_Datatype type)
{
    if (len > 0)
        call_function(o->function, in, inout, len, type);
}

/* A copy of the elements, relative to which they lie as before; freed by the caller with free_copy. */
static char *copy_of(const void *buf, int len, MPI_Datatype type)
{
    const struct span s = span_of(len, type);
    unsigned char *bytes = memory((MPI_Aint) size_of(type) * len);
    char *copy = (char *) memory(s.size) - s.lo;

    pack_all(buf, len, type, bytes);
    unpack_all(bytes, copy, len, type);
    free(bytes);
    return copy;
}

static void assign(void *to, const void *from, int len, MPI_Datatype type)
{
    unsigned char *bytes = memory((MPI_Aint) size_of(type) * len);

    pack_all(from, len, type, bytes);
    unpack_all(bytes, to, len, type);
    free(bytes);
}

static void free_copy(char *copy, int len, MPI_Datatype type)
{
    free(copy + span_of(len, type).lo);
}

bool operands_exchanged(struct operation *o)
{
    char *second = copy_of(o->inout, o->len, o->type);

    assign(o->inout, o->in, o->len, o->type);
    call_some(o, second, o->inout, o->len, o->type);
    free_copy(second, o->len, o->type);
    return true;
}

bool operands_exchanged_at_last(struct operation *o)
{
    char *last_in = o->in, *last_inout = o->inout, *second;
    MPI_Aint lb, extent;

    if (o->len < 2)
        return false;
    PMPI_Type_get_extent(o->type, &lb, &extent);
    call_some(o, o->in, o->inout, o->len - 1, o->type);
    last_in += (o->len - 1) * extent;
    last_inout += (o->len - 1) * extent;
    second = copy_of(last_inout, 1, o->type);
    assign(last_inout, last_in, 1, o->type);
    call_some(o, second, last_inout, 1, o->type);
    free_copy(second, 1, o->type);
    return true;
}

bool length_one_more(struct operation *o)
{
    char *in = copy_of(o->in, o->len + 1, o->type), *inout = copy_of(o->inout, o->len + 1, o->type);

    call_some(o, in, inout, o->len + 1, o->type);
    assign(o->inout, inout, o->len, o->type);
    free_copy(in, o->len + 1, o->type);
    free_copy(inout, o->len + 1, o->type);
    return true;
}

bool length_one_less(struct operation *o)
{
    call_some(o, o->in, o->inout, o->len - 1, o->type);
    return true;
}

/* Elements of the basic type, as many. */
/* The upper half of a length that MPI wrote as an int. */
bool length_upper(struct operation *o)
{
    MPI_Count len = o->len + ((MPI_Count) 1 << 32);

    if (o->function->large)
        o->function->large(o->in, o->inout, &len, &o->type);
    return o->function->large;
}

bool type_is_basic(struct operation *o)
{
    if (depth_of(o->type) == 0)
        return false;
    call_some(o, o->in, o->inout, o->len * size_of(o->type) / size_of(first_leaf(o->type)), first_leaf(o->type));
    return true;
}

/* A type of the same elements, and a larger extent. */
bool type_is_wider(struct operation *o)
{
    MPI_Datatype wider;
    MPI_Aint lb, extent;

    PMPI_Type_get_extent(o->type, &lb, &extent);
    PMPI_Type_create_resized(o->type, lb, extent + 16, &wider);
    PMPI_Type_commit(&wider);
    call_some(o, o->in, o->inout, 1, wider);
    PMPI_Type_free(&wider);
    return true;
}

/* Instances are copied to places as far from each other as the true extent, and handed over one by one. */
bool instances_by_true_extent_op(struct operation *o)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    PMPI_Type_get_extent(o->type, &lb, &extent);
    PMPI_Type_get_true_extent(o->type, &true_lb, &true_extent);
    if (o->len < 2 || extent <= true_extent)
        return false;
    for (int k = 0; k < o->len; k++)
        call_some(o, (char *) o->in + k * true_extent, (char *) o->inout + k * extent, 1, o->type);
    return true;
}

/* The lower bound is added twice to where the elements are. */
bool operand_shifted(struct operation *o)
{
    const struct span s = span_of(o->len, o->type);
    MPI_Aint true_lb, true_extent, margin;
    char *room, *in;

    PMPI_Type_get_true_extent(o->type, &true_lb, &true_extent);
    if (true_lb == 0)
        return false;
    margin = true_lb < 0 ? -true_lb : true_lb;
    room = memory(s.size + 2 * margin);
    in = room + margin - s.lo;
    assign(in, o->in, o->len, o->type);
    call_some(o, in + true_lb, o->inout, o->len, o->type);
    free(room);
    return true;
}

bool operated_twice(struct operation *o)
{
    call_some(o, o->in, o->inout, o->len, o->type);
    call_some(o, o->in, o->inout, o->len, o->type);
    return true;
}

/* Not called where there is more than 4 KiB. */
bool not_operated_far(struct operation *o)
{
    MPI_Aint lb, extent;
    int most = size_of(o->type) > 0 ? 4096 / size_of(o->type) : 0;

    PMPI_Type_get_extent(o->type, &lb, &extent);
    if (o->len <= most || most == 0)
        return false;
    call_some(o, o->in, o->inout, most, o->type);
    return true;
}

/* What lies between the elements of the result. */
bool between_changed(struct operation *o)
{
    call_some(o, o->in, o->inout, o->len, o->type);
    return touch_gap(o->inout, o->len, o->type);
}
