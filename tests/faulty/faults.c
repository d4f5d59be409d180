/* The table of faults, and which one it is. */
#include "faulty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hooks.h"

static const struct fault faults[] = {
#define FAULT(NAME, LEVEL, SHAPES, SAYS, WHAT, ...)                                                                    \
    {.name = NAME, .level = #LEVEL, .shapes = SHAPES, .says = SAYS, .what = WHAT, __VA_ARGS__},
#include "faults.def"
#undef FAULT
};
enum { NUM_FAULTS = sizeof faults / sizeof faults[0] };

static long strikes;

const struct fault *fault(void)
{
    static const struct fault *chosen;
    const char *name = getenv("DTP_FAULT");

    for (int i = 0; i < NUM_FAULTS && !chosen; i++)
        if (name && strcmp(faults[i].name, name) == 0)
            chosen = &faults[i];
    if (!chosen && name && strchr(name, ':'))
        chosen = composed(name);
    if (chosen)
        return chosen;
    fprintf(stderr, "faulty: DTP_FAULT='%s': expected one of", name ? name : "");
    for (int i = 0; i < NUM_FAULTS; i++)
        fprintf(stderr, " %s", faults[i].name);
    fprintf(stderr, "\n");
    exit(1);
}

static void say(void)
{
    fprintf(stderr, "faulty: %s struck %ld times\n", fault()->name, strikes);
}

bool strike(bool struck)
{
    if (!struck)
        return false;
    if (strikes++ == 0 && getenv("DTP_FAULT_VERBOSE")) {
        fprintf(stderr, "faulty: %s strikes\n", fault()->name);
        atexit(say);
    }
    return true;
}
