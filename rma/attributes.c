/* The predefined attributes of windows made in every way: base, size, displacement unit, flavor, memory model. */
#include "accesses/access.h"

static void visit(struct h_case *c)
{
    if (h_begin(c, "MPI_Win_get_attr"))
        h_check_attributes(c);
}

static void run(void)
{
    h_each_window_of(H_WORLD | H_SPLIT | H_REVERSED | H_SELF,
                     H_CREATE | H_ALLOCATE | H_ALLOCATE_SHARED | H_DYNAMIC | H_FAR, visit);
}

const struct h_program h_program = {"attributes of windows", 0, run};
