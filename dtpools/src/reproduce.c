#include "reproduce.h"

#include "arith.h"
#include "error.h"
#include "overlap.h"
#include "tree_c.h"
#include "tree_text.h"
#include "typemap_c.h"

#include <limits.h>
#include <string.h>

/* Bytes before and after an object that are compared too; displacement 0 is aligned as memory from malloc is. */
enum { MARGIN = 64, ALIGNMENT = 16 };

/* What `$` and a letter stand for: S and R the three arguments that describe an object, U and V counts and types alone, W
 * the type, E the elements of the message, P and Q what else they may count as; 0 and 1: what follows is for that process only. */
static const struct operation {
    const char *name, *about;
    int processes;
    const char *lines[10];
} operations[] = {
    {"typeinfo", "What MPI says of a type", 1, {NULL}},
    {"pack", "MPI_Pack, then MPI_Unpack", 1,
     {"static char packed[PACKED];", "int position = 0, size;",
      "call(MPI_Pack($S, packed, PACKED, &position, MPI_COMM_SELF), \"MPI_Pack\");", "size = position, position = 0;",
      "call(MPI_Unpack(packed, size, &position, $R, MPI_COMM_SELF), \"MPI_Unpack\");"}},
    {"sendself", "MPI_Sendrecv with itself", 1,
     {"call(MPI_Sendrecv($S, 0, 0, $R, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE), \"MPI_Sendrecv\");"}},
    {"status", "MPI_Sendrecv with itself, and its status", 1,
     {"MPI_Status status;", "int elements;",
      "call(MPI_Sendrecv($S, 0, 0, $R, 0, 0, MPI_COMM_SELF, &status), \"MPI_Sendrecv\");",
      "call(MPI_Get_elements(&status, $W, &elements), \"MPI_Get_elements\");",
      "printf(\"MPI_Get_elements: the standard demands $E$P, found %d\\n\", elements);",
      "errors += elements != $E$Q;"}},
    {"sendrecv", "MPI_Send and MPI_Recv", 2,
     {"$0call(MPI_Send($S, 1, 0, MPI_COMM_WORLD), \"MPI_Send\");",
      "$1call(MPI_Recv($R, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE), \"MPI_Recv\");"}},
    {"bcast", "MPI_Bcast", 2,
     {"$0call(MPI_Bcast($S, 0, MPI_COMM_WORLD), \"MPI_Bcast\");",
      "$1call(MPI_Bcast($R, 0, MPI_COMM_WORLD), \"MPI_Bcast\");"}},
    {"put-self", "MPI_Put to itself", 1,
     {"MPI_Win win;", "MPI_Win_create(recvbuf, sizeof recvbuf, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);",
      "MPI_Win_fence(0, win);", "call(MPI_Put($S, 0, RECV_0, $V, win), \"MPI_Put\");", "MPI_Win_fence(0, win);",
      "MPI_Win_free(&win);"}},
    {"put", "MPI_Put", 2,
     {"MPI_Win win;", "MPI_Win_create(recvbuf, sizeof recvbuf, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);",
      "MPI_Win_fence(0, win);", "$0call(MPI_Put($S, 1, RECV_0, $V, win), \"MPI_Put\");", "MPI_Win_fence(0, win);",
      "MPI_Win_free(&win);"}},
    {"get-self", "MPI_Get from itself", 1,
     {"MPI_Win win;", "MPI_Win_create(sendbuf, sizeof sendbuf, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);",
      "MPI_Win_fence(0, win);", "call(MPI_Get($R, 0, SEND_0, $U, win), \"MPI_Get\");", "MPI_Win_fence(0, win);",
      "MPI_Win_free(&win);"}},
    {"get", "MPI_Get", 2,
     {"MPI_Win win;", "MPI_Win_create(sendbuf, sizeof sendbuf, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);",
      "MPI_Win_fence(0, win);", "$1call(MPI_Get($R, 0, SEND_0, $U, win), \"MPI_Get\");", "MPI_Win_fence(0, win);",
      "MPI_Win_free(&win);"}},
    {"accumulate-self", "MPI_Accumulate to itself", 1,
     {"MPI_Win win;", "MPI_Win_create(recvbuf, sizeof recvbuf, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);",
      "MPI_Win_fence(0, win);", "call(MPI_Accumulate($S, 0, RECV_0, $V, MPI_REPLACE, win), \"MPI_Accumulate\");",
      "MPI_Win_fence(0, win);", "MPI_Win_free(&win);"}},
    {"accumulate", "MPI_Accumulate", 2,
     {"MPI_Win win;", "MPI_Win_create(recvbuf, sizeof recvbuf, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);",
      "MPI_Win_fence(0, win);", "$0call(MPI_Accumulate($S, 1, RECV_0, $V, MPI_REPLACE, win), \"MPI_Accumulate\");",
      "MPI_Win_fence(0, win);", "MPI_Win_free(&win);"}},
    {"get_accumulate", "MPI_Get_accumulate from itself", 1,
     {"MPI_Win win;", "MPI_Win_create(sendbuf, sizeof sendbuf, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);",
      "MPI_Win_fence(0, win);",
      "call(MPI_Get_accumulate(NULL, 0, MPI_BYTE, $R, 0, SEND_0, $U, MPI_NO_OP, win), \"MPI_Get_accumulate\");",
      "MPI_Win_fence(0, win);", "MPI_Win_free(&win);"}},
};
enum { NUM_OPERATIONS = sizeof operations / sizeof operations[0], NUM_LINES = sizeof operations[0].lines / sizeof(char *) };

const char *dtpi_reproduce_operation(int number)
{
    return number >= 0 && number < NUM_OPERATIONS ? operations[number].name : NULL;
}

/* ---- the case ---- */

struct side {
    const char *text;
    struct dtpi_tree *tree;
    MPI_Aint count;
    struct dtpi_typemap map;
    enum dtpi_overlap overlap;
    MPI_Aint zero, size; /* of the program's buffer: where displacement 0 is; all of it */
    char type[64];       /* its C expression */
};

struct program {
    const struct operation *operation;
    struct side send, recv;
    bool one_map;        /* both sides have the same text */
    bool padded;         /* elements have bytes without value */
    int num_types;
    MPI_Aint pairs;      /* elements of pair types, whose parts may count one by one */
};

static int measure(struct side *s)
{
    const MPI_Aint lo = dtpi_min(s->map.lo, 0), hi = dtpi_max(s->map.hi, 0);

    if (s->count > INT_MAX || s->map.elements == 0 || lo < -INT_MAX / 4 || hi > INT_MAX / 4)
        return dtpi_error(DTP_ERR_ARG, "%s: expected elements, all of them between displacements %d and %d", s->text,
                          -INT_MAX / 4, INT_MAX / 4);
    s->zero = (MARGIN - lo + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    s->size = s->zero + hi + MARGIN;
    return DTP_SUCCESS;
}

static int read_side(struct side *s, const char *text)
{
    int err;

    s->text = text;
    err = dtpi_object_parse(text, &s->count, &s->tree);
    err = err ? err : dtpi_typemap_create(s->tree, s->count, &s->map);
    err = err ? err : dtpi_typemap_overlap(&s->map, &s->overlap);
    return err ? err : measure(s);
}

static void free_side(struct side *s)
{
    dtpi_typemap_free(&s->map);
    dtpi_tree_free(s->tree);
}

static int find_operation(const char *name, const struct operation **operation)
{
    for (int i = 0; i < NUM_OPERATIONS; i++)
        if (strcmp(operations[i].name, name) == 0) {
            *operation = &operations[i];
            return DTP_SUCCESS;
        }
    (void) dtpi_error(DTP_ERR_ARG, "operation '%s': expected one of", name);
    for (int i = 0; i < NUM_OPERATIONS; i++)
        dtpi_error_add(" %s", operations[i].name);
    return DTP_ERR_ARG;
}

/* Whether the elements of a are the first ones of b. */
static bool begins_with(const struct dtpi_typemap *b, const struct dtpi_typemap *a)
{
    struct dtpi_cursor at, bt;
    struct dtpi_strip s = {.count = 0}, t = {.count = 0};
    MPI_Aint in_s = 0, in_t = 0;

    dtpi_cursor_start(&at, a);
    dtpi_cursor_start(&bt, b);
    for (MPI_Aint n;; in_s -= n, in_t -= n) {
        if (in_s == 0 && dtpi_cursor_next(&at, DTPI_AINT_MAX / 4, &s))
            in_s = s.count * s.blklen;
        if (in_t == 0 && dtpi_cursor_next(&bt, DTPI_AINT_MAX / 4, &t))
            in_t = t.count * t.blklen;
        if (in_s == 0 || in_t == 0)
            return in_s == 0;
        if (s.basic != t.basic)
            return false;
        n = dtpi_min(in_s, in_t);
    }
}

static MPI_Aint pairs_of(const struct dtpi_typemap *map)
{
    struct dtpi_cursor cursor;
    struct dtpi_strip s;
    MPI_Aint n = 0;

    dtpi_cursor_start(&cursor, map);
    while (dtpi_cursor_next(&cursor, DTPI_AINT_MAX / 4, &s))
        n += s.basic->kind >= &dtpi_kinds[DTPI_PAIR_FLOAT_INT] ? s.count * s.blklen : 0;
    return n;
}

static int check(const struct program *p)
{
    if (!begins_with(&p->recv.map, &p->send.map))
        return dtpi_error(DTP_ERR_TEXT, "%s and %s: expected the signature of the second to begin with that of the first",
                          p->send.text, p->recv.text);
    if (p->send.overlap == DTPI_CLASHING)
        return dtpi_error(DTP_ERR_ARG, "%s: elements share some of their bytes: they hold no values", p->send.text);
    if (p->recv.overlap != DTPI_DISJOINT && strcmp(p->operation->name, "typeinfo") != 0)
        return dtpi_error(DTP_ERR_ARG, "%s: elements share bytes: it cannot be received into", p->recv.text);
    return DTP_SUCCESS;
}

/* ---- the parts of the program ---- */

static void put_head(struct dtpi_c_out *out, const struct program *p)
{
    const bool moves = p->operation->lines[0] != NULL;
    const char *separator = strlen(p->send.text) + strlen(p->recv.text) < 64 ? "" : "\n *";

    dtpi_c_word(out, "/* %s:", p->operation->about);
    dtpi_c_line(out, p->one_map ? " %s" : " %s,%s %s %s", p->send.text, separator, moves ? "received as" : "and", p->recv.text);
    dtpi_c_line(out, moves ? " * MPI-3.1, 3.2 and 4.1: the elements arrive in the order of the type map, and no other byte changes."
                           : " * MPI-3.1, 4.1: size and bounds follow from the type map.");
    dtpi_c_line(out, " * mpiexec -n %d: exit status 1 where the fault is there, 0 where it is not. */", p->operation->processes);
    dtpi_c_line(out, "#include <mpi.h>\n#include <stdio.h>%s\n", moves ? "\n#include <string.h>" : "");
}

static void put_constants(struct dtpi_c_out *out, const struct program *p)
{
    dtpi_c_word(out, "enum { SEND = %lld, SEND_0 = %lld, RECV = %lld, RECV_0 = %lld", (long long) p->send.size,
                (long long) p->send.zero, (long long) p->recv.size, (long long) p->recv.zero);
    if (strcmp(p->operation->name, "pack") == 0)
        dtpi_c_word(out, ", PACKED = %lld", (long long) (p->send.tree->size * p->send.count + 1024));
    dtpi_c_line(out, " }; /* sizes, and displacement 0 */");
    dtpi_c_line(out, "static _Alignas(16) unsigned char sendbuf[SEND], sent[SEND], recvbuf[RECV], wanted[RECV];");
    dtpi_c_line(out, "static int errors%s;\n", p->padded ? ", only_padding" : "");
}

static const char call_function[] =
    "static void call(int code, const char *name)\n"
    "{\n"
    "    if (code != MPI_SUCCESS && ++errors)\n"
    "        printf(\"%s: the standard demands MPI_SUCCESS, found error %d\\n\", name, code);\n"
    "}\n";

static const char compare_function[] =
    "static void compare(const char *what, const unsigned char *want, const unsigned char *found, long zero, long lo, long hi)\n"
    "{\n"
    "    for (long d = -zero, told = 0; d < (hi > 0 ? hi : 0) + 64; d++)\n"
    "        if (want[zero + d] != found[zero + d] && ++errors && told++ < 4)\n"
    "            printf(\"%s, %s the object, displacement %ld: the standard demands 0x%02x, found 0x%02x\\n\", what,\n"
    "                   d < lo ? \"before\" : d >= hi ? \"past\" : \"within\", d, want[zero + d], found[zero + d]);\n"
    "}\n";

/* A line of an operation. */
static void put_operation_line(struct dtpi_c_out *out, const struct program *p, const char *line)
{
    const long long n = (long long) p->send.map.elements;

    dtpi_c_word(out, "    ");
    for (; *line; line++) {
        if (*line != '$') {
            int n = (int) strcspn(line, " $");
            n += line[n] == ' ';
            dtpi_c_word(out, "%.*s", n, line);
            line += n - 1;
            continue;
        }
        switch (*++line) {
            case 'S':
                dtpi_c_word(out, "sendbuf + SEND_0, %lld, %s", (long long) p->send.count, p->send.type);
                break;
            case 'R':
                dtpi_c_word(out, "recvbuf + RECV_0, %lld, %s", (long long) p->recv.count, p->recv.type);
                break;
            case 'U':
                dtpi_c_word(out, "%lld, %s", (long long) p->send.count, p->send.type);
                break;
            case 'V':
                dtpi_c_word(out, "%lld, %s", (long long) p->recv.count, p->recv.type);
                break;
            case 'W':
                dtpi_c_word(out, "%s", p->recv.type);
                break;
            case 'E':
                dtpi_c_word(out, "%lld", n);
                break;
            case 'P':
            case 'Q':
                if (p->pairs > 0)
                    dtpi_c_word(out, *line == 'P' ? " or %lld" : " && elements != %lld", n + (long long) p->pairs);
                break;
            default:
                dtpi_c_word(out, "if (rank == %c) ", *line);
        }
    }
    dtpi_c_line(out, "");
}

static int put_types(struct dtpi_c_out *out, struct program *p)
{
    int next = 0, err = dtpi_tree_c(out, p->send.tree, &next, p->send.type);

    if (!err && p->one_map)
        (void) memcpy(p->recv.type, p->send.type, sizeof p->recv.type);
    else if (!err)
        err = dtpi_tree_c(out, p->recv.tree, &next, p->recv.type);
    if (p->send.tree->ctor != DTPI_BASIC_TYPE)
        dtpi_c_line(out, "    MPI_Type_commit(&%s);", p->send.type);
    if (!p->one_map && p->recv.tree->ctor != DTPI_BASIC_TYPE)
        dtpi_c_line(out, "    MPI_Type_commit(&%s);", p->recv.type);
    return err;
}

static void put_begin(struct dtpi_c_out *out, const struct program *p)
{
    dtpi_c_line(out, "int main(void)\n{");
    if (p->num_types > 0)
        dtpi_c_line(out, "    MPI_Datatype t[%d];", p->num_types);
    if (p->operation->processes > 1)
        dtpi_c_line(out, "    int rank;");
    dtpi_c_line(out, "\n    MPI_Init(NULL, NULL);");
    if (p->operation->lines[0]) {
        dtpi_c_line(out, "    MPI_Comm_set_errhandler(MPI_COMM_%s, MPI_ERRORS_RETURN);",
                    p->operation->processes == 1 ? "SELF" : "WORLD");
        if (p->operation->processes > 1)
            dtpi_c_line(out, "    MPI_Comm_rank(MPI_COMM_WORLD, &rank);");
    }
}

static void put_end(struct dtpi_c_out *out, const struct program *p)
{
    if (p->num_types == 1)
        dtpi_c_line(out, "    MPI_Type_free(&t[0]);");
    else if (p->num_types > 1)
        dtpi_c_line(out, "    for (int i = 0; i < %d; i++)\n        MPI_Type_free(&t[i]);", p->num_types);
    dtpi_c_line(out, "    MPI_Finalize();");
    dtpi_c_line(out, "    return errors > 0;\n}");
}

static void put_comparisons(struct dtpi_c_out *out, const struct program *p)
{
    const char *recv = p->one_map ? "put_send" : "put_recv";

    if (p->padded) {
        dtpi_c_line(out, "    only_padding = 1; /* whatever it holds is right */");
        dtpi_c_line(out, "    put_send(sendbuf + SEND_0, 0), %s(recvbuf + RECV_0, 0);", recv);
    }
    dtpi_c_line(out, "    compare(\"send buffer\", sent, sendbuf, SEND_0, %lld, %lld);", (long long) p->send.map.lo,
                (long long) p->send.map.hi);
    dtpi_c_line(out, "    %scompare(\"receive buffer\", wanted, recvbuf, RECV_0, %lld, %lld);",
                p->operation->processes > 1 ? "if (rank == 1)\n        " : "", (long long) p->recv.map.lo,
                (long long) p->recv.map.hi);
}

static int put_moving(struct dtpi_c_out *out, struct program *p)
{
    const char *recv = p->one_map ? "put_send" : "put_recv";
    const bool one_value = p->send.overlap == DTPI_SHARED;
    int err;

    put_constants(out, p);
    dtpi_typemap_c_put(out, &p->recv.map, p->send.map.elements, one_value);
    dtpi_typemap_c(out, &p->send.map, "put_send", p->send.map.elements, one_value);
    if (!p->one_map)
        dtpi_typemap_c(out, &p->recv.map, "put_recv", p->send.map.elements, one_value);
    dtpi_c_line(out, "%s", call_function);
    dtpi_c_line(out, "%s", compare_function);
    put_begin(out, p);
    err = put_types(out, p);
    dtpi_c_line(out, "    memset(recvbuf, 0x5a, RECV), memset(wanted, 0x5a, RECV);");
    dtpi_c_line(out, "    put_send(sendbuf + SEND_0, 0), put_send(sent + SEND_0, 0), %s(wanted + RECV_0, 0);", recv);
    for (int i = 0; i < NUM_LINES && p->operation->lines[i]; i++)
        put_operation_line(out, p, p->operation->lines[i]);
    put_comparisons(out, p);
    put_end(out, p);
    return err;
}

static const char metadata_function[] =
    "static int errors;\n\n"
    "static void compare(const char *what, MPI_Aint wanted, MPI_Aint found)\n"
    "{\n"
    "    printf(\"%s: the standard demands %lld, found %lld\\n\", what, (long long) wanted, (long long) found);\n"
    "    errors += wanted != found;\n"
    "}\n";

static void put_metadata_of(struct dtpi_c_out *out, const struct side *s)
{
    const struct dtpi_tree *t = s->tree;

    dtpi_c_line(out, "    MPI_Type_size_x(%s, &size);", s->type);
    dtpi_c_line(out, "    MPI_Type_get_extent(%s, &lb, &extent);", s->type);
    dtpi_c_line(out, "    MPI_Type_get_true_extent(%s, &true_lb, &true_extent);", s->type);
    dtpi_c_line(out, "    compare(\"size\", %lld, (MPI_Aint) size);", (long long) t->size);
    dtpi_c_line(out, "    compare(\"lower bound\", %lld, lb);", (long long) t->lb);
    if (!t->rough)
        dtpi_c_line(out, "    compare(\"extent\", %lld, extent);", (long long) dtpi_tree_extent(t));
    dtpi_c_line(out, "    compare(\"true lower bound\", %lld, true_lb);", (long long) t->true_lb);
    dtpi_c_line(out, "    compare(\"true extent\", %lld, true_extent);", (long long) (t->true_ub - t->true_lb));
}

static int put_typeinfo(struct dtpi_c_out *out, struct program *p)
{
    int err;

    dtpi_c_line(out, "%s", metadata_function);
    put_begin(out, p);
    dtpi_c_line(out, "    MPI_Count size;\n    MPI_Aint lb, extent, true_lb, true_extent;");
    err = put_types(out, p);
    put_metadata_of(out, &p->send);
    if (!p->one_map)
        put_metadata_of(out, &p->recv);
    put_end(out, p);
    return err;
}

int dtpi_reproduce(FILE *file, const char *operation, const char *send, const char *recv)
{
    struct program p = {.one_map = strcmp(send, recv) == 0};
    struct dtpi_c_out out = {.file = file};
    int err = find_operation(operation, &p.operation);

    err = err ? err : read_side(&p.send, send);
    err = err ? err : read_side(&p.recv, recv);
    err = err ? err : check(&p);
    if (!err) {
        p.num_types = dtpi_tree_c_types(p.send.tree) + (p.one_map ? 0 : dtpi_tree_c_types(p.recv.tree));
        p.pairs = pairs_of(&p.send.map);
        p.padded = dtpi_typemap_c_padded(&p.send.map);
        put_head(&out, &p);
        err = p.operation->lines[0] ? put_moving(&out, &p) : put_typeinfo(&out, &p);
    }
    free_side(&p.send);
    free_side(&p.recv);
    return err;
}
