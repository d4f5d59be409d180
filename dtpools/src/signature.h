/* What all objects of a pool agree on: so many elements of this basic type, then so many of that. */
#ifndef DTPI_SIGNATURE_H
#define DTPI_SIGNATURE_H

#include "typemap.h"

struct dtpi_part {
    const struct dtpi_basic *basic;
    MPI_Aint count;
};

struct dtpi_signature {
    int n;
    struct dtpi_part *parts;
    MPI_Aint elements, bytes;  /* of all parts; bytes of data, without padding */
    char *text;                /* "MPI_INT:512" or "MPI_CHAR:64,MPI_INT:32" */
    char brief[160];           /* for messages: the text, or how it begins, and the number of elements */
    char kinds[128];           /* what is true of at least one type, "integer narrow": see kind.h */
};

/* Takes a copy of n parts; nothing is left allocated after an error.  Returns a DTP code. */
int dtpi_signature_create(int n, const struct dtpi_part *parts, struct dtpi_signature *signature);

/* The signature of a type map, neighbours of one type taken together. */
int dtpi_signature_of(const struct dtpi_typemap *map, struct dtpi_signature *signature);

/* The signature of its first n elements, 1 to all. */
int dtpi_signature_first(const struct dtpi_signature *signature, MPI_Aint n, struct dtpi_signature *first);

/* Whether its first elements are all of those of another. */
bool dtpi_signature_begins(const struct dtpi_signature *signature, const struct dtpi_signature *first);

void dtpi_signature_free(struct dtpi_signature *signature);

/* The one basic type of all elements, or NULL if there are several, or none. */
const struct dtpi_basic *dtpi_signature_basic(const struct dtpi_signature *signature);

#endif
