/* Known faults of MPI libraries: reported, but not counted as failures of the test.  Each is a program in
 * doc/known-issues/ that shows it without DTPools, with what the standard says. */
#include "internal.h"

#include <string.h>

static const struct {
    const char *issue, *library;
} known[] = {
#define KNOWN(ISSUE, LIBRARY, PROCESSES) {ISSUE, LIBRARY},
#include "known_issues.def"
#undef KNOWN
};
enum { NUM_KNOWN = sizeof known / sizeof known[0] };

bool h_known(const char *issue)
{
    static bool told[NUM_KNOWN];
    static char library[MPI_MAX_LIBRARY_VERSION_STRING];
    int length, i = 0;

    while (i < NUM_KNOWN && strcmp(known[i].issue, issue) != 0)
        i++;
    if (i == NUM_KNOWN)
        return false;
    if (!*library)
        H_MPI(MPI_Get_library_version(library, &length));
    if (strncmp(library, known[i].library, strlen(known[i].library)) != 0)
        return false;
    if (!told[i] && harness.rank == 0)
        h_note("known issue of this MPI: doc/known-issues/%s.c", issue);
    told[i] = true;
    return true;
}

static bool is_short_darray(struct h_obj o)
{
    return DTP_obj_has_trait(o.pool, o.index, "short-darray");
}

int h_external_works(const struct h_pair *p)
{
    if ((harness.is_mixed || harness.pairs_moved > 0 || harness.has_wchar) && h_known("mpich-4.0-pack-external"))
        return 0;
    if (harness.has_long_double && h_known("openmpi-4.1-external-long-double"))
        return 0;
    return !((is_short_darray(p->send) || is_short_darray(p->recv)) && h_known("mpich-4.0-short-darray"));
}

int h_many_types_work(void)
{
    return !h_known("mpich-4.0-many-types");
}
