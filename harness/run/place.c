/* What is left of a process that ends without a word, by SIGKILL or by _exit within MPI: the failure that it would have
 * written, in its part of a file that the runner names and reads (DTP_PLACE); the part ends with its process ID, by
 * which launchers name the process that has ended. */
#define _POSIX_C_SOURCE 200809L
#include "state.h"
#include "run/crash.h"
#include "run/ending.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The part of this rank, a string; NULL where there is no file. */
static char *place;

enum { PID_BYTES = 16 };

/* Zeros are written first: a page that the disk has no room for would be found by SIGBUS. */
static char *map_part(int fd, off_t at)
{
    static const char zeros[H_ENDING_BYTES];
    void *part;

    if (pwrite(fd, zeros, sizeof zeros, at) != (ssize_t) sizeof zeros)
        return NULL;
    part = mmap(NULL, sizeof zeros, PROT_READ | PROT_WRITE, MAP_SHARED, fd, at);
    return part == MAP_FAILED ? NULL : part;
}

/* Where the file cannot be written, as on a node that has no such folder, tests go on without. */
void h_place_begin(void)
{
    const char *name = getenv("DTP_PLACE");
    const int fd = name && *name ? open(name, O_RDWR | O_CREAT, 0666) : -1;

    if (fd < 0)
        return;
    place = map_part(fd, (off_t) harness.rank * H_ENDING_BYTES);
    close(fd);
    if (place)
        (void) snprintf(place + H_ENDING_BYTES - PID_BYTES, PID_BYTES, "%ld", (long) getpid());
}

/* The first byte comes last: what is half written is no string yet. */
void h_place_note(struct h_known_row *known)
{
    const struct h_ending ending = {"crash", "ended without a word, as by SIGKILL or _exit", 0, known};
    struct h_text text = {.room = H_ENDING_BYTES - PID_BYTES - 2};

    if (!place)
        return;
    *place = '\0';
    atomic_signal_fence(memory_order_seq_cst);
    text.bytes = place + 1;
    h_ending_print(&text, &ending);
    text.bytes[text.n] = '\0';
    atomic_signal_fence(memory_order_seq_cst);
    *place = '\n';
}

void h_place_leave(void)
{
    if (place)
        *place = '\0';
}
