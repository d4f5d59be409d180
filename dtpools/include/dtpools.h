/* DTPools: pools of MPI datatypes that share one type signature.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * A pool holds objects; an object is a buffer, a count and a committed datatype.  All objects of a pool describe the
 * same basic elements, each in a layout of its own, so that any of them can be sent and any other can receive it.
 *
 * Unless it says otherwise, a function returns DTP_SUCCESS or one of DTP_ERR_*.  DTP_message() then says what was
 * wrong.  Functions may be called between MPI_Init and MPI_Finalize, by one thread at a time.
 */
#ifndef DTPOOLS_H
#define DTPOOLS_H

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    DTP_SUCCESS = 0,
    DTP_ERR_ARG,       /* an argument makes no sense: NULL, index out of range, negative count */
    DTP_ERR_TYPE,      /* not one of the basic types that the library was built with */
    DTP_ERR_STATE,     /* object not created, created twice, or freed twice */
    DTP_ERR_ENV,       /* an environment variable has a value that makes no sense */
    DTP_ERR_NO_MEM,    /* the system gave no memory */
    DTP_ERR_TOO_LARGE, /* an object cannot fit into DTP_MAX_BUFSIZE */
    DTP_ERR_OVERFLOW,  /* a count does not fit MPI's int parameters, or a displacement MPI_Aint */
    DTP_ERR_MPI,       /* an MPI call failed */
    DTP_ERR_CHECK,     /* the buffer is not what it should be */
    DTP_ERR_TEXT,      /* a text describes no object */
    DTP_ERR_NONE,      /* no object has the traits that DTP_TRAITS asks for */
    DTP_ERR_EXTENT     /* the standard does not settle the extent of a type */
};

/* One object, ready to be passed to MPI calls as it is. */
typedef struct DTP_obj_s {
    void *DTP_obj_buf;         /* buffer argument: the address of displacement 0 of the type map */
    int DTP_obj_count;         /* count argument */
    MPI_Datatype DTP_obj_type; /* datatype argument, committed; MPI_DATATYPE_NULL while not created */
    struct dtpi_obj *priv;     /* the library's; NULL while not created */
} DTP_obj_s;

struct dtpi_pool;

/* A pool.  Objects 0 .. DTP_num_objs - 1 exist as entries at once, and as buffers and types from DTP_obj_create on. */
typedef struct DTP_pool_s {
    int DTP_num_objs;
    DTP_obj_s *DTP_obj_array;
    struct dtpi_pool *priv;
} *DTP_t;

/* The basic types that the library was configured with, ended by MPI_DATATYPE_NULL. */
extern MPI_Datatype DTP_basic_types[];

/* Creates a pool whose signature is basic_count elements of basic_type.
 * basic_count: 1 or more.  *dtp: the pool, to be freed with DTP_pool_free; NULL after an error. */
int DTP_pool_create(MPI_Datatype basic_type, MPI_Aint basic_count, DTP_t *dtp);

/* Creates a pool whose signature is basic_counts[0] elements of basic_types[0], then basic_counts[1] of
 * basic_types[1] and so on.  Both arrays have basic_type_count entries and are copied. */
int DTP_pool_create_struct(int basic_type_count, MPI_Datatype *basic_types, int *basic_counts, DTP_t *dtp);

/* Creates a pool whose objects are those of n texts (README), such as "1*vector(8, 64, 65, MPI_INT)", in their order;
 * all must have one signature.  DTP_ERR_TEXT, with the column, for a text that describes no object. */
int DTP_pool_create_text(int n, const char *const *texts, DTP_t *dtp);

/* Frees a pool and all its objects. */
int DTP_pool_free(DTP_t dtp);

/* Creates object obj_idx: builds and commits its type, allocates its buffer, and gives basic element k, in type map
 * order over all instances, the value val_start + k * val_stride for k < val_count (README says
 * what that means for each kind of type).  Everything else, gaps and surroundings included, is set to a pattern that
 * DTP_obj_buf_check verifies.  val_count 0 prepares a receive buffer. */
int DTP_obj_create(DTP_t dtp, int obj_idx, int val_start, int val_stride, MPI_Aint val_count);

/* Frees object obj_idx: its type and its buffer. */
int DTP_obj_free(DTP_t dtp, int obj_idx);

/* Verifies object obj_idx: elements k < val_count have the value val_start + k * val_stride, and everything else is
 * exactly as the last create or fill left it.  DTP_ERR_CHECK if not; DTP_message() names what differs. */
int DTP_obj_buf_check(DTP_t dtp, int obj_idx, int val_start, int val_stride, MPI_Aint val_count);

/* Beyond the six calls above. */

/* How the last such check failed, in a word: "elements-wrong", "past" (val_count), "gap", "before" or "after" (the
 * object); the first of these that applies.  "" if none has failed. */
const char *DTP_check_kind(void);

/* Prepares the buffer of a created object anew, as DTP_obj_create does. */
int DTP_obj_buf_fill(DTP_t dtp, int obj_idx, int val_start, int val_stride, MPI_Aint val_count);

/* Verifies like DTP_obj_buf_check the result of reductions: element k is v[0] op v[1] op ... op v[n - 1], from the
 * left, where v[i] is starts[i] + k * strides[i].  n: 1 or more; with n = 1 it is DTP_obj_buf_check.  MPI_REPLACE
 * takes the last operand, MPI_NO_OP the first.  DTP_ERR_ARG if DTP_pool_op_valid says no. */
int DTP_obj_buf_check_op(DTP_t dtp, int obj_idx, MPI_Op op, int n, const int *starts, const int *strides,
                         MPI_Aint val_count);

/* Whether the standard allows op (SUM PROD MIN MAX BAND BOR BXOR LAND LOR LXOR MINLOC MAXLOC REPLACE NO_OP) in an
 * accumulate call on this pool: all basic elements are of one predefined type (MPI-3.1, 11.3.4) for which op is
 * defined (5.9.2, 5.9.4). 1 or 0. */
int DTP_pool_op_valid(DTP_t dtp, MPI_Op op);

/* Operands of reductions that the library knows beside the predefined operators: associative, not commutative, and
 * defined for every basic type, so that the order of operands shows.  No MPI call takes this handle: a user's
 * operator calls DTP_combine with it.  A number (each part of a complex number or pair is one) of 2 h bits stands for
 * the map x -> (2 s + 1) x + t modulo 2^h, s in its lower and t - s - 1 in its upper half; a op b is b's map, then
 * a's.  h is half the bits of an integer, 12 for float, 26 for double, 26 or 31 for long double. */
#define DTP_COMPOSE MPI_OP_NULL

/* What number v becomes as an element (README): what it is, as far as the type holds it, so that results of
 * reductions are known; or a value all whose bits vary with v, for what is only copied: negative and denormal
 * numbers, infinities and both zeros among them, never a NaN, different for different v as far as the type has values
 * enough. */
enum { DTP_VALUES_NUMBERS, DTP_VALUES_BITS };

/* Chooses between them for all that is filled, packed and checked from now on; numbers at first.  With bits, results
 * of operators can be checked where DTP_pool_op_bits says so, else DTP_ERR_ARG. */
int DTP_pool_set_values(DTP_t dtp, int values);

/* Whether the results of op are known where all bits of the values vary: of MPI_REPLACE, MPI_NO_OP, MPI_BAND, MPI_BOR
 * and MPI_BXOR, and of MPI_MIN and MPI_MAX if all types are integers.  1 or 0. */
int DTP_pool_op_bits(DTP_t dtp, MPI_Op op);

/* The largest m for which all numbers from -m (unsigned integers: from 0) to m, and every sum of `operands` of them,
 * in any order, are exact in all basic types of the pool; at most that of an int.  0 if there is none, -1 after an
 * error. */
MPI_Aint DTP_pool_exact(DTP_t dtp, int operands);

/* What an operator of the user's does: inout[k] = in[k] op inout[k] for all basic elements of `instances` instances
 * of the object's datatype; nothing between them is touched.  in and inout: addresses of displacement 0, as MPI
 * passes them. op: DTP_COMPOSE, or a predefined operator that is defined for all basic types of the pool; DTP_ERR_ARG
 * if it is not. */
int DTP_combine(DTP_t dtp, int obj_idx, MPI_Op op, MPI_Aint instances, const void *in, void *inout);

/* A block of a buffer: `copies` (0 or more) times object obj_idx of a pool, one after the other by the extent of its
 * type, with displacement 0 of the first one at disp, bytes from displacement 0 of the buffer. */
typedef struct DTP_block_s {
    DTP_t pool;
    int obj_idx;
    int copies;
    MPI_Aint disp;
} DTP_block_s;

/* Creates a pool whose only object is n >= 0 blocks in this order: its elements are those of block 0, then those of
 * block 1 and so on; none if n is 0 or no block has any.  The pools of the blocks may be freed before it.  The object
 * is a buffer, with elements, gaps and surroundings; when it is created, its DTP_obj_type stays MPI_DATATYPE_NULL. */
int DTP_pool_create_blocks(int n, const DTP_block_s *blocks, DTP_t *dtp);

/* Elements of their own values: the next `elements` elements of an object.  The first val_count of them hold the
 * result of `operands` operands (starts[i] + k * strides[i], k counted from the part's first element) under op, as
 * for DTP_obj_buf_check_op; op may be DTP_COMPOSE, and is not looked at if there is one operand.  The others are as
 * in a receive buffer. */
typedef struct DTP_part_s {
    MPI_Aint elements, val_count;
    int operands;
    const int *starts, *strides;
    MPI_Op op;
} DTP_part_s;

/* Fills, and verifies, a created object as DTP_obj_buf_fill and DTP_obj_buf_check do, each of its parts with its own
 * values. The parts follow each other; elements past the last one are as in a receive buffer.  op must be defined for
 * all basic types of the pool. */
int DTP_obj_parts_fill(DTP_t dtp, int obj_idx, int n, const DTP_part_s *parts);
int DTP_obj_parts_check(DTP_t dtp, int obj_idx, int n, const DTP_part_s *parts);

/* The part that the first wrong or changed element of the last failed check is in; -1 if no element of a part was. */
int DTP_check_part(void);

/* Creates an object as DTP_obj_create does, with val_count 0, in memory of the caller's: window memory, say.
 * Displacement 0 is at memory + zero.  All `bytes` bytes belong to the object and its surroundings: they are filled,
 * and verified. DTP_ERR_ARG if the object reaches out of them.  The memory must be there until DTP_obj_free, which
 * leaves it as it is. */
int DTP_obj_create_at(DTP_t dtp, int obj_idx, void *memory, MPI_Aint bytes, MPI_Aint zero);

/* The displacements of the first byte of an object and past its last one; it need not be created.  Both 0 without
 * elements. */
int DTP_obj_bounds(DTP_t dtp, int obj_idx, MPI_Aint *lo, MPI_Aint *hi);

/* The displacement of basic element k, in type map order over all instances; the object need not be created.
 * DTP_ERR_ARG if there is no such element. */
int DTP_obj_disp(DTP_t dtp, int obj_idx, MPI_Aint k, MPI_Aint *disp);

/* Those of all basic elements, DTP_pool_elements of them, in one pass. */
int DTP_obj_disps(DTP_t dtp, int obj_idx, MPI_Aint *disps);

/* Makes and commits the datatype of an object, which need not be created, and frees it: for types without a buffer.
 * *type is the caller's; MPI_DATATYPE_NULL after an error.  Basic types are given as they are, and only set to
 * MPI_DATATYPE_NULL when they are freed.  DTP_ERR_ARG if type is NULL. */
int DTP_obj_type_create(DTP_t dtp, int obj_idx, MPI_Datatype *type);
int DTP_obj_type_free(DTP_t dtp, int obj_idx, MPI_Datatype *type);

/* The largest number of derived types that existed at one time for objects of this process, with those that others are
 * made of. */
MPI_Aint DTP_types_most(void);

/* As DTP_obj_type_create, by the constructors with large counts (MPI_Type_vector_c and so on; MPI-4.0, 5.1) where the
 * MPI has them; DTP_obj_type_free frees this type too. */
int DTP_obj_type_create_large(DTP_t dtp, int obj_idx, MPI_Datatype *type);

/* Compares what MPI says of a type of an object, which need not be created, with what the object's tree says: size, lb,
 * extent, true lb and true extent, by every call that the MPI has for them.  DTP_ERR_CHECK if they differ. */
int DTP_obj_type_check(DTP_t dtp, int obj_idx, MPI_Datatype type);

/* The MPI procedure whose answer was wrong in the last such check, such as "MPI_Type_get_extent"; "" if none was. */
const char *DTP_type_check_call(void);

/* Decodes a type of an object, which need not be created, by MPI_Type_get_envelope and MPI_Type_get_contents, and
 * compares: the constructors and all their arguments must be those of the object's tree (MPI-3.1, 4.1.13).
 * DTP_ERR_CHECK if they differ. */
int DTP_obj_decode_check(DTP_t dtp, int obj_idx, MPI_Datatype type);

/* Writes the DTP_pool_bytes() bytes that MPI_Pack makes of an object with these values, in the native representation;
 * elements at and past val_count are left out. */
int DTP_pool_packed(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, void *packed);

/* Compares the packed bytes of an object with those of DTP_pool_packed, element by element, bytes that carry no value
 * left out.  DTP_ERR_CHECK if they differ. */
int DTP_pool_packed_check(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, const void *packed);

/* Writes the DTP_pool_bytes() bytes that MPI_Pack_external makes of an object with these values in "external32"
 * (MPI-3.1, 13.5.2).  DTP_ERR_TYPE, and nothing is written, if the signature has types whose form differs from the
 * native one in more than the order of its bytes, or is not known: long, wchar_t, long double, pairs and the like. */
int DTP_pool_external(DTP_t dtp, int val_start, int val_stride, MPI_Aint val_count, void *external);

/* The bytes that all elements of the signature have in "external32", by the sizes of MPI-3.1, 13.5.2.  DTP_ERR_TYPE if
 * it has pairs, of which there is no size; DTP_ERR_ARG if bytes is NULL. */
int DTP_pool_external_bytes(DTP_t dtp, MPI_Aint *bytes);

/* Turns the elements of a created object, where they are, from the native form into that of "external32", and back:
 * nothing else changes.  Meant for objects of which no elements share bytes.  DTP_ERR_TYPE as DTP_pool_external. */
int DTP_obj_external(DTP_t dtp, int obj_idx);

/* The signature: "MPI_INT:512" or "MPI_CHAR:64,MPI_INT:32".  NULL if there is no such pool. */
const char *DTP_pool_signature(DTP_t dtp);

/* Basic elements, and bytes of data (MPI_Type_size times count), of every object of the pool; -1 after an error. */
MPI_Aint DTP_pool_elements(DTP_t dtp);
MPI_Aint DTP_pool_bytes(DTP_t dtp);

/* The bytes of a created object from its first to past its last: where they begin and how many they are.  The address
 * of displacement 0, DTP_obj_buf, may lie before, within or past them.  For windows and the like. */
int DTP_obj_span(DTP_t dtp, int obj_idx, void **base, MPI_Aint *size);

/* About how much work it is to fill or check an object, in bytes of memory that are moved: those that it touches, and
 * a line of the cache for each of its blocks.  It need not be created.  -1 after an error. */
MPI_Aint DTP_obj_cost(DTP_t dtp, int obj_idx);

/* Adds to a pool, after all others, the objects whose elements share bytes.  MPI allows them to be sent, and not to be
 * received into (MPI-3.1, 4.1.11): DTP_obj_create, _fill and _check want all their elements, with one value for
 * those that share their bytes (see DTP_obj_shared), such as by val_stride 0.  DTP_ERR_STATE if an object of the pool
 * is created. */
int DTP_pool_add_overlapping(DTP_t dtp);

/* Adds to a pool, after all others and whatever DTP_NUM_OBJS says, n of the layouts that are not in it and of random
 * objects: from six on two that differ in little, one whose data reach over its extent, and one whose data fill it in
 * another order; in turn any layout, and several instances with gaps or what has traits that few objects have: the
 * same ones for the same pool and seed, on every system.  Fewer are added if DTP_TRAITS leaves out what is drawn, none
 * if it is "none".  Best before DTP_pool_add_overlapping.  DTP_ERR_ARG if n < 0, DTP_ERR_STATE if an object of the pool
 * is created. */
int DTP_pool_add_sample(DTP_t dtp, int n, int seed);

/* The same for the objects whose elements share bytes: adds n of those that DTP_pool_add_overlapping has not, whatever
 * DTP_NUM_OBJS says, or as many as there are.  Errors as of DTP_pool_add_sample. */
int DTP_pool_add_overlapping_sample(DTP_t dtp, int n, int seed);

/* The plainest object of a pool: instances of its basic type, or one struct of members one after the other, aligned
 * as C does.  *obj_idx becomes its index.  It is added, after all others and whatever DTP_NUM_OBJS and DTP_TRAITS
 * say, where the pool has none.  DTP_ERR_ARG if the objects have no elements, DTP_ERR_STATE if it is to be added and
 * an object of the pool is created. */
int DTP_pool_add_plain(DTP_t dtp, int *obj_idx);

/* Writes the text of the plainest object of a pool's first n elements, from 1 to all, snprintf style: at most size
 * bytes with the final zero; returns the length of the whole text, -1 after an error. */
int DTP_pool_plain_text(DTP_t dtp, MPI_Aint n, char *buf, size_t size);

/* Whether an object has a trait, such as "negative-lb" (DTP_trait_name gives them all); it need not be created.  1 or
 * 0; 0 also after an error: no such object or trait, or the object cannot be made. */
int DTP_obj_has_trait(DTP_t dtp, int obj_idx, const char *trait);

/* All of them as a set: bit k stands for DTP_trait_name(k).  0 also after an error. */
unsigned long long DTP_obj_traits(DTP_t dtp, int obj_idx);

/* Whether the elements of an object lie one after the other in memory in the order of its type map, none below
 * displacement 0 and none in bytes of another, all at multiples of `unit` bytes: as the types of a file view must
 * (MPI-3.1, 13.3), the unit being the extent of the etype.  It need not be created.  1 or 0; 0 also after an error:
 * no such object, a unit below 1. */
int DTP_obj_in_order(DTP_t dtp, int obj_idx, MPI_Aint unit);

/* The lower bound and the extent of an object's type; it need not be created.  DTP_ERR_EXTENT, and both are set, for a
 * type whose extent the standard does not settle: libraries may round it up to different alignments. */
int DTP_obj_extent(DTP_t dtp, int obj_idx, MPI_Aint *lb, MPI_Aint *extent);

/* Which elements of an object share their bytes: numbers[k], for each element of the pool's signature, is the last one
 * that has the bytes of element k, and k where it shares none.  Such elements must be filled with one value.  It need
 * not be created.  DTP_ERR_ARG if elements share some of their bytes only; DTP_ERR_TOO_LARGE above 16 MiB. */
int DTP_obj_shared(DTP_t dtp, int obj_idx, MPI_Aint *numbers);

/* The name of trait `number`, from 0; NULL past the last one. */
const char *DTP_trait_name(int number);

/* The name of an object's layout, such as "DTPI_OBJ_LAYOUT_SIMPLE__VECTOR"; the object need not be created.  NULL if
 * there is no such object. */
const char *DTP_obj_name(DTP_t dtp, int obj_idx);

/* Writes the text of an object, such as "1*vector(8,64,65,MPI_INT)", to buf (at most size bytes, always ended by NUL
 * if size > 0); the object need not be created.  Returns the length of the whole text, or -1 after an error. */
int DTP_obj_text(DTP_t dtp, int obj_idx, char *buf, size_t size);

/* The handle of a basic type by its MPI name, DTP_ERR_TYPE if there is none; and the name of a handle, or NULL. */
int DTP_type_find(const char *name, MPI_Datatype *type);
const char *DTP_type_name(MPI_Datatype type);

/* Whether a word is true of a basic type: integer, unsigned, narrow (so few bits that the elements of a message must
 * repeat), floating, complex, pair, long-double (or made of one), padded (bytes between or after its parts), logical.
 * 1 or 0; 0 also for a type that is not among DTP_basic_types. */
int DTP_type_has(MPI_Datatype type, const char *word);

/* The words that are true of at least one basic type of a pool, separated by blanks: "integer narrow pair padded".
 * NULL if there is no such pool. */
const char *DTP_pool_kinds(DTP_t dtp);

/* An access outside of an object that runs into a guard page ends the process by SIGSEGV, after a message on stderr
 * that names the object, the side and the offset.  note, or nothing if NULL, is printed after it: what replays the
 * case, say. The string is not copied; it stays the caller's and is read when the access happens. */
void DTP_set_fault_note(const char *note);

/* The value of one of MPI's control variables (MPI-3.1, 14.3.6), by its name: one that is a single integer, an
 * enumeration or a truth value, and belongs to no object.  DTP_ERR_ARG, with the names that are nearest, if there is
 * none. */
int DTP_control_read(const char *name, long long *value);

/* The text of a return code, never NULL. */
const char *DTP_error_string(int code);

/* What was wrong in the last call that did not return DTP_SUCCESS: the call, the argument or the place, the value seen
 * and the one expected.  May have several lines; does not end in a newline.  Valid until the next call. */
const char *DTP_message(void);

#ifdef __cplusplus
}
#endif

#endif
