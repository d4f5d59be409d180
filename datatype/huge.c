/* More than 2^31 bytes and elements, from rank 0 to rank 1: sent, broadcast, put, got and written to a file; to where
 * they follow each other, and to blocks with gaps between them.  What is sent is a small file that is mapped again and
 * again; only what receives takes memory. */
#define _POSIX_C_SOURCE 200809L
#include "harness.h"
#include "tables.h"
#include "files/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if MPI_VERSION >= 4

/* What is mapped again and again is no part of 2^31 or 2^32 bytes, so what is moved by so much is seen. */
#define MAPPED (((MPI_Count) 64 << 20) + ((MPI_Count) 64 << 10))

/* The elements, as blocks; bytes from one block to the next. */
#define BLOCKS ((MPI_Count) 524300)
enum { BLOCK = 4099, APART = 4356, GAP = APART - BLOCK, PATTERN = 0x55 };
#define TOTAL (BLOCKS * BLOCK)
#define ROOM (BLOCKS * APART)

static unsigned char *sent, *received;

/* Where the elements are on the side that receives. */
static const struct way {
    const char *variant;
    MPI_Count apart;
} ways[] = {{"beyond-2^31", BLOCK}, {"strided-beyond-2^31", APART}};
static const struct way *way;
static MPI_Datatype whole;

/* ---- memory ---- */

static unsigned char *map(void *at, MPI_Count length, int flags, int file)
{
    void *memory = mmap(at, (size_t) length, PROT_READ | PROT_WRITE, MAP_SHARED | flags, file, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

static unsigned char *map_again_and_again(int file)
{
    unsigned char *memory = ftruncate(file, (off_t) MAPPED) == 0 ? map(NULL, TOTAL, 0, file) : NULL;
    unsigned number = 1;

    for (MPI_Count at = 0; memory && at < TOTAL; at += MAPPED)
        if (!map(memory + at, TOTAL - at < MAPPED ? TOTAL - at : MAPPED, MAP_FIXED, file))
            return NULL;
    for (MPI_Count at = 0; memory && at < MAPPED; at++)
        memory[at] = (unsigned char) ((number = number * 1664525u + 1013904223u) >> 24);
    return memory;
}

/* ---- the cases ---- */

static void prepare(void)
{
    if (received)
        memset(received, PATTERN, (size_t) ROOM);
}

/* The first block that is wrong, or the last one. */
static MPI_Count wrong_block(void)
{
    MPI_Count b = 0;

    while (b < BLOCKS - 1 && memcmp(received + b * way->apart, sent + b * BLOCK, BLOCK) == 0)
        b++;
    return b;
}

static void check(struct h_case *c)
{
    unsigned char gaps[GAP];
    MPI_Count b;

    if (!received)
        return;
    b = wrong_block();
    h_check_repeated(c, received + b * way->apart, BLOCK, sent + b * BLOCK, BLOCK);
    memset(gaps, PATTERN, sizeof gaps);
    for (b = 0; way->apart > BLOCK && b < BLOCKS - 1; b++)
        if (memcmp(received + b * APART + BLOCK, gaps, sizeof gaps) != 0) {
            h_fail(c, "the gap after block %lld of %lld: expected it as it was, found it changed", (long long) b,
                   (long long) BLOCKS);
            return;
        }
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
    H_MPI(MPI_Bcast_c(received ? received : sent, received ? 1 : TOTAL, received ? whole : MPI_BYTE, 0, c->comm->comm));
}

static MPI_Win window(struct h_case *c, void *memory, MPI_Aint bytes)
{
    MPI_Win win;

    H_MPI(MPI_Win_create(memory, bytes, 1, MPI_INFO_NULL, c->comm->comm, &win));
    H_MPI(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN));
    return win;
}

static void put(struct h_case *c)
{
    MPI_Win win = window(c, received, received ? ROOM : 0);

    H_MPI(MPI_Win_fence(0, win));
    if (c->comm->rank == 0)
        H_MPI(MPI_Put_c(sent, TOTAL, MPI_BYTE, 1, 0, 1, whole, win));
    H_MPI(MPI_Win_fence(0, win));
    H_MPI(MPI_Win_free(&win));
}

static void get(struct h_case *c)
{
    MPI_Win win = window(c, sent, received ? 0 : TOTAL);

    H_MPI(MPI_Win_fence(0, win));
    if (c->comm->rank == 1)
        H_MPI(MPI_Get_c(received, 1, whole, 0, 0, TOTAL, MPI_BYTE, win));
    H_MPI(MPI_Win_fence(0, win));
    H_MPI(MPI_Win_free(&win));
}

static void check_bytes(struct h_case *c, const MPI_Status *status)
{
    MPI_Count count = -1;

    H_MPI(MPI_Get_count_c(status, MPI_BYTE, &count));
    h_check_number(c, "MPI_Get_count_c", "count", TOTAL, count);
}

static void file(struct h_case *c)
{
    MPI_Status status = h_status();
    struct h_file_name name;
    MPI_File file;

    h_file_name(c, &name);
    H_MPI(MPI_File_open(c->comm->comm, name.text, MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    H_MPI(MPI_File_set_view(file, 0, MPI_BYTE, whole, "native", MPI_INFO_NULL));
    if (c->comm->rank == 0) {
        H_MPI(MPI_File_write_at_c(file, 0, sent, TOTAL, MPI_BYTE, &status));
        check_bytes(c, &status);
    }
    H_MPI(MPI_File_sync(file));
    H_MPI(MPI_Barrier(c->comm->comm));
    H_MPI(MPI_File_sync(file));
    if (received) {
        H_MPI(MPI_File_read_at_c(file, 0, received, 1, whole, &status));
        check_bytes(c, &status);
    }
    H_MPI(MPI_File_close(&file));
    h_file_unname(c->comm, name.text);
}

static void visit(struct h_case *c)
{
    static const struct {
        const char *operation;
        void (*run)(struct h_case *c);
    } all[] = {{"MPI_Send_c", message}, {"MPI_Bcast_c", broadcast}, {"MPI_Put_c", put}, {"MPI_Get_c", get},
               {"MPI_File_write_at_c", file}};

    c->variant = way->variant;
    for (int k = 0; k < H_NUM(all); k++)
        if (h_begin(c, all[k].operation)) {
            prepare();
            all[k].run(c);
            check(c);
        }
}

static void run_ways(void)
{
    for (way = ways; way < ways + H_NUM(ways); way++) {
        H_MPI(MPI_Type_vector_c(BLOCKS, BLOCK, way->apart, MPI_BYTE, &whole));
        H_MPI(MPI_Type_commit(&whole));
        h_each_pair(H_WORLD | H_ONCE, visit);
        H_MPI(MPI_Type_free(&whole));
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
    received = rank == 1 ? h_alloc((MPI_Aint) ROOM) : NULL;
    run_ways();
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
