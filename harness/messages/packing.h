/* The ways to pack: MPI_Pack and MPI_Pack_external, with counts that are int and with large ones; into room with guard
 * bytes around. */
#ifndef HARNESS_PACKING_H
#define HARNESS_PACKING_H

#include "harness.h"
#include "tables.h"

enum h_representation { H_NATIVE, H_EXTERNAL32 };

struct h_packing {
    const char *size_name, *pack_name, *unpack_name;
    int (*size)(struct h_instances o, MPI_Comm comm, MPI_Count *size);
    int (*pack)(struct h_instances o, void *out, MPI_Count room, MPI_Count *position, MPI_Comm comm);
    int (*unpack)(const void *in, MPI_Count size, MPI_Count *position, struct h_instances o, MPI_Comm comm);
    enum h_representation representation;
};

/* The forms that this MPI has of either representation; the first one has int counts. */
int h_packings(enum h_representation which, const struct h_packing **forms);

/* Room for packed bytes. */
struct h_room {
    unsigned char *bytes;
    MPI_Count size;
    unsigned char *copy; /* of the bytes, from h_room_keep on */
    MPI_Count kept;
};
struct h_room h_room(MPI_Count size);
void h_room_free(struct h_room *room);

/* All of the room is as if nothing had been written to it; checks that it is so from a byte on, and around it. */
void h_room_clear(struct h_room *room);
void h_room_check_rest(struct h_case *c, const struct h_room *room, MPI_Count from, const char *procedure);

/* Keeps a copy of the first bytes; checks that they, and what is around the room, are as they were. */
void h_room_keep(struct h_room *room, MPI_Count size);
void h_room_check_kept(struct h_case *c, const struct h_room *room, const char *procedure);

/* The calls of a form; an error ends the test.  The size must be enough for the data, as far as it is known; packing
 * must stay within the room. */
MPI_Count h_pack_size(struct h_case *c, const struct h_packing *form, struct h_instances o);
void h_pack(struct h_case *c, const struct h_packing *form, struct h_instances o, struct h_room *room,
            MPI_Count *position);
void h_unpack(struct h_case *c, const struct h_packing *form, struct h_room *room, MPI_Count size, MPI_Count *position,
              struct h_instances o);

/* Bytes that are packed before an object, as MPI_BYTE, so that it may begin anywhere: how many, 0 to 7 by the pair in
 * turn, and each of them. */
int h_bytes_before(const struct h_case *c);
unsigned char h_byte_before(int k);
void h_pack_before(struct h_case *c, const struct h_packing *form, int n, struct h_room *room, MPI_Count *position);

/* Unpacks and checks them. */
void h_unpack_before(struct h_case *c, const struct h_packing *form, int n, struct h_room *room, MPI_Count size,
                     MPI_Count *position);

/* Checks the packed bytes of the send object, which has these values, and whose form goes from one position to
 * another, behind h_bytes_before of MPI_BYTE. */
void h_check_packed(struct h_case *c, const struct h_packing *form, struct h_values v, const unsigned char *packed,
                    MPI_Aint start, MPI_Aint end);

/* Packs all of the send object, which gets these values, behind h_bytes_before of MPI_BYTE, into room for so many bytes
 * of its own; unpacks it into the receive object; checks both, the packed bytes, and that the room stays as it was
 * packed.  Returns how many bytes the object took. */
MPI_Count h_pack_behind(struct h_case *c, const struct h_packing *form, struct h_values v, MPI_Count bytes);

/* Packs all of the send object at an address, with room for so many bytes, and unpacks it into the receive object;
 * checks both.  Either call is given the address as a position in a buffer that begins as far before. */
void h_pack_at(struct h_case *c, const struct h_packing *form, unsigned char *at, MPI_Count size,
               MPI_Count packed_from, MPI_Count unpacked_from);

/* Packs all of an object, and unpacks it into another one, as these arguments describe them; checks both; `op` as for
 * h_mine. */
void h_pack_over(struct h_case *c, const struct h_packing *form, struct h_obj from, struct h_instances sent,
                 struct h_obj to, struct h_instances received, int op);

#endif
