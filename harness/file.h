/* Files.  A case is two accesses by each rank of its communicator, in one form, to a file that the harness has made,
 * through a view whose file type is that of an object, tiled: what the view makes of the file is what the object is in
 * memory.
 *
 *     static void visit(struct h_case *c, struct h_file *f, const struct h_file_form *form)
 *     {
 *         if (h_begin(c, form->name)) { h_file_open; access by h_file_access, verify; h_file_check; h_file_close }
 *     }
 *
 * The bytes of the file, gaps included, are those of an object; what MPI has written is read, and what it is to read is
 * written, without MPI. */
#ifndef HARNESS_FILE_H
#define HARNESS_FILE_H

#include "blocks.h"

/* ---- the calls ---- */

/* One access. */
struct h_transfer {
    MPI_File fh;
    MPI_Offset offset;
    void *buf;
    int count;
    MPI_Datatype type;
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

struct h_file {
    const struct h_view *view;
    const char *datarep;
    MPI_File fh;
    MPI_Datatype etype, filetype;
    MPI_Offset etypes;     /* that an access moves */
    int who;               /* the rank whose part of the file this rank accesses */
    MPI_Aint first, step;  /* displacements of the view of rank 0, and from one rank's to the next one's */
    MPI_Aint bytes;        /* of the file */
    DTP_t tile, image;     /* of a view; of the file */
    char *memory;          /* of the image, on rank 0 */
    int posix;             /* the file's descriptor, on rank 0 */
};

/* Calls visit for the forms that are due for the pair, each with a view that is: over elements one after the other
 * (plain), or over the receive object's type where MPI allows such views.  The case has its form, completion and
 * variant. */
void h_each_file_access(struct h_case *c, int plain,
                        void (*visit)(struct h_case *c, struct h_file *f, const struct h_file_form *form));

/* Makes the file, with what is to be read in it, or what nobody has written; opens it and sets the view. */
void h_file_open(struct h_case *c, struct h_file *f, const struct h_file_form *form);
void h_file_close(struct h_file *f);

/* The values of this rank's access in the case's round. */
struct h_values h_file_values(const struct h_case *c, const struct h_file *f);

/* The access of the case's round, from or to the object; checks what its status says, and where its pointer stands
 * then. */
void h_file_access(struct h_case *c, struct h_file *f, const struct h_file_form *form, struct h_obj o);

/* Checks all of the file after the last round: elements, gaps and size. */
void h_file_check(struct h_case *c, struct h_file *f);

#endif
