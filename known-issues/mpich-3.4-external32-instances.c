/* Data access through a view in "external32" with several instances of a type with a gap at its end. MPI-3.1,
 * 13.4.1: instance k begins k extents after the first.  MPICH 3.4 to 5.0 convert them in memory of their own that has
 * room for as many true extents, and reach out of it.
 * Exit status 1, or a crash, where the fault is there, 0 where it is not.  One process. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { FAR = 1 << 22 };

int main(void)
{
    const int sent[] = {5, 6};
    int *found, bad;
    MPI_Datatype type;
    MPI_File fh;

    MPI_Init(NULL, NULL);
    found = calloc(FAR + 1, sizeof *found);
    if (!found)
        return 2;
    MPI_Type_create_resized(MPI_INT32_T, 0, FAR * (MPI_Aint) sizeof *found, &type);
    MPI_Type_commit(&type);
    if (MPI_File_open(MPI_COMM_SELF, "instances.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                      MPI_INFO_NULL, &fh) != MPI_SUCCESS)
        return 2;
    MPI_File_set_view(fh, 0, MPI_INT32_T, MPI_INT32_T, "external32", MPI_INFO_NULL);
    MPI_File_write_at(fh, 0, sent, 2, MPI_INT32_T, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, 0, found, 2, type, MPI_STATUS_IGNORE);
    MPI_File_close(&fh);
    bad = found[0] != sent[0] || found[FAR] != sent[1];
    printf("expected 5 6, found %d %d\n", found[0], found[FAR]);
    MPI_Type_free(&type);
    free(found);
    MPI_Finalize();
    return bad;
}
