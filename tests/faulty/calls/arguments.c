/* Arguments of a call by their names. */
#include "faulty.h"

void set_argument(const struct calls_call *c, const char *name, MPI_Count value)
{
    const int param = calls_find(c->procedure, name);
    const int i = (int) value;

    if (param >= 0 && c->procedure->params[param].width == sizeof i)
        *(int *) c->args[param] = i;
    else if (param >= 0)
        *(MPI_Count *) c->args[param] = value;
}

int number_of(const struct calls_call *c, const char *name)
{
    const int param = calls_find(c->procedure, name);

    return param >= 0 ? (int) calls_number(c, param) : 1;
}

MPI_Datatype type_of(const struct calls_call *c, const char *name)
{
    const int param = calls_find(c->procedure, name);

    return CALLS_HANDLE(MPI_Datatype, c, param >= 0 ? param : calls_find(c->procedure, "datatype"));
}

MPI_Aint bytes_of_call(const struct calls_call *c)
{
    return number_of(c, "count") * (MPI_Aint) size_of(type_of(c, "datatype"));
}

void *pointer_of(const struct calls_call *c, const char *name)
{
    return calls_pointer(c, calls_find(c->procedure, name));
}
