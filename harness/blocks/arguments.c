/* The arguments of an operation on blocks: counts, displacements and types, as the calls have them. */
#include "blocks/blocks.h"
#include "blocks/side.h"
#include "case/freed_types.h"
#include "case/values.h"
#include "run/line.h"
#include "state.h"

#include <stdbool.h>
#include <stdlib.h>

/* ---- types ---- */

/* A type of size zero, of which any number is as good as no element. */
static MPI_Datatype nothing = MPI_DATATYPE_NULL;
enum { NOTHING = 3 };

static MPI_Datatype type_of_nothing(void)
{
    if (nothing == MPI_DATATYPE_NULL) {
        H_MPI(MPI_Type_contiguous(0, MPI_INT, &nothing));
        H_MPI(MPI_Type_commit(&nothing));
    }
    return nothing;
}

static bool has_elements(const struct h_side *s)
{
    for (int k = 0; k < s->n; k++)
        if (s->blocks[k].copies > 0)
            return true;
    return false;
}

/* Whether what is sent has displacements and no elements, in a blocking operation without a root within one group: in
 * others it is too much for many MPI libraries, as it is where all sides are empty (H_EMPTY_UNLIKE). */
static bool is_idle(const struct h_case *c, const struct h_side *s)
{
    return s == c->from && h_side_has_displs(c, s) && !(c->what->flags & H_ROOTED) && !c->comm->inter &&
           c->flights == 1 && !c->empty && !has_elements(s);
}

/* Some ranks describe no elements by a type of size zero, some by a count of 0: where nothing is sent, or all are
 * empty; where each block has a type, so do some blocks. */
static bool is_nothing(const struct h_case *c, const struct h_side *s, int k)
{
    const bool by_block = c->what->flags & H_TYPES;

    return (by_block || is_idle(c, s) || c->empty == H_EMPTY_UNLIKE) &&
           (c->comm->rank + c->i + (by_block ? k : 0)) % 2;
}

/* Room for one more of the types that are to be freed later. */
static MPI_Datatype *add_type(MPI_Datatype **types, int *n)
{
    *types = h_grow(*types, *n, sizeof **types);
    return &(*types)[(*n)++];
}

static void free_types(MPI_Datatype *types, int *n)
{
    while (*n > 0)
        H_MPI(MPI_Type_free(&types[--*n]));
}

/* Of two operations under way, the second one has types that are freed once the call is made (MPI-3.1, 4.1.9).
 * Predefined operators are not defined for duplicates. */
static MPI_Datatype twin_of(const struct h_case *c, struct h_side *s, MPI_Datatype type)
{
    MPI_Datatype *twin;

    if (c->flight != 1 || (c->op && c->handle == c->meaning))
        return type;
    twin = add_type(&s->twins, &s->num_twins);
    H_MPI(MPI_Type_dup(type, twin));
    return *twin;
}

/* The type at the address of the buffer, with the extent that MPI says that it has: its instances are as far from each
 * other as before. */
static MPI_Datatype absolute_of(struct h_side *s, MPI_Datatype type)
{
    const int one = 1;
    MPI_Aint address, lb, extent;
    MPI_Datatype moved, *made = add_type(&s->absolute, &s->num_absolute);

    H_MPI(MPI_Get_address(s->whole->DTP_obj_array[0].DTP_obj_buf, &address));
    H_MPI(MPI_Type_get_extent(type, &lb, &extent));
    H_MPI(MPI_Type_create_hindexed(1, &one, &address, type, &moved));
    H_MPI(MPI_Type_create_resized(moved, MPI_Aint_add(address, lb), extent, made));
    H_MPI(MPI_Type_free(&moved));
    H_MPI(MPI_Type_commit(made));
    return *made;
}

/* Blocks have displacements from MPI_BOTTOM; if those are in extents, the address must be a multiple of the extent. */
static bool move_blocks(const struct h_case *c, struct h_side *s)
{
    MPI_Aint address, lb, extent;

    H_MPI(MPI_Get_address(s->whole->DTP_obj_array[0].DTP_obj_buf, &address));
    H_MPI(MPI_Type_get_extent(s->types[0], &lb, &extent));
    if (!(c->what->flags & H_TYPES) && (!h_side_has_displs(c, s) || extent == 0 || address % extent != 0))
        return false;
    for (int k = 0; k < s->n; k++) {
        s->large_bytes[k] = MPI_Aint_add(address, s->large_bytes[k]);
        s->large_displs[k] += extent ? address / extent : 0;
    }
    return true;
}

/* The types of blocks, from MPI_BOTTOM. */
static void move_types(const struct h_case *c, struct h_side *s)
{
    for (int k = 0; k < s->n; k++)
        s->types[k] = k == 0 || c->what->flags & H_TYPES ? absolute_of(s, s->types[k]) : s->types[0];
}

static void give_up_twins(struct h_side *s)
{
    while (s->num_twins > 0)
        h_type_give_up(&s->twins[--s->num_twins]);
}

void h_arguments_release(struct h_case *c)
{
    if (c->from->num_twins + c->to->num_twins == 0 || !h_asks(c, "MPI_Type_free"))
        return;
    give_up_twins(c->from);
    give_up_twins(c->to);
}

/* ---- arrays ---- */

/* Those of one side lie in the same place from case to case: what an MPI library keeps of a call by their address must
 * not serve for the next one. */
enum { ARRAYS = 7 };
static struct arrays {
    void *memory[ARRAYS];
    MPI_Aint n;
} kept[H_POOLS][2];

static void free_arrays(struct arrays *a)
{
    for (int k = 0; k < ARRAYS; k++)
        free(a->memory[k]);
    *a = (struct arrays) {.n = 0};
}

static void make_arrays(struct arrays *a, MPI_Aint n)
{
    enum { LARGEST = sizeof(MPI_Count) > sizeof(MPI_Datatype) ? sizeof(MPI_Count) : sizeof(MPI_Datatype) };

    if (n <= a->n)
        return;
    free_arrays(a);
    for (int k = 0; k < ARRAYS; k++)
        a->memory[k] = h_alloc(n * LARGEST);
    a->n = n;
}

void h_arguments_make(const struct h_case *c, struct h_side *s)
{
    struct arrays *a = &kept[c->flight][s == c->to];

    make_arrays(a, s->n + c->comm->size + 1);
    s->counts = a->memory[0];
    s->displs = a->memory[1];
    s->bytes = a->memory[2];
    s->large_counts = a->memory[3];
    s->large_displs = a->memory[4];
    s->large_bytes = a->memory[5];
    s->types = a->memory[6];
    for (int k = 0; k < s->n; k++)
        s->displs[k] = 0;
}

static void set_twins(const struct h_case *c, struct h_side *s)
{
    for (int k = 0; k < s->n; k++)
        s->types[k] = k == 0 || c->what->flags & H_TYPES ? twin_of(c, s, s->types[k]) : s->types[0];
}

static void set_block(const struct h_case *c, struct h_side *s, int k)
{
    const struct h_block *b = &s->blocks[k];
    const DTP_obj_s *o = &b->pool->DTP_obj_array[b->index];
    const bool has_own_type = k == 0 || c->what->flags & H_TYPES;

    s->counts[k] = b->copies * o->DTP_obj_count;
    s->types[k] = has_own_type ? h_type(c, b->pool, b->index) : s->types[0];
    if (b->copies == 0 && is_nothing(c, s, k)) {
        s->counts[k] = NOTHING;
        s->types[k] = type_of_nothing();
    }
    s->large_counts[k] = s->counts[k];
    s->large_displs[k] = s->displs[k];
    s->bytes[k] = (int) b->disp;
    s->large_bytes[k] = b->disp;
}

/* The object of the operands: that of the case, or the plainest one where copies of that would share bytes. */
static const DTP_obj_s *operand_of(const struct h_case *c)
{
    const struct h_side *s = h_used(c);

    return s->n > 0 ? &s->blocks[0].pool->DTP_obj_array[s->blocks[0].index] : c->recv.mpi;
}

/* What each rank of the group is scattered of a reduction. */
static void set_recvcounts(const struct h_case *c, struct h_side *s)
{
    const int count = operand_of(c)->DTP_obj_count;

    for (int r = 0; r < c->comm->size; r++) {
        s->counts[r] = c->empty ? 0 : h_recvcount(c, r) * count;
        s->large_counts[r] = s->counts[r];
    }
}

/* The standard does not say that processes beside the root of an intercommunicator may give anything.  Where there are
 * no neighbours, arrays have no entries, and nothing else plays no part. */
enum h_unused h_unused(const struct h_case *c)
{
    const bool is_some = c->what->flags & H_ROOTED || c->in_place;
    const int turn = h_pair_turn(c) + c->comm->number;
    const enum h_unused way = (enum h_unused) (turn % 4);

    if (c->what->flags & H_NEIGHBOURS)
        return turn % 2 ? H_UNUSED_NOTHING : H_UNUSED_PLAIN;
    return !is_some || (c->comm->inter && way == H_UNUSED_INVALID) ? H_UNUSED_PLAIN : way;
}

static void set_no_arrays(struct h_side *s)
{
    s->counts = s->displs = s->bytes = NULL;
    s->large_counts = NULL;
    s->large_displs = s->large_bytes = NULL;
    s->types = NULL;
}

/* What no call could use, or nothing: MPI does not look at it (MPI-3.1, 5.5: "not significant" and "ignored"). */
static void set_missing(const struct h_case *c, struct h_side *s)
{
    const bool is_invalid = h_unused(c) == H_UNUSED_INVALID;

    s->buf = NULL;
    s->count = is_invalid ? -1 : 0;
    s->type = is_invalid ? MPI_DATATYPE_NULL : c->recv.mpi->DTP_obj_type;
    set_no_arrays(s);
}

/* A side without blocks.  Operands are given an address, a count and a type though they are not significant: some
 * libraries check them (null-operand in known-issues/), and that is not what most cases are about.  Processes without
 * neighbours to receive from have the signature of all others (MPI-3.1, 7.6.1), and a buffer that must stay as it is;
 * in turn their arrays, which have an entry for each neighbour, are NULL. */
static void set_none(const struct h_case *c, struct h_side *s)
{
    static char nowhere;
    const bool is_neighbour = c->what->flags & H_NEIGHBOURS, is_operand = c->what->flags & H_REDUCES || is_neighbour;

    s->buf = &nowhere;
    s->count = 1;
    s->type = MPI_BYTE;
    s->is_beside = s == c->to && (h_unused(c) == H_UNUSED_BUFFER || is_neighbour);
    if (!is_operand && h_unused(c) >= H_UNUSED_INVALID)
        set_missing(c, s);
    if (is_neighbour && h_unused(c) == H_UNUSED_NOTHING)
        set_no_arrays(s);
    if (!is_operand && !s->is_beside)
        return;
    if (s->is_beside)
        s->buf = c->recv.mpi->DTP_obj_buf;
    s->count = c->recv.mpi->DTP_obj_count;
    s->type = c->recv.mpi->DTP_obj_type;
}

void h_arguments_set(const struct h_case *c, struct h_side *s)
{
    for (int k = 0; k < s->n; k++)
        set_block(c, s, k);
    if (s->n > 0 && c->absolute && !(c->absolute == H_ABSOLUTE_BLOCKS && move_blocks(c, s)))
        move_types(c, s);
    set_twins(c, s);
    if (s->n > 0) {
        s->count = s->counts[0];
        s->type = s->types[0];
        s->buf = c->absolute ? MPI_BOTTOM : s->whole->DTP_obj_array[0].DTP_obj_buf;
    } else {
        set_none(c, s);
    }
    if (c->what->flags & H_REDUCES && s == c->to)
        set_recvcounts(c, s);
}

void h_arguments_free(struct h_side *s)
{
    free_types(s->twins, &s->num_twins);
    free_types(s->absolute, &s->num_absolute);
    free(s->twins);
    free(s->absolute);
}

void h_arguments_finish(void)
{
    for (int k = 0; k < H_POOLS; k++) {
        free_arrays(&kept[k][0]);
        free_arrays(&kept[k][1]);
    }
    if (nothing != MPI_DATATYPE_NULL)
        H_MPI(MPI_Type_free(&nothing));
}
