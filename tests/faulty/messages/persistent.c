/* Persistent requests: which there are, and which are started.  Faults of those of several kinds that are started at
 * once, of those that are started in another order than made, and of another start with another message. */
#include "faulty.h"
#include "hooks.h"

#include <string.h>

enum kind { RECEIVES, SENDS, SYNCHRONOUS, BUFFERED, READY, NUM_KINDS };

static struct persistent {
    MPI_Request request;
    enum kind kind;
    bool started, cancelled;
    MPI_Aint first;         /* bytes of the first message that it received; -1: it has received none */
} made[64];
static int num_made;

enum { MOST = sizeof made / sizeof made[0] };

static struct persistent *find(MPI_Request request)
{
    for (int k = 0; k < num_made; k++)
        if (made[k].request == request)
            return &made[k];
    return NULL;
}

static bool makes(const struct calls_call *c)
{
    return strcmp(c->procedure->family, "point-to-point") == 0 && strstr(c->procedure->name, "_init") != NULL &&
           strncmp(c->procedure->name, "MPI_P", 5) != 0 && c->code == MPI_SUCCESS;
}

static enum kind kind_of(const char *name)
{
    static const char letters[NUM_KINDS] = {'R', 'S', 's', 'b', 'r'};
    const bool has_mode = strncmp(name + 5, "send", 4) == 0;
    const char letter = strncmp(name, "MPI_Recv", 8) == 0 ? 'R' : has_mode ? (char) (name[4] | 32) : 'S';

    for (int k = 0; k < NUM_KINDS; k++)
        if (letters[k] == letter)
            return (enum kind) k;
    return SENDS;
}

static void add(const struct calls_call *c)
{
    const MPI_Request request = *CALLS_HANDLES(MPI_Request, c, calls_find(c->procedure, "request"));

    if (num_made < MOST)
        made[num_made++] = (struct persistent) {request, kind_of(c->procedure->name), false, false, -1};
}

/* Those made before it keep their order. */
static void forget(MPI_Request request)
{
    struct persistent *p = find(request);

    if (p)
        memmove(p, p + 1, (size_t) (&made[--num_made] - p) * sizeof *p);
}

/* ---- starts ---- */

static bool mixes_modes, mixes_ready, mixes_sides, is_out_of_order;

static void begin(MPI_Request request, bool *kinds)
{
    struct persistent *p = find(request);

    if (!p)
        return;
    p->started = true;
    kinds[p->kind] = true;
    for (struct persistent *q = p + 1; q < made + num_made; q++)
        is_out_of_order |= q->started;
}

bool note_persistent(struct calls_call *c)
{
    const bool one = calls_is(c, "MPI_Start"), all = calls_is(c, "MPI_Startall");
    bool kinds[NUM_KINDS] = {false};

    if (calls_is(c, "MPI_Request_free"))
        forget(*CALLS_HANDLES(MPI_Request, c, 0));
    if (!one && !all)
        return false;
    is_out_of_order = false;
    for (int k = 0; k < (all ? number_of(c, "count") : 1); k++)
        begin(CALLS_HANDLES(MPI_Request, c, all)[k], kinds);
    mixes_sides = kinds[RECEIVES] && (kinds[SENDS] || kinds[SYNCHRONOUS] || kinds[BUFFERED] || kinds[READY]);
    mixes_modes = kinds[SYNCHRONOUS] && (kinds[SENDS] || kinds[BUFFERED]);
    mixes_ready = kinds[READY] && (kinds[SENDS] || kinds[SYNCHRONOUS] || kinds[BUFFERED]);
    is_out_of_order &= one;
    return false;
}

bool add_persistent(struct calls_call *c)
{
    if (makes(c))
        add(c);
    return false;
}

/* ---- what others ask ---- */

bool is_inactive(MPI_Request request)
{
    const struct persistent *p = find(request);

    return p && !p->started;
}

void persistent_ended(MPI_Request request)
{
    struct persistent *p = find(request);

    if (p)
        p->started = false;
}

/* ---- faults ---- */

LOSES_IF(mixed_sides_short, l->call == RECEIVE && mixes_sides)
LOSES_IF(mixed_modes_short, l->call == RECEIVE && mixes_modes)
LOSES_IF(mixed_ready_short, l->call == RECEIVE && mixes_ready)
LOSES_IF(out_of_order_short, l->call == RECEIVE && is_out_of_order)

/* The status of a persistent receive is of as many bytes as that of its first start. */
bool first_count_kept(struct calls_call *c)
{
    const int request = calls_find(c->procedure, "request");
    const int status = calls_first(c->procedure, CALLS_STATUS, CALLS_OUT);
    struct persistent *p;
    MPI_Status *s;

    add_persistent(c);
    p = calls_is(c, "MPI_Wait") ? find(*CALLS_HANDLES(MPI_Request, c, request)) : NULL;
    s = p && p->kind == RECEIVES ? calls_pointer(c, status) : MPI_STATUS_IGNORE;
    if (s == MPI_STATUS_IGNORE)
        return false;
    p->first = p->first < 0 ? arrived(s) : p->first;
    if (p->first == arrived(s))
        return false;
    PMPI_Status_set_elements(s, MPI_BYTE, (int) p->first);
    return true;
}

static struct persistent *was_cancelled;    /* the first request that is waited for */

static struct persistent *first_request(const struct calls_call *c)
{
    const int one = calls_first(c->procedure, CALLS_REQUEST, CALLS_INOUT);
    const int all = calls_first(c->procedure, CALLS_REQUESTS, CALLS_INOUT);

    return one < 0 && all < 0 ? NULL : find(*CALLS_HANDLES(MPI_Request, c, one < 0 ? all : one));
}

bool note_cancelled(struct calls_call *c)
{
    struct persistent *p = first_request(c);
    const bool waits = calls_is(c, "MPI_Wait") || calls_is(c, "MPI_Waitall");

    was_cancelled = waits && p && p->cancelled ? p : NULL;
    if (p && calls_is(c, "MPI_Cancel"))
        p->cancelled = true;
    return note_persistent(c);
}

/* A receive that was cancelled once is said to be at another start. */
bool cancelled_again(struct calls_call *c)
{
    MPI_Status *s = was_cancelled ? calls_pointer(c, c->procedure->num_params - 1) : MPI_STATUS_IGNORE;
    int cancelled = 1;

    add_persistent(c);
    if (s != MPI_STATUS_IGNORE)
        PMPI_Test_cancelled(s, &cancelled);
    return !cancelled && PMPI_Status_set_cancelled(s, 1) == MPI_SUCCESS;
}
