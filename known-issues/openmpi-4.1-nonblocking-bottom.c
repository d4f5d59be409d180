/* Nonblocking collectives both of whose buffers are MPI_BOTTOM, and whose types have the addresses. MPI-3.1, 4.1.5:
 * displacements are addresses then, so that the buffers are two; 5.1: in place is what MPI_IN_PLACE says. Open MPI
 * 4.1.0 takes an operation for one in place where both buffers are the same address. Exit status 1 where the fault is
 * there, 0 where it is not. */
#include <mpi.h>
#include <stdio.h>

static int from = 17, to, bad;

static void wait_for(const char *name, MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    if (to != from && ++bad)
        printf("%s: expected %d, found %d\n", name, from, to);
    to = 0;
}

static MPI_Datatype at(const int *place)
{
    const int one = 1;
    MPI_Aint address;
    MPI_Datatype type;

    MPI_Get_address(place, &address);
    MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

int main(void)
{
    const int one = 1, zero = 0;
    void *const bottom = MPI_BOTTOM;
    const MPI_Comm self = MPI_COMM_SELF;
    MPI_Datatype here, there;
    MPI_Request r;

    MPI_Init(NULL, NULL);
    here = at(&from);
    there = at(&to);
    MPI_Igather(bottom, 1, here, bottom, 1, there, 0, self, &r);
    wait_for("MPI_Igather", &r);
    MPI_Igatherv(bottom, 1, here, bottom, &one, &zero, there, 0, self, &r);
    wait_for("MPI_Igatherv", &r);
    MPI_Iscatter(bottom, 1, here, bottom, 1, there, 0, self, &r);
    wait_for("MPI_Iscatter", &r);
    MPI_Iscatterv(bottom, &one, &zero, here, bottom, 1, there, 0, self, &r);
    wait_for("MPI_Iscatterv", &r);
    MPI_Iallgather(bottom, 1, here, bottom, 1, there, self, &r);
    wait_for("MPI_Iallgather", &r);
    MPI_Iallgatherv(bottom, 1, here, bottom, &one, &zero, there, self, &r);
    wait_for("MPI_Iallgatherv", &r);
    MPI_Ialltoall(bottom, 1, here, bottom, 1, there, self, &r);
    wait_for("MPI_Ialltoall", &r);
    MPI_Ialltoallv(bottom, &one, &zero, here, bottom, &one, &zero, there, self, &r);
    wait_for("MPI_Ialltoallv", &r);
    MPI_Ialltoallw(bottom, &one, &zero, &here, bottom, &one, &zero, &there, self, &r);
    wait_for("MPI_Ialltoallw", &r);
    MPI_Type_free(&here);
    MPI_Type_free(&there);
    MPI_Finalize();
    return bad > 0;
}
