/* Arguments by their numbers in the table, and the blocks that buffers consist of. */
#include "calls.h"

#include <string.h>

/* ---- parameters ---- */

int calls_find(const struct calls_procedure *p, const char *name)
{
    for (int k = 0; k < p->num_params; k++)
        if (strcmp(p->params[k].name, name) == 0)
            return k;
    return -1;
}

int calls_first(const struct calls_procedure *p, enum calls_kind kind, enum calls_direction direction)
{
    for (int k = 0; k < p->num_params; k++)
        if (p->params[k].kind == kind && p->params[k].direction == direction)
            return k;
    return -1;
}

bool calls_is(const struct calls_call *c, const char *row)
{
    return strcmp(c->procedure->row, row) == 0;
}

static MPI_Count number_at(const void *at, unsigned width)
{
    int i;
    long long l;

    if (width == sizeof i) {
        memcpy(&i, at, sizeof i);
        return i;
    }
    memcpy(&l, at, sizeof l);
    return (MPI_Count) l;
}

MPI_Count calls_number(const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];

    return p->is_pointer ? calls_entry(c, param, 0) : number_at(c->args[param], p->width);
}

void *calls_pointer(const struct calls_call *c, int param)
{
    return *(void **) c->args[param];
}

MPI_Count calls_entry(const struct calls_call *c, int param, MPI_Count k)
{
    const unsigned width = c->procedure->params[param].width;

    return number_at((char *) calls_pointer(c, param) + k * width, width);
}

void calls_set_entry(const struct calls_call *c, int param, MPI_Count k, MPI_Count value)
{
    const unsigned width = c->procedure->params[param].width;
    const int i = (int) value;
    const long long l = (long long) value;

    memcpy((char *) calls_pointer(c, param) + k * width, width == sizeof i ? (const void *) &i : &l, width);
}

/* ---- lengths ---- */

MPI_Comm calls_comm(const struct calls_call *c)
{
    const int comm = calls_first(c->procedure, CALLS_COMM, CALLS_IN);

    return comm >= 0 ? CALLS_HANDLE(MPI_Comm, c, comm) : MPI_COMM_NULL;
}

static bool is_inter(MPI_Comm comm)
{
    int inter;

    return comm != MPI_COMM_NULL && CALLS_ASK(MPI_Comm_test_inter, comm, &inter) && inter;
}

static int local_size_of(MPI_Comm comm)
{
    int size;

    return comm != MPI_COMM_NULL && CALLS_ASK(MPI_Comm_size, comm, &size) ? size : 0;
}

/* Of the group that messages go to. */
static int size_of(MPI_Comm comm)
{
    int size;

    if (!is_inter(comm))
        return local_size_of(comm);
    return CALLS_ASK(MPI_Comm_remote_size, comm, &size) ? size : 0;
}

static int topology_of(MPI_Comm comm)
{
    int topology;

    return CALLS_ASK(MPI_Topo_test, comm, &topology) ? topology : MPI_UNDEFINED;
}

static int dims_of(MPI_Comm comm)
{
    int dims;

    return topology_of(comm) == MPI_CART && CALLS_ASK(MPI_Cartdim_get, comm, &dims) ? dims : 0;
}

/* This rank, or MPI_UNDEFINED, which is none. */
static int rank_of(MPI_Comm comm)
{
    int rank;

    return CALLS_ASK(MPI_Comm_rank, comm, &rank) ? rank : MPI_UNDEFINED;
}

static int degree_of(MPI_Comm comm, bool in)
{
    const int topology = topology_of(comm);
    int indegree, outdegree, weighted;

    if (topology == MPI_CART)
        return 2 * dims_of(comm);
    if (topology == MPI_GRAPH)
        return CALLS_ASK(MPI_Graph_neighbors_count, comm, rank_of(comm), &indegree) ? indegree : 0;
    if (topology == MPI_DIST_GRAPH && CALLS_ASK(MPI_Dist_graph_neighbors_count, comm, &indegree, &outdegree, &weighted))
        return in ? indegree : outdegree;
    return 0;
}

/* The values of an array of n, in one. */
static MPI_Count total(const struct calls_call *c, int param, char which, MPI_Count n)
{
    MPI_Count sum = 0;

    if (which == '.')
        return n > 0 ? calls_entry(c, param, n - 1) : 0;
    for (MPI_Count k = 0; k < n; k++)
        sum += calls_entry(c, param, k);
    return sum;
}

static MPI_Count how_many(const struct calls_call *c, int length, char which)
{
    MPI_Comm comm = length < CALLS_ONE ? calls_comm(c) : MPI_COMM_NULL;

    switch (length) {
        case CALLS_ONE: return 1;
        case CALLS_SIZE: return size_of(comm);
        case CALLS_LOCAL_SIZE: return local_size_of(comm);
        case CALLS_INDEGREE: return degree_of(comm, true);
        case CALLS_OUTDEGREE: return degree_of(comm, false);
        case CALLS_DIMS: return dims_of(comm);
        default: return which ? total(c, length, which, calls_length(c, length)) : calls_number(c, length);
    }
}

MPI_Count calls_length(const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];

    return how_many(c, p->length, p->which);
}

/* ---- buffers ---- */

/* Whether this process takes part as the access says, and is the root of a rooted operation. */
static bool plays(const struct calls_call *c, char where, bool *is_root)
{
    const int root = calls_first(c->procedure, CALLS_ROOT_RANK, CALLS_IN);
    MPI_Comm comm = calls_comm(c);

    *is_root = false;
    if (root < 0)
        return true;
    const int r = (int) calls_number(c, root);
    const bool inter = is_inter(comm);
    *is_root = inter ? r == MPI_ROOT : r == rank_of(comm);
    if (inter && r == MPI_PROC_NULL)
        return false;
    return where == 'a' || (where == 'r' ? *is_root : !inter || !*is_root);
}

/* MPI_NO_OP: the origin is not read, and may be nowhere (MPI-3.1, 11.3.4). */
static bool is_ignored(const struct calls_call *c, const struct calls_access *a)
{
    const int op = calls_first(c->procedure, CALLS_OP, CALLS_IN);

    return op >= 0 && a->direction == CALLS_IN && CALLS_HANDLE(MPI_Op, c, op) == MPI_NO_OP;
}

static bool takes_part(const struct calls_call *c, const struct calls_access *a, bool *is_root)
{
    return plays(c, a->where, is_root) && calls_pointer(c, a->param) != MPI_IN_PLACE && !is_ignored(c, a);
}

bool calls_is_significant(const struct calls_call *c, int param)
{
    const struct calls_procedure *p = c->procedure;
    bool describes = false, is_root;

    for (int k = 0; k < p->num_accesses; k++) {
        const struct calls_access *a = &p->accesses[k];
        if (param != a->count && param != a->displs && param != a->type)
            continue;
        if (takes_part(c, a, &is_root))
            return true;
        describes = true;
    }
    return !describes;
}

/* The other buffer of the call where it is MPI_IN_PLACE, so that this one holds what it would; else NULL. */
static const struct calls_access *other_in_place(const struct calls_call *c, const struct calls_access *a)
{
    const struct calls_procedure *p = c->procedure;

    for (int k = 0; k < p->num_accesses; k++)
        if (&p->accesses[k] != a && calls_pointer(c, p->accesses[k].param) == MPI_IN_PLACE)
            return &p->accesses[k];
    return NULL;
}

static MPI_Datatype type_at(const struct calls_call *c, int type, MPI_Count k)
{
    if (type == CALLS_BYTE)
        return MPI_BYTE;
    return c->procedure->params[type].is_pointer ? CALLS_HANDLES(MPI_Datatype, c, type)[k]
                                                 : CALLS_HANDLE(MPI_Datatype, c, type);
}

static MPI_Count count_of(const struct calls_call *c, const struct calls_access *a)
{
    int rank;

    if (a->count == CALLS_ONE)
        return 1;
    if (a->how == '+')
        return total(c, a->count, '+', calls_length(c, a->count));
    if (a->how != '.')
        return calls_number(c, a->count);
    rank = rank_of(calls_comm(c));
    return rank >= 0 ? calls_entry(c, a->count, rank) : 0;
}

static MPI_Aint extent_of(MPI_Datatype type)
{
    MPI_Aint lb, extent;

    return CALLS_ASK(MPI_Type_get_extent, type, &lb, &extent) ? extent : 0;
}

/* Block k at its displacement: in bytes where types are an array, else in extents. */
static struct calls_block block(const struct calls_call *c, const struct calls_access *a, MPI_Count k)
{
    const bool by_bytes = a->type >= 0 && c->procedure->params[a->type].is_pointer;
    MPI_Datatype type = type_at(c, a->type, k);
    const MPI_Aint disp = (MPI_Aint) calls_entry(c, a->displs, k) * (by_bytes ? 1 : extent_of(type));

    return (struct calls_block) {(char *) calls_pointer(c, a->param) + disp, calls_entry(c, a->count, k), type};
}

MPI_Count calls_count_in_place(const struct calls_call *c, const struct calls_access *a)
{
    const struct calls_access *other = other_in_place(c, a);

    return other && other->displs == CALLS_ONE && other->type == a->type
               ? count_of(c, other) * how_many(c, other->times, 0)
               : 0;
}

int calls_blocks(const struct calls_call *c, const struct calls_access *a, struct calls_block **blocks,
                 enum calls_direction *direction)
{
    void *buf = calls_pointer(c, a->param);
    bool is_root;
    MPI_Count n = 0;

    *blocks = NULL;
    *direction = a->direction;
    if (!takes_part(c, a, &is_root))
        return 0;
    if (a->direction == CALLS_ROOT)
        *direction = is_root ? CALLS_IN : CALLS_OUT;
    if (a->direction == CALLS_OUT && other_in_place(c, a))
        *direction = CALLS_INOUT;
    n = a->displs == CALLS_ONE ? 1 : how_many(c, a->times, 0);
    *blocks = calls_allocate(n > 0 ? (size_t) n : 0, sizeof **blocks);
    if (a->displs == CALLS_ONE)
        (*blocks)[0] = (struct calls_block) {buf, count_of(c, a) * how_many(c, a->times, 0), type_at(c, a->type, 0)};
    else
        for (MPI_Count k = 0; k < n; k++)
            (*blocks)[k] = block(c, a, k);
    return (int) n;
}
