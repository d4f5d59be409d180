/* An access to the inaccessible page before or after an object ends the process by SIGSEGV, after a message that
 * names the object, the side and the offset.  Each access is made by a process of its own: this program with the
 * case's name. */
#include "pool.h"

#include "check.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const char note[] = "replay: mpiexec -n 2 something -obj=3,7";

/* The object's bytes end where the page does: 4000 is a multiple of the alignment. */
enum { ELEMENTS = 1000 };

static const struct access {
    const char *name;
    bool before, writes, noted;
    int offset;  /* bytes from its nearest byte into the page */
} accesses[] = {
    {"write-after", false, true, true, 0},
    {"read-after", false, false, true, 0},
    {"write-before", true, true, true, 0},
    {"read-before", true, false, false, 0},
    {"write-far-after", false, true, false, 1000},
    {"write-far-before", true, true, true, 1000},
};

/* ---- in the process that dies ---- */

static void touch(volatile unsigned char *at, bool writes)
{
    unsigned char seen;

    if (writes) {
        *at = 1;
    } else {
        seen = *at;
        (void) seen;
    }
}

/* Says on stdout which message it expects, and makes it come. */
static void die(const struct access *a)
{
    DTP_t pool;
    const struct dtpi_buffer *b;
    unsigned char *at;

    if (DTP_pool_create(MPI_INT, ELEMENTS, &pool) || DTP_obj_create(pool, 1, 1, 1, ELEMENTS) ||
        DTP_obj_create(pool, 3, 1, 1, ELEMENTS)) {
        printf("%s\n", DTP_message());
        return;
    }
    DTP_set_fault_note(a->noted ? note : NULL);
    b = pool->DTP_obj_array[1].priv->buffer;
    at = a->before ? b->start - 1 - a->offset : b->end + a->offset;
    printf("DTPools: access outside of object 1 (DTPI_OBJ_LAYOUT_SIMPLE__CONTIG) of pool MPI_INT:1000: %ld bytes %s\n"
           "%s%s",
           (long) (a->before ? (unsigned char *) pool->DTP_obj_array[1].DTP_obj_buf - at : at - b->past + 1),
           a->before ? "before its first byte" : "after its last byte", a->noted ? note : "", a->noted ? "\n" : "");
    (void) fflush(stdout);
    touch(at, a->writes);
}

static int dying_process(const char *name)
{
    struct rlimit none = {0, 0};
    DTP_t pool;

    (void) setrlimit(RLIMIT_CORE, &none);
    (void) MPI_Init(NULL, NULL);
    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        if (strcmp(accesses[i].name, name) == 0)
            die(&accesses[i]);
    if (DTP_pool_create(MPI_INT, ELEMENTS, &pool) == DTP_SUCCESS && DTP_obj_create(pool, 1, 1, 1, 1) == DTP_SUCCESS) {
        if (strcmp(name, "elsewhere") == 0)
            touch(mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), true);
        else if (strcmp(name, "sent") == 0)
            (void) raise(SIGSEGV);
    }
    return 0;
}

/* ---- in the process that looks on ---- */

struct end {
    char out[4096], err[65536];
    int status;
};

static void read_all(int fd, char *text, size_t size)
{
    size_t n = 0;
    ssize_t got;

    while (n < size - 1 && (got = read(fd, text + n, size - 1 - n)) > 0)
        n += (size_t) got;
    text[n] = '\0';
    (void) close(fd);
}

static void run(const char *program, const char *name, struct end *end)
{
    int out[2], err[2];
    pid_t child;

    if (pipe(out) != 0 || pipe(err) != 0 || (child = fork()) < 0) {
        perror("the test itself");
        exit(99);
    }
    if (child == 0) {
        (void) dup2(out[1], STDOUT_FILENO);
        (void) dup2(err[1], STDERR_FILENO);
        (void) close(out[0]);
        (void) close(err[0]);
        (void) execl(program, program, name, (char *) NULL);
        _exit(99);
    }
    (void) close(out[1]);
    (void) close(err[1]);
    read_all(out[0], end->out, sizeof end->out);
    read_all(err[0], end->err, sizeof end->err);
    (void) waitpid(child, &end->status, 0);
}

static void dies(const char *program, const char *name, bool named)
{
    struct end end;

    check_about("%s", name);
    run(program, name, &end);
    CHECK(WIFSIGNALED(end.status));
    CHECK_INT(WIFSIGNALED(end.status) ? WTERMSIG(end.status) : 0, SIGSEGV);
    if (named) {
        CHECK_HAS(end.out, "DTPools: access outside of object ");
        CHECK_HAS(end.err, end.out);
    } else {
        CHECK(strstr(end.err, "DTPools") == NULL);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return dying_process(argv[1]);
    for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        dies(argv[0], accesses[i].name, true);
    dies(argv[0], "elsewhere", false);
    dies(argv[0], "sent", false);
    check_start();
    return check_end();
}
