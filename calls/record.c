/* The recorder: what each rank calls within a case, and how what it uses was made, as lines of a file PREFIX.RANK, with
 * DTP_RECORD=PREFIX in the environment.
 *
 *     case NUMBER FACTS                    what follows belongs to it
 *     size TYPE BYTES                      of which arrays are that calls set
 *     alive NUMBER                         of types, if they are many
 *     make HANDLE PROCEDURE ARGUMENT...    how a handle was made that is to be used, or is shared with other ranks
 *     call PROCEDURE ARGUMENT...           written before the call is made
 *     gave CODE NAME=VALUE...              what the call before returned
 *     round NUMBER                         what follows belongs to this round of the case, or to none (-1)
 *     beside NUMBER                        what follows is beside the operation that is tested (1), or is not (0)
 *     fill|expect ADDRESS PARTS TEXT       an object, see record.h
 *     data ADDRESS HEX                     what a call reads, or a file has, that no object holds, if it is little
 *     wants ADDRESS HEX                    what the next object that is expected has to look like; "-" if it is much
 *     write|read NAME ADDRESS BYTES        memory that a file was written from, or read into, without MPI
 *     number WHAT EXPECTED OTHER FOUND     WHAT: a call, a field of a status, or MPI_Error_class (of what the call
 *                                          before returned)
 *     failed KIND WHAT
 *
 * An argument is a number, a name, a HANDLE (a letter and a number), [ARGUMENT,...], "TEXT", &ADDRESS:LO:HI (memory
 * that is accessed from LO up to HI), or &ADDRESS=NUMBER (a variable, and what it holds).  A status that a call has
 * returned, or is given, has ~NUMBER, of its bytes, and /SOURCE/TAG: programs copy statuses. */
#include "handles.h"
#include "record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *out;
static bool in_case;

/* ---- a line ---- */

static struct line {
    char *text;
    size_t size, length;
    struct made **of; /* the handles that it names */
    int num_of;
} line;

static void no_memory(void)
{
    fprintf(stderr, "record: no memory\n");
    exit(1);
}

static void add(const char *format, ...)
{
    va_list args;
    int n;

    for (;;) {
        va_start(args, format);
        n = vsnprintf(line.text + line.length, line.size - line.length, format, args);
        va_end(args);
        if (n >= 0 && (size_t) n < line.size - line.length)
            break;
        line.size = 2 * line.size + 256;
        line.text = realloc(line.text, line.size);
        if (!line.text)
            no_memory();
    }
    line.length += (size_t) n;
}

static void begin_line(void)
{
    line.length = 0;
    line.num_of = 0;
    add("%s", "");
}

static void names(struct made *m)
{
    line.of = realloc(line.of, (size_t) (line.num_of + 1) * sizeof *line.of);
    if (!line.of)
        no_memory();
    line.of[line.num_of++] = m;
}

static void open_record(void)
{
    const char *prefix = getenv("DTP_RECORD");
    char name[4096];
    int is_initialized = 0, is_finalized = 0, rank;

    PMPI_Initialized(&is_initialized);
    PMPI_Finalized(&is_finalized);
    if (out || !prefix || !is_initialized || is_finalized)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "%s.%d", prefix, rank);
    out = fopen(name, "w");
    if (!out)
        fprintf(stderr, "record: cannot write %s\n", name);
}

static void write_line(void)
{
    if (!out)
        return;
    fprintf(out, "%s\n", line.text);
    fflush(out); /* the next call may be the last */
}

/* ---- how handles were made ---- */

static void write_made(struct made *m)
{
    if (m->is_written || !m->line || !out)
        return;
    m->is_written = true;
    for (int k = 0; k < m->num_of; k++)
        write_made(m->of[k]);
    fprintf(out, "make %c%d %s\n%s", m->letter, m->number, m->line, m->more ? m->more : "");
    if (m->is_committed)
        fprintf(out, "commit %c%d\n", m->letter, m->number);
}

/* The line, as how a handle was made. */
static void keep_line(struct made *m)
{
    m->line = strdup(line.text + strlen("call "));
    m->of = malloc((size_t) (line.num_of + 1) * sizeof *m->of);
    if (!m->line || !m->of)
        no_memory();
    if (line.num_of > 0)
        memcpy(m->of, line.of, (size_t) line.num_of * sizeof *m->of);
    m->num_of = line.num_of;
    m->is_written = in_case;
}

/* ---- arguments ---- */

static void add_handle(enum calls_kind kind, const void *value)
{
    const char *name = handle_predefined(kind, value);
    struct made *m = name ? NULL : handle_find(kind, value);

    if (name) {
        add("%s", name);
        return;
    }
    if (!m) {
        add("?");
        return;
    }
    add("%c%d", m->letter, m->number);
    names(m);
}

static void add_number(const struct calls_param *p, MPI_Count value)
{
    const char *name = constant_name(p, value);

    if (name)
        add("%s", name);
    else
        add("%lld", (long long) value);
}

/* A number of what a status holds. */
static unsigned long status_number(const MPI_Status *status)
{
    const unsigned char *bytes = (const unsigned char *) status;
    unsigned long number = 2166136261u;

    for (size_t k = 0; k < sizeof *status; k++)
        number = (number ^ bytes[k]) * 16777619u & 0xffffffffu;
    return number;
}

static void add_text(const char *text)
{
    add("\"");
    for (; *text; text++)
        if (strchr(" \"%\n\\", *text))
            add("%%%02x", (unsigned char) *text);
        else
            add("%c", *text);
    add("\"");
}

static const char *special_pointer(const struct calls_param *p, const void *at)
{
    if (at == MPI_IN_PLACE && p->kind == CALLS_BUFFER)
        return "MPI_IN_PLACE";
#ifdef MPI_BUFFER_AUTOMATIC
    if (at == MPI_BUFFER_AUTOMATIC && p->kind == CALLS_MEMORY)
        return "MPI_BUFFER_AUTOMATIC";
#endif
    if ((at == MPI_UNWEIGHTED || at == MPI_WEIGHTS_EMPTY) && strstr(p->name, "weights"))
        return at == MPI_UNWEIGHTED ? "MPI_UNWEIGHTED" : "MPI_WEIGHTS_EMPTY";
    if (at == MPI_STATUS_IGNORE && p->kind == CALLS_STATUS)
        return "MPI_STATUS_IGNORE";
    if (at == MPI_STATUSES_IGNORE && p->kind == CALLS_STATUSES)
        return "MPI_STATUSES_IGNORE";
    return at ? NULL : "NULL";
}

/* Bytes that the instances of blocks touch, relative to buf. */
static void bounds(const char *buf, int n, const struct calls_block *blocks, MPI_Aint *lo, MPI_Aint *hi)
{
    bool any = false;

    *lo = *hi = 0;
    for (int k = 0; k < n; k++) {
        MPI_Aint lb, extent, true_lb, true_extent, from, last;
        int size;
        PMPI_Type_size(blocks[k].type, &size);
        if (blocks[k].count == 0 || size == 0)
            continue;
        PMPI_Type_get_extent(blocks[k].type, &lb, &extent);
        PMPI_Type_get_true_extent(blocks[k].type, &true_lb, &true_extent);
        last = (MPI_Aint) (blocks[k].count - 1) * extent;
        from = (MPI_Aint) ((char *) blocks[k].buf - buf) + true_lb + (last < 0 ? last : 0);
        last = from + true_extent + (last < 0 ? -last : last);
        *lo = any && *lo < from ? *lo : from;
        *hi = any && *hi > last ? *hi : last;
        any = true;
    }
}

static void add_buffer(const struct calls_call *c, int param)
{
    const struct calls_procedure *p = c->procedure;
    enum calls_direction direction;
    struct calls_block *blocks = NULL;
    MPI_Aint lo = 0, hi = 0;
    int n;

    for (int k = 0; k < p->num_accesses; k++)
        if (p->accesses[k].param == param) {
            n = calls_blocks(c, &p->accesses[k], &blocks, &direction);
            bounds(calls_pointer(c, param), n, blocks, &lo, &hi);
            free(blocks);
        }
    add("&%llx:%lld:%lld", (unsigned long long) (MPI_Aint) calls_pointer(c, param), (long long) lo, (long long) hi);
}

static void add_memory(const struct calls_call *c, int param)
{
    const int size = calls_find(c->procedure, "size");
    const bool sets = c->procedure->params[param].direction != CALLS_IN;

    add("&%llx:0:%lld", (unsigned long long) (MPI_Aint) calls_pointer(c, param),
        sets ? (long long) sizeof(void *) : size >= 0 ? (long long) calls_number(c, size) : 0LL);
}

static void add_array(const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    const MPI_Count n = calls_length(c, param);
    const size_t size = handle_size(p->kind);

    add("[");
    for (MPI_Count k = 0; k < n; k++) {
        add(k > 0 ? "," : "");
        if (size > 0)
            add_handle(p->kind, (char *) calls_pointer(c, param) + (size_t) k * size);
        else
            add_number(p, calls_entry(c, param, k));
    }
    add("]");
}

/* A variable: a status, a number, a handle or text that the call sets or changes. */
static void add_variable(const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    const bool reads = p->direction == CALLS_INOUT;
    const bool counts = p->length != CALLS_ONE && (p->kind != CALLS_STRING);

    if (reads && handle_size(p->kind) > 0 && p->length != CALLS_ONE)
        add_array(c, param);
    else if (reads && handle_size(p->kind) > 0)
        add_handle(p->kind, calls_pointer(c, param));
    else if (reads && p->kind != CALLS_STATUS)
        add("&%llx=%lld", (unsigned long long) (MPI_Aint) calls_pointer(c, param),
            (long long) calls_entry(c, param, 0));
    else if (p->kind == CALLS_STATUS && p->direction == CALLS_IN)
        add("&%llx:0:1~%lu", (unsigned long long) (MPI_Aint) calls_pointer(c, param),
            status_number(calls_pointer(c, param)));
    else
        add("&%llx:0:%lld", (unsigned long long) (MPI_Aint) calls_pointer(c, param),
            counts ? (long long) calls_length(c, param) : 1LL);
}

static void add_argument(const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    const char *special = p->is_pointer ? special_pointer(p, calls_pointer(c, param)) : NULL;

    if (special && p->kind != CALLS_BUFFER)
        add("%s", special);
    else if (special && strcmp(special, "NULL") != 0)
        add("%s", special);
    else if (p->kind == CALLS_FUNCTION || p->kind == CALLS_POINTER)
        add("function");
    else if (p->kind == CALLS_BUFFER)
        add_buffer(c, param);
    else if (p->kind == CALLS_MEMORY || p->kind == CALLS_CMEMORY)
        add_memory(c, param);
    else if (p->direction != CALLS_IN || p->kind == CALLS_STATUS)
        add_variable(c, param);
    else if (p->kind == CALLS_STRING)
        add_text(calls_pointer(c, param));
    else if (p->is_pointer && !calls_is_significant(c, param))
        add("NULL");
    else if (p->is_pointer)
        add_array(c, param);
    else if (handle_size(p->kind) > 0)
        add_handle(p->kind, c->args[param]);
    else
        add_number(p, calls_number(c, param));
}

/* ---- calls ---- */

static void write_bytes(const char *word, const void *memory, const unsigned char *bytes, MPI_Aint n)
{
    fprintf(out, "%s %llx ", word, (unsigned long long) (MPI_Aint) memory);
    for (MPI_Aint b = 0; b < n; b++)
        fprintf(out, "%02x", bytes[b]);
    fprintf(out, "\n");
}

enum { MOST_DATA = 512 };

/* Whether this process can read so many bytes, at most MOST_DATA: what MPI says of a type may be wrong.  A system call
 * refuses what would end the process. */
static bool is_readable(const unsigned char *at, MPI_Aint n)
{
    static int ends[2] = {-1, -1};
    unsigned char read_back[MOST_DATA];
    ssize_t written;

    if (ends[0] < 0 && pipe(ends) != 0)
        return true;
    written = write(ends[1], at, (size_t) n);
    return written > 0 && read(ends[0], read_back, (size_t) written) == n;
}

/* What a call reads from memory that no object holds. */
static void write_data(const struct calls_call *c)
{
    for (int k = 0; k < c->procedure->num_accesses; k++) {
        const struct calls_access *a = &c->procedure->accesses[k];
        enum calls_direction direction;
        struct calls_block *blocks;
        MPI_Aint lo, hi;
        const unsigned char *buf = calls_pointer(c, a->param);
        const int n = calls_blocks(c, a, &blocks, &direction);
        bounds((const char *) buf, n, blocks, &lo, &hi);
        free(blocks);
        if (n == 0 || direction == CALLS_OUT || hi <= lo || hi - lo > MOST_DATA ||
            !is_readable(buf + lo, hi - lo))
            continue;
        write_bytes("data", buf + lo, buf + lo, hi - lo);
    }
}

static bool frees_handles(const struct calls_procedure *p)
{
    return strstr(p->name, "_free") || strcmp(p->name, "MPI_Comm_disconnect") == 0 ||
           strcmp(p->name, "MPI_File_close") == 0;
}

static void free_handles(const struct calls_call *c)
{
    const struct calls_param *p = c->procedure->params;

    if (frees_handles(c->procedure) && handle_size(p->kind) > 0 && !handle_predefined(p->kind, calls_pointer(c, 0)))
        handle_freed(p->kind, calls_pointer(c, 0));
}

static bool makes_handles(const struct calls_procedure *p)
{
    for (int k = 0; k < p->num_params; k++)
        if (p->params[k].direction == CALLS_OUT && handle_size(p->params[k].kind) > 0)
            return true;
    return false;
}

/* Memory is attached to a window that cases use. */
static bool changes_window(const struct calls_call *c)
{
    return calls_is(c, "MPI_Win_attach");
}

static void keep_change(const struct calls_call *c)
{
    struct made *m = handle_find(CALLS_WIN, c->args[0]);
    const size_t had = m && m->more ? strlen(m->more) : 0;

    if (!m)
        return;
    m->more = realloc(m->more, had + line.length + sizeof "\ngave 0\n");
    if (!m->more)
        no_memory();
    sprintf(m->more + had, "%s\ngave 0\n", line.text);
}

void calls_before(struct calls_call *c)
{
    open_record();
    if (!in_case && !makes_handles(c->procedure) && !frees_handles(c->procedure) && !changes_window(c))
        return;
    begin_line();
    add("call %s", c->procedure->name);
    for (int k = 0; k < c->procedure->num_params; k++) {
        add(" ");
        add_argument(c, k);
    }
    free_handles(c);
    if (!in_case || !out)
        return;
    for (int k = 0; k < line.num_of; k++)
        write_made(line.of[k]);
    write_data(c);
    write_line();
}

/* A handle that the call has set. */
static void enter(const struct calls_call *c, int param, size_t k)
{
    const struct calls_param *p = &c->procedure->params[param];
    const char *value = (char *) calls_pointer(c, param) + k * handle_size(p->kind);
    struct made *m;

    if (handle_predefined(p->kind, value)) {
        if (in_case)
            fprintf(out, " %s=%s", p->name, handle_predefined(p->kind, value));
        return;
    }
    m = handle_made(p->kind, value);
    keep_line(m);
    if (in_case && out)
        fprintf(out, " %s=%c%d", p->name, m->letter, m->number);
}

/* Statuses, and which of many requests have completed: as many as the call says, if it does. */
static void write_completed(const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    const int outcount = calls_find(c->procedure, "outcount");
    const bool is_one = p->kind == CALLS_STATUS;
    const MPI_Count n = is_one ? 1 : outcount >= 0 ? calls_entry(c, outcount, 0) : calls_length(c, param);
    const void *at = calls_pointer(c, param);

    if (at == (void *) MPI_STATUS_IGNORE || at == (void *) MPI_STATUSES_IGNORE)
        return;
    for (MPI_Count k = 0; k < n; k++) {
        if (p->kind == CALLS_INTS)
            fprintf(out, " %s=%lld", p->name, (long long) calls_entry(c, param, k));
        else {
            const MPI_Status *status = (const MPI_Status *) at + k;
            fprintf(out, " %s=~%lu/%d/%d", p->name, status_number(status), status->MPI_SOURCE, status->MPI_TAG);
        }
    }
}

static bool is_number(const struct calls_param *p)
{
    return p->length == CALLS_ONE && (p->width == sizeof(int) || p->width == sizeof(long long)) &&
           handle_size(p->kind) == 0 && p->kind != CALLS_STATUS;
}

/* What of completed requests a call returns. */
static bool is_completed(const struct calls_param *p)
{
    return p->kind == CALLS_STATUS || p->kind == CALLS_STATUSES || strcmp(p->name, "array_of_indices") == 0;
}

/* Handles, numbers and statuses that the call has set. */
static void write_given(const struct calls_call *c)
{
    for (int k = 0; k < c->procedure->num_params; k++) {
        const struct calls_param *p = &c->procedure->params[k];
        if (p->direction == CALLS_IN || !p->is_pointer || !calls_pointer(c, k))
            continue;
        if (handle_size(p->kind) > 0 && p->direction == CALLS_OUT) {
            for (MPI_Count n = p->length == CALLS_ONE ? 1 : calls_length(c, k), i = 0; i < n; i++)
                enter(c, k, (size_t) i);
        } else if (in_case && out && is_number(p)) {
            fprintf(out, " %s=%lld", p->name, (long long) calls_entry(c, k, 0));
        }
        if (in_case && out && is_completed(p))
            write_completed(c, k);
        if (p->kind == CALLS_MEMORY && in_case && out)
            fprintf(out, " %s=&%llx", p->name, (unsigned long long) (MPI_Aint) * (void **) calls_pointer(c, k));
    }
}

/* Where memory is that a call outside of a case has given: added to how its window was made. */
static void keep_memory(const struct calls_call *c)
{
    const int base = calls_find(c->procedure, "baseptr");

    if (base >= 0 && c->procedure->params[base].direction == CALLS_OUT)
        add(" =&%llx:%lld", (unsigned long long) (MPI_Aint) * (void **) calls_pointer(c, base),
            (long long) calls_number(c, calls_find(c->procedure, "size")));
}

void calls_after(struct calls_call *c)
{
    const int n = c->procedure->num_params;

    if (in_case && out)
        fprintf(out, "gave %d", c->code);
    if (c->code == MPI_SUCCESS) {
        if (changes_window(c))
            keep_change(c);
        keep_memory(c);
        write_given(c);
    }
    if (in_case && out) {
        fprintf(out, "\n");
        fflush(out);
    }
    if (n == 1 && calls_is(c, "MPI_Type_commit")) {
        struct made *m = handle_find(CALLS_TYPE, calls_pointer(c, 0));
        if (m)
            m->is_committed = true;
    }
}

/* ---- what the program says ---- */

/* Communicators, windows and files are made by several ranks together: all of them, in the same order, whether this
 * rank uses them or not. */
static void write_shared(void)
{
    for (struct made *m = handles_first(); m; m = m->later)
        if (m->is_live && strchr("CWF", m->letter))
            write_made(m);
}

/* How many types there are, where they are many: an MPI may treat them differently then. */
static void write_alive(void)
{
    enum { MANY = 200 };
    int n = 0;

    for (struct made *m = handles_first(); m; m = m->later)
        n += m->is_live && m->letter == 'T';
    if (n >= MANY)
        fprintf(out, "alive %d\n", n);
}

static void write_case(int number, const char *facts)
{
    open_record();
    in_case = out != NULL;
    if (!in_case)
        return;
    fprintf(out, "case %d %s\n", number, facts);
    for (struct made *m = handles_first(); m; m = m->later)
        m->is_written = false;
    fprintf(out, "size MPI_Status %zu\n", sizeof(MPI_Status));
    write_alive();
    write_shared();
    fflush(out);
}

static void write_object(const char *word, const struct calls_record_object *o)
{
    if (!out)
        return;
    fprintf(out, "%s %llx ", word, (unsigned long long) (MPI_Aint) o->zero);
    for (int k = 0; k < o->n; k++) {
        const DTP_part_s *p = &o->parts[k];
        const char *op = handle_predefined(CALLS_OP, &p->op);
        fprintf(out, "%s%lld:%lld:%s:", k > 0 ? ";" : "", (long long) p->elements, (long long) p->val_count,
                op ? op : "?");
        for (int i = 0; i < p->operands; i++)
            fprintf(out, "%s%d/%d", i > 0 ? "," : "", p->starts[i], p->strides[i]);
    }
    fprintf(out, "%s %s\n", o->n == 0 ? "-" : "", o->text);
    fflush(out);
}

/* Of a file; what is too much for a program has no bytes. */
static void write_file_bytes(int expected, const void *memory, const void *bytes, MPI_Aint n)
{
    enum { MOST = 4096 };

    if (n <= MOST)
        write_bytes(expected ? "wants" : "data", memory, bytes, n);
    else if (expected)
        fprintf(out, "wants %llx -\n", (unsigned long long) (MPI_Aint) memory);
}

static void write_file(int written, const char *name, const void *memory, MPI_Aint n)
{
    const char *slash = strrchr(name, '/');

    fprintf(out, "%s \"%s\" %llx %lld\n", written ? "write" : "read", slash ? slash + 1 : name,
            (unsigned long long) (MPI_Aint) memory, (long long) n);
}

static const char *number_name(const char *what, long long number, char text[32])
{
    if (number == MPI_UNDEFINED)
        return "MPI_UNDEFINED";
    if (strcmp(what, "MPI_Error_class") == 0 && number == MPI_ERR_TRUNCATE)
        return "MPI_ERR_TRUNCATE";
    snprintf(text, 32, "%lld", number);
    return text;
}

static void write_one_line(const char *text)
{
    for (; *text; text++)
        fputc(*text == '\n' ? ' ' : *text, out);
    fputc('\n', out);
    fflush(out);
}

int MPI_Pcontrol(const int level, ...)
{
    char text[2][32];
    va_list args;

    va_start(args, level);
    if (level == CALLS_RECORD_ASK) {
        *va_arg(args, int *) = getenv("DTP_RECORD") != NULL;
    } else if (level == CALLS_RECORD_CASE) {
        const int number = va_arg(args, int);
        write_case(number, va_arg(args, const char *));
    } else if (level == CALLS_RECORD_FILL || level == CALLS_RECORD_EXPECT) {
        write_object(level == CALLS_RECORD_FILL ? "fill" : "expect", va_arg(args, const struct calls_record_object *));
    } else if (out && level == CALLS_RECORD_NUMBER) {
        const char *what = va_arg(args, const char *);
        const long long expected = va_arg(args, long long), other = va_arg(args, long long);
        fprintf(out, "number %.*s %s %s %lld\n", (int) strcspn(what, " "), what,
                number_name(what, expected, text[0]), number_name(what, other, text[1]), va_arg(args, long long));
    } else if (out && (level == CALLS_RECORD_ROUND || level == CALLS_RECORD_BESIDE)) {
        fprintf(out, "%s %d\n", level == CALLS_RECORD_ROUND ? "round" : "beside", va_arg(args, int));
    } else if (out && level == CALLS_RECORD_FILE) {
        const int written = va_arg(args, int);
        const char *name = va_arg(args, const char *);
        const void *memory = va_arg(args, const void *);
        write_file(written, name, memory, va_arg(args, MPI_Aint));
    } else if (out && level == CALLS_RECORD_BYTES) {
        const int expected = va_arg(args, int);
        const void *memory = va_arg(args, const void *), *bytes = va_arg(args, const void *);
        write_file_bytes(expected, memory, bytes, va_arg(args, MPI_Aint));
    } else if (out && level == CALLS_RECORD_FAILED) {
        const char *kind = va_arg(args, const char *);
        fprintf(out, "failed %s ", kind);
        write_one_line(va_arg(args, const char *));
    }
    va_end(args);
    return MPI_SUCCESS;
}
