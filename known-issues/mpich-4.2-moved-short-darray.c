/* MPI_File_set_view refuses a file type whose data lie at its beginning: a darray, of which the process has less than a
 * block, moved there by MPI_Type_create_hindexed.
 * MPI-3.1, 4.1.2 and 13.3: displacement -4 is added to those of the elements, the only one of which is then 0.
 * mpiexec -n 1: exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    MPI_Datatype second, dealt, moved, filetype;
    MPI_File file;
    int code;

    MPI_Init(NULL, NULL);
    MPI_Type_create_subarray(1, (int[]) {2}, (int[]) {1}, (int[]) {1}, MPI_ORDER_C, MPI_INT, &second);
    MPI_Type_create_darray(1, 0, 1, (int[]) {1}, (int[]) {MPI_DISTRIBUTE_CYCLIC}, (int[]) {3}, (int[]) {1}, MPI_ORDER_C,
                           second, &dealt);
    MPI_Type_create_hindexed(1, (int[]) {1}, (MPI_Aint[]) {-(MPI_Aint) sizeof(int)}, dealt, &moved);
    MPI_Type_create_resized(moved, 0, 2 * (MPI_Aint) sizeof(int), &filetype);
    MPI_Type_commit(&filetype);
    MPI_File_open(MPI_COMM_SELF, "moved-short-darray.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    code = MPI_File_set_view(file, 0, MPI_INT, filetype, "native", MPI_INFO_NULL);
    MPI_File_close(&file);
    MPI_Type_free(&filetype);
    MPI_Type_free(&moved);
    MPI_Type_free(&dealt);
    MPI_Type_free(&second);
    printf("MPI_File_set_view: the standard demands MPI_SUCCESS, found %s\n",
           code == MPI_SUCCESS ? "that" : "an error");
    MPI_Finalize();
    return code != MPI_SUCCESS;
}
