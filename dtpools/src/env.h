/* The environment variables that the library reads.  A value that makes no sense is DTP_ERR_ENV. */
#ifndef DTPI_ENV_H
#define DTPI_ENV_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* Which objects a pool has. */
struct dtpi_choice {
    int num_objs;       /* DTP_NUM_OBJS: at most this many, 1 or more; -1, the default: all */
    int random_objs;    /* DTP_RANDOM_OBJS: so many random ones, default 0 */
    uint64_t seed;      /* DTP_SEED: which ones, default 1 */
    bool is_specified;  /* DTP_TRAITS=none: the specified layouts alone */
    const char *traits; /* else a selection (see traits.h); NULL: all */
};
int dtpi_env_choice(struct dtpi_choice *choice);

/* DTP_MAX_BUFSIZE: bytes, 1 or more, with an optional suffix K, M or G; default 256 MiB. */
int dtpi_env_max_bufsize(MPI_Aint *bytes);

#endif
