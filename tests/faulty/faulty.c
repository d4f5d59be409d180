/* MPI with a fault, for LD_PRELOAD: what the tests are tested with.  DTP_FAULT in the environment names the fault.
 *
 *   null     data never arrive: every receive buffer, window and pack buffer stays as it was
 *   zero     data arrive as zeros
 *   gap      receiving changes the first byte between the elements
 *   past     receiving changes the last element, before the data arrive: past the data, if they are fewer
 *   before   receiving changes the byte before the first element
 *   after    receiving changes the byte after the last element
 *   sendbuf  a blocking send changes the first byte that it sends
 *
 * Under null and zero the messages still travel, into memory that nobody looks at, so that the calls synchronise and return
 * what they should, statuses too.  Only the data can give the fault away.  What the programs do not test is left alone:
 * Barrier, Allreduce, Allgather and the like are the harness's own. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- where the bytes of `count` instances of a type are ---- */

struct span {
    MPI_Aint lo, size;
};

static struct span span_of(int count, MPI_Datatype type)
{
    MPI_Aint lb, extent, true_lb, true_extent;

    PMPI_Type_get_extent(type, &lb, &extent);
    PMPI_Type_get_true_extent(type, &true_lb, &true_extent);
    if (count == 0)
        return (struct span) {0, 0};
    MPI_Aint last = (count - 1) * extent;
    return (struct span) {true_lb + (last < 0 ? last : 0), true_extent + (last < 0 ? -last : last)};
}

/* Zeroed memory of at least so many bytes, ended by exit. */
static unsigned char *memory(MPI_Aint size)
{
    void *bytes = calloc((size_t) size + 1, 1);

    if (bytes)
        return bytes;
    fprintf(stderr, "faulty: no memory for %lld bytes\n", (long long) size);
    exit(1);
}

/* An area that all calls share, since what it holds does not matter.  One that became too small may still be in use. */
struct area {
    unsigned char *bytes;
    MPI_Aint size;
};
static struct area nowhere, zeros;

static unsigned char *at_least(struct area *area, MPI_Aint size)
{
    if (!area->bytes || area->size < size)
        *area = (struct area) {memory(2 * size), 2 * size};
    return area->bytes;
}

/* The buffer argument with which `count` instances of a type are in that area. */
static void *in_area(struct area *area, int count, MPI_Datatype type)
{
    struct span s = span_of(count, type);

    return at_least(area, s.size) - s.lo;
}

/* ---- the faults ---- */

/* Unpacks `packed`, all bytes of the instances, to buf. */
static void unpack(const unsigned char *packed, void *buf, int count, MPI_Datatype type)
{
    int size, position = 0;

    PMPI_Type_size(type, &size);
    PMPI_Unpack(packed, size * count, &position, buf, count, type, MPI_COMM_SELF);
}

static void no_fault(void *buf, int count, MPI_Datatype type)
{
    (void) buf, (void) count, (void) type;
}

static void zero_elements(void *buf, int count, MPI_Datatype type)
{
    int size;

    PMPI_Type_size(type, &size);
    unpack(at_least(&zeros, (MPI_Aint) size * count), buf, count, type);
}

/* Changes one byte of buf.  Which one tells a zeroed shadow of it, after bytes `first` and, as the last of them, one `last`
 * were unpacked to it: its first byte that is not zero if `wanted`, or else that is. */
static void touch(void *buf, int count, MPI_Datatype type, int first, int last, int wanted)
{
    struct span s = span_of(count, type);
    unsigned char *shadow, *packed;
    int size;

    PMPI_Type_size(type, &size);
    if (size * count == 0)
        return;
    shadow = memory(s.size);
    packed = memset(memory((MPI_Aint) size * count), first, (size_t) (size * count));
    packed[size * count - 1] = (unsigned char) last;
    unpack(packed, shadow - s.lo, count, type);
    for (MPI_Aint i = 0; i < s.size; i++) {
        if ((shadow[i] != 0) == wanted) {
            ((unsigned char *) buf)[s.lo + i] += 91;
            break;
        }
    }
    free(shadow);
    free(packed);
}

static void touch_gap(void *buf, int count, MPI_Datatype type)
{
    touch(buf, count, type, 1, 1, 0);
}

static void touch_first(void *buf, int count, MPI_Datatype type)
{
    touch(buf, count, type, 1, 1, 1);
}

static void touch_last(void *buf, int count, MPI_Datatype type)
{
    touch(buf, count, type, 0, 1, 1);
}

static void touch_before(void *buf, int count, MPI_Datatype type)
{
    ((unsigned char *) buf)[span_of(count, type).lo - 1] += 91;
}

static void touch_after(void *buf, int count, MPI_Datatype type)
{
    struct span s = span_of(count, type);

    ((unsigned char *) buf)[s.lo + s.size] += 91;
}

typedef void touch_f(void *buf, int count, MPI_Datatype type);

static const struct fault {
    const char *name;
    int loses_data;
    touch_f *receiving; /* called before the data arrive */
    touch_f *sent;      /* called after a blocking send */
} faults[] = {
    {"null", 1, no_fault, no_fault},        {"zero", 1, zero_elements, no_fault},   {"gap", 0, touch_gap, no_fault},
    {"past", 0, touch_last, no_fault},      {"before", 0, touch_before, no_fault},  {"after", 0, touch_after, no_fault},
    {"sendbuf", 0, no_fault, touch_first},
};
enum { NUM_FAULTS = sizeof faults / sizeof faults[0] };

static const struct fault *fault(void)
{
    static const struct fault *chosen;
    const char *name = getenv("DTP_FAULT");

    for (int i = 0; i < NUM_FAULTS && !chosen; i++)
        if (name && strcmp(faults[i].name, name) == 0)
            chosen = &faults[i];
    if (chosen)
        return chosen;
    fprintf(stderr, "faulty: DTP_FAULT='%s': expected null, zero, gap, past, before, after or sendbuf\n", name ? name : "");
    exit(1);
}

static int is_null(void)
{
    return fault()->receiving == no_fault && fault()->loses_data;
}

/* Where a call that would receive to buf receives to. */
static void *receive_to(void *buf, int count, MPI_Datatype type)
{
    if (!buf && count == 0)
        return buf;
    fault()->receiving(buf, count, type);
    return fault()->loses_data ? in_area(&nowhere, count, type) : buf;
}

/* ---- point to point ---- */

#define SEND(NAME)                                                                                                     \
    int NAME(const void *buf, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)                            \
    {                                                                                                                  \
        int code = P##NAME(buf, count, type, to, tag, comm);                                                           \
                                                                                                                       \
        fault()->sent((void *) buf, count, type);                                                                      \
        return code;                                                                                                   \
    }

SEND(MPI_Send)
SEND(MPI_Ssend)
SEND(MPI_Bsend)
SEND(MPI_Rsend)

int MPI_Recv(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    return PMPI_Recv(receive_to(buf, count, type), count, type, from, tag, comm, status);
}

int MPI_Irecv(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    return PMPI_Irecv(receive_to(buf, count, type), count, type, from, tag, comm, request);
}

int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    return PMPI_Recv_init(receive_to(buf, count, type), count, type, from, tag, comm, request);
}

int MPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
    return PMPI_Mrecv(receive_to(buf, count, type), count, type, message, status);
}

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int to, int sendtag, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int from, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    return PMPI_Sendrecv(sendbuf, sendcount, sendtype, to, sendtag, receive_to(recvbuf, recvcount, recvtype), recvcount,
                         recvtype, from, recvtag, comm, status);
}

/* ---- collectives ---- */

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    int rank, inter;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_test_inter(comm, &inter);
    if (inter ? root < 0 : root == rank)
        return PMPI_Bcast(buf, count, type, root, comm);
    return PMPI_Bcast(receive_to(buf, count, type), count, type, root, comm);
}

/* ---- one-sided ---- */

#define ORIGIN const void *buf, int count, MPI_Datatype type
#define TARGET int rank, MPI_Aint disp, int target_count, MPI_Datatype target_type
#define TO rank, disp, target_count, target_type

/* Under null nothing is put; under zero what is put are zeros, and they replace what was there. */
int MPI_Put(ORIGIN, TARGET, MPI_Win win)
{
    if (is_null())
        return MPI_SUCCESS;
    if (fault()->loses_data)
        buf = in_area(&zeros, count, type);
    return PMPI_Put(buf, count, type, TO, win);
}

int MPI_Accumulate(ORIGIN, TARGET, MPI_Op op, MPI_Win win)
{
    if (is_null())
        return MPI_SUCCESS;
    if (fault()->loses_data)
        return op == MPI_NO_OP ? MPI_SUCCESS : PMPI_Accumulate(in_area(&zeros, count, type), count, type, TO, MPI_REPLACE, win);
    return PMPI_Accumulate(buf, count, type, TO, op, win);
}

int MPI_Get(void *buf, int count, MPI_Datatype type, TARGET, MPI_Win win)
{
    return PMPI_Get(receive_to(buf, count, type), count, type, TO, win);
}

int MPI_Get_accumulate(ORIGIN, void *result, int result_count, MPI_Datatype result_type, TARGET, MPI_Op op, MPI_Win win)
{
    void *to = receive_to(result, result_count, result_type);

    if (fault()->loses_data)
        return MPI_Accumulate(buf, count, type, TO, op, win);
    return PMPI_Get_accumulate(buf, count, type, to, result_count, result_type, TO, op, win);
}

/* ---- packing ---- */

int MPI_Pack(ORIGIN, void *packed, int size, int *position, MPI_Comm comm)
{
    int start = *position, code;

    if (!fault()->loses_data)
        return PMPI_Pack(buf, count, type, packed, size, position, comm);
    code = PMPI_Pack(buf, count, type, at_least(&nowhere, size), size, position, comm);
    if (!is_null())
        memset((char *) packed + start, 0, (size_t) (*position - start));
    return code;
}

int MPI_Unpack(const void *packed, int size, int *position, void *buf, int count, MPI_Datatype type, MPI_Comm comm)
{
    return PMPI_Unpack(packed, size, position, receive_to(buf, count, type), count, type, comm);
}

int MPI_Unpack_external(const char rep[], const void *packed, MPI_Aint size, MPI_Aint *position, void *buf, int count,
                        MPI_Datatype type)
{
    return PMPI_Unpack_external(rep, packed, size, position, receive_to(buf, count, type), count, type);
}
