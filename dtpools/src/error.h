/* The one place where messages for the caller are kept. */
#ifndef DTPI_ERROR_H
#define DTPI_ERROR_H

#include "dtpools.h"
#include <stdarg.h>

/* Keeps a message, printf style, for DTP_message() and returns code. */
int dtpi_error(int code, const char *format, ...);

/* The code of the message that is kept, for functions that return a pointer. */
int dtpi_error_code(void);

/* Adds to the message that is kept. */
void dtpi_error_add(const char *format, ...);

/* Puts a text, printf style, before the message that is kept; returns code. */
int dtpi_error_before(int code, const char *format, ...);

/* Puts "call: " before the message that is kept; returns code, so that an inner error passes through a public call. */
int dtpi_error_in(int code, const char *call);

/* An MPI call that failed: keeps "MPI_Foo: text of the error", returns DTP_ERR_MPI. */
int dtpi_error_mpi(int mpi_code, const char *mpi_call);

/* DTP_ERR_NO_MEM with the size that could not be had. */
int dtpi_error_mem(size_t bytes);

#endif
