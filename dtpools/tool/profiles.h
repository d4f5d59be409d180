/* Profiles: settings under which an MPI chooses another algorithm or protocol. */
#ifndef PROFILES_H
#define PROFILES_H

#include <stdbool.h>
#include <stddef.h>

enum { PROFILE_NAME = 128, PROFILE_ITEMS = 64, PROFILE_SETTINGS = 3 };

/* ---- settings.c: how the variables of this MPI are set ---- */

struct settings {
    char environment[PROFILE_NAME];   /* what goes before a name */
    char with[PROFILE_NAME];          /* a pattern of names, in which * stands for any text; "" */
    char other[2 * PROFILE_NAME];     /* NAME=VALUE, which these need */
    char words[4096];                 /* values of enumerations that MPI does not list, separated by blanks */
};

/* Finds the record of the MPI in use; false after a message on stderr if there is none. */
bool settings_find(struct settings *s);

/* Whether the text is the pattern. */
bool settings_match(const char *pattern, const char *text);

/* ---- variables.c: what MPI has ---- */

enum shape { ALGORITHM, EAGER_LIMIT, SEGMENT_SIZE };

/* A variable that chooses an algorithm, or a size at which one goes another way. */
struct variable {
    enum shape shape;
    char name[PROFILE_NAME];
    char operation[PROFILE_NAME];     /* the collective that it is about, such as ibcast; "" for a protocol */
    char about[PROFILE_NAME];         /* how what MPI says of it begins */
    long long value;                  /* now */
    bool takes_size;                  /* it can be set; filled by profiles.c */
    bool is_listed;                   /* MPI lists the items; otherwise the words may be any */
    int n;
    struct item {
        char word[PROFILE_NAME];
        long long value;
    } items[PROFILE_ITEMS];
};

/* All such variables, in an array to be freed; NULL after a message on stderr. */
struct variable *variables_find(int *n);

/* A variable of the environment is set to a value; then the control variable must read as the number. */
struct setting {
    char environment[2 * PROFILE_NAME], variable[PROFILE_NAME], value[PROFILE_NAME];
    long long number;
};

/* Tries a setting in a process of its own: whether MPI starts with it and has the variable, and as which number that
 * reads. */
bool variables_try(const struct setting *s, long long *number);

#endif
