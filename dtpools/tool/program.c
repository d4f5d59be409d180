/* dtp program: a stand-alone C program for a case. */
#include "tool.h"

#include "reproduce.h"

int tool_program(int n, char **words)
{
    (void) n;
    return dtpi_reproduce(stdout, words[0], words[1], words[2]) ? tool_complain() : TOOL_GOOD;
}
