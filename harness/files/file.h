/* Files.  A case is two accesses by each rank of its communicator, in one form, to a file that the harness has made,
 * through a view whose file type is that of an object, tiled: what the view makes of the file is what the object is in
 * memory.
 *
 *     static void visit(struct h_case *c, struct h_file *f, const struct h_file_form *form)
 *     {
 *         if (h_begin(c, form->name)) { h_file_open; access by h_file_access; h_file_check; h_file_close }
 *     }
 *
 * The bytes of the file, gaps included, are those of an object; what MPI has written is read, and what it is to read is
 * written, without MPI. */
#ifndef HARNESS_FILE_H
#define HARNESS_FILE_H

#include "harness.h"
#include "tables.h"

#include <stdbool.h>

/* ---- the calls ---- */

/* One access. */
struct h_transfer {
    MPI_File fh;
    MPI_Offset offset;
    void *buf;
    int count;
    MPI_Datatype type;
    MPI_Datatype made;     /* from MPI_BOTTOM, until the access is complete; or MPI_DATATYPE_NULL */
    MPI_Request request;
    MPI_Status status;
};

/* Forms: writes or reads; at an explicit offset, by the shared pointer, or else by the individual one; collective. */
enum { H_WRITES = 1, H_AT = 2, H_SHARED = 4, H_COLLECTIVE = 8 };

/* A form's call; the one that ends a split access, else NULL. */
struct h_file_form {
    const char *name;
    const char *form;    /* "blocking", "nonblocking", "split" */
    unsigned flags;
    int (*call)(struct h_transfer *t);
    int (*end)(struct h_transfer *t);
};

/* All that this MPI has. */
extern const struct h_file_form h_file_forms[];
extern const int h_num_file_forms;

/* ---- the file ---- */

enum { H_FILE_ROUNDS = 2 };

struct h_view;

/* How a file is opened: to be read and written; for that alone which the form does; in atomic mode; with other views
 * before the one that it has, the last of them like it but for where the data are; to append, which plays no part once
 * a view is set; to be read and written, before it has the last bytes that are written, if no others lie between these.
 */
enum h_file_mode { H_READ_WRITE, H_ONE_WAY, H_ATOMIC, H_LATER_VIEW, H_APPEND, H_GROWING, H_FILE_MODES };

struct h_file {
    const struct h_view *view;
    const char *datarep;
    char variant[64];      /* of the case */
    const char *made_of;   /* what the view is, a fact of the case */
    bool has_known_bytes;  /* of its representation */
    bool has_small_buffers;
    enum h_file_mode mode;
    int number;            /* of the file, where a case has several: its values are others */
    MPI_File fh;
    int size;              /* of its file type */
    MPI_Datatype later[2]; /* made when the view's types had been freed, whose handles they may have */
    MPI_Offset etypes;     /* that an access moves */
    int who;               /* the rank whose part of the file this rank accesses */
    MPI_Aint *at;          /* displacement of the view of each rank */
    MPI_Aint bytes;        /* of the file */
    MPI_Aint cut;          /* where the file ends, if that is within what is accessed; else -1 */
    DTP_t pool;            /* the object whose type is tiled: */
    int index;
    int num_tiles;         /* 1, or one of each rank */
    DTP_t *tiles;          /* of views: all accesses through one; NULL for a view of size zero */
    DTP_t unit;            /* of a view of many file types: one of them; else NULL */
    DTP_t image;           /* of the file */
    char *memory;          /* of the image, on rank 0 */
    char name[1024];       /* while it is open */
    const struct h_comm *comm; /* that has opened it */
    int posix;             /* the file's descriptor, on rank 0 */
    bool is_remote;        /* other nodes access it too */
};

/* Which views: over elements one after the other; of basic etypes alone; each rank with a view of its own, some of size
 * zero among them; with elements far apart; of many small file types each; each rank in the holes of the others; of
 * these, also one where the first rank has no holes, and is in one of the others.  Which forms: each of those that
 * write, with the one that reads in the next row; those that read; MPI_File_read_at alone, whatever is due.  Whether
 * hints ask for small buffers.  Whether the file is read and written, whatever the form does. */
enum {
    H_PLAIN_VIEW = 1, H_ELEMENT_VIEW = 2, H_UNLIKE_VIEW = 4, H_SPARSE_VIEW = 8,
    H_WRITE_READ = 16, H_READ_ONLY = 32, H_ONE_FORM = 64,
    H_SMALL_BUFFERS = 128, H_BOTH_WAYS = 256, H_TILED_VIEW = 512, H_INTERLEAVED_VIEW = 1024,
    H_AROUND_VIEW = 2048
};

struct h_file_cases {
    unsigned flags;
    const char *datarep;   /* "native", "internal", "external32" */
    void (*visit)(struct h_case *c, struct h_file *f, const struct h_file_form *form);
};

/* Calls visit for the forms that are due for the pair, each with a view that is: over the receive object's type, where
 * MPI allows such views.  The case has its form, completion and variant. */
void h_each_file_access(struct h_case *c, const struct h_file_cases *cases);

/* Does so for every pair, of each of n kinds of cases in turn. */
void h_each_file(unsigned comms, int n, const struct h_file_cases *cases);

/* Describes another file that any form can access in the same case: through a view of its own, of plain elements.
 * False if there is none; h_view_free in any case. */
bool h_file_other(const struct h_case *c, struct h_file *f);

/* Makes the file, with what is to be read in it, or what nobody has written; opens it and sets the view.  The file has
 * its name until it is closed: MPI libraries may open it by that again. */
void h_file_open(struct h_case *c, struct h_file *f, const struct h_file_form *form);
void h_file_close(struct h_file *f);

/* After the last round: checks what a form that writes has made of the file, and closes it. */
void h_file_finish(struct h_case *c, struct h_file *f, const struct h_file_form *form);

/* What any rank has written before is what any rank reads after (MPI-3.1, 13.6.1). */
void h_file_sync(const struct h_comm *comm, MPI_File fh);

/* A file of another kind: makes an empty one, which is removed should the process end early. */
struct h_file_name {
    char text[1024];
};
void h_file_name(const struct h_case *c, struct h_file_name *name);

/* Removes a file, once all ranks of the communicator have closed it. */
void h_file_unname(const struct h_comm *comm, const char *name);

/* Makes all that was written visible to all, and sets the views of reading it back: the part of the next rank. */
void h_file_turn(struct h_case *c, struct h_file *f, const struct h_file_form *form);

/* Ends the file, which h_file_open has made, before element number k of all that is in it: in turn right before it, or
 * half through a hole that is there, or right after the element before. */
void h_file_cut(struct h_case *c, struct h_file *f, MPI_Aint k);

/* Which values an access of a round has (h_theirs). */
int h_file_operation(const struct h_file *f, int round);

/* How many elements there are of this rank's access in the case's round. */
MPI_Aint h_file_elements(const struct h_case *c, const struct h_file *f);

/* The access of the case's round, from the send object or to the receive object; checks what it then holds, what the
 * status says, and where the pointer stands. */
void h_file_access(struct h_case *c, struct h_file *f, const struct h_file_form *form);

/* What an access moves: so many elements of an object, with these values. */
struct h_moved {
    struct h_obj object;
    struct h_values values;
    MPI_Aint elements;
};

/* The same in steps, for accesses that are under way together.  Fills or clears the object for the access of the
 * case's round; sets the individual pointer; calls, by the shared pointer the ranks in turn; completes it, and checks
 * what the object then holds and what the status says; checks where the pointers stand after all accesses up to that of
 * the case's round. */
struct h_flight {
    const struct h_file_form *form;
    struct h_moved moved;
    struct h_transfer transfer;
};
struct h_flight h_file_prepare(struct h_case *c, struct h_file *f, const struct h_file_form *form, struct h_obj object);
void h_file_place(struct h_case *c, struct h_file *f, const struct h_file_form *form);
void h_file_begin(struct h_case *c, struct h_flight *flight);
void h_file_end(struct h_case *c, struct h_flight *flight);
void h_file_check_pointers(struct h_case *c, struct h_file *f, const struct h_file_form *form);

/* The calls alone, where a rank does not know what part of the file it gets. */
void h_file_call(struct h_case *c, struct h_flight *flight);

/* A part of the access of the case's round, where etypes are elements: n of them after so many, in a plain object, or
 * in that of the case if these are all.  Checks what h_file_access does.  By calls that are both collective and by the
 * shared pointer, parts follow each other in the order of the ranks, and n may be 0. */
void h_file_access_part(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint from, MPI_Aint n);

/* The same from where the pointer stands, which is before that part; no other call is made.  By the shared pointer one
 * rank does so at a time. */
void h_file_go_on(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint from, MPI_Aint n);

/* A part in a plain object, to be accessed in steps at an explicit offset. */
struct h_flight h_file_prepare_part(struct h_case *c, struct h_file *f, const struct h_file_form *form, MPI_Aint from,
                                    MPI_Aint n);

/* Checks where one of the pointers is, in etypes; where the shared one is, all ranks look before any goes on. */
void h_file_check_position(struct h_case *c, struct h_file *f, bool shared, const char *what, MPI_Offset expected);

/* MPI_File_write_at or MPI_File_read_at, as the form does. */
const struct h_file_form *h_file_at(const struct h_file_form *form);

/* MPI_File_write_at_all_begin or MPI_File_read_at_all_begin. */
const struct h_file_form *h_file_split_at(const struct h_file_form *form);

/* Whether the form's call starts a request. */
bool h_file_is_nonblocking(const struct h_file_form *form);

/* Whether the form is both collective and by the shared pointer. */
bool h_file_is_ordered(const struct h_file_form *form);

/* The accesses of all rounds: writes what the send object has, which must not change, and checks the file; reads into
 * the receive object what is there. */
void h_file_write(struct h_case *c, struct h_file *f, const struct h_file_form *form);
void h_file_read(struct h_case *c, struct h_file *f, const struct h_file_form *form);

/* Checks all of the file after the last round: elements, gaps and size; nothing where the bytes are not known. */
void h_file_check(struct h_case *c, struct h_file *f);

/* Checks what MPI says of the extents that types have in the file: of the receive object's type, where the elements
 * have the sizes there that they have in memory, and of the basic type. */
void h_file_check_extents(struct h_case *c, const struct h_file *f);

/* Checks the displacement and the representation that MPI says of the view that was set last.  The first one gives the
 * types, to be freed with h_free_derived; the second one frees them. */
void h_file_check_view(struct h_case *c, struct h_file *f, MPI_Offset disp, const char *datarep, MPI_Datatype *etype,
                       MPI_Datatype *filetype);
void h_file_check_view_again(struct h_case *c, struct h_file *f, MPI_Offset disp, const char *datarep);

/* Asks about this rank's view, if it is one of size zero, what may be asked of any.  That has no first etype: the
 * standard does not say which byte it is at, nor that there is one. */
void h_file_ask_of_nothing(struct h_case *c, struct h_file *f, const struct h_file_form *form);

/* The number of all elements in the file; that of the first one of this rank's access; where one is in the file. */
MPI_Aint h_file_all_elements(const struct h_file *f);
MPI_Aint h_file_first(const struct h_case *c, const struct h_file *f);
MPI_Aint h_file_disp(const struct h_file *f, MPI_Aint k);

/* ---- views: file_view.c ---- */

/* False if the type is not one that such a view may have (MPI-3.1, 13.3). */
bool h_view_make(const struct h_case *c, struct h_file *f, const struct h_view *view, const struct h_file_cases *cases);
void h_view_free(struct h_file *f);

/* View number k of those that the cases are about, from 0; NULL past the last one. */
const struct h_view *h_view_number(const struct h_file_cases *cases, int k);

/* Whether one view serves all ranks; whether rank r has one of size zero. */
bool h_view_is_common(const struct h_view *view);
bool h_view_is_hollow(const struct h_file *f, int r);

/* Sets the view of rank f->who; the types are freed then, and others made, which h_view_end frees. */
void h_view_set(const struct h_case *c, struct h_file *f);
void h_view_end(struct h_file *f);

#endif
