/* Many tests of one program in one job: each is a line of a file, its name and its options, those of the command line
 * after `--`.  Or many command lines of one test, with tabs between their words, until one fails. */
#include "state.h"
#include "run/line.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_WORDS = 256 };

/* Splits a line, in place; returns the number of words. */
static int split(char *line, const char *between, char *words[MAX_WORDS])
{
    int n = 0;

    for (char *word = strtok(line, between); word && n < MAX_WORDS; word = strtok(NULL, between))
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
    char *argv[MAX_WORDS + 1];
    char *defaults = h_copy(line, strcspn(line, "\n"));
    char *args = strstr(defaults, " -- ");
    int argc = 1, status;

    if (args) {
        *args = '\0';
        args += strlen(" -- ");
    }
    argc += args ? split(args, " \t\r", argv + 1) : 0;
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

static int run_command(char *line, const char *program)
{
    char *argv[MAX_WORDS + 1] = {(char *) program};

    return h_test(harness_defaults, 1 + split(line, "\t", argv + 1), argv);
}

/* ---- the lines of a file ---- */

static void say(const char *text)
{
    if (harness.rank == 0)
        fputs(text, stdout);
    fflush(stdout);
}

/* All ranks have written what they have to say before the end is. */
static int run(int (*do_run)(char *line, const char *program), const char *name, char *line, const char *program)
{
    const double begin = now();
    char text[H_TEXT];
    int status;

    snprintf(text, sizeof text, " Begin: %s\n", name);
    say(text);
    status = do_run(line, program);
    fflush(stdout);
    status = (int) h_allreduce(status, MPI_MAX);
    snprintf(text, sizeof text, " End: %s %d %.2f\n", name, status, now() - begin);
    say(text);
    return status;
}

static char *next_line(char *line)
{
    char *end = line + strcspn(line, "\n");

    if (*end)
        *end++ = '\0';
    return end;
}

static char *lines_of(const char *option, const char *file, const char *expected)
{
    char *text = h_file_text(file);

    if (!text && harness.rank == 0)
        printf(" Error: -%s=%s: cannot be read: expected %s\n", option, file, expected);
    return text;
}

/* What one test has found wrong leaves the next ones as they were; an option that is not understood does not. */
int h_group_run(const char *file, const char *program)
{
    char *text = lines_of("group", file, "lines of a test's name and its options"), *name;
    int status = H_PASSED, worst = H_PASSED;

    if (!text)
        return H_USAGE;
    for (char *line = text, *next; *line && status != H_USAGE; line = next) {
        next = next_line(line);
        name = h_copy(line, strcspn(line, " "));
        status = *line ? run(run_line, name, line, program) : H_SKIPPED;
        free(name);
        if (status != H_SKIPPED && status > worst)
            worst = status;
    }
    free(text);
    return worst;
}

/* A command line that is not understood is none that fails. */
int h_each_run(const char *file, const char *program)
{
    char *text = lines_of("each", file, "command lines, with tabs between their words");
    char number[32];
    int status = H_PASSED, k = 0;

    if (!text)
        return H_USAGE;
    for (char *line = text, *next; *line && status != H_FAILED; line = next) {
        next = next_line(line);
        snprintf(number, sizeof number, "%d", k++);
        status = run(run_command, number, line, program);
    }
    free(text);
    return status == H_FAILED ? H_FAILED : H_PASSED;
}
