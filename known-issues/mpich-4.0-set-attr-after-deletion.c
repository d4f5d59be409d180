/* An attribute is deleted, set again and replaced, beside others.  To set it where it is present deletes the old value
 * first, with its callback (MPI-3.1, 6.7.2; 6.7.4 for types).  MPICH 3.4 to 5.0 call nothing where attributes are not
 * in the order of their keys: the type then has two attributes of one key, the older of which is deleted with the type.
 * Exit status 1 where the fault is there, 0 where it is not.  For one process. */
#include <mpi.h>
#include <stdio.h>

enum { KEYS = 3 };

static int deleted[KEYS];

static int count(MPI_Datatype type, int key, void *value, void *extra)
{
    (void) type, (void) key, (void) value;
    ++*(int *) extra;
    return MPI_SUCCESS;
}

int main(void)
{
    int keys[KEYS], values[2], bad = 0;
    MPI_Datatype type;

    MPI_Init(NULL, NULL);
    MPI_Type_contiguous(2, MPI_INT, &type);
    for (int k = 0; k < KEYS; k++) {
        MPI_Type_create_keyval(MPI_TYPE_DUP_FN, count, &keys[k], &deleted[k]);
        MPI_Type_set_attr(type, keys[k], &values[0]);
    }
    MPI_Type_delete_attr(type, keys[0]);
    MPI_Type_delete_attr(type, keys[2]);
    for (int i = 0; i < 2; i++)
        for (int k = KEYS - 1; k >= 0; k--)
            MPI_Type_set_attr(type, keys[k], &values[1 - i]);
    for (int k = 0; k < KEYS; k++) {
        if (deleted[k] != 2) {
            printf("key %d: deleted, set and replaced, or replaced twice: expected 2 callbacks, found %d\n", k,
                   deleted[k]);
            bad = 1;
        }
        MPI_Type_free_keyval(&keys[k]);
    }
    MPI_Type_free(&type);
    MPI_Finalize();
    return bad;
}
