/* The cases of a pair that access files: which forms, through which views, of a file that is opened in which mode. */
#include "files/file.h"
#include "run/run.h"

#include <stdbool.h>
#include <string.h>

enum { MOST_VIEWS = 8 };

static const char *const mode_names[H_FILE_MODES] = {NULL, "one-way", "atomic", "later-view", "append", "growing"};

/* The views of a pair: those that were asked for. */
struct made {
    struct h_file file;
    bool is_made, is_good;
};

static int count_views(const struct h_file_cases *cases)
{
    int n = 0;

    while (n < MOST_VIEWS && h_view_number(cases, n))
        n++;
    return n;
}

/* Groups of unlike sizes have unlike views: one that is none for the ranks of one is none for all. */
static bool make_view(const struct h_case *c, struct h_file *f, const struct h_view *view,
                      const struct h_file_cases *cases)
{
    const bool good = h_view_make(c, f, view, cases);

    return c->comm->least == c->comm->most ? good : h_allreduce(good, MPI_MIN) != 0;
}

/* View `first` or the next one that serves the form; NULL if none does. */
static struct h_file *view_for(const struct h_case *c, const struct h_file_cases *cases, struct made made[MOST_VIEWS],
                               const struct h_file_form *form, int first)
{
    const int n = count_views(cases);

    for (int t = 0; t < n; t++) {
        const int v = (first + t) % n;
        const struct h_view *view = h_view_number(cases, v);
        if (form->flags & H_SHARED && !h_view_is_common(view))
            continue;
        if (!made[v].is_made)
            made[v].is_good = make_view(c, &made[v].file, view, cases);
        made[v].is_made = true;
        if (made[v].is_good)
            return &made[v].file;
    }
    return NULL;
}

static bool is_among(const struct h_file_cases *cases, const struct h_file_form *form)
{
    if (cases->flags & H_ONE_FORM)
        return strcmp(form->name, "MPI_File_read_at") == 0;
    return !(cases->flags & (form->flags & H_WRITES ? H_READ_ONLY : H_WRITE_READ));
}

/* Whether a program is about representations, sizes, or what MPI says of a view. */
static bool is_special(const struct h_file_cases *cases)
{
    return cases->flags & (H_WRITE_READ | H_READ_ONLY | H_ONE_FORM);
}

/* In turn; another one for each view when all have been taken. */
static enum h_file_mode choose_mode(const struct h_case *c, const struct h_file_cases *cases, int k)
{
    const int turn = h_pair_turn(c) + h_pair_turn(c) / H_FILE_MODES;
    const enum h_file_mode mode = (enum h_file_mode) ((turn + k / 2) % H_FILE_MODES);
    const bool writes = h_file_forms[k].flags & H_WRITES, both = cases->flags & H_BOTH_WAYS;

    return is_special(cases) || (mode == H_ONE_WAY && both) || (mode == H_GROWING && (both || !writes))
               ? H_READ_WRITE : mode;
}

bool h_file_other(const struct h_case *c, struct h_file *f)
{
    static const struct h_file_cases plain = {H_PLAIN_VIEW, "native", NULL};
    const struct h_view *view;

    for (int k = 0; (view = h_view_number(&plain, k)) != NULL; k++) {
        if (!h_view_is_common(view))
            continue;
        if (make_view(c, f, view, &plain))
            break;
        h_view_free(f);
    }
    f->number = 1;
    return view != NULL;
}

void h_each_file_access(struct h_case *c, const struct h_file_cases *cases)
{
    struct made made[MOST_VIEWS] = {{.is_made = false}};

    c->views_differ = cases->flags & H_UNLIKE_VIEW && c->comm->size > 1;
    for (int k = 0; k < h_num_file_forms; k++) {
        const struct h_file_form *form = &h_file_forms[k];
        struct h_file *f;
        const bool is_due = cases->flags & H_ONE_FORM || h_due(c, k, h_num_file_forms);
        if (!is_due || !is_among(cases, form) ||
            !(f = view_for(c, cases, made, form, h_pair_turn(c) + c->comm->number + k / 2)))
            continue;
        c->form = form->form;
        c->completion = h_file_is_nonblocking(form) ? h_completion(h_pair_turn(c) + k / 2) : NULL;
        c->variant = f->variant;
        c->view = f->made_of;
        f->mode = choose_mode(c, cases, k);
        c->mode = mode_names[f->mode];
        c->absolute = !is_special(cases) && (h_pair_turn(c) + k) % 5 == 4;
        cases->visit(c, f, form);
    }
    c->absolute = 0;
    for (int v = 0; v < MOST_VIEWS; v++)
        if (made[v].is_made)
            h_view_free(&made[v].file);
}

static const struct h_file_cases *kinds;
static int num_kinds;

static void visit(struct h_case *c)
{
    for (int k = 0; k < num_kinds; k++)
        h_each_file_access(c, &kinds[k]);
}

void h_each_file(unsigned comms, int n, const struct h_file_cases *cases)
{
    kinds = cases;
    num_kinds = n;
    h_each_pair(comms, visit);
}
