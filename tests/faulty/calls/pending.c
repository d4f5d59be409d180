/* Operations under way on communicators: what there is beside each, and what became of its communicator. */
#include "calls/collective.h"

#include <stdlib.h>
#include <string.h>

static struct pending {
    MPI_Request request;
    MPI_Comm comm;
    const char *row;
    int root, number;         /* number: in the order in which they were started */
    struct bounds bounds;     /* of a type of blocks */
    int beside;               /* how many there were on the communicator when it was started, */
    bool unlike;              /* some of another procedure, */
    bool other_root, other_type; /* or of the same one, from another root, or with a type of another span */
    bool comm_freed;
    struct pending *next;
} *pending;

static struct pending **link_to(MPI_Request request)
{
    struct pending **link = &pending;

    while (*link && (*link)->request != request)
        link = &(*link)->next;
    return link;
}

/* Wherever the first element is: displacements may be absolute. */
static bool are_spans_equal(const struct bounds *a, const struct bounds *b)
{
    return a->extent == b->extent && a->true_extent == b->true_extent && a->true_lb - a->lb == b->true_lb - b->lb;
}

void pending_add(MPI_Request request, MPI_Comm comm, const char *row, int root, struct bounds bounds)
{
    static int number;
    struct pending *added = memory(sizeof *added);

    *added = (struct pending) {.request = request, .comm = comm, .row = row, .root = root, .number = number++,
                               .bounds = bounds, .next = pending};
    for (const struct pending *p = pending; p; p = p->next) {
        if (p->comm != comm || p->comm_freed)
            continue;
        added->beside++;
        added->unlike |= p->row != row;
        added->other_root |= p->row == row && p->root != root;
        added->other_type |= p->row == row && !are_spans_equal(&p->bounds, &bounds);
    }
    pending = added;
}

void pending_end(MPI_Request request)
{
    struct pending **link = link_to(request), *p = *link;

    if (!p)
        return;
    *link = p->next;
    free(p);
}

/* ---- communicators that are freed, and those that are made then ---- */

enum { MOST = 16 };
static MPI_Comm successors[MOST];
static int num_successors;

static void forget_successor(MPI_Comm comm)
{
    for (int k = 0; k < num_successors; k++)
        if (successors[k] == comm)
            successors[k--] = successors[--num_successors];
}

void pending_before(struct calls_call *c)
{
    MPI_Comm comm;

    if (!calls_is(c, "MPI_Comm_free"))
        return;
    comm = *CALLS_HANDLES(MPI_Comm, c, 0);
    forget_successor(comm);
    rotated_forget(comm);
    collective_comm_freed(comm);
    for (struct pending *p = pending; p; p = p->next)
        p->comm_freed |= p->comm == comm;
}

/* All zero where a call has no type, or one for each block. */
static struct bounds bounds_of_call(const struct calls_call *c)
{
    const int own = calls_find(c->procedure, "recvtype"), param = own >= 0 ? own : calls_find(c->procedure, "datatype");

    return param >= 0 ? bounds_of(CALLS_HANDLE(MPI_Datatype, c, param)) : (struct bounds) {0, 0, 0, 0};
}

void pending_after(struct calls_call *c)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);
    const int made = calls_first(c->procedure, CALLS_COMM, CALLS_OUT);
    const int root = calls_first(c->procedure, CALLS_ROOT_RANK, CALLS_IN);

    if (request >= 0 && calls_comm(c) != MPI_COMM_NULL && strcmp(form_of(c), "nonblocking") == 0)
        pending_add(*CALLS_HANDLES(MPI_Request, c, request), calls_comm(c), c->procedure->row,
                    root >= 0 ? (int) calls_number(c, root) : -1, bounds_of_call(c));
    if (made < 0 || request >= 0)
        return;
    for (const struct pending *p = pending; p; p = p->next)
        if (p->comm_freed && num_successors < MOST) {
            successors[num_successors++] = *CALLS_HANDLES(MPI_Comm, c, made);
            return;
        }
}

/* ---- conditions ---- */

static const struct pending *of(const struct collective *c)
{
    return *link_to(c->request);
}

bool is_comm_freed(const struct collective *c) { return of(c) && of(c)->comm_freed; }
bool is_ninth_under_way(const struct collective *c) { return of(c) && of(c)->beside >= 8; }
bool is_fourth_under_way(const struct collective *c) { return of(c) && of(c)->beside >= 3; }
bool is_beside_unlike(const struct collective *c) { return of(c) && of(c)->unlike; }
bool is_beside_other_root(const struct collective *c) { return of(c) && of(c)->other_root; }
bool is_beside_other_type(const struct collective *c) { return of(c) && of(c)->other_type; }

bool is_amid(const struct collective *c)
{
    for (const struct pending *p = pending; p; p = p->next)
        if (!p->comm_freed && p->request != c->request)
            return true;
    return false;
}

/* One that was started before it on the communicator is still under way. */
bool is_overtaking(const struct collective *c)
{
    const struct pending *mine = of(c);

    for (const struct pending *p = pending; mine && p; p = p->next)
        if (p->comm == mine->comm && p->number < mine->number)
            return true;
    return false;
}

bool is_on_successor(const struct collective *c)
{
    for (int k = 0; k < num_successors; k++)
        if (successors[k] == c->comm)
            return true;
    return false;
}
