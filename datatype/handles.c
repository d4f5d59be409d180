/* Handles of what a call ends are null handles afterwards: of types, requests, messages, keys, and of what else
 * programs have (MPI-3.1, 2.5.1, 3.7.3, 3.8.3, 6.7.4).  Each of an object that is still in use, or not, in turn. */
#include "harness.h"
#include "tables.h"

#include <stdbool.h>

enum { TAG = 76, PENDING = 2 };

/* A receive of the process from itself, and the send that it waits for. */
static void start(struct h_case *c, MPI_Comm comm, MPI_Datatype type, MPI_Request *requests)
{
    h_fill(c->send, h_mine(c, 0));
    h_clear(c->recv);
    H_MPI(MPI_Irecv(H_ARGS(c->recv), c->comm->rank, TAG, comm, &requests[0]));
    H_MPI(MPI_Isend(c->send.mpi->DTP_obj_buf, c->send.mpi->DTP_obj_count, type, c->comm->rank, TAG, comm,
                    &requests[1]));
}

static void finish(struct h_case *c, MPI_Request *requests)
{
    h_complete(c, PENDING, requests, NULL);
    h_check_received(c, c->recv, h_mine(c, 0));
}

/* Whether the object has a use that has not ended. */
static bool is_in_use(const struct h_case *c)
{
    return h_pair_turn(c) % 2;
}

/* ---- types ---- */

static bool free_type(struct h_case *c)
{
    MPI_Request requests[PENDING];
    MPI_Datatype type;

    H_MPI(MPI_Type_dup(c->send.mpi->DTP_obj_type, &type));
    if (is_in_use(c))
        start(c, c->comm->comm, type, requests);
    H_MPI(MPI_Type_free(&type));
    if (is_in_use(c))
        finish(c, requests);
    return type == MPI_DATATYPE_NULL;
}

static bool free_uncommitted(struct h_case *c)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_contiguous(2, c->send.mpi->DTP_obj_type, &type));
    H_MPI(MPI_Type_free(&type));
    return type == MPI_DATATYPE_NULL;
}

static bool free_type_key(struct h_case *c)
{
    MPI_Datatype type;
    int key;

    H_MPI(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL));
    H_MPI(MPI_Type_dup(c->send.mpi->DTP_obj_type, &type));
    if (is_in_use(c))
        H_MPI(MPI_Type_set_attr(type, key, &type));
    H_MPI(MPI_Type_free_keyval(&key));
    H_MPI(MPI_Type_free(&type));
    return key == MPI_KEYVAL_INVALID;
}

/* ---- messages ---- */

static bool complete(struct h_case *c)
{
    MPI_Request requests[PENDING];

    start(c, c->comm->comm, c->send.mpi->DTP_obj_type, requests);
    finish(c, requests);
    return requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL;
}

static bool free_request(struct h_case *c)
{
    MPI_Request request;

    H_MPI(MPI_Send_init(H_ARGS(c->send), c->comm->rank, TAG, c->comm->comm, &request));
    H_MPI(MPI_Request_free(&request));
    return request == MPI_REQUEST_NULL;
}

static MPI_Message probe(struct h_case *c, MPI_Request *send)
{
    MPI_Message message;

    h_fill(c->send, h_mine(c, 0));
    h_clear(c->recv);
    H_MPI(MPI_Isend(H_ARGS(c->send), c->comm->rank, TAG, c->comm->comm, send));
    H_MPI(MPI_Mprobe(c->comm->rank, TAG, c->comm->comm, &message, MPI_STATUS_IGNORE));
    return message;
}

static bool receive_matched(struct h_case *c)
{
    MPI_Request send;
    MPI_Message message = probe(c, &send);

    H_MPI(MPI_Mrecv(H_ARGS(c->recv), &message, MPI_STATUS_IGNORE));
    h_complete(c, 1, &send, NULL);
    h_check_received(c, c->recv, h_mine(c, 0));
    return message == MPI_MESSAGE_NULL;
}

static bool start_matched(struct h_case *c)
{
    MPI_Request requests[PENDING];
    MPI_Message message = probe(c, &requests[0]);

    H_MPI(MPI_Imrecv(H_ARGS(c->recv), &message, &requests[1]));
    finish(c, requests);
    return message == MPI_MESSAGE_NULL;
}

/* ---- communicators, groups, operators, windows, infos ---- */

static bool free_comm(struct h_case *c)
{
    MPI_Request requests[PENDING];
    MPI_Comm comm;

    H_MPI(MPI_Comm_dup(c->comm->comm, &comm));
    if (is_in_use(c))
        start(c, comm, c->send.mpi->DTP_obj_type, requests);
    H_MPI(MPI_Comm_free(&comm));
    if (is_in_use(c))
        finish(c, requests);
    return comm == MPI_COMM_NULL;
}

static bool disconnect_comm(struct h_case *c)
{
    MPI_Comm comm;

    H_MPI(MPI_Comm_dup(c->comm->comm, &comm));
    H_MPI(MPI_Comm_disconnect(&comm));
    return comm == MPI_COMM_NULL;
}

static bool free_group(struct h_case *c)
{
    MPI_Group group;

    H_MPI(MPI_Comm_group(c->comm->comm, &group));
    H_MPI(MPI_Group_free(&group));
    return group == MPI_GROUP_NULL;
}

static void keep(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void) in, (void) inout, (void) n, (void) type;
}

static bool free_op(struct h_case *c)
{
    MPI_Op op;

    (void) c;
    H_MPI(MPI_Op_create(keep, true, &op));
    H_MPI(MPI_Op_free(&op));
    return op == MPI_OP_NULL;
}

static bool free_win(struct h_case *c)
{
    MPI_Win win;

    H_MPI(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, c->comm->comm, &win));
    H_MPI(MPI_Win_free(&win));
    return win == MPI_WIN_NULL;
}

static bool free_info(struct h_case *c)
{
    MPI_Info info;

    (void) c;
    H_MPI(MPI_Info_create(&info));
    H_MPI(MPI_Info_free(&info));
    return info == MPI_INFO_NULL;
}

/* ---- which ---- */

static const struct row {
    const char *procedure, *variant;
    bool (*end)(struct h_case *c);      /* whether the handle is null then */
    const char *handle, *null;
    bool asks_once;                     /* nothing depends on the objects */
} rows[] = {
    {"MPI_Type_free", "committed", free_type, "datatype", "MPI_DATATYPE_NULL", false},
    {"MPI_Type_free", "uncommitted", free_uncommitted, "datatype", "MPI_DATATYPE_NULL", false},
    {"MPI_Type_free_keyval", NULL, free_type_key, "type_keyval", "MPI_KEYVAL_INVALID", false},
    {"MPI_Irecv", NULL, complete, "request", "MPI_REQUEST_NULL", false},
    {"MPI_Request_free", NULL, free_request, "request", "MPI_REQUEST_NULL", false},
    {"MPI_Mrecv", NULL, receive_matched, "message", "MPI_MESSAGE_NULL", false},
    {"MPI_Imrecv", NULL, start_matched, "message", "MPI_MESSAGE_NULL", false},
    {"MPI_Comm_free", NULL, free_comm, "comm", "MPI_COMM_NULL", false},
    {"MPI_Comm_disconnect", NULL, disconnect_comm, "comm", "MPI_COMM_NULL", true},
    {"MPI_Group_free", NULL, free_group, "group", "MPI_GROUP_NULL", true},
    {"MPI_Op_free", NULL, free_op, "op", "MPI_OP_NULL", true},
    {"MPI_Win_free", NULL, free_win, "win", "MPI_WIN_NULL", true},
    {"MPI_Info_free", NULL, free_info, "info", "MPI_INFO_NULL", true},
};

static void visit(struct h_case *c)
{
    for (int k = 0; k < H_NUM(rows); k++) {
        const struct row *row = &rows[k];
        if (row->asks_once && h_pair_turn(c) > 1)
            continue;
        c->variant = row->variant;
        c->completion = h_completion(h_pair_turn(c) / 2);
        if (!h_begin(c, row->procedure))
            continue;
        if (row->end(c))
            h_count_verified();
        else
            h_fail(c, "%s: %s: expected %s, found another handle", row->procedure, row->handle, row->null);
    }
    c->variant = c->completion = NULL;
}

static void run(void)
{
    h_each_pair(H_WORLD | H_SELF | H_ONCE, visit);
}

const struct h_program h_program = {"handles of what calls end", 0, run};
