/* MPICH 3.4 to 5.0: a nonblocking collective access to a file whose type is freed while it is pending uses the type
 * that is no more, in each of the calls: MPI_File_iread_all, MPI_File_iwrite_all, MPI_File_iread_at_all and
 * MPI_File_iwrite_at_all.  Most often the process ends with a signal.
 *
 * MPI-3.1, section 2.5.1, opaque objects: deallocation marks the object, and "any operation pending (at the time of the
 * deallocate) that involves this object will complete normally; the object will be deallocated afterwards".
 *
 * Exit status: 0 correct, 1 wrong (or a signal).  Run with one process. */
#include <mpi.h>

#include <stdio.h>

enum { N = 100, CALLS = 2 };

static int start(MPI_File fh, int call, int *buf, MPI_Datatype type, MPI_Request *request)
{
    return call == 0 ? MPI_File_iread_all(fh, buf, 1, type, request)
                     : MPI_File_iread_at_all(fh, 0, buf, 1, type, request);
}

/* Every second integer is read; types that are made and freed meanwhile take the place of the one that was freed. */
static int is_wrong(MPI_File fh, int call)
{
    int buf[2 * N];
    MPI_Datatype type, other;
    MPI_Request request;

    for (int k = 0; k < 2 * N; k++)
        buf[k] = -1;
    MPI_File_seek(fh, 0, MPI_SEEK_SET);
    MPI_Type_vector(N, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    start(fh, call, buf, type, &request);
    MPI_Type_free(&type);
    MPI_Type_vector(3, 1, 5, MPI_CHAR, &other);
    MPI_Type_free(&other);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < 2 * N; k++)
        if (buf[k] != (k % 2 ? -1 : k / 2)) {
            printf("call %d: integer %d is %d: expected %d\n", call, k, buf[k], k % 2 ? -1 : k / 2);
            return 1;
        }
    return 0;
}

int main(int argc, char **argv)
{
    int numbers[N], wrong = 0;
    MPI_File fh;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "file-type-freed.tmp",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
    for (int k = 0; k < N; k++)
        numbers[k] = k;
    MPI_File_write_at(fh, 0, numbers, N, MPI_INT, MPI_STATUS_IGNORE);
    for (int call = 0; call < CALLS; call++)
        wrong |= is_wrong(fh, call);
    MPI_File_close(&fh);
    MPI_Finalize();
    return wrong;
}
