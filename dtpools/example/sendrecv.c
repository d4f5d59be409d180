/* Sends every object of a pool of 1024 integers to every object of a pool of 2048, and verifies that the first 1024
 * elements have arrived and that nothing else has changed.  A process sends to itself: run it alone or with mpiexec. */
#include <dtpools.h>

#include <stdio.h>
#include <stdlib.h>

static void stop_if(int err)
{
    if (err != DTP_SUCCESS) {
        fprintf(stderr, "%s: %s\n", DTP_error_string(err), DTP_message());
        MPI_Abort(MPI_COMM_WORLD, 1);
        exit(1);
    }
}

int main(void)
{
    DTP_t send_dtp, recv_dtp;
    MPI_Request req;
    int rank, err, i, j, transfers = 0;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    err = DTP_pool_create(MPI_INT, 1024, &send_dtp);
    stop_if(err);
    err = DTP_pool_create(MPI_INT, 2048, &recv_dtp);
    stop_if(err);

    for (i = 0; i < send_dtp->DTP_num_objs; i++) {
        err = DTP_obj_create(send_dtp, i, 0, 2, 1024);
        stop_if(err);
        for (j = 0; j < recv_dtp->DTP_num_objs; j++) {
            err = DTP_obj_create(recv_dtp, j, 0, 0, 0);
            stop_if(err);

            MPI_Irecv(recv_dtp->DTP_obj_array[j].DTP_obj_buf,
                      recv_dtp->DTP_obj_array[j].DTP_obj_count,
                      recv_dtp->DTP_obj_array[j].DTP_obj_type,
                      rank, 0, MPI_COMM_WORLD, &req);

            MPI_Send(send_dtp->DTP_obj_array[i].DTP_obj_buf,
                     send_dtp->DTP_obj_array[i].DTP_obj_count,
                     send_dtp->DTP_obj_array[i].DTP_obj_type,
                     rank, 0, MPI_COMM_WORLD);

            MPI_Wait(&req, MPI_STATUS_IGNORE);

            stop_if(DTP_obj_buf_check(recv_dtp, j, 0, 2, 1024));
            transfers++;

            DTP_obj_free(recv_dtp, j);
        }
        DTP_obj_free(send_dtp, i);
    }

    DTP_pool_free(send_dtp);
    DTP_pool_free(recv_dtp);

    printf("%d transfers verified\n", transfers);
    MPI_Finalize();
    return transfers == 0;
}
