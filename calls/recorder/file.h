/* The recorder's file: with DTP_RECORD=PREFIX in the environment, PREFIX.RANK has lines of what each rank calls within
 * a case, and of how what it uses was made.
 *
 *     case NUMBER FACTS                    what follows belongs to it
 *     size TYPE BYTES                      of which arrays are that calls set
 *     alive NUMBER                         of types, if they are many
 *     make HANDLE PROCEDURE ARGUMENT...    how a handle was made that is to be used, or is shared with other ranks
 *     commit HANDLE                        the type was committed before the case began
 *     call PROCEDURE ARGUMENT...           written before the call is made
 *     gave CODE NAME=VALUE...              what the call before returned
 *     round NUMBER                         what follows belongs to this round of the case, or to none (-1)
 *     beside NUMBER                        what follows is beside the operation that is tested (1), or is not (0)
 *     called copy|delete HANDLE @VALUE @COPY FLAG CODE
 *                                          the call before has called this callback of a key
 *     status ~NUMBER ADDRESS               what follows of fields of a status is of this one
 *     unrecorded WHY                       MPI was called too in a way that is not recorded
 *     fill|expect ADDRESS PARTS TEXT       an object, see calls/record.h
 *     data ADDRESS HEX                     what a call reads, or a file has, that no object holds, if it is little
 *     wants ADDRESS HEX                    what the next object that is expected has to look like; "-" if it is much
 *     write|read NAME ADDRESS BYTES        memory that a file was written from, or read into, without MPI
 *     number WHAT EXPECTED OTHER FOUND     WHAT: a call, a field of a status, MPI_Error_class (of what the call before
 *                                          returned), or copies/HANDLE, deletions/HANDLE: how often the callbacks of
 *                                          a key were called within the case
 *     failed KIND WHAT
 *
 * An argument is a number, a name, a HANDLE (a letter and a number), [ARGUMENT,...], "TEXT", &ADDRESS:LO:HI (memory
 * that is accessed from LO up to HI), &ADDRESS=NUMBER (a variable, and what it holds), or @ADDRESS (a pointer that MPI
 * does not look behind).  A status that a call has returned, or is given, has ~NUMBER, of its bytes: programs copy
 * statuses.  A handle that nobody was seen to make is "?".  In a line `make`, =&ADDRESS:BYTES is the memory that the
 * call has given; such a line may be followed by lines `call` and `gave`, of what has changed the handle since.
 *
 * Where the file cannot be written, stderr says so, once, and the program goes on without. */
#ifndef CALLS_RECORDER_FILE_H
#define CALLS_RECORDER_FILE_H

#include <mpi.h>
#include <stdbool.h>

/* Opens the file, where there is to be one, as soon as MPI is initialized; returns whether it is open. */
bool record_open(void);

/* A case begins: until the end, calls are written, and not only how handles were made.  Whether one has begun, and the
 * file is open. */
void record_begin_case(void);
bool record_is_in_case(void);

/* An address, as the record has them. */
unsigned long long record_address(const void *at);

/* Adds text, as printf; a line that says `word`, an address and n bytes there, as they are found at `bytes`.  Both do
 * nothing where no file is open. */
void record_write(const char *format, ...);
void record_write_bytes(const char *word, const void *memory, const unsigned char *bytes, MPI_Aint n);

/* Hands what was written to the system: the next call may be the last. */
void record_flush(void);

#endif
