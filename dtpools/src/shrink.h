/* Smaller cases of the same kind, to try where one fails. */
#ifndef DTPI_SHRINK_H
#define DTPI_SHRINK_H

/* Takes a candidate, both sides as texts; 0 goes on, anything else ends the list. */
typedef int dtpi_shrink_f(const char *send, const char *recv, void *with);

/* Calls visit for cases that are smaller than the one given, the most promising first: one side contiguous; a part of
 * a tree alone, fewer blocks, members and instances, shorter ones, no bounds, MPI_INT only.  Each can be received,
 * and the elements of its send side are the first of its receive side.  Each has fewer constructors and list entries,
 * or as many and smaller numbers, so that taking one and asking again comes to an end.  DTP_ERR_TEXT if a text
 * describes no object. */
int dtpi_shrink(const char *send, const char *recv, dtpi_shrink_f *visit, void *with);

#endif
