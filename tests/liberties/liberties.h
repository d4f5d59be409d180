/* Other MPIs that are correct, for LD_PRELOAD: they do what the standard permits and few libraries do, so that a test
 * that asks for more fails.  DTP_LIBERTY in the environment names the liberties that are taken, rows of liberties.def,
 * with commas between; "all" is all of them.
 *
 * A liberty is a row and the functions that it names, which see each call of the application before and after it. */
#ifndef LIBERTIES_H
#define LIBERTIES_H

#include <calls.h>

struct liberty {
    const char *name, *what;
    void (*before)(struct calls_call *c);
    void (*after)(struct calls_call *c);
};

/* Zeroed memory; ends the process where there is none. */
void *memory(size_t bytes);

/* The value, and the address behind a pointer, of the parameter of this name. */
MPI_Count number_of(const struct calls_call *c, const char *name);
void *address_of(const struct calls_call *c, const char *name);

/* The call is not made: this is what it returns. */
void instead(struct calls_call *c, int code);

/* The functions that the rows name. */
#define LIBERTY(NAME, BEFORE, AFTER, WHAT) void BEFORE(struct calls_call *c); void AFTER(struct calls_call *c);
#include "liberties.def"
#undef LIBERTY

#endif
