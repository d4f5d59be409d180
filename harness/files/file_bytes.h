/* What is in a file. */
#ifndef HARNESS_FILE_BYTES_H
#define HARNESS_FILE_BYTES_H

#include "files/file.h"

#include <stdbool.h>

/* Writes the image of the file on rank 0, which has made it: as if all accesses had written, or none. */
void h_file_fill(struct h_case *c, struct h_file *f, bool holds);

/* A file that cannot be made, written or read without MPI: ends the test with errno's text. */
void h_file_fail(const char *what, const struct h_file *f);

#endif
