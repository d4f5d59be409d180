/* Doubles after three characters, received into instances that each lie before the one before, without a gap.
 *
 * MPI-3.1, 3.3.1 and 4.1: the elements of the receive's type map, in its order, hold those of the message.  The message
 * comes in several parts, whose ends are within a double.
 * Exit status 1 where the fault is there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { INSTANCES = 1000, EACH = 20, ALL = INSTANCES * EACH, CHARS = 3 };

static struct {
    double first[EACH * (INSTANCES - 1)], last[EACH];
    char chars[CHARS];
} in;
static char out[CHARS + ALL * sizeof(double)];

int main(void)
{
    const MPI_Aint step = -(MPI_Aint) (EACH * sizeof(double));
    const MPI_Aint chars = (MPI_Aint) ((char *) in.chars - (char *) in.last);
    MPI_Datatype block, instance, all, received, sent;
    MPI_Request request;
    double value = 0;
    int wrong = 0;

    MPI_Init(NULL, NULL);
    for (int k = 0; k < ALL; k++) {
        value = k + 1;
        memcpy(out + CHARS + k * (int) sizeof value, &value, sizeof value);
    }
    MPI_Type_contiguous(EACH, MPI_DOUBLE, &block);
    MPI_Type_create_resized(block, 0, step, &instance);
    MPI_Type_contiguous(INSTANCES, instance, &all);
    MPI_Type_create_struct(2, (int[]) {CHARS, 1}, (MPI_Aint[]) {chars, 0}, (MPI_Datatype[]) {MPI_CHAR, all}, &received);
    MPI_Type_create_struct(2, (int[]) {CHARS, ALL}, (MPI_Aint[]) {0, CHARS}, (MPI_Datatype[]) {MPI_CHAR, MPI_DOUBLE},
                           &sent);
    MPI_Type_commit(&received);
    MPI_Type_commit(&sent);
    MPI_Irecv(in.last, 1, received, 0, 0, MPI_COMM_SELF, &request);
    MPI_Send(out, 1, sent, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < ALL; k++) {
        memcpy(&value, (char *) in.last + k / EACH * step + k % EACH * (int) sizeof value, sizeof value);
        wrong += value != k + 1;
    }
    printf("expected %d doubles, found %d of them wrong\n", ALL, wrong);
    MPI_Type_free(&block);
    MPI_Type_free(&instance);
    MPI_Type_free(&all);
    MPI_Type_free(&received);
    MPI_Type_free(&sent);
    MPI_Finalize();
    return wrong > 0;
}
