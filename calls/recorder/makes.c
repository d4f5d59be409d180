/* Lines `make`: kept, and written once a case. */
#include "makes.h"

#include "file.h"

#include <stdio.h>
#include <string.h>

void make_write(struct made *m)
{
    if (m->is_written || !m->line)
        return;
    m->is_written = true;
    for (int k = 0; k < m->num_of; k++)
        make_write(m->of[k]);
    record_write("make %c%d %s\n%s", m->letter, m->number, m->line, m->more ? m->more : "");
    if (m->is_committed)
        record_write("commit %c%d\n", m->letter, m->number);
}

/* A call within the case has been written itself. */
void make_keep(struct made *m, const struct line *l)
{
    const char *made = l->text + strlen("call ");
    const size_t size = strlen(made) + 1;

    m->line = calls_allocate(size, 1);
    memcpy(m->line, made, size);
    m->of = calls_allocate((size_t) l->num_of, sizeof *m->of);
    if (l->num_of > 0)
        memcpy(m->of, l->of, (size_t) l->num_of * sizeof *m->of);
    m->num_of = l->num_of;
    m->is_written = record_is_in_case();
}

void make_keep_change(struct made *m, const struct line *l)
{
    const size_t had = m->more ? strlen(m->more) : 0, more = l->length + sizeof "\ngave 0\n";

    m->more = calls_resize(m->more, had + more);
    snprintf(m->more + had, more, "%s\ngave 0\n", l->text);
}

static void write_shared(void)
{
    for (struct made *m = handles_first(); m; m = m->later)
        if (m->is_live && strchr("CWF", m->letter))
            make_write(m);
}

/* An MPI may treat many types differently. */
static void write_alive(void)
{
    enum { MANY = 200 };
    int n = 0;

    for (struct made *m = handles_first(); m; m = m->later)
        n += m->is_live && m->letter == 'T';
    if (n >= MANY)
        record_write("alive %d\n", n);
}

void make_begin_case(void)
{
    for (struct made *m = handles_first(); m; m = m->later)
        m->is_written = false;
    write_alive();
    write_shared();
}
