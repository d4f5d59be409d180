/* Every other element of an object. */
#include "case/halves.h"
#include "case/signature.h"

#include <stdlib.h>

bool h_has_halves(const struct h_case *c)
{
    const MPI_Aint elements = DTP_pool_elements(c->recv.pool);

    return elements > 1 && elements == DTP_pool_elements(c->send.pool) && h_signature_types(c->recv.pool) == 1;
}

struct h_half h_half(struct h_obj o, int odd)
{
    const MPI_Aint elements = DTP_pool_elements(o.pool), n = (elements + 1 - odd) / 2;
    MPI_Aint *displs = h_alloc(n * (MPI_Aint) sizeof *displs);
    struct h_half half = {.buf = o.mpi->DTP_obj_buf};

    for (MPI_Aint k = 0; k < n; k++)
        H_DTP(DTP_obj_disp(o.pool, o.index, 2 * k + odd, &displs[k]));
    H_MPI(MPI_Type_create_hindexed_block((int) n, 1, displs, h_first_elements(1).mpi->DTP_obj_type, &half.type));
    H_MPI(MPI_Type_commit(&half.type));
    free(displs);
    return half;
}
