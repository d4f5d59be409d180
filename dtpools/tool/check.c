/* dtp check: an object, or a pair of them, with the MPI that dtp is linked with. */
#include "tool.h"

#include "alloc.h"
#include "pool.h"

#include <limits.h>
#include <stdio.h>

enum { START = 3, STRIDE = 5 };

static int bad; /* checks that failed */

static void judge(const char *what, bool good, const char *why)
{
    printf("%-34s %s\n", what, good ? "good" : "BAD");
    if (!good)
        printf("  %s\n", why);
    bad += !good;
}

static void judge_dtp(const char *what, int code)
{
    judge(what, code == DTP_SUCCESS, DTP_message());
}

static void judge_mpi(const char *what, int code)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    if (code != MPI_SUCCESS)
        (void) MPI_Error_string(code, text, &length);
    judge(what, code == MPI_SUCCESS, text);
}

static void pack(DTP_t from, DTP_t to, MPI_Aint n)
{
    const DTP_obj_s *s = &from->DTP_obj_array[0], *r = &to->DTP_obj_array[0];
    int room = 0, position = 0, consumed = 0;
    char *packed;

    judge_mpi("MPI_Pack_size", MPI_Pack_size(s->DTP_obj_count, s->DTP_obj_type, MPI_COMM_SELF, &room));
    packed = dtpi_alloc((size_t) room, 1);
    if (!packed) {
        judge("memory", false, DTP_message());
        return;
    }
    judge_mpi("MPI_Pack", MPI_Pack(s->DTP_obj_buf, s->DTP_obj_count, s->DTP_obj_type, packed, room, &position,
                                   MPI_COMM_SELF));
    if (position == DTP_pool_bytes(from))
        judge_dtp("the packed bytes", DTP_pool_packed_check(from, START, STRIDE, n, packed));
    else
        judge("how many bytes are packed", position > DTP_pool_bytes(from), "they are too few");
    judge_mpi("MPI_Unpack", MPI_Unpack(packed, position, &consumed, r->DTP_obj_buf, r->DTP_obj_count, r->DTP_obj_type,
                                       MPI_COMM_SELF));
    judge_dtp("the unpacked object", DTP_obj_buf_check(to, 0, START, STRIDE, n));
    dtpi_free(packed);
}

static void sendrecv(DTP_t from, DTP_t to, MPI_Aint n)
{
    const DTP_obj_s *s = &from->DTP_obj_array[0], *r = &to->DTP_obj_array[0];
    MPI_Status status;

    judge_dtp("preparing the receive object", DTP_obj_buf_fill(to, 0, 0, 0, 0));
    judge_mpi("MPI_Sendrecv", MPI_Sendrecv(s->DTP_obj_buf, s->DTP_obj_count, s->DTP_obj_type, 0, 0, r->DTP_obj_buf,
                                           r->DTP_obj_count, r->DTP_obj_type, 0, 0, MPI_COMM_SELF, &status));
    judge_dtp("the received object", DTP_obj_buf_check(to, 0, START, STRIDE, n));
    judge_dtp("the object that was sent", DTP_obj_buf_check(from, 0, START, STRIDE, n));
}

static int check_pair(DTP_t from, DTP_t to)
{
    MPI_Aint n = DTP_pool_elements(from);

    if (!dtpi_signature_begins(&to->priv->signature, &from->priv->signature)) {
        fprintf(stderr, "dtp: %s cannot receive %s: it does not begin with these elements (MPI-3.1, 3.3.1)\n",
                DTP_pool_signature(to), DTP_pool_signature(from));
        return TOOL_USAGE;
    }
    if (DTP_obj_create(from, 0, START, STRIDE, n) || DTP_obj_create(to, 0, 0, 0, 0))
        return tool_complain();
    judge_dtp("size and bounds", DTP_obj_type_check(to, 0, to->DTP_obj_array[0].DTP_obj_type));
    judge_dtp("envelope and contents", DTP_obj_decode_check(to, 0, to->DTP_obj_array[0].DTP_obj_type));
    pack(from, to, n);
    sendrecv(from, to, n);
    return bad ? TOOL_BAD : TOOL_GOOD;
}

int tool_check(int n, char **words)
{
    const char *texts[] = {words[0], words[n - 1]};
    DTP_t from, to;
    int status;

    if (DTP_pool_create_text(1, &texts[0], &from))
        return tool_complain_of(texts[0]);
    status = DTP_pool_create_text(1, &texts[1], &to) ? tool_complain_of(texts[1]) : check_pair(from, to);
    if (to)
        (void) DTP_pool_free(to);
    (void) DTP_pool_free(from);
    return status;
}
