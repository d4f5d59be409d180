#include "buffer.h"

#include "alloc.h"
#include "dtpools.h"
#include "error.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#ifdef __linux__
#include <sys/ioctl.h>
#endif
#include <sys/mman.h>
#include <unistd.h>

/* Buffers that are kept, the sparse ones apart: of those, the pages that were touched count. */
enum { MAX_KEPT = 16, MAX_KEPT_BYTES = 1 << 26, MAX_SPARSE = 4, MAX_SPARSE_BYTES = 1 << 26 };

struct kept {
    struct dtpi_buffer *first;
    int n, most;
};

static struct dtpi_buffer *in_use;
static struct kept kept_buffers[2] = {{NULL, 0, MAX_KEPT}, {NULL, 0, MAX_SPARSE}};

static struct kept *kept_with(bool sparse)
{
    return &kept_buffers[sparse];
}

size_t dtpi_page_size(void)
{
    static size_t size;

    if (size == 0)
        size = (size_t) sysconf(_SC_PAGESIZE);
    return size;
}

/* ---- getting and giving back ---- */

static size_t pages_of(const struct dtpi_buffer *b)
{
    return (size_t) (b->end - b->start) / dtpi_page_size();
}

static void unmap(struct dtpi_buffer *b)
{
    size_t page = dtpi_page_size();

    dtpi_unmap(b->start - page, (size_t) (b->end - b->start) + 2 * page);
    dtpi_free(b->touched);
    dtpi_free(b);
}

static struct dtpi_buffer *map(size_t bytes, bool sparse)
{
    size_t page = dtpi_page_size();
    struct dtpi_buffer *b = dtpi_alloc(1, sizeof *b);
    unsigned char *touched = b && sparse ? dtpi_alloc(bytes / page, 1) : NULL;
    unsigned char *p = b && (touched || !sparse) ? dtpi_map(bytes + 2 * page) : NULL;

    if (!p) {
        dtpi_free(touched);
        dtpi_free(b);
        return NULL;
    }
    if (touched)
        memset(touched, 0, bytes / page);
    *b = (struct dtpi_buffer) {.start = p + page, .end = p + page + bytes, .touched = touched, .fresh = true};
    if (mprotect(b->start, bytes, PROT_READ | PROT_WRITE) != 0) {
        unmap(b);
        (void) dtpi_error_mem(bytes);
        return NULL;
    }
#ifdef MADV_NOHUGEPAGE
    if (sparse) /* a page that is touched is one page; where this fails, the others are looked at as well */
        (void) madvise(b->start, bytes, MADV_NOHUGEPAGE);
#endif
    return b;
}

/* Takes the buffer that *link points to out of its list. */
static struct dtpi_buffer *unlink_buffer(struct dtpi_buffer **link)
{
    struct dtpi_buffer *b = *link;

    *link = b->next;
    return b;
}

/* A kept buffer of so many bytes, or NULL. */
static struct dtpi_buffer *reuse(struct kept *kept, size_t bytes)
{
    for (struct dtpi_buffer **link = &kept->first; *link; link = &(*link)->next)
        if ((size_t) ((*link)->end - (*link)->start) == bytes) {
            kept->n--;
            return unlink_buffer(link);
        }
    return NULL;
}

struct dtpi_buffer *dtpi_buffer_get(size_t bytes, bool sparse)
{
    size_t page = dtpi_page_size(), whole = (bytes + page - 1) / page * page;
    struct dtpi_buffer *b = reuse(kept_with(sparse), whole);

    b = b ? b : map(whole, sparse);
    if (b) {
        b->next = in_use;
        in_use = b;
    }
    return b;
}

/* Pages that were touched when the buffer was last looked at. */
static size_t num_touched(const struct dtpi_buffer *b)
{
    size_t touched = 0;

    for (size_t i = 0, n = pages_of(b); i < n; i++)
        touched += b->touched[i] != 0;
    return touched;
}

/* Whether the buffer is too large to be kept. */
static bool is_costly(const struct dtpi_buffer *b)
{
    if (b->touched)
        return num_touched(b) > MAX_SPARSE_BYTES / dtpi_page_size();
    return b->end - b->start > MAX_KEPT_BYTES / MAX_KEPT;
}

void dtpi_buffer_put(struct dtpi_buffer *buffer)
{
    struct kept *kept = kept_with(buffer->touched != NULL);
    struct dtpi_buffer **link = &in_use;

    while (*link != buffer)
        link = &(*link)->next;
    (void) unlink_buffer(link);
    if (is_costly(buffer)) {
        unmap(buffer);
        return;
    }
    buffer->next = kept->first;
    kept->first = buffer;
    if (++kept->n > kept->most) { /* the last of the list was not used for longest */
        for (link = &kept->first; (*link)->next; link = &(*link)->next)
            ;
        unmap(unlink_buffer(link));
        kept->n--;
    }
}

void dtpi_buffer_release_kept(void)
{
    for (int sparse = 0; sparse < 2; sparse++) {
        while (kept_buffers[sparse].first)
            unmap(unlink_buffer(&kept_buffers[sparse].first));
        kept_buffers[sparse].n = 0;
    }
}

/* ---- pages that were touched ---- */

#ifdef __linux__
/* Linux returns the pages that are in memory or were swapped out, as ranges (PAGEMAP_SCAN, since 6.7): struct
 * pm_scan_arg and struct page_region of linux/fs.h, which older headers lack. */
struct region {
    uint64_t start, end, categories;
};

struct scan {
    uint64_t size, flags, start, end, walk_end, regions, num_regions, max_pages, inverted, all_of, any_of, returned;
};
enum { PRESENT = 1 << 3, SWAPPED = 1 << 4 };

static bool look_by_ranges(struct dtpi_buffer *b, int file)
{
    enum { AT_ONCE = 4096 };
    static struct region regions[AT_ONCE];
    const size_t page = dtpi_page_size();
    struct scan scan = {.size = sizeof scan, .walk_end = (uintptr_t) b->start, .end = (uintptr_t) b->end,
                        .regions = (uintptr_t) regions, .num_regions = AT_ONCE, .any_of = PRESENT | SWAPPED,
                        .returned = PRESENT | SWAPPED};

    memset(b->touched, 0, pages_of(b));
    while (scan.walk_end < scan.end) {
        scan.start = scan.walk_end;
        const int n = ioctl(file, _IOWR('f', 16, struct scan), &scan);
        if (n < 0 || scan.walk_end <= scan.start)
            return false;
        for (int i = 0; i < n; i++)
            memset(b->touched + (regions[i].start - (uintptr_t) b->start) / page, 1,
                   (size_t) (regions[i].end - regions[i].start) / page);
    }
    return true;
}

/* The same, a number for each page, as older ones return it. */
static bool look_by_pages(struct dtpi_buffer *b, int file)
{
    enum { AT_ONCE = 4096 };
    static uint64_t entries[AT_ONCE];
    const uint64_t present_or_swapped = (uint64_t) 3 << 62;
    const size_t first = (uintptr_t) b->start / dtpi_page_size(), n = pages_of(b);
    bool good = true;

    for (size_t done = 0, part; done < n && good; done += part) {
        part = n - done < AT_ONCE ? n - done : AT_ONCE;
        good = pread(file, entries, part * sizeof entries[0], (off_t) ((first + done) * sizeof entries[0])) ==
               (ssize_t) (part * sizeof entries[0]);
        for (size_t i = 0; i < part; i++)
            b->touched[done + i] = (entries[i] & present_or_swapped) != 0;
    }
    return good;
}

/* Open for this process, since opening it costs more than a look at a small object; a child of it has pages of its
 * own.  -1 if the system has none. */
static int pagemap(void)
{
    static int file = -1;
    static pid_t owner;

    if (owner == getpid())
        return file;
    if (file >= 0)
        (void) close(file);
    file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    owner = getpid();
    return file;
}

/* False if the system does not say. */
static bool look_at_pagemap(struct dtpi_buffer *b)
{
    const int file = pagemap();

    return file >= 0 && (look_by_ranges(b, file) || look_by_pages(b, file));
}
#else
static bool look_at_pagemap(struct dtpi_buffer *b)
{
    (void) b;
    return false;
}
#endif

/* Others return what is in memory, in ways of their own: 0 is a page that is not there.  One that was swapped out may
 * be 0 as well. */
static bool look_by_mincore(struct dtpi_buffer *b)
{
#ifdef HAVE_MINCORE
    return mincore(b->start, (size_t) (b->end - b->start), (void *) b->touched) == 0;
#else
    (void) b;
    return false;
#endif
}

const unsigned char *dtpi_buffer_look(struct dtpi_buffer *b)
{
    if (b->fresh)
        memset(b->touched, 0, pages_of(b));
    else if (!look_at_pagemap(b) && !look_by_mincore(b))
        memset(b->touched, 1, pages_of(b));
    return b->touched;
}

/* ---- accesses outside ---- */

static const char *volatile note;
/* An access to an inaccessible page is one or the other, depending on the system. */
static const int signals[] = {SIGSEGV, SIGBUS};
enum { NUM_SIGNALS = sizeof signals / sizeof signals[0] };
static struct sigaction previous[NUM_SIGNALS];

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
    for (int i = 0; i < NUM_SIGNALS; i++) /* the access is made again and meets the previous action */
        if (signals[i] == signal_number)
            (void) sigaction(signal_number, &previous[i], NULL);
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
    watching = true;
    for (int i = 0; i < NUM_SIGNALS; i++)
        watching = sigaction(signals[i], &action, &previous[i]) == 0 && watching;
}
