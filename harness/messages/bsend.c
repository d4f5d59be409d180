/* The buffer of buffered sends: exactly as large as the standard asks for, and bytes around it that nobody may
 * change. */
#include "messages/message.h"
#include "run/report.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, MARK = 0xa5 };

static struct {
    unsigned char *memory;
    MPI_Aint size;
} buffer;

/* The room that a message takes (MPI-3.1, 3.6). */
static MPI_Aint room_of(const struct h_message *m)
{
    int size;

    H_MPI(MPI_Pack_size(m->count, m->type, m->comm, &size));
    if (size < 0)
        h_fail_at_once("other", "MPI_Pack_size: expected a size, found %d: no buffer is as large", size);
    return (MPI_Aint) size + MPI_BSEND_OVERHEAD;
}

void h_bsend_begin(struct h_case *c, int n, const struct h_end *ends)
{
    (void) c;
    buffer.size = 0;
    for (int k = 0; k < n; k++)
        buffer.size += room_of(&ends[k].m);
    if (buffer.size > INT_MAX)
        h_fail_at_once("other", "a buffer of %lld bytes: MPI_Buffer_attach takes at most %d", (long long) buffer.size,
                       INT_MAX);
    buffer.memory = h_alloc(buffer.size + 2 * GUARD);
    memset(buffer.memory, MARK, (size_t) buffer.size + 2 * GUARD);
    H_MPI(MPI_Buffer_attach(buffer.memory + GUARD, (int) buffer.size));
}

static int changed_from(MPI_Aint at)
{
    int n = 0;

    for (int k = 0; k < GUARD; k++)
        n += buffer.memory[at + k] != MARK;
    return n;
}

/* What was in the buffer is out of it when it is detached (MPI-3.1, 3.6): it gets other values. */
void h_bsend_end(struct h_case *c)
{
    void *detached;
    int size;

    H_MPI(MPI_Buffer_detach(&detached, &size));
    h_check_number(c, "MPI_Buffer_detach", "size", (long long) buffer.size, size);
    h_check_number(c, "MPI_Buffer_detach", "address", 0, (unsigned char *) detached - (buffer.memory + GUARD));
    h_check_number(c, "MPI_Buffer_attach", "bytes changed before the buffer", 0, changed_from(0));
    h_check_number(c, "MPI_Buffer_attach", "bytes changed after the buffer", 0, changed_from(GUARD + buffer.size));
    memset(buffer.memory, ~MARK & 0xff, (size_t) buffer.size + 2 * GUARD);
    free(buffer.memory);
    buffer.memory = NULL;
}
