/* Faults of handles: what a call has ended keeps its handle. */
#include "faulty.h"
#include "hooks.h"

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
