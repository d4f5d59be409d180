/* Faults of MPI libraries that the tests of the library would meet: doc/known-issues of the whole project. */
#ifndef KNOWN_H
#define KNOWN_H

#include "dtpools.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *library, *traits, *issue;
} known_issues[] = {
    {"Open MPI v4.1", "negative-stride+nested", "openmpi-4.1-negative-stride"},
    {"Open MPI v4.1", "struct+decreasing", "openmpi-4.1-struct-extent"},
    {"MPICH Version:\t", "zero-size", "mpich-3.4-empty-type-bounds"},
    {"MPICH Version:\t", "short-darray", "mpich-3.4-short-darray-true-lb"},
};

/* Whether the object meets the issue under the MPI at hand; says so once. */
static inline bool is_known(const char *issue, DTP_t pool, int i)
{
    static const char *told = "";
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length;

    MPI_Get_library_version(library, &length);
    for (size_t k = 0; k < sizeof known_issues / sizeof known_issues[0]; k++)
        if (strcmp(known_issues[k].issue, issue) == 0 && DTP_obj_has_trait(pool, i, known_issues[k].traits) &&
            strncmp(library, known_issues[k].library, strlen(known_issues[k].library)) == 0) {
            if (strcmp(told, issue) != 0)
                printf("left out: objects that meet %s\n", issue);
            told = known_issues[k].issue;
            return true;
        }
    return false;
}

#endif
