/* Memory of malloc.  Where the C library can do so, it has bytes that nobody expects before it is set and after it is
 * freed: an MPI that reads it then does not pass because it finds zeros, or what was there. */
#include "run/run.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* The environment's own setting, 0 for none, stays. */
void h_perturb_malloc(void)
{
#ifdef M_PERTURB
    if (!getenv("MALLOC_PERTURB_"))
        (void) mallopt(M_PERTURB, 165);
#endif
}
