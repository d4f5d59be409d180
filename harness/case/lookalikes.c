/* Which objects of a pool look alike. */
#include "case/lookalikes.h"
#include "state.h"

#include <stdlib.h>
#include <string.h>

enum answer { NOT_ASKED, NO, YES };
static unsigned char *answers; /* of each object of the send side, and the next one of the receive side */

static bool have_one_extent(int i, int j)
{
    MPI_Aint lb[2], extent[2];

    return DTP_obj_extent(harness.send[0], i, &lb[0], &extent[0]) == DTP_SUCCESS &&
           DTP_obj_extent(harness.recv[0], j, &lb[1], &extent[1]) == DTP_SUCCESS &&
           lb[0] == lb[1] && extent[0] == extent[1];
}

/* Of some of the first elements: types that differ do so within one of their instances. */
static bool have_unlike_places(int i, int j)
{
    enum { MOST = 64 };
    const MPI_Aint all = DTP_pool_elements(harness.send[0]);
    MPI_Aint a, b;

    for (MPI_Aint k = 0; k < all && k < MOST; k++)
        if (DTP_obj_disp(harness.send[0], i, k, &a) == DTP_SUCCESS &&
            DTP_obj_disp(harness.recv[0], j, k, &b) == DTP_SUCCESS && a != b)
            return true;
    return false;
}

static enum answer answer(int i, int j)
{
    const DTP_t send = harness.send[0], recv = harness.recv[0];
    const bool is_one_pool = send->DTP_num_objs == recv->DTP_num_objs &&
                             DTP_pool_elements(send) == DTP_pool_elements(recv);

    return is_one_pool && have_one_extent(i, j) && have_unlike_places(i, j) ? YES : NO;
}

bool h_are_lookalikes(int i, int j)
{
    const int n = harness.send[0]->DTP_num_objs;

    if (j != i + 1 || j >= n || j >= harness.recv[0]->DTP_num_objs)
        return false;
    if (!answers) {
        answers = h_alloc(n);
        memset(answers, NOT_ASKED, (size_t) n);
    }
    if (answers[i] == NOT_ASKED)
        answers[i] = (unsigned char) answer(i, j);
    return answers[i] == YES;
}

void h_lookalikes_forget(void)
{
    free(answers);
    answers = NULL;
}
