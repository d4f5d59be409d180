/* Types that are made while others, which are freed, are still in use (MPI-3.1, 4.1.9): a library that has given up a
 * freed type too early keeps one of these in its place, and what is under way goes astray by it. */
#ifndef HARNESS_LATER_TYPES_H
#define HARNESS_LATER_TYPES_H

/* Makes one, after a type was freed; frees all, once nothing is under way. */
void h_later_type_make(void);
void h_later_types_free(void);

#endif
