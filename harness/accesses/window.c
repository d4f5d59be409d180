/* One-sided communication: windows over target objects. */
#include "state.h"
#include "accesses/access.h"
#include "accesses/window.h"
#include "tables.h"
#include "run/report.h"

#include <stdlib.h>

/* ---- the window that is open ---- */

enum { MOST_BESIDE = 20 };

static struct {
    MPI_Win win;
    void *base;             /* its first byte, and how many there are, as it was made */
    MPI_Aint bytes;
    MPI_Aint first_zero;    /* bytes from its first one to displacement 0 of the object on rank 0, known to all */
    MPI_Aint *disps;        /* of a dynamic window: addresses of the object on all ranks */
    void *attached, *rest;  /* the regions that the object lies in; NULL if there is none, or one */
    MPI_Aint first_bytes;   /* of the first of these */
    char gone[2][H_ALIGNED]; /* attached right before and after these, and detached again */
    char beside[2 * MOST_BESIDE][H_ALIGNED]; /* every other one of the first is attached too: */
    int num_beside;
    struct h_obj placed;    /* the object that lies in its memory */
    void *mapped;           /* memory of its own */
    MPI_Aint mapped_bytes;
    bool is_open;
} now;

static void detach(void)
{
    H_MPI(MPI_Win_detach(now.win, now.attached));
    if (now.rest)
        H_MPI(MPI_Win_detach(now.win, now.rest));
    while (now.num_beside > 0)
        H_MPI(MPI_Win_detach(now.win, now.beside[2 * --now.num_beside]));
}

static void unmap(void)
{
    if (now.mapped)
        h_unmap(now.mapped, now.mapped_bytes);
    now.mapped = NULL;
}

void h_window_close(void)
{
    if (!now.is_open)
        return;
    if (now.placed.mpi)
        H_DTP(DTP_obj_free(now.placed.pool, now.placed.index));
    if (now.attached)
        detach();
    H_MPI(MPI_Win_free(&now.win));
    unmap();
    free(now.disps);
    now.disps = NULL;
    now.attached = now.rest = NULL;
    now.placed.mpi = NULL;
    now.is_open = false;
}

/* ---- the ways to make it ---- */

static void note_memory(void *base, MPI_Aint bytes)
{
    now.base = base;
    now.bytes = bytes;
}

static int own_unit(const struct h_case *c)
{
    return h_unit(c, c->comm->rank);
}

/* What holds of the windows: H_NO_LOCKS, H_UNORDERED. */
static unsigned kinds;

void h_window_kinds(unsigned windows)
{
    kinds = windows;
}

/* What is true of the program's windows: the defaults of accumulates (MPI-3.1, 11.2.1), or that their order plays no
 * part, and all are of one operator; that units and sizes of all ranks are alike, where they are; that they are not
 * locked, where they are not; and of shared memory, that it need not be contiguous.  The last hint is one that no MPI
 * knows, and each is to ignore (MPI-3.1, 9). */
static MPI_Info hints_of(const struct h_case *c)
{
    const char *alike = c->units_differ ? "false" : "true";
    const bool is_unordered = kinds & H_UNORDERED && c->j % 2;
    MPI_Info info;

    if (!c->is_hinted)
        return MPI_INFO_NULL;
    H_MPI(MPI_Info_create(&info));
    H_MPI(MPI_Info_set(info, "accumulate_ordering", is_unordered ? "none" : "rar,raw,war,waw"));
    H_MPI(MPI_Info_set(info, "accumulate_ops", is_unordered ? "same_op" : "same_op_no_op"));
    H_MPI(MPI_Info_set(info, "same_size", alike));
    H_MPI(MPI_Info_set(info, "same_disp_unit", alike));
    H_MPI(MPI_Info_set(info, "no_locks", kinds & H_NO_LOCKS ? "true" : "false"));
    H_MPI(MPI_Info_set(info, "alloc_shared_noncontig", "true"));
    H_MPI(MPI_Info_set(info, "dtpools_unknown", "true"));
    return info;
}

static void free_hints(MPI_Info *info)
{
    if (*info != MPI_INFO_NULL)
        H_MPI(MPI_Info_free(info));
}

static void create(struct h_case *c)
{
    const MPI_Aint zero = h_zero_in_buffer(c, c->comm->rank);
    char *first = (char *) c->recv.mpi->DTP_obj_buf - zero;
    MPI_Info hints = hints_of(c);
    MPI_Aint lo, hi;

    h_window_bounds(c, &lo, &hi);
    H_MPI(MPI_Win_create(first, hi + zero, own_unit(c), hints, c->comm->comm, &now.win));
    free_hints(&hints);
    note_memory(first, hi + zero);
}

/* The object moves into memory of the MPI's, or of the window's own. */
static void place(struct h_case *c, void *memory, MPI_Aint bytes, MPI_Aint zero)
{
    H_DTP(DTP_obj_free(c->recv.pool, c->j));
    H_DTP(DTP_obj_create_at(c->recv.pool, c->j, memory, bytes, zero));
    now.placed = c->recv;
}

enum { AROUND = 4 * H_ALIGNED };

/* Pages that nobody touches take no memory: only those about the object do.  But a system may not give as many
 * addresses: false, on all ranks, if one of them has too few. */
static bool map_far(const struct h_case *c)
{
    int is_mapped, all;
    MPI_Aint lo, hi;

    h_window_bounds(c, &lo, &hi);
    now.mapped_bytes = h_zero_far_away(c, c->comm->rank) + hi + AROUND;
    now.mapped = h_map(now.mapped_bytes);
    is_mapped = now.mapped != NULL;
    H_MPI(PMPI_Allreduce(&is_mapped, &all, 1, MPI_INT, MPI_LAND, c->comm->comm));
    if (!all)
        unmap();
    return all;
}

static void create_far(struct h_case *c)
{
    const MPI_Aint zero = h_zero_far_away(c, c->comm->rank);
    MPI_Aint lo, hi;
    char *first = now.mapped;

    h_window_bounds(c, &lo, &hi);
    place(c, first + zero + lo - H_ALIGNED, hi - lo + H_ALIGNED + AROUND, H_ALIGNED - lo);
    H_MPI(MPI_Win_create(first, zero + hi, own_unit(c), MPI_INFO_NULL, c->comm->comm, &now.win));
    note_memory(first, zero + hi);
}

static void allocate(struct h_case *c)
{
    const MPI_Aint bytes = h_memory_size(c, c->comm->rank, false);
    MPI_Info hints = hints_of(c);
    void *memory;

    H_MPI(MPI_Win_allocate(bytes, own_unit(c), hints, c->comm->comm, &memory, &now.win));
    free_hints(&hints);
    note_memory(memory, bytes);
    place(c, memory, bytes, h_zero_in_memory(c, c->comm->rank));
}

static void allocate_shared(struct h_case *c)
{
    const MPI_Aint bytes = h_memory_size(c, c->comm->rank, true);
    MPI_Info hints = hints_of(c);
    void *memory;

    H_MPI(MPI_Win_allocate_shared(bytes, own_unit(c), hints, c->comm->comm, &memory, &now.win));
    free_hints(&hints);
    note_memory(memory, bytes);
    place(c, memory, bytes, h_zero_in_memory(c, c->comm->rank));
}

/* Other memory: one region, or in turn as many as an MPI takes (MPI-3.1, 11.2.4: it may run out of resources). */
static void attach_beside(const struct h_case *c)
{
    const int n = h_pair_turn(c) / 4 % 2 ? MOST_BESIDE : 1;

    now.num_beside = 0;
    while (now.num_beside < n &&
           MPI_Win_attach(now.win, now.beside[2 * now.num_beside], sizeof now.beside[0]) == MPI_SUCCESS)
        now.num_beside++;
}

void h_window_attach_again(void)
{
    H_MPI(MPI_Win_detach(now.win, now.attached));
    H_MPI(MPI_Win_attach(now.win, now.attached, now.first_bytes));
}

static void create_dynamic(struct h_case *c)
{
    const MPI_Aint zero = h_zero_in_buffer(c, 0);
    char *buf = c->recv.mpi->DTP_obj_buf;
    MPI_Aint lo, hi, cut, address;

    h_window_bounds(c, &lo, &hi);
    cut = c->regions > 1 ? h_window_cut(c) : hi;
    H_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, c->comm->comm, &now.win));
    H_MPI(MPI_Win_set_errhandler(now.win, MPI_ERRORS_RETURN));
    note_memory(MPI_BOTTOM, 0);
    attach_beside(c);
    H_MPI(MPI_Win_attach(now.win, now.gone[0], sizeof now.gone[0]));
    now.attached = buf - zero;
    H_MPI(MPI_Win_attach(now.win, now.attached, cut + zero));
    if (cut < hi) {
        now.rest = buf + cut;
        H_MPI(MPI_Win_attach(now.win, now.rest, hi - cut));
    }
    H_MPI(MPI_Win_attach(now.win, now.gone[1], sizeof now.gone[1]));
    for (int k = 0; k < 2; k++)
        H_MPI(MPI_Win_detach(now.win, now.gone[k]));
    now.first_bytes = cut + zero;
    if (h_pair_turn(c) / 2 % 2)
        h_window_attach_again();
    H_MPI(MPI_Get_address(buf, &address));
    now.disps = h_alloc(c->comm->size * (MPI_Aint) sizeof *now.disps);
    /* not through the profiling interface: see h_allreduce */
    H_MPI(PMPI_Allgather(&address, 1, MPI_AINT, now.disps, 1, MPI_AINT, c->comm->comm));
}

static const struct h_distance distances[] = {{"beyond-64K", 1 << 16}, {"beyond-1M", 1 << 20}, {"beyond-16M", 1 << 24}};
static const struct h_distance long_distances[] = {{"beyond-2^31", (MPI_Count) 1 << 31},
                                                   {"beyond-2^32", (MPI_Count) 1 << 32}};

const struct h_way h_ways[] = {
    {H_CREATE, "create", create, h_zero_in_buffer, false, true, NULL, 0},
    {H_ALLOCATE, "allocate", allocate, h_zero_in_memory, true, true, NULL, 0},
    {H_ALLOCATE_SHARED, "allocate_shared", allocate_shared, h_zero_in_memory, true, true, NULL, 0},
    {H_DYNAMIC, "create_dynamic", create_dynamic, h_zero_in_buffer, false, false, NULL, 0},
    {H_FAR, "create", create_far, h_zero_far_away, false, true, distances, H_NUM(distances)},
    {H_VERY_FAR, "create", create_far, h_zero_far_away, false, true, long_distances, H_NUM(long_distances)},
};
const int h_num_ways = H_NUM(h_ways);

static bool has_distance(const struct h_way *w, const char *distance)
{
    for (int k = 0; k < w->num_distances; k++)
        if (w->distances[k].name == distance)
            return true;
    return w->num_distances == 0 && !distance;
}

const struct h_way *h_way_of(const struct h_case *c)
{
    const struct h_way *w = h_ways;

    while (w->name != c->window || !has_distance(w, c->distance))
        w++;
    return w;
}

/* Whether there is one already, all ranks must decide alike. */
int h_window_open(struct h_case *c)
{
    const struct h_way *w = h_way_of(c);
    const MPI_Aint first_zero = w->zero(c, 0);

    if (w->bit == H_ALLOCATE_SHARED && !now.is_open && !h_shares_memory(c->comm)) {
        h_leave_out("MPI_Win_allocate_shared: the processes of the communicator share no memory");
        return 0;
    }
    if (w->distances && (MPI_Aint) h_distance_of(c) != h_distance_of(c)) {
        h_leave_out("windows at a distance of %s: MPI_Aint has %d bits", c->distance, (int) (8 * sizeof(MPI_Aint)));
        return 0;
    }
    if (!now.is_open || now.first_zero != first_zero) {
        h_window_close();
        if (w->distances && !map_far(c)) {
            h_leave_out("windows at a distance of %s: a process may not have as many addresses", c->distance);
            return 0;
        }
        w->make(c);
        now.first_zero = first_zero;
        H_MPI(MPI_Win_set_errhandler(now.win, MPI_ERRORS_RETURN));
        now.is_open = true;
    }
    c->win = now.win;
    return 1;
}

void h_window_memory(const void **base, MPI_Aint *bytes)
{
    *base = now.base;
    *bytes = now.bytes;
}

MPI_Aint h_disp(const struct h_case *c, int target)
{
    return now.disps ? now.disps[target] : h_way_of(c)->zero(c, target) / h_unit(c, target);
}

/* ---- pieces of programs ---- */

MPI_Win h_window_over(const struct h_case *c, void *first, MPI_Aint bytes, int unit)
{
    MPI_Win win;

    H_MPI(MPI_Win_create(first, bytes, unit, MPI_INFO_NULL, c->comm->comm, &win));
    H_MPI(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    return win;
}

void h_reach(struct h_obj o, MPI_Aint *below, MPI_Aint *above)
{
    MPI_Aint lo, hi;

    H_DTP(DTP_obj_bounds(o.pool, o.index, &lo, &hi));
    *below = lo < 0 ? h_round_up(-lo, H_ALIGNED) : 0;
    *above = hi > 0 ? hi : 0;
}

MPI_Group h_group(const struct h_case *c, int rank)
{
    MPI_Group all, one;

    H_MPI(MPI_Win_get_group(c->win, &all));
    H_MPI(MPI_Group_incl(all, 1, &rank, &one));
    H_MPI(MPI_Group_free(&all));
    return one;
}

void h_neighbours_start(const struct h_case *c, MPI_Win win)
{
    MPI_Group to = h_group(c, c->comm->right), from = h_group(c, c->comm->left);

    H_MPI(MPI_Win_post(from, 0, win));
    H_MPI(MPI_Win_start(to, 0, win));
    H_MPI(MPI_Group_free(&to));
    H_MPI(MPI_Group_free(&from));
}

void h_neighbours_complete(MPI_Win win)
{
    H_MPI(MPI_Win_complete(win));
    H_MPI(MPI_Win_wait(win));
}

void h_own_begin(struct h_case *c)
{
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->comm->rank, 0, c->win));
}

void h_own_end(struct h_case *c)
{
    H_MPI(MPI_Win_unlock(c->comm->rank, c->win));
}

void h_own_fill(struct h_case *c, struct h_values v)
{
    h_own_begin(c);
    h_fill(c->recv, v);
    h_own_end(c);
}

void h_own_check(struct h_case *c, struct h_values v)
{
    h_own_begin(c);
    h_check_received(c, c->recv, v);
    h_own_end(c);
}
