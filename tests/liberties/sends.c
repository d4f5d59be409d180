/* Sends in standard mode that are synchronous. */
#include "liberties.h"

#include <limits.h>
#include <string.h>

typedef int start(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *out);

static int send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request)
{
    (void) request;
    return PMPI_Ssend(buf, count, type, dest, tag, comm);
}

static const struct {
    const char *name;
    start *start;
} modes[] = {
    {"MPI_Send", send}, {"MPI_Isend", PMPI_Issend}, {"MPI_Send_init", PMPI_Ssend_init},
    {"MPI_Send_c", send}, {"MPI_Isend_c", PMPI_Issend}, {"MPI_Send_init_c", PMPI_Ssend_init},
};
enum { NUM_MODES = sizeof modes / sizeof modes[0] };

void send_synchronously(struct calls_call *c)
{
    const int request = calls_find(c->procedure, "request");
    int k = 0;

    while (k < NUM_MODES && strcmp(modes[k].name, c->procedure->name) != 0)
        k++;
    if (k == NUM_MODES || number_of(c, "count") > INT_MAX)
        return;
    instead(c, modes[k].start(address_of(c, "buf"), (int) number_of(c, "count"),
                              CALLS_HANDLE(MPI_Datatype, c, calls_find(c->procedure, "datatype")),
                              (int) number_of(c, "dest"), (int) number_of(c, "tag"), calls_comm(c),
                              request < 0 ? NULL : calls_pointer(c, request)));
}
