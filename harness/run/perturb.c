/* Memory of malloc.  Where the C library can do so, it has bytes that nobody expects before it is set and after it is
 * freed: an MPI that reads it then does not pass because it finds zeros, or what was there.  Accesses to files do
 * without: some MPI libraries have 16 MiB for each, and all of their time would be for filling these. */
#include "run/run.h"

#include <stdbool.h>
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The environment's own setting, 0 for none, stays. */
void h_perturb_malloc(bool perturbs)
{
#ifdef M_PERTURB
    if (!getenv("MALLOC_PERTURB_"))
        (void) mallopt(M_PERTURB, perturbs ? 165 : 0);
#else
    (void) perturbs;
#endif
}
