/* What is recorded of each call: what goes in, before it is made, and what came back.  Calls of other threads than the
 * one that called MPI first are left out: a record is a sequence of calls, and has no order of theirs. */
#include "arguments.h"
#include "attributes.h"
#include "constants.h"
#include "file.h"
#include "handles.h"
#include "makes.h"
#include "memory.h"
#include "requests.h"

#include <string.h>

/* The call that is under way. */
static struct line line;

/* Another thread has called MPI. */
static atomic_bool has_others;

static bool is_first_thread(void)
{
    static atomic_bool is_known;
    static _Thread_local bool has_asked, is_first;

    if (!has_asked)
        is_first = !atomic_exchange(&is_known, true);
    has_asked = true;
    if (!is_first)
        has_others = true;
    return is_first;
}

static bool frees_handles(const struct calls_procedure *p)
{
    return strstr(p->name, "_free") || strcmp(p->name, "MPI_Comm_disconnect") == 0 ||
           strcmp(p->name, "MPI_File_close") == 0;
}

static bool sets_handles(const struct calls_param *p)
{
    return p->direction == CALLS_OUT && handle_size(p->kind) > 0;
}

static bool makes_handles(const struct calls_procedure *p)
{
    for (int k = 0; k < p->num_params; k++)
        if (sets_handles(&p->params[k]))
            return true;
    return false;
}

/* Whether the call changes its first argument, a handle, for what uses it later. */
static bool changes_handle(const struct calls_call *c)
{
    return calls_is(c, "MPI_Win_attach") || calls_is(c, "MPI_Info_set");
}

/* ---- what goes in ---- */

static void free_handle(const struct calls_call *c)
{
    const struct calls_param *p = c->procedure->params;

    if (frees_handles(c->procedure) && handle_size(p->kind) > 0 && !predefined_name(p->kind, calls_pointer(c, 0)))
        handle_freed(p->kind, calls_pointer(c, 0));
}

void calls_before(struct calls_call *c)
{
    if (!is_first_thread())
        return;
    record_open();
    requests_before(c);
    if (!record_is_in_case() && !makes_handles(c->procedure) && !frees_handles(c->procedure) && !changes_handle(c))
        return;
    line_begin(&line);
    line_add(&line, "call %s", c->procedure->name);
    for (int k = 0; k < c->procedure->num_params; k++) {
        line_add(&line, " ");
        argument_add(&line, c, k);
    }
    free_handle(c);
    attributes_before(c);
    if (!record_is_in_case())
        return;
    if (atomic_exchange(&has_others, false))
        record_write("unrecorded several threads call MPI\n");
    for (int k = 0; k < line.num_of; k++)
        make_write(line.of[k]);
    memory_write_read(c);
    record_write("%s\n", line.text);
    record_flush();
}

/* ---- what came back ---- */

/* Entry k of the handles that the call has set. */
static void enter(const struct calls_call *c, int param, size_t k)
{
    const struct calls_param *p = &c->procedure->params[param];
    const char *value = (char *) calls_pointer(c, param) + k * handle_size(p->kind);
    const char *predefined = predefined_name(p->kind, value);
    struct made *m;

    if (predefined) {
        if (record_is_in_case())
            record_write(" %s=%s", p->name, predefined);
        return;
    }
    m = handle_made(p->kind, value);
    make_keep(m, &line);
    if (record_is_in_case())
        record_write(" %s=%c%d", p->name, m->letter, m->number);
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
            record_write(" %s=%lld", p->name, (long long) calls_entry(c, param, k));
        else
            record_write(" %s=~%lu", p->name, argument_status_number((const MPI_Status *) at + k));
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

/* A pointer that the call has set. */
static unsigned long long memory_given(const struct calls_call *c, int param)
{
    return record_address(*(void **) calls_pointer(c, param));
}

/* Handles, numbers, statuses and memory that the call has set. */
static void write_given(const struct calls_call *c)
{
    for (int k = 0; k < c->procedure->num_params; k++) {
        const struct calls_param *p = &c->procedure->params[k];
        if (p->direction == CALLS_IN || !p->is_pointer || !calls_pointer(c, k))
            continue;
        if (sets_handles(p))
            for (MPI_Count n = p->length == CALLS_ONE ? 1 : calls_length(c, k), i = 0; i < n; i++)
                enter(c, k, (size_t) i);
        if (!record_is_in_case())
            continue;
        if (is_number(p))
            record_write(" %s=%lld", p->name, (long long) calls_entry(c, k, 0));
        if (is_completed(p))
            write_completed(c, k);
        if (p->kind == CALLS_MEMORY || p->kind == CALLS_POINTER)
            record_write(" %s=%c%llx", p->name, p->kind == CALLS_MEMORY ? '&' : '@', memory_given(c, k));
    }
}

/* Where memory is that a call outside of a case has given: added to how its window was made. */
static void keep_memory(const struct calls_call *c)
{
    const int base = calls_find(c->procedure, "baseptr");

    if (base >= 0 && c->procedure->params[base].direction == CALLS_OUT)
        line_add(&line, " =&%llx:%lld", memory_given(c, base),
                 (long long) calls_number(c, calls_find(c->procedure, "size")));
}

static void keep_change(const struct calls_call *c)
{
    struct made *m = handle_find(c->procedure->params[0].kind, c->args[0]);

    if (m)
        make_keep_change(m, &line);
}

void calls_after(struct calls_call *c)
{
    if (!is_first_thread())
        return;
    if (record_is_in_case())
        record_write("gave %d", c->code);
    if (c->code == MPI_SUCCESS) {
        if (changes_handle(c))
            keep_change(c);
        keep_memory(c);
        write_given(c);
    }
    if (record_is_in_case()) {
        record_write("\n");
        record_flush();
    }
    requests_after(c);
    attributes_after(c);
    if (c->procedure->num_params == 1 && calls_is(c, "MPI_Type_commit"))
        handle_committed(calls_pointer(c, 0));
}
