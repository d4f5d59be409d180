/* Memory for the library itself, in one place so that tests can make every allocation fail in turn. */
#ifndef DTPI_ALLOC_H
#define DTPI_ALLOC_H

#include <stddef.h>

/* n * size bytes, or NULL with DTP_ERR_NO_MEM's message kept.  At least one byte. */
void *dtpi_alloc(size_t n, size_t size);
void *dtpi_realloc(void *p, size_t n, size_t size);
void dtpi_free(void *p);

/* Pages from the system, inaccessible; NULL as above. */
void *dtpi_map(size_t bytes);
void dtpi_unmap(void *p, size_t bytes);

/* For tests: the allocation that fails, counted down to 0; negative: none does. */
extern long dtpi_alloc_fails_in;

/* For tests: how many pieces of memory and maps are held. */
extern long dtpi_alloc_held;

#endif
