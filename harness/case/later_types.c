/* Types that are made while others, which are freed, are still in use. */
#include "case/later_types.h"
#include "harness.h"

enum { MOST = 16 };

static MPI_Datatype types[MOST];
static int num_types;

void h_later_type_make(void)
{
    MPI_Datatype *type = &types[num_types];

    if (num_types == MOST)
        return;
    H_MPI(MPI_Type_vector(2, 1, 2 + num_types, MPI_SIGNED_CHAR, type));
    H_MPI(MPI_Type_commit(type));
    num_types++;
}

void h_later_types_free(void)
{
    while (num_types > 0)
        H_MPI(MPI_Type_free(&types[--num_types]));
}
