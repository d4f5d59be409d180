#include "buffer.h"

#include "alloc.h"
#include "dtpools.h"
#include "error.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_KEPT = 16, MAX_KEPT_BYTES = 1 << 26 };

static struct dtpi_buffer *in_use, *kept;
static int num_kept;

size_t dtpi_page_size(void)
{
    static size_t size;

    if (size == 0)
        size = (size_t) sysconf(_SC_PAGESIZE);
    return size;
}

/* ---- getting and giving back ---- */

static void unmap(struct dtpi_buffer *b)
{
    size_t page = dtpi_page_size();

    dtpi_unmap(b->start - page, (size_t) (b->end - b->start) + 2 * page);
    dtpi_free(b);
}

static struct dtpi_buffer *map(size_t bytes)
{
    size_t page = dtpi_page_size();
    struct dtpi_buffer *b = dtpi_alloc(1, sizeof *b);
    unsigned char *p = b ? dtpi_map(bytes + 2 * page) : NULL;

    if (!p) {
        dtpi_free(b);
        return NULL;
    }
    *b = (struct dtpi_buffer) {.start = p + page, .end = p + page + bytes};
    if (mprotect(b->start, bytes, PROT_READ | PROT_WRITE) == 0)
        return b;
    unmap(b);
    (void) dtpi_error_mem(bytes);
    return NULL;
}

/* Takes the buffer that *link points to out of its list. */
static struct dtpi_buffer *unlink_buffer(struct dtpi_buffer **link)
{
    struct dtpi_buffer *b = *link;

    *link = b->next;
    return b;
}

struct dtpi_buffer *dtpi_buffer_get(size_t bytes, bool fresh)
{
    size_t page = dtpi_page_size(), whole = (bytes + page - 1) / page * page;
    struct dtpi_buffer *b = NULL;

    for (struct dtpi_buffer **link = &kept; *link && !b && !fresh; link = b ? link : &(*link)->next)
        if ((size_t) ((*link)->end - (*link)->start) == whole) {
            b = unlink_buffer(link);
            num_kept--;
            break;
        }
    b = b ? b : map(whole);
    if (b) {
        b->next = in_use;
        in_use = b;
    }
    return b;
}

void dtpi_buffer_put(struct dtpi_buffer *buffer, bool keep)
{
    struct dtpi_buffer **link = &in_use;

    while (*link != buffer)
        link = &(*link)->next;
    (void) unlink_buffer(link);
    if (!keep || buffer->end - buffer->start > MAX_KEPT_BYTES / MAX_KEPT) {
        unmap(buffer);
        return;
    }
    buffer->next = kept;
    kept = buffer;
    if (++num_kept > MAX_KEPT) { /* the last of the list was not used for longest */
        for (link = &kept; (*link)->next; link = &(*link)->next)
            ;
        unmap(unlink_buffer(link));
        num_kept--;
    }
}

void dtpi_buffer_release_kept(void)
{
    while (kept)
        unmap(unlink_buffer(&kept));
    num_kept = 0;
}

/* ---- accesses outside ---- */

static const char *volatile note;
static struct sigaction previous;

void DTP_set_fault_note(const char *text)
{
    note = text;
}

/* Text pieces to stderr with nothing but write, as a signal handler may. */
static void say(const char *text)
{
    if (text && write(STDERR_FILENO, text, strlen(text)) < 0)
        return;
}

static void say_number(size_t n)
{
    char digits[24], *p = digits + sizeof digits - 1;

    *p = '\0';
    do
        *--p = (char) ('0' + n % 10);
    while ((n /= 10) > 0);
    say(p);
}

static void name_access(const struct dtpi_buffer *b, const unsigned char *at)
{
    bool before = at < b->first;

    say("DTPools: access outside of object ");
    say_number((size_t) b->index);
    say(" (");
    say(b->object);
    say(") of pool ");
    say(b->signature);
    say(": ");
    say_number((size_t) (before ? b->first - at : at - b->past + 1));
    say(before ? " bytes before its first byte\n" : " bytes after its last byte\n");
    if (note) {
        say(note);
        say("\n");
    }
}

/* Names the access if it is in a guard page, and leaves the rest to what was there before. */
static void on_fault(int signal_number, siginfo_t *info, void *context)
{
    const unsigned char *at = info->si_addr;
    size_t page = dtpi_page_size();
    bool sent = info->si_code <= 0; /* by kill or raise, and not made by an access */

    (void) context;
    for (const struct dtpi_buffer *b = in_use; b && !sent; b = b->next)
        if ((at >= b->start - page && at < b->start) || (at >= b->end && at < b->end + page))
            name_access(b, at);
    (void) sigaction(signal_number, &previous, NULL); /* the access is made again and meets the previous action */
    if (sent)
        (void) raise(signal_number);
}

void dtpi_buffer_watch(void)
{
    static bool watching;
    struct sigaction action;

    if (watching)
        return;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO;
    (void) sigemptyset(&action.sa_mask);
    watching = sigaction(SIGSEGV, &action, &previous) == 0;
}
