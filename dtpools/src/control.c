/* Control variables of MPI: found by name, and read. */
#include "control.h"

#include "error.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

/* ---- what MPI says of them ---- */

int dtpi_controls(int *n)
{
    static bool asked;
    int provided;

    if (!asked && MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS)
        return dtpi_error(DTP_ERR_MPI, "MPI_T_init_thread failed; expected MPI_SUCCESS");
    asked = true;
    if (MPI_T_cvar_get_num(n) == MPI_SUCCESS)
        return DTP_SUCCESS;
    return dtpi_error(DTP_ERR_MPI, "MPI_T_cvar_get_num failed; expected MPI_SUCCESS");
}

bool dtpi_control(int k, struct dtpi_control *c)
{
    int name = sizeof c->name, about = sizeof c->about, verbosity, bind, scope;

    *c = (struct dtpi_control) {.number = k};
    return MPI_T_cvar_get_info(k, c->name, &name, &verbosity, &c->type, &c->items, c->about, &about, &bind, &scope) ==
               MPI_SUCCESS && bind == MPI_T_BIND_NO_OBJECT;
}

/* ---- values ---- */

union number {
    char bytes[16];
    int i;
    unsigned u;
    long l;
    unsigned long ul;
    long long ll;
    unsigned long long ull;
    MPI_Count count;
    _Bool b;
};

/* What is in v; false for a type that is no integer (MPI-3.1, 14.3.5; some libraries also have a logical one). */
static bool number_of(MPI_Datatype type, const union number *v, long long *value)
{
    if (type == MPI_INT)
        *value = v->i;
    else if (type == MPI_UNSIGNED)
        *value = v->u;
    else if (type == MPI_UNSIGNED_LONG)
        *value = v->ul > LLONG_MAX ? LLONG_MAX : (long long) v->ul;
    else if (type == MPI_UNSIGNED_LONG_LONG)
        *value = v->ull > LLONG_MAX ? LLONG_MAX : (long long) v->ull;
    else if (type == MPI_LONG)
        *value = v->l;
    else if (type == MPI_LONG_LONG)
        *value = v->ll;
    else if (type == MPI_COUNT)
        *value = v->count;
    else if (type == MPI_C_BOOL)
        *value = v->b;
    else
        return false;
    return true;
}

bool dtpi_control_value(const struct dtpi_control *c, long long *value)
{
    union number v = {{0}};
    MPI_T_cvar_handle handle;
    int count = 0;
    bool good;

    if (!number_of(c->type, &v, value) || MPI_T_cvar_handle_alloc(c->number, NULL, &handle, &count) != MPI_SUCCESS)
        return false;
    good = count == 1 && MPI_T_cvar_read(handle, &v) == MPI_SUCCESS && number_of(c->type, &v, value);
    (void) MPI_T_cvar_handle_free(&handle);
    return good;
}

/* ---- names ---- */

/* The edit distance of two names; that of names longer than MAX is not worth knowing. */
static int distance(const char *a, const char *b)
{
    enum { MAX = 127 };
    const size_t n = strlen(b);
    int row[MAX + 1];

    if (n > MAX)
        return INT_MAX;
    for (size_t j = 0; j <= n; j++)
        row[j] = (int) j;
    for (int i = 1; *a; a++, i++) {
        int before = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            const int replaced = before + (*a != b[j - 1]), one_less = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            before = row[j];
            row[j] = replaced < one_less ? replaced : one_less;
        }
    }
    return row[n];
}

/* There is no such variable: says so, with the nearest names. */
static int no_such(const char *name, int n)
{
    enum { NEAREST = 3 };
    struct dtpi_control c, nearest[NEAREST];
    int far[NEAREST] = {INT_MAX, INT_MAX, INT_MAX};

    for (int k = 0; k < n; k++) {
        int place = NEAREST, d = dtpi_control(k, &c) ? distance(name, c.name) : INT_MAX;
        while (place > 0 && d < far[place - 1])
            place--;
        if (place == NEAREST)
            continue;
        memmove(&far[place + 1], &far[place], (size_t) (NEAREST - place - 1) * sizeof *far);
        memmove(&nearest[place + 1], &nearest[place], (size_t) (NEAREST - place - 1) * sizeof *nearest);
        far[place] = d;
        nearest[place] = c;
    }
    (void) dtpi_error(DTP_ERR_ARG, "this MPI has no control variable '%s', of %d", name, n);
    for (int k = 0; k < NEAREST && far[k] < INT_MAX; k++)
        dtpi_error_add("%s%s", k == 0 ? "; the nearest are " : ", ", nearest[k].name);
    return DTP_ERR_ARG;
}

static int read_control(const char *name, int n, long long *value)
{
    struct dtpi_control c;

    for (int k = 0; k < n; k++) {
        if (!dtpi_control(k, &c) || strcmp(c.name, name) != 0)
            continue;
        if (dtpi_control_value(&c, value))
            return DTP_SUCCESS;
        return dtpi_error(DTP_ERR_ARG, "the control variable '%s' cannot be read as one number", name);
    }
    return no_such(name, n);
}

int DTP_control_read(const char *name, long long *value)
{
    static const char call[] = "DTP_control_read";
    int n, err;

    if (!name || !value)
        return dtpi_error(DTP_ERR_ARG, "%s: argument %s is NULL", call, name ? "value" : "name");
    err = dtpi_controls(&n);
    if (err)
        return dtpi_error_in(err, call);
    err = read_control(name, n, value);
    return err ? dtpi_error_in(err, call) : DTP_SUCCESS;
}
