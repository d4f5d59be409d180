/* Operations under way on communicators: what there is beside each, and what became of its communicator. */
#include "calls/collective.h"

#include <stdlib.h>
#include <string.h>

static struct pending {
    MPI_Request request;
    MPI_Comm comm;
    const char *row;
    int root, number;         /* number: in the order in which they were started */
    int beside;               /* how many there were on the communicator when it was started, */
    bool unlike, other_root;  /* some of another procedure, or from another root */
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

void pending_add(MPI_Request request, MPI_Comm comm, const char *row, int root)
{
    static int number;
    struct pending *added = memory(sizeof *added);

    *added = (struct pending) {.request = request, .comm = comm, .row = row, .root = root, .number = number++,
                               .next = pending};
    for (const struct pending *p = pending; p; p = p->next) {
        if (p->comm != comm || p->comm_freed)
            continue;
        added->beside++;
        added->unlike |= p->row != row;
        added->other_root |= p->row == row && p->root != root;
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

void pending_after(struct calls_call *c)
{
    const int request = calls_first(c->procedure, CALLS_REQUEST, CALLS_OUT);
    const int made = calls_first(c->procedure, CALLS_COMM, CALLS_OUT);
    const int root = calls_first(c->procedure, CALLS_ROOT_RANK, CALLS_IN);

    if (request >= 0 && calls_comm(c) != MPI_COMM_NULL && strcmp(form_of(c), "nonblocking") == 0)
        pending_add(*CALLS_HANDLES(MPI_Request, c, request), calls_comm(c), c->procedure->row,
                    root >= 0 ? (int) calls_number(c, root) : -1);
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
bool is_fourth_under_way(const struct collective *c) { return of(c) && of(c)->beside >= 3; }
bool is_beside_unlike(const struct collective *c) { return of(c) && of(c)->unlike; }
bool is_beside_other_root(const struct collective *c) { return of(c) && of(c)->other_root; }

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
