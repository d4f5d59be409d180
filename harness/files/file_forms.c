/* The calls that access files: a row each. */
#include "files/file.h"

#define CALL(NAME, ...) static int NAME##_file(struct h_transfer *t) { return MPI_File_##NAME(t->fh, __VA_ARGS__); }
#define CALLS(WRITE, READ, ...) CALL(WRITE, __VA_ARGS__) CALL(READ, __VA_ARGS__)
#define DATA t->buf, t->count, t->type

CALLS(write_at, read_at, t->offset, DATA, &t->status)
CALLS(iwrite_at, iread_at, t->offset, DATA, &t->request)
CALLS(write_at_all, read_at_all, t->offset, DATA, &t->status)
CALLS(write_at_all_begin, read_at_all_begin, t->offset, DATA)
CALLS(write_at_all_end, read_at_all_end, t->buf, &t->status)
CALLS(write, read, DATA, &t->status)
CALLS(iwrite, iread, DATA, &t->request)
CALLS(write_all, read_all, DATA, &t->status)
CALLS(write_all_begin, read_all_begin, DATA)
CALLS(write_all_end, read_all_end, t->buf, &t->status)
CALLS(write_shared, read_shared, DATA, &t->status)
CALLS(iwrite_shared, iread_shared, DATA, &t->request)
CALLS(write_ordered, read_ordered, DATA, &t->status)
CALLS(write_ordered_begin, read_ordered_begin, DATA)
CALLS(write_ordered_end, read_ordered_end, t->buf, &t->status)
H_WHERE(HAVE_MPI_FILE_IWRITE_AT_ALL, CALLS(iwrite_at_all, iread_at_all, t->offset, DATA, &t->request))
H_WHERE(HAVE_MPI_FILE_IWRITE_ALL, CALLS(iwrite_all, iread_all, DATA, &t->request))
#ifdef HAVE_MPI_FILE_WRITE_C
CALLS(write_at_c, read_at_c, t->offset, DATA, &t->status)
CALLS(iwrite_at_c, iread_at_c, t->offset, DATA, &t->request)
CALLS(write_at_all_c, read_at_all_c, t->offset, DATA, &t->status)
CALLS(iwrite_at_all_c, iread_at_all_c, t->offset, DATA, &t->request)
CALLS(write_at_all_begin_c, read_at_all_begin_c, t->offset, DATA)
CALLS(write_c, read_c, DATA, &t->status)
CALLS(iwrite_c, iread_c, DATA, &t->request)
CALLS(write_all_c, read_all_c, DATA, &t->status)
CALLS(iwrite_all_c, iread_all_c, DATA, &t->request)
CALLS(write_all_begin_c, read_all_begin_c, DATA)
CALLS(write_shared_c, read_shared_c, DATA, &t->status)
CALLS(iwrite_shared_c, iread_shared_c, DATA, &t->request)
CALLS(write_ordered_c, read_ordered_c, DATA, &t->status)
CALLS(write_ordered_begin_c, read_ordered_begin_c, DATA)
#endif

#define ROW(NAME, FORM, FLAGS, END) {"MPI_File_" #NAME, FORM, FLAGS, NAME##_file, END}
#define ROWS(WRITE, READ, FORM, FLAGS)                                                                                 \
    ROW(WRITE, FORM, H_WRITES | (FLAGS), NULL), ROW(READ, FORM, FLAGS, NULL)
#define SPLIT(WRITE, READ, C, FLAGS)                                                                                   \
    ROW(WRITE##_begin##C, "split", H_WRITES | H_COLLECTIVE | (FLAGS), WRITE##_end_file),                               \
    ROW(READ##_begin##C, "split", H_COLLECTIVE | (FLAGS), READ##_end_file)

const struct h_file_form h_file_forms[] = {
    ROWS(write_at, read_at, "blocking", H_AT),
    ROWS(iwrite_at, iread_at, "nonblocking", H_AT),
    ROWS(write_at_all, read_at_all, "blocking", H_AT | H_COLLECTIVE),
    SPLIT(write_at_all, read_at_all, , H_AT),
    ROWS(write, read, "blocking", 0),
    ROWS(iwrite, iread, "nonblocking", 0),
    ROWS(write_all, read_all, "blocking", H_COLLECTIVE),
    SPLIT(write_all, read_all, , 0),
    ROWS(write_shared, read_shared, "blocking", H_SHARED),
    ROWS(iwrite_shared, iread_shared, "nonblocking", H_SHARED),
    ROWS(write_ordered, read_ordered, "blocking", H_SHARED | H_COLLECTIVE),
    SPLIT(write_ordered, read_ordered, , H_SHARED),
    H_WHERE(HAVE_MPI_FILE_IWRITE_AT_ALL, ROWS(iwrite_at_all, iread_at_all, "nonblocking", H_AT | H_COLLECTIVE),)
    H_WHERE(HAVE_MPI_FILE_IWRITE_ALL, ROWS(iwrite_all, iread_all, "nonblocking", H_COLLECTIVE),)
#ifdef HAVE_MPI_FILE_WRITE_C
    ROWS(write_at_c, read_at_c, "blocking", H_AT),
    ROWS(iwrite_at_c, iread_at_c, "nonblocking", H_AT),
    ROWS(write_at_all_c, read_at_all_c, "blocking", H_AT | H_COLLECTIVE),
    ROWS(iwrite_at_all_c, iread_at_all_c, "nonblocking", H_AT | H_COLLECTIVE),
    SPLIT(write_at_all, read_at_all, _c, H_AT),
    ROWS(write_c, read_c, "blocking", 0),
    ROWS(iwrite_c, iread_c, "nonblocking", 0),
    ROWS(write_all_c, read_all_c, "blocking", H_COLLECTIVE),
    ROWS(iwrite_all_c, iread_all_c, "nonblocking", H_COLLECTIVE),
    SPLIT(write_all, read_all, _c, 0),
    ROWS(write_shared_c, read_shared_c, "blocking", H_SHARED),
    ROWS(iwrite_shared_c, iread_shared_c, "nonblocking", H_SHARED),
    ROWS(write_ordered_c, read_ordered_c, "blocking", H_SHARED | H_COLLECTIVE),
    SPLIT(write_ordered, read_ordered, _c, H_SHARED),
#endif
};
const int h_num_file_forms = H_NUM(h_file_forms);
