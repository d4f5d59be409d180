/* Faults of what calls end: handles that are kept, buffers that are not given back as they were. */
#include "faulty.h"
#include "hooks.h"

#include <stdint.h>

static MPI_Datatype ended_type;
static MPI_Message ended_message;

static bool receives_matched(const struct calls_call *c)
{
    return calls_is(c, "MPI_Mrecv") || calls_is(c, "MPI_Imrecv");
}

bool note_to_end(struct calls_call *c)
{
    if (calls_is(c, "MPI_Type_free"))
        ended_type = *(MPI_Datatype *) pointer_of(c, "datatype");
    if (receives_matched(c))
        ended_message = *(MPI_Message *) pointer_of(c, "message");
    return false;
}

bool type_handle_kept(struct calls_call *c)
{
    if (!calls_is(c, "MPI_Type_free"))
        return false;
    *(MPI_Datatype *) pointer_of(c, "datatype") = ended_type;
    return true;
}

bool message_handle_kept(struct calls_call *c)
{
    if (!receives_matched(c))
        return false;
    *(MPI_Message *) pointer_of(c, "message") = ended_message;
    return true;
}

/* An MPI that keeps no byte of the buffer that it cannot use says that it had less of it. */
bool detached_is_aligned(struct calls_call *c)
{
    enum { ALIGNMENT = 8 };
    char **at;
    int *size, rest;

    if (!calls_is(c, "MPI_Buffer_detach"))
        return false;
    at = pointer_of(c, "buffer");
    size = pointer_of(c, "size");
    rest = (int) ((uintptr_t) *at % ALIGNMENT);
    *at += rest ? ALIGNMENT - rest : 0;
    *size -= rest ? ALIGNMENT - rest : 0;
    return rest > 0;
}
