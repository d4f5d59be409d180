/* Control variables of MPI (MPI-3.1, 14.3.6). */
#ifndef DTPI_CONTROL_H
#define DTPI_CONTROL_H

#include <mpi.h>
#include <stdbool.h>

struct dtpi_control {
    int number;         /* in MPI's list */
    char name[128];
    char about[8192];   /* what MPI says of it; what does not fit is cut off */
    MPI_Datatype type;
    MPI_T_enum items;   /* MPI_T_ENUM_NULL if it is no enumeration */
};

/* How many variables MPI has.  MPI need not be initialized, but may have more of them then.  The tool information
 * interface is begun once and stays: not every library survives its end and a second beginning, which the standard
 * allows (14.3.4). */
int dtpi_controls(int *n);

/* Variable k, 0 <= k < n; false if it is gone, or belongs to an object of MPI. */
bool dtpi_control(int k, struct dtpi_control *c);

/* The value of a variable that is one integer; false for any other. */
bool dtpi_control_value(const struct dtpi_control *c, long long *value);

#endif
