/* Every other element of an object. */
#include "case/halves.h"
#include "case/signature.h"

#include <stdlib.h>

bool h_has_halves(const struct h_case *c)
{
    const MPI_Aint elements = DTP_pool_elements(c->recv.pool);

    return elements > 1 && elements == DTP_pool_elements(c->send.pool) && h_signature_types(c->recv.pool) == 1 &&
           !DTP_obj_has_trait(c->recv.pool, c->recv.index, "overlapping");
}

void h_halves(struct h_obj o, struct h_half halves[2])
{
    const MPI_Aint elements = DTP_pool_elements(o.pool);
    const MPI_Datatype basic = h_first_elements(1).mpi->DTP_obj_type;
    MPI_Aint *disps = h_alloc(elements * (MPI_Aint) sizeof *disps);
    MPI_Aint *some = h_alloc(elements * (MPI_Aint) sizeof *some);

    H_DTP(DTP_obj_disps(o.pool, o.index, disps));
    for (int odd = 0; odd < 2; odd++) {
        int n = 0;
        for (MPI_Aint k = odd; k < elements; k += 2)
            some[n++] = disps[k];
        halves[odd].buf = o.mpi->DTP_obj_buf;
        H_MPI(MPI_Type_create_hindexed_block(n, 1, some, basic, &halves[odd].type));
        H_MPI(MPI_Type_commit(&halves[odd].type));
    }
    free(some);
    free(disps);
}

void h_halves_free(struct h_half halves[2])
{
    for (int odd = 0; odd < 2; odd++)
        H_MPI(MPI_Type_free(&halves[odd].type));
}
