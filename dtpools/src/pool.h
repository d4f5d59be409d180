/* What a pool and a created object are inside. */
#ifndef DTPI_POOL_H
#define DTPI_POOL_H

#include "buffer.h"
#include "dtpools.h"
#include "image.h"
#include "layout.h"
#include "signature.h"

struct dtpi_pool {
    struct dtpi_signature signature;
    bool is_struct;
    int number;               /* one more than that of the pool before it */
    MPI_Aint max_bytes;       /* DTP_MAX_BUFSIZE when the pool was created */
    DTP_t self;
    struct dtpi_pool *next;   /* of all pools that exist */
};

struct dtpi_obj {
    struct dtpi_object object;
    struct dtpi_typemap map;
    struct dtpi_buffer *buffer;
    struct dtpi_place place;
};

/* Checks the arguments that most calls have: a pool that exists, an index in range.  A message that begins with the
 * name of the call, and DTP_ERR_ARG, if not. */
int dtpi_check_pool(const char *call, DTP_t dtp);
int dtpi_check_index(const char *call, DTP_t dtp, int obj_idx);

/* Frees what an object that exists holds. */
int dtpi_obj_release(DTP_obj_s *obj);

#endif
