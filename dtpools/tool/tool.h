/* What the subcommands of dtp share. */
#ifndef TOOL_H
#define TOOL_H

#include "dtpools.h"

/* Exit statuses; TOOL_ARGUMENTS: TOOL_USAGE, and the usage of the subcommand is to be shown. */
enum { TOOL_GOOD = 0, TOOL_BAD = 1, TOOL_USAGE = 2, TOOL_ARGUMENTS };

/* A pool of a signature, such as MPI_INT:512 or MPI_CHAR:64,MPI_INT:32; NULL after a message on stderr. */
DTP_t tool_pool(const char *signature);

/* Prints the library's message on stderr, and how the text begins that it is about; returns TOOL_USAGE. */
int tool_complain(void);
int tool_complain_of(const char *text);

/* The subcommands: arguments after the name.  They return an exit status. */
int tool_types(int n, char **words);
int tool_list(int n, char **words);
int tool_show(int n, char **words);
int tool_check(int n, char **words);
int tool_put(int n, char **words);
int tool_shrink(int n, char **words);
int tool_profiles(int n, char **words);

#endif
