/* Many tests in one job: each is a line of a file, its name, with its folder where this binary has several programs,
 * and its options, those of the command line after `--`.  Or many command lines of one test, with tabs between their
 * words, until one fails. */
#include "state.h"
#include "case/comms.h"
#include "run/clock.h"
#include "run/line.h"
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 256, MAX_NAME = 4096 };

/* Splits a line, in place; returns the number of words. */
static int split(char *line, const char *between, char *words[MAX_WORDS])
{
    int n = 0;

    for (char *word = strtok(line, between); word && n < MAX_WORDS; word = strtok(NULL, between))
        words[n++] = word;
    return n;
}

/* The binary of another test, from the folder of this one. */
static char *binary_of(const char *program, const char *test)
{
    const char *slash = strrchr(program, '/');
    const size_t folder = slash ? (size_t) (slash - program) + 1 : 0, n = folder + strlen(test) + 1;
    char *path = h_alloc((MPI_Aint) n);

    snprintf(path, n, "%.*s%s", (int) folder, program, test);
    return path;
}

/* What stands after the folder in a name that other words may follow. */
static const char *after_folder(const char *name)
{
    const char *end = name + strcspn(name, " ");

    while (end > name && end[-1] != '/')
        end--;
    return end;
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
    argv[0] = binary_of(program, defaults);
    argv[0][strcspn(argv[0], " ")] = '\0';
    status = h_test(h_program_of(line), after_folder(defaults), argc, argv);
    free(argv[0]);
    free(defaults);
    return status;
}

static int run_command(char *line, const char *program)
{
    char *argv[MAX_WORDS + 1] = {(char *) program};

    return h_test(harness_programs[0], harness_defaults, 1 + split(line, "\t", argv + 1), argv);
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
    const double begin = h_seconds();
    char text[H_TEXT];
    int status;

    snprintf(text, sizeof text, " Begin: %s\n", name);
    say(text);
    status = do_run(line, program);
    fflush(stdout);
    status = (int) h_allreduce(status, MPI_MAX);
    if (status == H_FAILED)
        h_comms_free(); /* something may be under way in them */
    snprintf(text, sizeof text, " End: %s %d %.2f\n", name, status, h_seconds() - begin);
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
    const bool is_empty = text && !*text;

    if ((!text || is_empty) && harness.rank == 0)
        printf(" Error: -%s=%s: %s: expected %s\n", option, file, is_empty ? "is empty" : "cannot be read", expected);
    if (!is_empty)
        return text;
    free(text);
    return NULL;
}

static unsigned flags_of(const char *line)
{
    const struct h_program *program = h_program_of(line);

    return program ? program->flags : 0;
}

unsigned h_group_flags(const char *file)
{
    char line[MAX_NAME] = "";
    FILE *in = fopen(file, "r");

    if (!in)
        return 0;
    if (!fgets(line, sizeof line, in))
        line[0] = '\0';
    fclose(in);
    return flags_of(line);
}

/* Returns the exit status; H_USAGE also for a test of which this binary has no program. */
static int run_test(char *line, const char *program)
{
    char *name = h_copy(line, strcspn(line, " "));
    int status = H_USAGE;

    if (h_program_of(line))
        status = run(run_line, name, line, program);
    else if (harness.rank == 0)
        printf(" Error: %s: expected a test of a program that %s is made of\n", name, program);
    free(name);
    return status;
}

/* What one test has found wrong leaves the next ones as they were; an option that is not understood does not. */
int h_group_run(const char *file, const char *program)
{
    char *text = lines_of("group", file, "lines of a test's name and its options");
    int status = H_PASSED, worst = H_PASSED;
    unsigned flags;

    if (!text)
        return H_USAGE;
    flags = flags_of(text);
    for (char *line = text, *next; *line && status != H_USAGE; line = next) {
        if ((flags_of(line) ^ flags) & H_THREADS)
            break;
        next = next_line(line);
        status = *line ? run_test(line, program) : H_SKIPPED;
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
