/* What ranks read under exclusion of each other. */
#include "accesses/access.h"
#include "case/case.h"

#include <stdlib.h>

/* Who has read the value; size if nobody has. */
static int reader_of(int value, const int *reads, int size)
{
    int r = 0;

    while (r < size && reads[r] != value)
        r++;
    return r;
}

void h_check_chain(struct h_case *c, int read, int last, int target)
{
    const int size = c->comm->size;
    int *reads = h_alloc((size + 1) * (MPI_Aint) sizeof *reads), n = 0, value = 0;

    H_MPI(PMPI_Allgather(&read, 1, MPI_INT, reads, 1, MPI_INT, c->comm->comm));
    H_MPI(PMPI_Bcast(&last, 1, MPI_INT, target, c->comm->comm));
    for (int r = reader_of(value, reads, size); r < size && n < size; r = reader_of(value, reads, size), n++)
        value = 1 + r;
    h_case_note(H_CASE_VERIFIED);
    if (n != size || value != last)
        h_fail(c, "what ranks read under exclusion of each other: expected a chain of %d values of which rank %d has "
               "the last one, found %d and that of rank %d", size, target, n, last - 1);
    free(reads);
}
