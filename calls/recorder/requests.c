/* Requests and messages: which there are before a call, and are no more after it. */
#include "requests.h"

#include "constants.h"
#include "handles.h"

/* Those that the call was given, entry by entry; NULL where it was given none. */
static struct made **given;

/* How many entries a parameter has that the call may complete. */
static size_t num_entries(const struct calls_call *c, int param)
{
    const struct calls_param *p = &c->procedure->params[param];
    MPI_Count n;

    if (p->direction != CALLS_INOUT ||
        (p->kind != CALLS_REQUEST && p->kind != CALLS_REQUESTS && p->kind != CALLS_MESSAGE))
        return 0;
    n = p->length == CALLS_ONE ? 1 : calls_length(c, param);
    return n > 0 ? (size_t) n : 0;
}

void requests_before(const struct calls_call *c)
{
    size_t num_given = 0;

    for (int param = 0; param < c->procedure->num_params; param++) {
        const enum calls_kind kind = c->procedure->params[param].kind;
        const size_t n = num_entries(c, param);
        if (n == 0)
            continue;
        given = calls_resize(given, (num_given + n) * sizeof *given);
        for (size_t k = 0; k < n; k++)
            given[num_given++] = handle_find_entry(kind, calls_pointer(c, param), n, k);
    }
}

void requests_after(const struct calls_call *c)
{
    size_t num_given = 0;

    for (int param = 0; param < c->procedure->num_params; param++) {
        const enum calls_kind kind = c->procedure->params[param].kind;
        const size_t n = num_entries(c, param);
        for (size_t k = 0; k < n; k++) {
            struct made *m = given[num_given++];
            if (m && predefined_name(kind, (char *) calls_pointer(c, param) + k * handle_size(kind)))
                m->is_live = false;
        }
    }
}
