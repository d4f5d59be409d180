/* Arguments as text: each kind of parameter in its way. */
#include "arguments.h"

#include "attributes.h"
#include "constants.h"
#include "file.h"
#include "handles.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Entry k of n handles. */
static void add_handle(struct line *l, enum calls_kind kind, const void *handles, size_t n, size_t k)
{
    const char *value = (const char *) handles + k * handle_size(kind), *name = predefined_name(kind, value);
    struct made *m = name ? NULL : handle_find_entry(kind, handles, n, k);

    if (m)
        line_add_handle(l, m);
    else
        line_add(l, "%s", name ? name : "?");
}

static void add_number(struct line *l, const struct calls_param *p, MPI_Count value)
{
    const char *name = constant_name(p, value);

    if (name)
        line_add(l, "%s", name);
    else
        line_add(l, "%lld", (long long) value);
}

unsigned long argument_status_number(const MPI_Status *status)
{
    const unsigned char *bytes = (const unsigned char *) status;
    unsigned long number = 2166136261u;

    for (size_t k = 0; k < sizeof *status; k++)
        number = (number ^ bytes[k]) * 16777619u & 0xffffffffu;
    return number;
}

static void add_text(struct line *l, const char *text)
{
    line_add(l, "\"");
    for (; *text; text++)
        line_add(l, strchr(" \"%\n\\", *text) ? "%%%02x" : "%c", (unsigned char) *text);
    line_add(l, "\"");
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

static void add_buffer(struct line *l, const struct calls_call *c, int param)
{
    const struct calls_procedure *p = c->procedure;
    enum calls_direction direction;
    struct calls_block *blocks = NULL;
    MPI_Aint lo = 0, hi = 0;
    int n;

    for (int k = 0; k < p->num_accesses; k++)
        if (p->accesses[k].param == param) {
            n = calls_blocks(c, &p->accesses[k], &blocks, &direction);
            memory_bounds(calls_pointer(c, param), n, blocks, &lo, &hi);
            free(blocks);
        }
    line_add(l, "&%llx:%lld:%lld", record_address(calls_pointer(c, param)), (long long) lo, (long long) hi);
}

static void add_memory(struct line *l, const struct calls_call *c, int param)
{
    const int size = calls_find(c->procedure, "size");
    const bool sets = c->procedure->params[param].direction != CALLS_IN;

    line_add(l, "&%llx:0:%lld", record_address(calls_pointer(c, param)),
             sets ? (long long) sizeof(void *) : size >= 0 ? (long long) calls_number(c, size) : 0LL);
}

static void add_array(struct line *l, const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    const MPI_Count n = calls_length(c, param);

    line_add(l, "[");
    for (MPI_Count k = 0; k < n; k++) {
        line_add(l, k > 0 ? "," : "");
        if (handle_size(p->kind) > 0)
            add_handle(l, p->kind, calls_pointer(c, param), (size_t) n, (size_t) k);
        else
            add_number(l, p, calls_entry(c, param, k));
    }
    line_add(l, "]");
}

/* A variable: a status, a number, a handle or text that the call sets or changes. */
static void add_variable(struct line *l, const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    const bool reads = p->direction == CALLS_INOUT;
    const bool counts = p->length != CALLS_ONE && p->kind != CALLS_STRING;
    const unsigned long long at = record_address(calls_pointer(c, param));

    if (reads && handle_size(p->kind) > 0 && p->length != CALLS_ONE)
        add_array(l, c, param);
    else if (reads && handle_size(p->kind) > 0)
        add_handle(l, p->kind, calls_pointer(c, param), 1, 0);
    else if (reads && p->kind != CALLS_STATUS)
        line_add(l, "&%llx=%lld", at, (long long) calls_entry(c, param, 0));
    else if (p->kind == CALLS_STATUS && p->direction == CALLS_IN)
        line_add(l, "&%llx:0:1~%lu", at, argument_status_number(calls_pointer(c, param)));
    else
        line_add(l, "&%llx:0:%lld", at, counts ? (long long) calls_length(c, param) : 1LL);
}

void argument_add(struct line *l, const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    const char *function = p->kind == CALLS_FUNCTION ? attribute_function_name(c, param) : NULL;
    const char *special = p->is_pointer ? special_pointer(p, calls_pointer(c, param)) : NULL;

    if (function)
        line_add(l, "%s", function);
    else if (special && (p->kind != CALLS_BUFFER || strcmp(special, "NULL") != 0))
        line_add(l, "%s", special);
    else if (p->kind == CALLS_FUNCTION)
        line_add(l, "function");
    else if (p->kind == CALLS_POINTER && p->direction == CALLS_IN)
        line_add(l, "@%llx", record_address(calls_pointer(c, param)));
    else if (p->kind == CALLS_BUFFER)
        add_buffer(l, c, param);
    else if (p->kind == CALLS_MEMORY || p->kind == CALLS_CMEMORY)
        add_memory(l, c, param);
    else if (p->direction != CALLS_IN || p->kind == CALLS_STATUS)
        add_variable(l, c, param);
    else if (p->kind == CALLS_STRING)
        add_text(l, calls_pointer(c, param));
    else if (p->is_pointer && !calls_is_significant(c, param))
        line_add(l, "NULL");
    else if (p->is_pointer)
        add_array(l, c, param);
    else if (handle_size(p->kind) > 0)
        add_handle(l, p->kind, c->args[param], 1, 0);
    else
        add_number(l, p, calls_number(c, param));
}
