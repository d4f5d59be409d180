/* dtp shrink: smaller pairs of a send and a receive object, a line each, a tab between the two. */
#include "tool.h"

#include "shrink.h"

#include <stdio.h>

static int print(const char *send, const char *recv, void *with)
{
    (void) with;
    return printf("%s\t%s\n", send, recv) < 0;
}

int tool_shrink(int n, char **words)
{
    (void) n;
    return dtpi_shrink(words[0], words[1], print, NULL) ? tool_complain() : TOOL_GOOD;
}
