/* dtp: looks at layouts and texts of objects from the command line. */
#include "tool.h"

#include "arith.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command {
    const char *name, *arguments, *about;
    int least, most; /* arguments */
    int (*run)(int n, char **words);
    bool without;    /* MPI: it begins and ends that itself */
} commands[] = {
    {"types", "", "the basic types: size, extent and alignment", 0, 0, tool_types, false},
    {"list", "SIGNATURE", "the objects of a pool: index, name, traits, text", 1, 1, tool_list, false},
    {"show", "SIGNATURE INDEX | TEXT", "an object: text, bounds, traits, type map, a picture of its bytes", 1, 2,
     tool_show, false},
    {"check", "TEXT [TEXT]", "checks an object, or a pair to be sent and received, with this MPI", 1, 2, tool_check,
     false},
    {"put", "[-bits] [-combine] TEXT...", "C functions that put the elements of objects into memory, or combine them",
     1, INT_MAX, tool_put, false},
    {"shrink", "TEXT TEXT", "smaller pairs of objects, a line each, the two separated by a tab", 2, 2, tool_shrink,
     false},
    {"profiles", "", "settings under which this MPI chooses other algorithms and protocols", 0, 0, tool_profiles, true},
};
enum { NUM_COMMANDS = sizeof commands / sizeof commands[0] };

int tool_complain(void)
{
    fprintf(stderr, "dtp: %s\n", DTP_message());
    return TOOL_USAGE;
}

int tool_complain_of(const char *text)
{
    fprintf(stderr, "dtp: %s, in '%.200s%s'\n", DTP_message(), text, strlen(text) > 200 ? "..." : "");
    return TOOL_USAGE;
}

/* ---- signatures ---- */

enum { MOST_PARTS = 64 };

static bool read_part(const char **at, MPI_Datatype *type, long long *count)
{
    char name[64], *end;
    size_t n = strcspn(*at, ":");

    (void) snprintf(name, sizeof name, "%.*s", (int) n, *at);
    if ((*at)[n] != ':' || !isdigit((unsigned char) (*at)[n + 1]) || DTP_type_find(name, type) != DTP_SUCCESS)
        return false;
    errno = 0;
    *count = strtoll(*at + n + 1, &end, 10);
    *at = *end == ',' ? end + 1 : end;
    if (errno != 0 || *count < 1 || *count > DTPI_AINT_MAX)
        return false;
    return *end == '\0' || (*end == ',' && end[1] != '\0');
}

DTP_t tool_pool(const char *signature)
{
    MPI_Datatype types[MOST_PARTS];
    const char *at = signature;
    int counts[MOST_PARTS], n = 0, err;
    long long count = 0;
    DTP_t pool;

    do {
        const bool is_good = n < MOST_PARTS && read_part(&at, &types[n], &count);
        if (!is_good || (count > INT_MAX && (n > 0 || *at))) {
            fprintf(stderr, "dtp: '%.200s%s': expected a signature such as MPI_INT:512 or MPI_CHAR:64,MPI_INT:32, of "
                    "at most %d parts, each of a type that dtp types shows\n", signature,
                    strlen(signature) > 200 ? "..." : "", MOST_PARTS);
            return NULL;
        }
        counts[n++] = count > INT_MAX ? 0 : (int) count; /* of one part, `count` is */
    } while (*at);
    err = n == 1 ? DTP_pool_create(types[0], (MPI_Aint) count, &pool) : DTP_pool_create_struct(n, types, counts, &pool);
    if (err)
        (void) tool_complain();
    return err ? NULL : pool;
}

/* ---- the command ---- */

static int help(FILE *out, int status)
{
    fprintf(out, "usage: dtp COMMAND ...\n\n");
    for (int i = 0; i < NUM_COMMANDS; i++)
        fprintf(out, "  %-8s %-24s %s\n", commands[i].name, commands[i].arguments, commands[i].about);
    fprintf(out, "\nA text is that of an object, such as '1*vector(8, 64, 65, MPI_INT)'; a signature, MPI_INT:512 or\n"
            "MPI_CHAR:64,MPI_INT:32.  DTP_NUM_OBJS, DTP_TRAITS, DTP_RANDOM_OBJS and DTP_SEED choose the objects of a "
            "pool.\n");
    return status;
}

/* The status, unless what was printed got lost. */
static int written(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "dtp: the output could not be written\n");
    return TOOL_USAGE;
}

static bool is_help(const char *word)
{
    return strcmp(word, "-h") == 0 || strcmp(word, "--help") == 0;
}

static int usage(const struct command *c)
{
    fprintf(stderr, "usage: dtp %s %s\n", c->name, c->arguments);
    return TOOL_USAGE;
}

static int run(const struct command *c, int n, char **words)
{
    int status;

    if (n == 1 && is_help(words[0])) {
        printf("usage: dtp %s %s\n%s\n", c->name, c->arguments, c->about);
        return written(TOOL_GOOD);
    }
    if (n < c->least || n > c->most)
        return usage(c);
    if (c->without)
        return written(c->run(n, words));
    if (MPI_Init(NULL, NULL) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN) != MPI_SUCCESS) {
        fprintf(stderr, "dtp: MPI could not be started\n");
        return TOOL_USAGE;
    }
    status = c->run(n, words);
    if (MPI_Finalize() != MPI_SUCCESS) {
        fprintf(stderr, "dtp: MPI_Finalize failed\n");
        return TOOL_USAGE;
    }
    return status == TOOL_ARGUMENTS ? usage(c) : written(status);
}

/* Where the caller has closed stdin, stdout or stderr, a file of MPI's would take its number, and get what is printed:
 * in their place comes something that nothing can be written to. */
static void take_numbers(void)
{
    int file;

    do
        file = open("/dev/null", O_RDONLY);
    while (file == STDIN_FILENO || file == STDOUT_FILENO || file == STDERR_FILENO);
    if (file >= 0)
        (void) close(file);
}

int main(int argc, char **argv)
{
    take_numbers();
    if (argc < 2)
        return help(stderr, TOOL_USAGE);
    if (is_help(argv[1]))
        return written(help(stdout, TOOL_GOOD));
    for (int i = 0; i < NUM_COMMANDS; i++)
        if (strcmp(commands[i].name, argv[1]) == 0)
            return run(&commands[i], argc - 2, argv + 2);
    fprintf(stderr, "dtp: '%s' is no command\n", argv[1]);
    return help(stderr, TOOL_USAGE);
}
