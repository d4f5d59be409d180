/* Many tests of one program in one job: each is a line of a file, its name and its options, those of the command line
 * after `--`. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_WORDS = 256 };

/* Splits a line at its blanks, in place; returns the number of words. */
static int split(char *line, char *words[MAX_WORDS])
{
    int n = 0;

    for (char *word = strtok(line, " \t\r"); word && n < MAX_WORDS; word = strtok(NULL, " \t\r"))
        words[n++] = word;
    return n;
}

/* The program of another test, which is in the same folder. */
static char *program_of(const char *program, const char *test)
{
    const char *slash = strrchr(program, '/');
    const size_t folder = slash ? (size_t) (slash - program) + 1 : 0, n = folder + strlen(test) + 1;
    char *path = h_alloc((MPI_Aint) n);

    snprintf(path, n, "%.*s%s", (int) folder, program, test);
    return path;
}

/* One line: what stands before `--` comes in place of harness_defaults, the rest in place of the command line. */
static int run_line(char *line, const char *program)
{
    char *words[MAX_WORDS], *argv[MAX_WORDS + 1];
    char *defaults = h_copy(line, strcspn(line, "\n"));
    char *args = strstr(defaults, " -- ");
    int argc = 1, n, status;

    if (args) {
        *args = '\0';
        args += strlen(" -- ");
    }
    n = args ? split(args, words) : 0;
    for (int k = 0; k < n; k++)
        argv[argc++] = words[k];
    argv[0] = program_of(program, defaults);
    argv[0][strcspn(argv[0], " ")] = '\0';
    status = h_test(defaults, argc, argv);
    free(argv[0]);
    free(defaults);
    return status;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

/* All ranks have written what they have to say before the end is. */
static int run_test(char *line, const char *program)
{
    const int name = (int) strcspn(line, " ");
    const double begin = now();
    int status;

    if (harness.rank == 0)
        printf(" Begin: %.*s\n", name, line);
    fflush(stdout);
    status = run_line(line, program);
    fflush(stdout);
    status = (int) h_allreduce(status, MPI_MAX);
    if (harness.rank == 0)
        printf(" End: %.*s %d %.2f\n", name, line, status, now() - begin);
    fflush(stdout);
    return status;
}

/* What one test has found wrong leaves the next ones as they were; an option that is not understood does not. */
int h_group_run(const char *file, const char *program)
{
    char *text = h_file_text(file);
    int status = H_PASSED, worst = H_PASSED;

    if (!text) {
        if (harness.rank == 0)
            printf(" Error: -group=%s: cannot be read: expected lines of a test's name and its options\n", file);
        return H_USAGE;
    }
    for (char *line = text, *next; *line && status != H_USAGE; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        status = *line ? run_test(line, program) : H_SKIPPED;
        if (status != H_SKIPPED && status > worst)
            worst = status;
    }
    free(text);
    return worst;
}
