/* A case of an operation and two objects as a C program of its own, of plain MPI calls. */
#ifndef DTPI_REPRODUCE_H
#define DTPI_REPRODUCE_H

#include <stdio.h>

/* The operations, by number from 0: the name, NULL past the last one. */
const char *dtpi_reproduce_operation(int number);

/* Writes the program.  send, recv: texts of objects; the message has the elements of send, and recv at least these.  The
 * program prints what the standard demands and what came; its exit status is 1 where they differ and 0 where they do not.
 * DTP_ERR_TEXT if a text describes no object or the two do not agree; DTP_ERR_ARG for an unknown operation, and for
 * objects that cannot be received or filled. */
int dtpi_reproduce(FILE *file, const char *operation, const char *send, const char *recv);

#endif
