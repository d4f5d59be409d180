/* What a pool and a created object are inside. */
#ifndef DTPI_POOL_H
#define DTPI_POOL_H

#include "buffer.h"
#include "dtpools.h"
#include "env.h"
#include "image.h"
#include "layout.h"
#include "overlap.h"
#include "signature.h"

/* What an object is: worked out when it is first asked for, and kept as long as the pool. */
struct dtpi_entry {
    int row;                   /* of the layouts, or -1 - k: the k-th random object */
    char name[64];
    struct dtpi_object object; /* its tree is NULL until then */
    struct dtpi_typemap map;
    enum dtpi_overlap overlap;
    uint64_t traits;
    MPI_Aint cost;             /* DTP_obj_cost; 0 until it is asked for */
};

struct dtpi_pool {
    struct dtpi_signature signature;
    struct dtpi_entry *entries; /* one for each object */
    bool is_struct;
    bool bits;                  /* DTP_VALUES_BITS */
    bool is_buffer;             /* of blocks: its object has no datatype of its own */
    struct dtpi_choice choice;
    int number;               /* part of the pattern's seed: one more than that of the pool before it */
    MPI_Aint max_bytes;       /* DTP_MAX_BUFSIZE when the pool was created */
    DTP_t self;
    struct dtpi_pool *next;   /* of all pools that exist */
};

struct dtpi_obj {
    const struct dtpi_entry *entry;
    struct dtpi_buffer *buffer; /* NULL if the memory is the caller's */
    struct dtpi_place place;
};

/* Checks the arguments that most calls have: a pool that exists, an index in range.  A message that begins with the
 * name of the call, and DTP_ERR_ARG, if not. */
int dtpi_check_pool(const char *call, DTP_t dtp);
int dtpi_check_index(const char *call, DTP_t dtp, int obj_idx);

/* Checks a pool, an index, and that the object is in the state that the call needs. */
int dtpi_check_object(const char *call, DTP_t dtp, int obj_idx, bool created);

/* Objects are added to a pool while none is created: DTP_ERR_STATE, not naming the call, if one is. */
int dtpi_check_none_created(DTP_t dtp);

/* The entry of an object, worked out.  Returns a DTP code. */
int dtpi_pool_describe(const struct dtpi_pool *pool, int index, const struct dtpi_entry **entry);

/* Checks an index, as above, and gives the entry, worked out.  A message begins with the name of the call. */
int dtpi_entry_of(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_entry **entry);

/* A pool whose only object is one instance of a tree, which it takes over, also when it fails.  Returns a DTP code. */
int dtpi_pool_of_tree(struct dtpi_tree *tree, const char *name, DTP_t *dtp);

/* Fills and checks a created object; call: the public call that asks, for messages. */
int dtpi_obj_fill(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values);
int dtpi_obj_check(const char *call, DTP_t dtp, int obj_idx, const struct dtpi_values *values);

/* Makes room for `more` more objects; none is created.  Gives a pool the objects that its choice has, none created; an
 * error if there are none.  Both return a DTP code. */
int dtpi_pool_make_room(DTP_t dtp, int more);
int dtpi_pool_make_objects(DTP_t dtp);

/* What follows from an entry's tree, which must need no more than max_bytes; nothing is left of it after an error.
 * Returns a DTP code. */
int dtpi_entry_complete(struct dtpi_entry *entry, MPI_Aint max_bytes);
void dtpi_entries_free(struct dtpi_entry *entries, int n);

/* Adds the object of a row, or random object -1 - row, after all others, if it has the traits that are asked for. */
int dtpi_pool_append(DTP_t dtp, int row);

/* The traits of an object that need not be in the pool. */
int dtpi_pool_row_traits(const struct dtpi_pool *pool, int row, uint64_t *traits);

/* Frees what an object that exists holds. */
int dtpi_obj_release(DTP_obj_s *obj);

#endif
