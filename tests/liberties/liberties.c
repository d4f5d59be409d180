/* The table of liberties, and which of them are taken. */
#include "liberties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct liberty liberties[] = {
#define LIBERTY(NAME, BEFORE, AFTER, WHAT) {NAME, WHAT, BEFORE, AFTER},
#include "liberties.def"
#undef LIBERTY
};
enum { NUM_LIBERTIES = sizeof liberties / sizeof liberties[0] };

static bool is_taken[NUM_LIBERTIES];

static void fail(const char *name, size_t length)
{
    fprintf(stderr, "liberties: DTP_LIBERTY: '%.*s': expected all, or some of", (int) length, name);
    for (int k = 0; k < NUM_LIBERTIES; k++)
        fprintf(stderr, " %s", liberties[k].name);
    fprintf(stderr, "\n");
    exit(1);
}

static void take(const char *name, size_t length)
{
    bool is_known = false;

    for (int k = 0; k < NUM_LIBERTIES; k++) {
        const bool is_this = strlen(liberties[k].name) == length && memcmp(liberties[k].name, name, length) == 0;
        is_taken[k] |= is_this || (length == 3 && memcmp(name, "all", 3) == 0);
        is_known |= is_taken[k];
    }
    if (!is_known)
        fail(name, length);
}

static void choose(void)
{
    static bool is_chosen;
    const char *at = getenv("DTP_LIBERTY");

    if (is_chosen)
        return;
    is_chosen = true;
    for (at = at ? at : ""; ; at++) {
        const size_t length = strcspn(at, ",");
        take(at, length);
        at += length;
        if (!*at)
            return;
    }
}

void calls_before(struct calls_call *c)
{
    choose();
    for (int k = 0; k < NUM_LIBERTIES && !c->skip; k++)
        if (is_taken[k])
            liberties[k].before(c);
}

void calls_after(struct calls_call *c)
{
    for (int k = 0; k < NUM_LIBERTIES; k++)
        if (is_taken[k])
            liberties[k].after(c);
}

void nothing(struct calls_call *c)
{
    (void) c;
}

/* ---- what they share ---- */

void *memory(size_t bytes)
{
    void *found = calloc(1, bytes > 0 ? bytes : 1);

    if (!found) {
        fprintf(stderr, "liberties: no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return found;
}

MPI_Count number_of(const struct calls_call *c, const char *name)
{
    return calls_number(c, calls_find(c->procedure, name));
}

void *address_of(const struct calls_call *c, const char *name)
{
    return calls_pointer(c, calls_find(c->procedure, name));
}

void instead(struct calls_call *c, int code)
{
    c->skip = true;
    c->code = code;
}
