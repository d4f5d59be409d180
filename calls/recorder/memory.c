/* The memory of buffers, by the bounds of their types. */
#include "memory.h"

#include "file.h"

#include <stdlib.h>
#include <unistd.h>

/* Of a block, relative to its own buf; whether there are any. */
static bool block_bounds(const struct calls_block *b, MPI_Aint *lo, MPI_Aint *hi)
{
    MPI_Aint lb, extent, true_lb, true_extent, last;
    int size;

    if (b->count == 0 || !CALLS_ASK(MPI_Type_size, b->type, &size) || size == 0 ||
        !CALLS_ASK(MPI_Type_get_extent, b->type, &lb, &extent) ||
        !CALLS_ASK(MPI_Type_get_true_extent, b->type, &true_lb, &true_extent))
        return false;
    last = (MPI_Aint) (b->count - 1) * extent;
    *lo = true_lb + (last < 0 ? last : 0);
    *hi = true_lb + true_extent + (last < 0 ? 0 : last);
    return true;
}

void memory_bounds(const char *buf, int n, const struct calls_block *blocks, MPI_Aint *lo, MPI_Aint *hi)
{
    bool any = false;

    *lo = *hi = 0;
    for (int k = 0; k < n; k++) {
        const MPI_Aint at = (MPI_Aint) ((char *) blocks[k].buf - buf);
        MPI_Aint from, to;
        if (!block_bounds(&blocks[k], &from, &to))
            continue;
        *lo = any && *lo < at + from ? *lo : at + from;
        *hi = any && *hi > at + to ? *hi : at + to;
        any = true;
    }
}

enum { MOST_DATA = 512 };

/* Whether this process can read so many bytes, at most MOST_DATA: what MPI says of a type may be wrong.  A system call
 * refuses what would end the process. */
static bool is_readable(const unsigned char *at, MPI_Aint n)
{
    static int ends[2] = {-1, -1};
    unsigned char read_back[MOST_DATA];
    ssize_t written;

    if (ends[0] < 0 && pipe(ends) != 0)
        return true;
    written = write(ends[1], at, (size_t) n);
    return written > 0 && read(ends[0], read_back, (size_t) written) == n;
}

void memory_write_read(const struct calls_call *c)
{
    for (int k = 0; k < c->procedure->num_accesses; k++) {
        const struct calls_access *a = &c->procedure->accesses[k];
        enum calls_direction direction;
        struct calls_block *blocks;
        MPI_Aint lo, hi;
        const unsigned char *buf = calls_pointer(c, a->param);
        const int n = calls_blocks(c, a, &blocks, &direction);
        memory_bounds((const char *) buf, n, blocks, &lo, &hi);
        free(blocks);
        if (n == 0 || direction == CALLS_OUT || hi <= lo || hi - lo > MOST_DATA ||
            !is_readable(buf + lo, hi - lo))
            continue;
        record_write_bytes("data", buf + lo, buf + lo, hi - lo);
    }
}
