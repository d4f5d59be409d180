/* The callback of an attribute that is deleted deletes those of two other keys.  MPI-3.1, 6.7.4: MPI_Type_delete_attr
 * deletes an attribute of a type, and calls the callback of its key; nothing says that a callback must not call it.
 * MPICH 3.4 and 4.0 keep a broken list where the keys are those before and after: freeing the type ends the process.
 * Exit status 1 where the fault is there and does not end the process, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

enum { KEYS = 3 };

static int keys[KEYS], deleted[KEYS];

static int count(MPI_Datatype type, int key, void *value, void *extra)
{
    (void) key, (void) value;
    ++*(int *) extra;
    if (extra == &deleted[1]) {
        MPI_Type_delete_attr(type, keys[0]);
        MPI_Type_delete_attr(type, keys[2]);
    }
    return MPI_SUCCESS;
}

int main(void)
{
    MPI_Datatype type;
    int bad = 0;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &type);
    for (int k = 0; k < KEYS; k++) {
        MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, count, &keys[k], &deleted[k]);
        MPI_Type_set_attr(type, keys[k], &keys[k]);
    }
    MPI_Type_delete_attr(type, keys[1]);
    MPI_Type_free(&type);
    for (int k = 0; k < KEYS; k++) {
        if (deleted[k] != 1) {
            printf("key %d: expected 1 callback, found %d\n", k, deleted[k]);
            bad = 1;
        }
        MPI_Type_free_keyval(&keys[k]);
    }
    MPI_Finalize();
    return bad;
}
