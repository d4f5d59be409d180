/* More than 2^31 bytes and elements, from rank 0 to rank 1: sent, broadcast, put and written to a file.  What is sent
 * is a small file that is mapped again and again; only what receives takes memory. */
#define _POSIX_C_SOURCE 200809L
#include "blocks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if MPI_VERSION >= 4

/* The block that is mapped again and again is no part of 2^31 or 2^32 bytes, so what is moved by so much is seen. */
#define BLOCK (((MPI_Count) 64 << 20) + ((MPI_Count) 64 << 10))
#define TOTAL (((MPI_Count) 1 << 31) + 4099)

static unsigned char *sent, *received;
static MPI_Datatype whole; /* TOTAL elements */

/* ---- memory ---- */

static unsigned char *map(void *at, MPI_Count length, int flags, int file)
{
    void *memory = mmap(at, (size_t) length, PROT_READ | PROT_WRITE, MAP_SHARED | flags, file, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

static unsigned char *map_again_and_again(int file)
{
    unsigned char *memory = ftruncate(file, (off_t) BLOCK) == 0 ? map(NULL, TOTAL, 0, file) : NULL;
    unsigned number = 1;

    for (MPI_Count at = 0; memory && at < TOTAL; at += BLOCK)
        if (!map(memory + at, TOTAL - at < BLOCK ? TOTAL - at : BLOCK, MAP_FIXED, file))
            return NULL;
    for (MPI_Count at = 0; memory && at < BLOCK; at++)
        memory[at] = (unsigned char) ((number = number * 1664525u + 1013904223u) >> 24);
    return memory;
}

/* ---- the cases ---- */

static void prepare(void)
{
    if (received)
        memset(received, 0, (size_t) TOTAL);
}

static void check(struct h_case *c)
{
    if (received)
        h_check_repeated(c, received, TOTAL, sent, BLOCK);
}

static void message(struct h_case *c)
{
    MPI_Status status = h_status();
    MPI_Count count = -1, elements = -1;
    int narrow = -1;

    if (c->comm->rank == 0) {
        H_MPI(MPI_Send_c(sent, TOTAL, MPI_BYTE, 1, 0, c->comm->comm));
    } else {
        H_MPI(MPI_Recv_c(received, 1, whole, 0, 0, c->comm->comm, &status));
        H_MPI(MPI_Get_count_c(&status, MPI_BYTE, &count));
        H_MPI(MPI_Get_elements_c(&status, whole, &elements));
        H_MPI(MPI_Get_count(&status, MPI_BYTE, &narrow));
        h_check_number(c, "MPI_Get_count_c", "count", TOTAL, count);
        h_check_number(c, "MPI_Get_elements_c", "elements", TOTAL, elements);
        h_check_number(c, "MPI_Get_count", "count", MPI_UNDEFINED, narrow);
    }
}

static void broadcast(struct h_case *c)
{
    H_MPI(MPI_Bcast_c(received ? received : sent, received ? TOTAL : 1, received ? MPI_BYTE : whole, 0, c->comm->comm));
}

static void put(struct h_case *c)
{
    MPI_Win win;

    H_MPI(MPI_Win_create(received, received ? TOTAL : 0, 1, MPI_INFO_NULL, c->comm->comm, &win));
    H_MPI(MPI_Win_fence(0, win));
    if (c->comm->rank == 0)
        H_MPI(MPI_Put_c(sent, TOTAL, MPI_BYTE, 1, 0, 1, whole, win));
    H_MPI(MPI_Win_fence(0, win));
    H_MPI(MPI_Win_free(&win));
}

static void file(struct h_case *c)
{
    char name[] = "huge.tmp";
    MPI_File file;

    H_MPI(MPI_File_open(c->comm->comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                        MPI_INFO_NULL, &file));
    if (c->comm->rank == 0)
        H_MPI(MPI_File_write_at_c(file, 0, sent, TOTAL, MPI_BYTE, MPI_STATUS_IGNORE));
    H_MPI(MPI_File_sync(file));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_File_sync(file));
    if (received)
        H_MPI(MPI_File_read_at_c(file, 0, received, 1, whole, MPI_STATUS_IGNORE));
    H_MPI(MPI_File_close(&file));
}

static void visit(struct h_case *c)
{
    static const struct {
        const char *operation;
        void (*run)(struct h_case *c);
    } all[] = {{"MPI_Send_c", message}, {"MPI_Bcast_c", broadcast}, {"MPI_Put_c", put}, {"MPI_File_write_at_c", file}};

    c->variant = "beyond-2^31";
    for (int k = 0; k < H_NUM(all); k++)
        if (h_begin(c, all[k].operation)) {
            prepare();
            all[k].run(c);
            check(c);
        }
}

static void run(void)
{
    FILE *file = tmpfile();
    int rank, size;

    H_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    H_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
    sent = file ? map_again_and_again(fileno(file)) : NULL;
    if (!sent || size != 2 || sizeof(MPI_Aint) < 8) {
        h_leave_out("expected 2 processes, and addresses and a temporary file for %lld bytes", (long long) TOTAL);
        return;
    }
    received = rank == 1 ? h_alloc((MPI_Aint) TOTAL) : NULL;
    H_MPI(MPI_Type_contiguous_c(TOTAL, MPI_BYTE, &whole));
    H_MPI(MPI_Type_commit(&whole));
    h_each_pair(H_WORLD | H_ONCE, visit);
    H_MPI(MPI_Type_free(&whole));
    free(received);
    (void) munmap(sent, (size_t) TOTAL);
    fclose(file);
}

#else

static void run(void)
{
    h_leave_out("this MPI is older than 4.0, without large counts");
}

#endif

const struct h_program h_program = {"messages beyond 2^31 bytes and elements", 0, run};
