/* One-sided communication: windows over target objects. */
#include "state.h"
#include "accesses/access.h"
#include "blocks/blocks.h"
#include "case/case.h"
#include "case/passes.h"
#include "case/pools.h"
#include "case/signature.h"
#include "run/report.h"
#include "run/run.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

/* ---- where the object lies in the window ---- */

enum { ALIGNED = 16 };

static MPI_Aint round_up(MPI_Aint n, MPI_Aint step)
{
    return (n + step - 1) / step * step;
}

/* Displacements of the first byte of the target object or of displacement 0, whichever is lower, and past the last. */
static void bounds_of(const struct h_case *c, MPI_Aint *lo, MPI_Aint *hi)
{
    H_DTP(DTP_obj_bounds(c->recv.pool, c->j, lo, hi));
    *lo = *lo < 0 ? *lo : 0;
    *hi = *hi > 0 ? *hi : 0;
}

/* In turn the window begins with the object and at a multiple of 16, which displacement 0 is. */
static bool is_exact(const struct h_case *c)
{
    return !c->units_differ && (h_pair_turn(c) + c->comm->number) % 2 == 0;
}

/* Those of windows over far objects are small for displacements that are large, and the other way round. */
static const int units[] = {1, 8, 3, 16, 4, 2, 7, 12}, far_units[] = {4096, 1, 4, 8, 12};

int h_unit(const struct h_case *c, int rank)
{
    const int *of = c->distance ? far_units : units, n = c->distance ? H_NUM(far_units) : H_NUM(units);
    int k = 0;

    while (of[k] != c->unit)
        k++;
    return of[(k + (c->units_differ ? rank : 0)) % n];
}

bool h_is_whole_units(const struct h_case *c, MPI_Aint bytes)
{
    for (int r = 0; r < c->comm->size; r++)
        if (bytes % h_unit(c, r) != 0)
            return false;
    return true;
}

/* A multiple of the unit and of an alignment. */
static MPI_Aint step_of(const struct h_case *c, int rank, int alignment)
{
    const int unit = h_unit(c, rank);
    MPI_Aint step = unit;

    while (step % alignment)
        step += unit;
    return step;
}

static MPI_Aint aligned_step(const struct h_case *c, int rank)
{
    return step_of(c, rank, ALIGNED);
}

/* Bytes from the first one of a rank's window to displacement 0: a multiple of the unit, and not 0 if that is not more
 * than the memory that lies before any object. */
static MPI_Aint zero_in_buffer(const struct h_case *c, int rank)
{
    enum { BEFORE = 48 };
    const MPI_Aint step = aligned_step(c, rank);
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
    return is_exact(c) ? round_up(-lo, c->unit) : round_up(-lo + (step <= BEFORE), step);
}

/* The same in memory of the MPI's, which is aligned: in turn only as much as the basic types ask for. */
static MPI_Aint zero_in_memory(const struct h_case *c, int rank)
{
    const bool is_close = (c->j / 2 + c->comm->number + (int) (harness.moved % 2)) % 2;
    const MPI_Aint step = step_of(c, rank, is_close ? h_signature_alignment(c->recv.pool) : ALIGNED);
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
    return round_up(-lo, step) + step;
}

/* An odd number in turn; but segments of a shared window follow each other. */
static MPI_Aint size_of_memory(const struct h_case *c, int rank, bool is_shared)
{
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
    hi = round_up(hi + zero_in_memory(c, rank) + ALIGNED, ALIGNED);
    return is_shared || (c->j + c->comm->number) % 2 ? hi : hi + 1;
}

/* How far the object is from the beginning of the window. */
static const struct distance {
    const char *name;
    MPI_Count bytes;
} distances[] = {{"beyond-64K", 1 << 16}, {"beyond-1M", 1 << 20}, {"beyond-16M", 1 << 24}},
  long_distances[] = {{"beyond-2^31", (MPI_Count) 1 << 31}, {"beyond-2^32", (MPI_Count) 1 << 32}};

static MPI_Count distance_of(const struct h_case *c)
{
    for (int k = 0; k < H_NUM(distances); k++)
        if (distances[k].name == c->distance)
            return distances[k].bytes;
    return long_distances[c->distance == long_distances[1].name].bytes;
}

/* Bytes to displacement 0 of an object that is so far: none of them is touched. */
static MPI_Aint zero_far_away(const struct h_case *c, int rank)
{
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
    return round_up((MPI_Aint) distance_of(c) - lo + ALIGNED, aligned_step(c, rank));
}

static int alignment_of(MPI_Aint n)
{
    int alignment = ALIGNED;

    while (n % alignment)
        alignment /= 2;
    return alignment;
}

/* ---- the window that is open ---- */

static struct {
    MPI_Win win;
    void *base;             /* its first byte, and how many there are, as it was made */
    MPI_Aint bytes;
    MPI_Aint first_zero;    /* bytes from its first one to displacement 0 of the object on rank 0, known to all */
    MPI_Aint *disps;        /* of a dynamic window: addresses of the object on all ranks */
    void *attached;
    char beside[ALIGNED];   /* attached too */
    char gone[ALIGNED];     /* attached, and detached again */
    struct h_obj placed;    /* the object that lies in its memory */
    void *mapped;           /* memory of its own */
    size_t mapped_bytes;
    bool is_open;
} now;

static void detach(void)
{
    H_MPI(MPI_Win_detach(now.win, now.attached));
    H_MPI(MPI_Win_detach(now.win, now.beside));
}

static void unmap(void)
{
    if (now.mapped)
        (void) munmap(now.mapped, now.mapped_bytes);
    now.mapped = NULL;
}

static void close_window(void)
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
    now.attached = NULL;
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

/* In turn, what is true of all programs: the defaults of accumulates (MPI-3.1, 11.2.1), and that units and sizes of all
 * ranks are alike, where they are. */
static MPI_Info hints_of(const struct h_case *c)
{
    const char *alike = c->units_differ ? "false" : "true";
    MPI_Info info;

    if ((c->j / 2 + c->comm->number) % 2 == 0)
        return MPI_INFO_NULL;
    H_MPI(MPI_Info_create(&info));
    H_MPI(MPI_Info_set(info, "accumulate_ordering", "rar,raw,war,waw"));
    H_MPI(MPI_Info_set(info, "accumulate_ops", "same_op_no_op"));
    H_MPI(MPI_Info_set(info, "same_size", alike));
    H_MPI(MPI_Info_set(info, "same_disp_unit", alike));
    return info;
}

static void free_hints(MPI_Info *info)
{
    if (*info != MPI_INFO_NULL)
        H_MPI(MPI_Info_free(info));
}

static void create(struct h_case *c)
{
    const MPI_Aint zero = zero_in_buffer(c, c->comm->rank);
    char *first = (char *) c->recv.mpi->DTP_obj_buf - zero;
    MPI_Info hints = hints_of(c);
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
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

enum { AROUND = 4 * ALIGNED };

/* Pages that nobody touches take no memory: only those about the object do.  But a system may not give as many
 * addresses: false, on all ranks, if one of them has too few. */
static bool map_far(const struct h_case *c)
{
    int is_mapped, all;
    MPI_Aint lo, hi;

    bounds_of(c, &lo, &hi);
    now.mapped_bytes = (size_t) (zero_far_away(c, c->comm->rank) + hi + AROUND);
    now.mapped = mmap(NULL, now.mapped_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                      0);
    is_mapped = now.mapped != MAP_FAILED;
    if (!is_mapped)
        now.mapped = NULL;
    H_MPI(PMPI_Allreduce(&is_mapped, &all, 1, MPI_INT, MPI_LAND, c->comm->comm));
    if (!all)
        unmap();
    return all;
}

static void create_far(struct h_case *c)
{
    const MPI_Aint zero = zero_far_away(c, c->comm->rank);
    MPI_Aint lo, hi;
    char *first = now.mapped;

    bounds_of(c, &lo, &hi);
    place(c, first + zero + lo - ALIGNED, hi - lo + ALIGNED + AROUND, ALIGNED - lo);
    H_MPI(MPI_Win_create(first, zero + hi, own_unit(c), MPI_INFO_NULL, c->comm->comm, &now.win));
    note_memory(first, zero + hi);
}

static void allocate(struct h_case *c)
{
    const MPI_Aint bytes = size_of_memory(c, c->comm->rank, false);
    MPI_Info hints = hints_of(c);
    void *memory;

    H_MPI(MPI_Win_allocate(bytes, own_unit(c), hints, c->comm->comm, &memory, &now.win));
    free_hints(&hints);
    note_memory(memory, bytes);
    place(c, memory, bytes, zero_in_memory(c, c->comm->rank));
}

static void allocate_shared(struct h_case *c)
{
    const MPI_Aint bytes = size_of_memory(c, c->comm->rank, true);
    void *memory;

    H_MPI(MPI_Win_allocate_shared(bytes, own_unit(c), MPI_INFO_NULL, c->comm->comm, &memory, &now.win));
    note_memory(memory, bytes);
    place(c, memory, bytes, zero_in_memory(c, c->comm->rank));
}

static void create_dynamic(struct h_case *c)
{
    const MPI_Aint zero = zero_in_buffer(c, 0);
    char *buf = c->recv.mpi->DTP_obj_buf;
    MPI_Aint lo, hi, address;

    bounds_of(c, &lo, &hi);
    H_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, c->comm->comm, &now.win));
    note_memory(MPI_BOTTOM, 0);
    H_MPI(MPI_Win_attach(now.win, now.gone, sizeof now.gone));
    H_MPI(MPI_Win_attach(now.win, now.beside, sizeof now.beside));
    now.attached = buf - zero;
    H_MPI(MPI_Win_attach(now.win, now.attached, hi + zero));
    H_MPI(MPI_Win_detach(now.win, now.gone));
    if (h_pair_turn(c) / 2 % 2) {
        H_MPI(MPI_Win_detach(now.win, now.attached));
        H_MPI(MPI_Win_attach(now.win, now.attached, hi + zero));
    }
    H_MPI(MPI_Get_address(buf, &address));
    now.disps = h_alloc(c->comm->size * (MPI_Aint) sizeof *now.disps);
    /* not through the profiling interface: see h_allreduce */
    H_MPI(PMPI_Allgather(&address, 1, MPI_AINT, now.disps, 1, MPI_AINT, c->comm->comm));
}

static const struct way {
    unsigned bit;
    const char *name;
    void (*make)(struct h_case *c);
    MPI_Aint (*zero)(const struct h_case *c, int rank); /* bytes to displacement 0 */
    bool in_memory;       /* of the MPI's */
    bool has_units;
    const struct distance *distances;
    int num_distances;
} ways[] = {
    {H_CREATE, "create", create, zero_in_buffer, false, true, NULL, 0},
    {H_ALLOCATE, "allocate", allocate, zero_in_memory, true, true, NULL, 0},
    {H_ALLOCATE_SHARED, "allocate_shared", allocate_shared, zero_in_memory, true, true, NULL, 0},
    {H_DYNAMIC, "create_dynamic", create_dynamic, zero_in_buffer, false, false, NULL, 0},
    {H_FAR, "create", create_far, zero_far_away, false, true, distances, H_NUM(distances)},
    {H_VERY_FAR, "create", create_far, zero_far_away, false, true, long_distances, H_NUM(long_distances)},
};

static bool has_distance(const struct way *w, const char *distance)
{
    for (int k = 0; k < w->num_distances; k++)
        if (w->distances[k].name == distance)
            return true;
    return w->num_distances == 0 && !distance;
}

static const struct way *way_of(const struct h_case *c)
{
    const struct way *w = ways;

    while (w->name != c->window || !has_distance(w, c->distance))
        w++;
    return w;
}

/* Whether there is one already, all ranks must decide alike. */
static int open_window(struct h_case *c)
{
    const struct way *w = way_of(c);
    const MPI_Aint first_zero = w->zero(c, 0);

    if (w->bit == H_ALLOCATE_SHARED && !now.is_open && !h_shares_memory(c->comm)) {
        h_leave_out("MPI_Win_allocate_shared: the processes of the communicator share no memory");
        return 0;
    }
    if (w->distances && (MPI_Aint) distance_of(c) != distance_of(c)) {
        h_leave_out("windows of more than 2^31 bytes: MPI_Aint has %d bits", (int) (8 * sizeof(MPI_Aint)));
        return 0;
    }
    if (!now.is_open || now.first_zero != first_zero) {
        close_window();
        if (w->distances && !map_far(c)) {
            h_leave_out("windows of more than 2^31 bytes: a process may not have as many addresses");
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

MPI_Aint h_disp(const struct h_case *c, int target)
{
    return now.disps ? now.disps[target] : way_of(c)->zero(c, target) / h_unit(c, target);
}

/* ---- which pairs ---- */

struct visit {
    unsigned windows;
    bool rest;
    void (*pair)(struct h_case *c);
};

/* One window serves several origins: its unit does not depend on them. */
static int unit_of(const struct h_case *c, const struct way *w)
{
    if (!w->has_units)
        return 1;
    if (w->distances)
        return far_units[(c->j + c->comm->number + (int) (harness.moved % 5)) % H_NUM(far_units)];
    return units[(c->j + 3 * (int) (w - ways) + c->comm->number + (int) (harness.moved % 5)) % H_NUM(units)];
}

/* In turn, for each way and number of elements from another target on. */
static bool units_differ(const struct h_case *c, const struct way *w)
{
    const int turn = c->j + c->comm->number + (int) (w - ways) + (int) (harness.moved % 17);

    return w->has_units && turn % 3 != 0;
}

/* Elements that do not lie one after the other are not asked for by their numbers. */
static bool are_whole(const struct h_case *c)
{
    MPI_Aint lb, extent;

    if (harness.moved == 1 || !h_has_basic_type(c->recv))
        return true;
    H_DTP(DTP_obj_extent(c->recv.pool, c->recv.index, &lb, &extent));
    return h_is_whole_units(c, extent);
}

static void choose_units(struct h_case *c, const struct way *w, unsigned windows)
{
    c->unit = unit_of(c, w);
    c->units_differ = (windows & ~(unsigned) H_BY_ELEMENTS) != H_CREATE && units_differ(c, w);
    if (windows & H_BY_ELEMENTS && !are_whole(c)) {
        c->unit = 1;
        c->units_differ = 0;
    }
}

static void visit_origin(const struct h_comm *comm, int i, int j, const struct way *w, const struct visit *v)
{
    struct h_case c = h_case_of(comm, i, j);
    int n = 0, k = 0;

    for (int other = 0; other < H_NUM(ways); other++) {
        k = &ways[other] == w ? n : k;
        n += (v->windows & ways[other].bit) != 0;
    }
    if (!h_due(&c, k, n))
        return;
    if (h_budget_was_spent()) {
        h_pair_skip();
        return;
    }
    c.open = open_window;
    c.window = w->name;
    if (w->distances)
        c.distance = w->distances[(j + comm->number + (int) (harness.moved % 5)) % w->num_distances].name;
    choose_units(&c, w, v->windows);
    c.window_align = alignment_of(w->in_memory ? size_of_memory(&c, 0, w->bit == H_ALLOCATE_SHARED) : w->zero(&c, 0));
    h_pair_begin(&c);
    v->pair(&c);
    h_pair_end();
    h_object_put(c.send);
}

/* Object j is the target of others in the first round once, then of all the rest. */
static void visit_target(const struct h_comm *comm, int j, const struct way *w, const struct visit *v)
{
    const int sends = harness.send[0]->DTP_num_objs;

    if (harness.only_i >= 0)
        visit_origin(comm, harness.only_i, j, w, v);
    else
        for (int i = 0; i < sends; i++)
            if (h_pair_is_first(comm, i, j) != v->rest && h_pair_is_due(comm, v->rest, i, j))
                visit_origin(comm, i, j, w, v);
    close_window();
    h_object_put((struct h_obj) {.pool = harness.recv[0], .index = j, .mpi = &harness.recv[0]->DTP_obj_array[j]});
}

static void visit_comm(const struct h_comm *comm, void *with)
{
    const struct visit *v = with;
    const int n = harness.recv[0]->DTP_num_objs, first = h_first_turn(n);

    for (int turn = 0; turn < n; turn++)
        for (int k = 0, j = (first + turn) % n; k < H_NUM(ways); k++)
            if (v->windows & ways[k].bit && (harness.only_j < 0 || j == harness.only_j))
                visit_target(comm, j, &ways[k], v);
}

void h_each_window_of(unsigned comms, unsigned windows, void (*visit)(struct h_case *c))
{
    struct visit v = {windows, false, visit};

    harness.spread = false;
    h_each_round(comms, visit_comm, &v, &v.rest);
}

void h_each_window(unsigned comms, void (*visit)(struct h_case *c))
{
    h_each_window_of(comms, H_CREATE, visit);
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
    *below = lo < 0 ? round_up(-lo, ALIGNED) : 0;
    *above = hi > 0 ? hi : 0;
}

void *h_shared_object(struct h_case *c, int rank)
{
    MPI_Aint size;
    char *base;
    int unit;

    H_MPI(MPI_Win_shared_query(c->win, rank, &size, &unit, &base));
    h_check_number(c, "MPI_Win_shared_query", "size", size_of_memory(c, rank, true), size);
    h_check_number(c, "MPI_Win_shared_query", "disp_unit", h_unit(c, rank), unit);
    return base + zero_in_memory(c, rank);
}

/* An attribute, which must be there. */
static void *attribute_of(struct h_case *c, int key, const char *name)
{
    void *value = NULL;
    int is_there = 0;

    H_MPI(MPI_Win_get_attr(c->win, key, &value, &is_there));
    h_check_number(c, "MPI_Win_get_attr", name, 1, is_there != 0);
    return is_there ? value : NULL;
}

static void check_number(struct h_case *c, const char *name, long long expected, const void *found, long long number)
{
    if (found)
        h_check_number(c, "MPI_Win_get_attr", name, expected, number);
}

void h_check_attributes(struct h_case *c)
{
    static const struct {
        unsigned bit;
        int flavor;
    } flavors[] = {{H_CREATE, MPI_WIN_FLAVOR_CREATE}, {H_ALLOCATE, MPI_WIN_FLAVOR_ALLOCATE},
                   {H_ALLOCATE_SHARED, MPI_WIN_FLAVOR_SHARED}, {H_DYNAMIC, MPI_WIN_FLAVOR_DYNAMIC}};
    const struct way *w = way_of(c);
    const char *base = attribute_of(c, MPI_WIN_BASE, "MPI_WIN_BASE");
    const MPI_Aint *size = attribute_of(c, MPI_WIN_SIZE, "MPI_WIN_SIZE");
    const int *unit = attribute_of(c, MPI_WIN_DISP_UNIT, "MPI_WIN_DISP_UNIT");
    const int *flavor = attribute_of(c, MPI_WIN_CREATE_FLAVOR, "MPI_WIN_CREATE_FLAVOR");
    const int *model = attribute_of(c, MPI_WIN_MODEL, "MPI_WIN_MODEL");

    h_check_number(c, "MPI_Win_get_attr", "MPI_WIN_BASE", 0, base - (char *) now.base);
    check_number(c, "MPI_WIN_SIZE", now.bytes, size, size ? *size : 0);
    check_number(c, "MPI_WIN_DISP_UNIT", own_unit(c), unit, unit ? *unit : 0);
    check_number(c, "MPI_WIN_MODEL", 1, model, model && (*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE));
    for (int k = 0; k < H_NUM(flavors); k++)
        if (flavors[k].bit == w->bit)
            check_number(c, "MPI_WIN_CREATE_FLAVOR", flavors[k].flavor, flavor, flavor ? *flavor : 0);
    h_count_verified();
}

MPI_Group h_group(struct h_case *c, int rank)
{
    MPI_Group all, one;

    H_MPI(MPI_Win_get_group(c->win, &all));
    H_MPI(MPI_Group_incl(all, 1, &rank, &one));
    H_MPI(MPI_Group_free(&all));
    return one;
}

void h_own_begin(struct h_case *c)
{
    H_MPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->comm->rank, 0, c->win));
}

void h_own_end(struct h_case *c)
{
    H_MPI(MPI_Win_unlock(c->comm->rank, c->win));
}
