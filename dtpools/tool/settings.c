/* How the control variables of an MPI are set: records of settings.txt, which make turns into settings.inc. */
#include "profiles.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

static const char text[] =
#include "tool/settings.inc"
    ;

bool settings_match(const char *pattern, const char *name)
{
    if (*pattern != '*')
        return *pattern == *name && (*pattern == '\0' || settings_match(pattern + 1, name + 1));
    do
        if (settings_match(pattern + 1, name))
            return true;
    while (*name++);
    return false;
}

/* The value of a line `key: value`; NULL of another one. */
static const char *value_of(const char *line, const char *key)
{
    const size_t n = strlen(key);

    return strncmp(line, key, n) == 0 && line[n] == ':' ? line + n + 1 + strspn(line + n + 1, " ") : NULL;
}

static void take(struct settings *s, const char *line)
{
    const size_t used = strlen(s->words);
    const char *value;

    if ((value = value_of(line, "environment")) != NULL)
        (void) snprintf(s->environment, sizeof s->environment, "%s", value);
    else if ((value = value_of(line, "with")) != NULL)
        (void) sscanf(value, "%127s %255s", s->with, s->other);
    else if ((value = value_of(line, "words")) != NULL)
        (void) snprintf(s->words + used, sizeof s->words - used, "%s ", value);
}

bool settings_find(struct settings *s)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "", line[512];
    const char *mpi;
    bool ours = false;
    int length;

    *s = (struct settings) {.words = ""};
    if (MPI_Get_library_version(library, &length) != MPI_SUCCESS) {
        fprintf(stderr, "dtp: MPI_Get_library_version failed\n");
        return false;
    }
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        (void) snprintf(line, sizeof line, "%.*s", (int) strcspn(at, "\n"), at);
        if ((mpi = value_of(line, "mpi")) != NULL) {
            if (ours)
                return true;
            ours = strstr(library, mpi) != NULL;
        } else if (ours)
            take(s, line);
    }
    if (!ours)
        fprintf(stderr, "dtp: how this MPI's variables are set is not known: expected a record of tool/settings.txt "
                "for '%.*s'\n", (int) strcspn(library, "\r\n"), library);
    return ours;
}
