/* Pools and their objects. */
#ifndef HARNESS_POOLS_H
#define HARNESS_POOLS_H

#include "state.h"

#include <stdbool.h>

/* The plainest object of a pool of either side, of which any number fit side by side. */
int h_plain_index(DTP_t pool);

/* Gives the objects of a pool values all of whose bits vary, or such as the representation in use takes. */
void h_copy_values(DTP_t pool);

/* Whether these are numbers that any representation holds, of both signs where the types have one. */
bool h_copies_numbers(void);

/* Whether the library says what the pool's elements are in "external32" (DTP_pool_external). */
bool h_external_is_known(DTP_t pool);

/* Creates the pools and finds the objects of -obj.  0 or an exit status with the reason in `why`. */
int h_pools_create(char why[H_TEXT]);
void h_pools_free(void);

/* 0, or the exit status with which a test ends whose pool or object cannot be made, by the library's code. */
int h_pool_status(int code);

/* The text of an object, empty if it has none; the caller frees it. */
char *h_object_text(DTP_t pool, int index);

/* The text of the plainest object of the first k elements; the caller frees it. */
char *h_plain_text(DTP_t pool, MPI_Aint k);

/* Finds the objects that -obj names in the pools.  0 or an exit status with the reason in `why`. */
int h_only_resolve(char why[H_TEXT]);

/* Object `index` of a pool, created now unless it is.  mpi NULL: the object is too large, which is noted. */
struct h_obj h_object_get(DTP_t pool, int index, bool sends);

/* Prints the texts of the objects of -obj, whole. */
int h_show_objects(void);

/* Ends the use of an object: frees a large one, keeps those of the first objects of a pool for the next time. */
enum { H_KEPT = 40 };
void h_object_put(struct h_obj o);

/* The name of a layout without what all have in common. */
const char *h_short_name(const char *name);

/* Has an object put at the end of the pair's visit, where all of these are put. */
void h_object_use(struct h_obj o);
void h_objects_put_more(void);

/* The index of the k-th object after another one, as h_send_object and h_recv_object take it; and how far each is from
 * the one before it, which depends on the operation where a window is accessed. */
int h_later_index(const struct h_case *c, DTP_t pool, int index, int k);
int h_later_step(const struct h_case *c);

#endif
