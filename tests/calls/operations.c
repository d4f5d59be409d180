/* Operations of all families, each of which brings a rank a number, from itself or from another one: prints the names
 * of those that did. To be run with one process or more, on an MPI with a fault or without. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { SENT = 1234567, NOTHING = -1 };

static int rank, size;
static MPI_Win win;
static _Alignas(16) int exposed[4];

/* Every other number of 3: what is between them must not change. */
static MPI_Datatype spaced;

static void send_self(int *to)
{
    const int from[5] = {SENT, 0, SENT, 0, SENT};
    MPI_Request request;

    MPI_Isend(from, 1, spaced, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Recv(to, 1, spaced, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void replace(int *to)
{
    to[0] = to[2] = to[4] = SENT + 1;
    MPI_Sendrecv_replace(to, 1, spaced, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    to[0] = to[2] = to[4] = NOTHING;
    send_self(to);
}

static void persistent(int *to)
{
    const int from[5] = {SENT, 0, SENT, 0, SENT};
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int indices[2], n, done = 0;

    MPI_Send_init(from, 1, spaced, rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(to, 1, spaced, rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    while (done < 2) {
        MPI_Waitsome(2, requests, &n, indices, statuses);
        done += n;
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void gather(int *to)
{
    const int from[5] = {SENT, 0, SENT, 0, SENT};
    int all[5 * 64];

    memset(all, -1, sizeof all);
    for (int root = 0; root < size; root++)
        MPI_Gather(from, 1, spaced, all, 1, spaced, root, MPI_COMM_WORLD);
    memcpy(to, all, 5 * sizeof *to);
}

static void in_place(int *to)
{
    int all[5 * 64];
    MPI_Request request;

    memset(all, -1, sizeof all);
    for (int k = 0; k < 3; k++)
        all[5 * rank + 2 * k] = SENT;
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, spaced, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    memcpy(to, all + 5 * ((rank + 1) % size), 5 * sizeof *to);
}

static void alltoallw(int *to)
{
    const int from[5] = {SENT, 0, SENT, 0, SENT};
    int counts[64] = {0}, displs[64] = {0};
    MPI_Datatype types[64];

    for (int k = 0; k < size; k++)
        types[k] = spaced;
    counts[rank] = 1;
    MPI_Alltoallw(from, counts, displs, types, to, counts, displs, types, MPI_COMM_WORLD);
}

static void reduce(int *to)
{
    const int from[3] = {SENT, SENT, SENT};
    int result[3] = {NOTHING, NOTHING, NOTHING};

    MPI_Allreduce(from, result, 3, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int k = 0; k < 3; k++)
        to[2 * k] = result[k];
}

static void neighbours(int *to)
{
    const int from[5] = {SENT, 0, SENT, 0, SENT};
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    MPI_Comm ring;

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous, MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &ring);
    MPI_Neighbor_alltoall(from, 1, spaced, to, 1, spaced, ring);
    MPI_Comm_free(&ring);
}

static void rget(int *to)
{
    MPI_Request request;

    exposed[0] = SENT;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int k = 0; k < 3; k++) {
        MPI_Rget(to + 2 * k, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void put(int *to)
{
    const int from = SENT;

    exposed[0] = NOTHING;
    MPI_Win_fence(0, win);
    MPI_Put(&from, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    to[0] = to[2] = to[4] = exposed[0];
}

static void atomic(int *to)
{
    const int from = SENT, nothing = NOTHING;
    int before = SENT + 1;

    exposed[0] = NOTHING;
    MPI_Win_fence(0, win);
    MPI_Compare_and_swap(&from, &nothing, &before, MPI_INT, (rank + 1) % size, 0, win);
    MPI_Win_fence(0, win);
    to[0] = to[2] = to[4] = before == NOTHING ? exposed[0] : before;
}

static void fetch(int *to)
{
    const int from = SENT + 1;
    int before = SENT + 1;

    exposed[0] = SENT;
    MPI_Win_fence(0, win);
    MPI_Fetch_and_op(&from, &before, MPI_INT, (rank + 1) % size, 0, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    to[0] = to[2] = to[4] = exposed[0] == SENT + 1 ? before : NOTHING;
}

static void file(int *to)
{
    const int from[5] = {SENT, 0, SENT, 0, SENT};
    MPI_File f;

    MPI_File_open(MPI_COMM_SELF, "operations.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &f);
    MPI_File_write_at(f, 0, from, 1, spaced, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(f, 0, to, 1, spaced);
    MPI_File_read_at_all_end(f, to, MPI_STATUS_IGNORE);
    MPI_File_close(&f);
}

static void pack(int *to)
{
    const int from[5] = {SENT, 0, SENT, 0, SENT};
    char packed[64];
    int position = 0;

    MPI_Pack(from, 1, spaced, packed, sizeof packed, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, to, 1, spaced, MPI_COMM_WORLD);
}

static const struct {
    const char *name;
    void (*operation)(int *to);
} operations[] = {
    {"send", send_self}, {"replace", replace}, {"persistent", persistent}, {"gather", gather}, {"in_place", in_place},
    {"alltoallw", alltoallw}, {"reduce", reduce}, {"neighbours", neighbours}, {"rget", rget}, {"put", put},
    {"atomic", atomic}, {"fetch", fetch}, {"file", file}, {"pack", pack},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Type_vector(3, 1, 2, MPI_INT, &spaced);
    MPI_Type_commit(&spaced);
    MPI_Win_create(exposed, sizeof exposed, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (size_t k = 0; k < sizeof operations / sizeof operations[0]; k++) {
        int around[7] = {NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING}, *to = around + 1;
        operations[k].operation(to);
        if (rank == 0 && to[0] == SENT && to[2] == SENT && to[4] == SENT)
            printf("%s%s\n", operations[k].name, to[1] == NOTHING && to[3] == NOTHING ? "" : " gap");
    }
    MPI_Win_free(&win);
    MPI_Type_free(&spaced);
    MPI_Finalize();
    return 0;
}
