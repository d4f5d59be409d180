/* The environment variables that the library reads.  A value that makes no sense is DTP_ERR_ENV. */
#ifndef DTPI_ENV_H
#define DTPI_ENV_H

#include <mpi.h>

/* DTP_NUM_OBJS: 1 or more, or -1 for all, the default. */
int dtpi_env_num_objs(int *num_objs);

/* DTP_MAX_BUFSIZE: bytes, 1 or more, with an optional suffix K, M or G; default 256 MiB. */
int dtpi_env_max_bufsize(MPI_Aint *bytes);

#endif
