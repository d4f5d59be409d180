/* From MPI_Init to the exit status. */
#include "state.h"
#include "case/case.h"
#include "case/comms.h"
#include "case/known.h"
#include "case/pools.h"
#include "run/crash.h"
#include "run/run.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct harness harness;

/* ---- the test ---- */

static int test(void)
{
    char why[H_TEXT] = "";
    int status = h_agree(h_pools_create(why), why);

    status = status ? status : h_check_same();
    if (status)
        return status;
    if (!h_budget_begin())
        return h_agree(H_USAGE, "DTP_BUDGET: expected a number of seconds, 0 for no limit");
    if ((status = h_known_begin(why, sizeof why)) != 0)
        return h_agree(status, why);
    if (harness.options.show)
        return harness.rank == 0 ? h_show_objects() : H_PASSED;
    if (!harness.options.totals)
        harness.program->run();
    else if ((status = h_agree(h_totals_run(why), why)) != 0)
        return status;
    return h_verdict();
}

static int start(const char *defaults, int argc, char **argv)
{
    char why[H_TEXT] = "";
    int status = h_options_parse(defaults, argc, argv, &harness.options, why);

    status = h_agree(status ? status : h_profile_check(why, sizeof why), why);
    if (status)
        return status;
    if (harness.options.help) {
        if (harness.rank == 0)
            h_options_help();
        return 0;
    }
    h_crash_note();
    if (harness.options.totals)
        h_totals_begin();
    return test();
}

const struct h_program *h_program_of(const char *test)
{
    const struct h_program *program = NULL;
    size_t longest = 0;

    for (int k = 0; harness_programs[k]; k++) {
        const size_t n = strlen(harness_names[k]);
        if (n >= longest && strncmp(test, harness_names[k], n) == 0) {
            program = harness_programs[k];
            longest = n;
        }
    }
    return program;
}

/* The tests of a group share nothing but the communicators of the harness. */
int h_test(const struct h_program *program, const char *defaults, int argc, char **argv)
{
    int status;

    harness = (struct harness) {.program = program, .rank = harness.rank, .size = harness.size};
    h_perturb_malloc(!(program->flags & H_FILES));
    status = start(defaults, argc, argv);
    h_pools_free();
    h_cases_free();
    h_options_free(&harness.options);
    fflush(stdout);
    return status;
}

/* The status, unless what was printed got lost: nobody has seen the verdict then. */
static int written(int status, const char *program)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, " Error: %s: rank %d: the output could not be written\n", program, harness.rank);
    return status ? status : H_FAILED;
}

/* What follows this name in an option that stands alone; or NULL. */
static const char *only_option(const char *name, int argc, char **argv)
{
    return argc == 2 && strncmp(argv[1], name, strlen(name)) == 0 ? argv[1] + strlen(name) : NULL;
}

/* MPI_Init_thread aborts where it fails, as far as it can. */
static void begin(int *argc, char ***argv, bool has_threads)
{
    int provided;

    if (MPI_Init_thread(argc, argv, has_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) != MPI_SUCCESS ||
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN) != MPI_SUCCESS ||
        MPI_Comm_rank(MPI_COMM_WORLD, &harness.rank) != MPI_SUCCESS ||
        MPI_Comm_size(MPI_COMM_WORLD, &harness.size) != MPI_SUCCESS) {
        printf(" Error: %s: MPI_Init_thread, or what is asked of MPI_COMM_WORLD, failed\n", (*argv)[0]);
        fflush(stdout);
        _exit(H_FAILED);
    }
}

int main(int argc, char **argv)
{
    const char *group = only_option("-group=", argc, argv), *each = only_option("-each=", argc, argv);
    const bool has_threads = (group ? h_group_flags(group) : harness_programs[0]->flags) & H_THREADS;
    int status;

    begin(&argc, &argv, has_threads);
    h_yield_begin();
    h_crash_watch();
    status = group  ? h_group_run(group, argv[0])
             : each ? h_each_run(each, argv[0])
                    : h_test(harness_programs[0], harness_defaults, argc, argv);
    h_comms_free();
    h_known_free();
    if (MPI_Finalize() != MPI_SUCCESS) {
        printf(" Error: %s: rank %d: MPI_Finalize failed\n", argv[0], harness.rank);
        status = status ? status : H_FAILED;
    }
    h_crash_over();
    h_yield_end();
    return written(status, argv[0]);
}
