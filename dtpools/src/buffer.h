/* Memory for objects: whole pages between two inaccessible ones.  Pages are kept for the next object of the same size,
 * so that no system call is made once warm. */
#ifndef DTPI_BUFFER_H
#define DTPI_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct dtpi_buffer {
    unsigned char *start, *end;         /* accessible bytes, whole pages */
    unsigned char *touched;             /* of a sparse one: a byte for each page, see dtpi_buffer_look */
    bool fresh;                         /* nobody has touched it yet */
    struct dtpi_buffer *next;           /* in the list of those in use, or of those kept */

    /* For the message about an access outside; the owner sets them. */
    const char *object, *signature;     /* the layout's name and the pool's signature */
    int index;
    const unsigned char *first, *past;  /* of the object */
};

/* At least `bytes` accessible bytes.  sparse: of whose pages only few are touched.  NULL with a message kept. */
struct dtpi_buffer *dtpi_buffer_get(size_t bytes, bool sparse);

/* Gives the buffer back. */
void dtpi_buffer_put(struct dtpi_buffer *buffer);

/* Of a sparse buffer: a byte for each page, not 0 if somebody may have written to it.  The others are all zero.  It is
 * true until the next write to a page. */
const unsigned char *dtpi_buffer_look(struct dtpi_buffer *buffer);

/* Returns to the system what is kept. */
void dtpi_buffer_release_kept(void);

/* Installs the handler that names an access outside of an object, if it is not installed yet. */
void dtpi_buffer_watch(void);

size_t dtpi_page_size(void);

#endif
