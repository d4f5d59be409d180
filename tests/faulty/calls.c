/* The calls that move data: what they receive, and where. */
#include "faulty.h"

#include <stdlib.h>
#include <string.h>

/* Where what the fault loses is received: memory that all calls share, since what it holds does not matter.  Memory
 * that became too small may still be in use. */
static void *nowhere(int count, MPI_Datatype type)
{
    static unsigned char *bytes;
    static MPI_Aint size;
    struct span s = span_of(count, type);

    if (!bytes || size < s.size) {
        size = 2 * s.size;
        bytes = memory(size);
    }
    return bytes - s.lo;
}

static void *receive_to(void *buf, int count, MPI_Datatype type)
{
    if (!buf && count == 0)
        return buf;
    if (fault()->receiving)
        strike(fault()->receiving(buf, count, type));
    if (!fault()->loses_data)
        return buf;
    strike(true);
    return nowhere(count, type);
}

/* ---- statuses ---- */

static MPI_Aint arrived(const MPI_Status *status)
{
    int bytes;

    PMPI_Get_count(status, MPI_BYTE, &bytes);
    return bytes;
}

/* A call of one receive has ended. */
static int received(int code, struct landing *l, MPI_Status *own, MPI_Status *status)
{
    if (code == MPI_SUCCESS)
        landing_end(l, arrived(own));
    if (status != MPI_STATUS_IGNORE) {
        const int error = status->MPI_ERROR;
        *status = *own;
        status->MPI_ERROR = error;
        if (fault()->status)
            strike(fault()->status(status));
    }
    return code;
}

/* ---- point to point ---- */

#define SEND(NAME)                                                                                                     \
    int NAME(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)                            \
    {                                                                                                                  \
        int code = P##NAME(buf, count, type, to, tag, comm);                                                           \
                                                                                                                       \
        if (fault()->sent)                                                                                             \
            strike(fault()->sent((void *) buf, count, type));                                                          \
        return code;                                                                                                   \
    }

SEND(MPI_Send)
SEND(MPI_Ssend)
SEND(MPI_Bsend)
SEND(MPI_Rsend)

int MPI_Recv(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    struct landing *l = landing_begin(RECEIVE, buf, count, type, 0);
    MPI_Status own;

    return received(PMPI_Recv(receive_to(buf, count, type), count, type, from, tag, comm, &own), l, &own, status);
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int to, int sendtag, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int from, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    struct landing *l = landing_begin(RECEIVE, recvbuf, recvcount, recvtype, 0);
    MPI_Status own;
    int code = PMPI_Sendrecv(sendbuf, sendcount, sendtype, to, sendtag, receive_to(recvbuf, recvcount, recvtype),
                             recvcount, recvtype, from, recvtag, comm, &own);

    return received(code, l, &own, status);
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
    struct landing *l = landing_begin(RECEIVE, buf, count, type, 0);
    MPI_Status own;

    return received(PMPI_Mrecv(receive_to(buf, count, type), count, type, message, &own), l, &own, status);
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    return PMPI_Recv_init(receive_to(buf, count, type), count, type, from, tag, comm, request);
}

/* ---- requests ---- */

static struct posted {
    MPI_Request request;
    struct landing *landing;
    struct posted *next;
} *posted;

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    struct landing *l = landing_begin(RECEIVE, buf, count, type, 0);
    int code = PMPI_Irecv(receive_to(buf, count, type), count, type, from, tag, comm, request);

    if (code == MPI_SUCCESS && l) {
        struct posted *p = memory(sizeof *p);
        *p = (struct posted) {*request, l, posted};
        posted = p;
    }
    return code;
}

/* What the request receives, or NULL: taken out of the list. */
static struct landing *landing_of(MPI_Request request)
{
    for (struct posted **link = &posted; *link; link = &(*link)->next) {
        struct posted *p = *link;
        struct landing *l = p->landing;
        if (p->request != request)
            continue;
        *link = p->next;
        free(p);
        return l;
    }
    return NULL;
}

static int alive;

int types_alive(void)
{
    return alive;
}

int MPI_Type_commit(MPI_Datatype *type)
{
    alive++;
    return PMPI_Type_commit(type);
}

int MPI_Type_free(MPI_Datatype *type)
{
    alive--;
    for (struct posted *p = posted; p; p = p->next)
        p->landing->freed |= p->landing->posted == *type;
    return PMPI_Type_free(type);
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    struct landing *l = landing_of(*request);
    MPI_Status own;

    return received(PMPI_Wait(request, &own), l, &own, status);
}

int MPI_Waitall(int n, MPI_Request requests[], MPI_Status statuses[])
{
    int code = MPI_SUCCESS;

    for (int k = 0; k < n && code == MPI_SUCCESS; k++)
        code = MPI_Wait(&requests[k], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[k]);
    return code;
}

/* ---- collectives ---- */

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct landing *l;
    int rank, inter, code;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_test_inter(comm, &inter);
    if (inter ? root < 0 : root == rank)
        return PMPI_Bcast(buf, count, type, root, comm);
    l = landing_begin(BROADCAST, buf, count, type, 0);
    code = PMPI_Bcast(receive_to(buf, count, type), count, type, root, comm);
    landing_end(l, -1);
    return code;
}

/* ---- one-sided ---- */

#define ORIGIN const void *buf, int count, MPI_Datatype type
#define TARGET int rank, MPI_Aint disp, int target_count, MPI_Datatype target_type
#define TO rank, disp, target_count, target_type

/* The origin in place of which zeros are put, or NULL under a fault with which nothing is. */
static void *zeros_for(int count, MPI_Datatype type)
{
    strike(true);
    if (!fault()->receiving)
        return NULL;
    struct span s = span_of(count, type);
    char *zeros = nowhere(count, type);
    memset(zeros + s.lo, 0, (size_t) s.size);
    return zeros;
}

int MPI_Put(ORIGIN, TARGET, MPI_Win win)
{
    if (fault()->loses_data) {
        void *zeros = zeros_for(count, type);
        return zeros ? PMPI_Put(zeros, count, type, TO, win) : MPI_SUCCESS;
    }
    return PMPI_Put(landing_of_origin(PUT, buf, count, type, disp), count, type, TO, win);
}

int MPI_Get(void *buf, int count, MPI_Datatype type, TARGET, MPI_Win win)
{
    struct landing *l = landing_begin(GET, buf, count, type, disp);
    int code = PMPI_Get(receive_to(buf, count, type), count, type, TO, win);

    landing_when_complete(l);
    return code;
}

static int accumulate_once(struct accumulate *a, TARGET, MPI_Win win)
{
    return PMPI_Accumulate(a->buf, a->count, a->type, TO, a->op, win);
}

/* The fault's part in an accumulate call. */
static struct accumulate spoiled(ORIGIN, MPI_Op op)
{
    struct accumulate a = {buf, count, type, op, false, false};

    if (fault()->accumulate && count > 0)
        strike(fault()->accumulate(&a));
    return a;
}

int MPI_Accumulate(ORIGIN, TARGET, MPI_Op op, MPI_Win win)
{
    struct accumulate a;
    int code;

    if (fault()->loses_data) {
        a = (struct accumulate) {zeros_for(count, type), count, type, MPI_REPLACE, false, false};
        return a.buf && op != MPI_NO_OP ? accumulate_once(&a, TO, win) : MPI_SUCCESS;
    }
    a = spoiled(buf, count, type, op);
    code = accumulate_once(&a, TO, win);
    return a.twice && code == MPI_SUCCESS ? accumulate_once(&a, TO, win) : code;
}

int MPI_Get_accumulate(ORIGIN, void *result, int result_count, MPI_Datatype result_type, TARGET, MPI_Op op, MPI_Win win)
{
    struct landing *l = landing_begin(GET_ACCUMULATE, result, result_count, result_type, disp);
    void *to = receive_to(result, result_count, result_type);
    struct accumulate a;
    int code = MPI_SUCCESS;

    if (fault()->loses_data)
        return MPI_Accumulate(buf, count, type, TO, op, win);
    a = spoiled(buf, count, type, op);
    if (a.new_result || a.twice) {
        code = accumulate_once(&a, TO, win);
        a.op = a.new_result ? MPI_NO_OP : a.op;
    }
    if (code == MPI_SUCCESS)
        code = PMPI_Get_accumulate(a.buf, a.count, a.type, to, result_count, result_type, TO, a.op, win);
    landing_when_complete(l);
    return code;
}

/* ---- packing ---- */

int MPI_Pack(ORIGIN, void *packed, int size, int *position, MPI_Comm comm)
{
    int start = *position, code;
    unsigned char *bytes;

    if (!fault()->loses_data) {
        code = PMPI_Pack(buf, count, type, packed, size, position, comm);
        if (fault()->packed && code == MPI_SUCCESS)
            strike(fault()->packed((unsigned char *) packed + start, *position - start, start));
        return code;
    }
    bytes = memory(size);
    code = PMPI_Pack(buf, count, type, bytes, size, position, comm);
    free(bytes);
    if (fault()->receiving)
        memset((char *) packed + start, 0, (size_t) (*position - start));
    return code;
}

int MPI_Unpack(const void *packed, int size, int *position, void *buf, int count, MPI_Datatype type, MPI_Comm comm)
{
    struct landing *l = landing_begin(UNPACK, buf, count, type, *position);
    int code = PMPI_Unpack(packed, size, position, receive_to(buf, count, type), count, type, comm);

    landing_end(l, -1);
    return code;
}

int MPI_Pack_external(const char rep[], ORIGIN, void *packed, MPI_Aint size, MPI_Aint *position)
{
    MPI_Aint start = *position;
    unsigned char *bytes;
    int code;

    if (!fault()->loses_data) {
        code = PMPI_Pack_external(rep, buf, count, type, packed, size, position);
        if (fault()->external && code == MPI_SUCCESS)
            strike(fault()->external((unsigned char *) packed + start, *position - start, type));
        return code;
    }
    bytes = memory(size);
    code = PMPI_Pack_external(rep, buf, count, type, bytes, size, position);
    free(bytes);
    if (fault()->receiving)
        memset((char *) packed + start, 0, (size_t) (*position - start));
    strike(true);
    return code;
}

int MPI_Unpack_external(const char rep[], const void *packed, MPI_Aint size, MPI_Aint *position, void *buf, int count,
                        MPI_Datatype type)
{
    struct landing *l = landing_begin(UNPACK, buf, count, type, *position);
    int code = PMPI_Unpack_external(rep, packed, size, position, receive_to(buf, count, type), count, type);

    landing_end(l, -1);
    return code;
}

int MPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int *size)
{
    int code = PMPI_Pack_size(count, type, comm, size);

    if (fault()->pack_size && code == MPI_SUCCESS)
        strike(fault()->pack_size(size));
    return code;
}
