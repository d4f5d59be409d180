/* The buffer of buffered sends: exactly as large as the standard asks for, and bytes around it that nobody may
 * change. */
#include "messages/bsend.h"
#include "case/pools.h"
#include "mpi_has.h"
#include "run/report.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, MARK = 0xa5 };

/* ---- where messages find room (MPI-4.1, 3.6) ---- */

static int attach_to_process(MPI_Comm comm, void *memory, int size)
{
    (void) comm;
    return MPI_Buffer_attach(memory, size);
}

static int detach_from_process(MPI_Comm comm, void *memory, int *size)
{
    (void) comm;
    return MPI_Buffer_detach(memory, size);
}

#ifdef HAVE_MPI_COMM_ATTACH_BUFFER
/* MPI makes it. */
static int attach_none(MPI_Comm comm, void *memory, int size)
{
    (void) memory, (void) size;
    return MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0);
}
#endif

static const struct room {
    const char *attaches, *detaches;
    int (*attach)(MPI_Comm comm, void *memory, int size);
    int (*detach)(MPI_Comm comm, void *memory, int *size);
    bool is_automatic;
} rooms[] = {
    {"MPI_Buffer_attach", "MPI_Buffer_detach", attach_to_process, detach_from_process, false},
#ifdef HAVE_MPI_COMM_ATTACH_BUFFER
    {"MPI_Comm_attach_buffer", "MPI_Comm_detach_buffer", MPI_Comm_attach_buffer, MPI_Comm_detach_buffer, false},
    {"MPI_Comm_attach_buffer", "MPI_Comm_detach_buffer", attach_none, MPI_Comm_detach_buffer, true},
#endif
};

static struct {
    unsigned char *memory;
    MPI_Aint size;
    const struct room *room;
    MPI_Comm comm;
} buffer;

/* That of the process where there are several communicators. */
static const struct room *choose_room(const struct h_case *c, int n, const struct h_message_end *ends)
{
    for (int k = 1; k < n; k++)
        if (ends[k].m.comm != ends[0].m.comm)
            return &rooms[0];
    return &rooms[h_pair_turn(c) % H_NUM(rooms)];
}

/* The room that a message takes (MPI-3.1, 3.6). */
static MPI_Aint room_of(const struct h_message *m)
{
    int size;

    H_MPI(MPI_Pack_size(m->count, m->type, m->comm, &size));
    if (size < 0)
        h_fail_at_once("other", "MPI_Pack_size: expected a size, found %d: no buffer is as large", size);
    return (MPI_Aint) size + MPI_BSEND_OVERHEAD;
}

/* The buffer, at an address of its memory. */
static void attach(unsigned char *at)
{
    h_mpi(buffer.room->attach(buffer.comm, at, (int) buffer.size), buffer.room->attaches, __FILE__, __LINE__);
}

/* What MPI made is detached as MPI_BUFFER_AUTOMATIC, of no size that matters. */
static void check_detached(struct h_case *c, const unsigned char *attached, const void *detached, int size)
{
#ifdef HAVE_MPI_COMM_ATTACH_BUFFER
    if (buffer.room->is_automatic) {
        h_check_number(c, buffer.room->detaches, "MPI_BUFFER_AUTOMATIC", 1, detached == MPI_BUFFER_AUTOMATIC);
        return;
    }
#endif
    h_check_number(c, buffer.room->detaches, "size", (long long) buffer.size, size);
    h_check_number(c, buffer.room->detaches, "address", 0, (const unsigned char *) detached - attached);
}

static void detach(struct h_case *c, const unsigned char *at)
{
    void *detached;
    int size;

    h_mpi(buffer.room->detach(buffer.comm, &detached, &size), buffer.room->detaches, __FILE__, __LINE__);
    check_detached(c, at, detached, size);
}

static unsigned char *anywhere(const struct h_case *c)
{
    enum { ALIGNMENT = 8 };

    return buffer.memory + GUARD + h_pair_turn(c) % ALIGNMENT;
}

/* One at any address is attached before, and not used: there an MPI may leave out bytes, and have too little room. */
void h_bsend_begin(struct h_case *c, int n, const struct h_message_end *ends)
{
    buffer.size = 0;
    for (int k = 0; k < n; k++)
        buffer.size += room_of(&ends[k].m);
    if (buffer.size > INT_MAX)
        h_fail_at_once("other", "a buffer of %lld bytes: MPI_Buffer_attach takes at most %d", (long long) buffer.size,
                       INT_MAX);
    buffer.room = choose_room(c, n, ends);
    buffer.comm = ends[0].m.comm;
    buffer.memory = h_alloc(buffer.size + 2 * GUARD);
    attach(anywhere(c));
    detach(c, anywhere(c));
    memset(buffer.memory, MARK, (size_t) buffer.size + 2 * GUARD);
    attach(buffer.memory + GUARD);
}

/* Checks the bytes on one side of the buffer, from byte `first` of it on: nobody may change them. */
static void check_guard(struct h_case *c, const char *side, MPI_Aint first)
{
    const struct h_failure failure = {.kind = side, .check = buffer.room->attaches};
    int k = 0;

    while (k < GUARD && buffer.memory[GUARD + first + k] == MARK)
        k++;
    if (k < GUARD)
        h_fail_as(c, NULL, &failure, "%s: byte %lld of a buffer of %lld: expected it as it was, found it written",
                  buffer.room->attaches, (long long) first + k, (long long) buffer.size);
}

/* What was in the buffer is out of it when it is detached (MPI-3.1, 3.6): it gets other values. */
void h_bsend_end(struct h_case *c)
{
    detach(c, buffer.memory + GUARD);
    check_guard(c, "before", -GUARD);
    check_guard(c, "after", buffer.size);
    memset(buffer.memory, ~MARK & 0xff, (size_t) buffer.size + 2 * GUARD);
    free(buffer.memory);
    buffer.memory = NULL;
}
