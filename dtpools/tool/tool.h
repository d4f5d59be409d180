/* What the subcommands of dtp share. */
#ifndef TOOL_H
#define TOOL_H

#include "dtpools.h"
#include "tree.h"

#include <stdbool.h>

/* Exit statuses. */
enum { TOOL_GOOD = 0, TOOL_BAD = 1, TOOL_USAGE = 2 };

/* An object that was read from a text. */
struct tool_object {
    MPI_Aint count;
    struct dtpi_tree *tree;
};

/* Reads a text, or says on stderr what is wrong with it; the tree is the caller's. */
bool tool_read(const char *text, struct tool_object *o);

/* A pool of a signature, such as MPI_INT:512 or MPI_CHAR:64,MPI_INT:32; NULL after a message on stderr. */
DTP_t tool_pool(const char *signature);

/* The whole text of an object, to be freed; NULL after a message. */
char *tool_text(MPI_Aint count, const struct dtpi_tree *tree);

/* Prints the library's message on stderr; returns TOOL_USAGE. */
int tool_complain(void);

/* The subcommands: arguments after the name.  They return an exit status. */
int tool_types(int n, char **words);
int tool_list(int n, char **words);
int tool_show(int n, char **words);
int tool_check(int n, char **words);
int tool_put(int n, char **words);
int tool_shrink(int n, char **words);
int tool_profiles(int n, char **words);

#endif
