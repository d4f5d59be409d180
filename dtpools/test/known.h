/* What the tests leave out because the MPI at hand gets it wrong: the rows of known.txt. */
#ifndef KNOWN_H
#define KNOWN_H

#include "dtpools.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KNOWN_FIELDS = 4, MAX_KNOWN = 32, KNOWN_LINE = 256 };

/* Fields of a row: what is left out, how the library's version begins, traits, the issue. */
static char known_rows[MAX_KNOWN][KNOWN_FIELDS][KNOWN_LINE];
static int num_known = -1;

static inline bool read_known_row(const char *line, char row[KNOWN_FIELDS][KNOWN_LINE])
{
    for (int k = 0; k < KNOWN_FIELDS; k++) {
        const size_t n = strcspn(line, "|\n");
        snprintf(row[k], KNOWN_LINE, "%.*s", (int) n, line);
        line += n + (line[n] == '|');
    }
    return *row[KNOWN_FIELDS - 1] != '\0';
}

/* The file is in the source folder, which automake names. */
static inline void read_known(void)
{
    const char *const places[] = {"dtpools/test/known.txt", "test/known.txt"};
    char line[4 * KNOWN_LINE];
    FILE *in = NULL;

    for (int k = 0; k < 2 && !in; k++) {
        snprintf(line, sizeof line, "%s/%s", getenv("srcdir") ? getenv("srcdir") : "..", places[k]);
        in = fopen(line, "r");
    }
    for (num_known = 0; in && num_known < MAX_KNOWN && fgets(line, sizeof line, in);)
        num_known += *line != '#' && read_known_row(line, known_rows[num_known]);
    if (in)
        fclose(in);
}

/* Whether `what` of an object is wrong under the MPI at hand; says so once for each issue that follows another. */
static inline bool is_known(const char *what, DTP_t pool, int i)
{
    static const char *shown = "";
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int length;

    if (num_known < 0)
        read_known();
    MPI_Get_library_version(library, &length);
    for (int k = 0; k < num_known; k++) {
        if (strcmp(known_rows[k][0], what) != 0 || strncmp(library, known_rows[k][1], strlen(known_rows[k][1])) != 0 ||
            !DTP_obj_has_trait(pool, i, known_rows[k][2]))
            continue;
        if (strcmp(shown, known_rows[k][3]) != 0)
            printf("left out: objects that meet %s\n", known_rows[k][3]);
        shown = known_rows[k][3];
        return true;
    }
    return false;
}

#endif
