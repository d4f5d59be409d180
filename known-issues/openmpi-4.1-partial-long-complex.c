/* A message to oneself of two instances of 17 elements of 32 bytes, a gap after each, received with gaps between the
 * elements. MPI-3.1, 3.2.2 and 4.1: the elements arrive in the order of the type map. Open MPI sends it in parts of
 * which one ends within an element, and puts that element together in too few bytes of its stack. A crash where the
 * fault is there, exit status 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

enum { N = 17, INSTANCES = 2, WITH_GAP = 23 };

static long double from[2 * INSTANCES * WITH_GAP], to[4 * INSTANCES * N];

int main(void)
{
    MPI_Datatype elements, sent, received;
    MPI_Request request;
    int wrong = 0;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < 2 * INSTANCES * WITH_GAP; k++)
        from[k] = k + 1;
    MPI_Type_contiguous(N, MPI_C_LONG_DOUBLE_COMPLEX, &elements);
    MPI_Type_create_resized(elements, 0, WITH_GAP * 2 * (MPI_Aint) sizeof(long double), &sent);
    MPI_Type_commit(&sent);
    MPI_Type_vector(INSTANCES * N, 1, 2, MPI_C_LONG_DOUBLE_COMPLEX, &received);
    MPI_Type_commit(&received);
    MPI_Irecv(to, 1, received, 0, 0, MPI_COMM_SELF, &request);
    MPI_Send(from, INSTANCES, sent, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < INSTANCES * N; k++)
        wrong += to[4 * k] != from[2 * (k / N * WITH_GAP + k % N)];
    printf("expected 0 wrong elements, found %d\n", wrong);
    MPI_Type_free(&elements);
    MPI_Type_free(&sent);
    MPI_Type_free(&received);
    MPI_Finalize();
    return wrong > 0;
}
