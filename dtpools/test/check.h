/* Assertions of the unit tests.  Each evaluates its arguments once, prints both values when they differ, counts, and is
 * there in every build.  A test goes on after a failure; one that checked nothing has failed. */
#ifndef CHECK_H
#define CHECK_H

#include "alloc.h"
#include "dtpools.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_MOST_SHOWN = 20 };

static long check_done, check_failed;
static char check_case[512];

/* Says what the following checks are about; shown with each that fails. */
#if defined __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
static inline void check_about(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void) vsnprintf(check_case, sizeof check_case, format, args);
    va_end(args);
}

static inline bool check_result(bool good, const char *file, int line, const char *what, const char *format, ...)
{
    va_list args;

    check_done++;
    if (good)
        return true;
    if (++check_failed > CHECK_MOST_SHOWN)
        return false;
    printf("%s:%d: %s%s%s: ", file, line, check_case, *check_case ? ": " : "", what);
    va_start(args, format);
    (void) vprintf(format, args);
    va_end(args);
    printf("\n");
    (void) fflush(stdout);
    return false;
}

static inline bool check_int(intmax_t seen, intmax_t expected, const char *file, int line, const char *what)
{
    return check_result(seen == expected, file, line, what, "expected %" PRIdMAX ", found %" PRIdMAX, expected, seen);
}

static inline bool check_str(const char *seen, const char *expected, const char *file, int line, const char *what)
{
    return check_result(seen && strcmp(seen, expected) == 0, file, line, what, "expected \"%s\", found \"%s\"",
                        expected, seen ? seen : "(NULL)");
}

static inline bool check_has(const char *seen, const char *part, const char *file, int line, const char *what)
{
    return check_result(seen && strstr(seen, part), file, line, what, "expected \"%s\" in it, found \"%s\"", part,
                        seen ? seen : "(NULL)");
}

/* Shows the first byte that differs. */
static inline bool check_mem(const void *seen, const void *expected, size_t n, const char *file, int line,
                             const char *what)
{
    const unsigned char *a = seen, *b = expected;
    size_t at = 0;

    while (at < n && a[at] == b[at])
        at++;
    return check_result(at == n, file, line, what, "byte %zu of %zu: expected 0x%02x, found 0x%02x", at, n,
                        at < n ? b[at] : 0, at < n ? a[at] : 0);
}

/* A DTP call: shows the message. */
static inline bool check_code(int seen, int expected, const char *file, int line, const char *what)
{
    return check_result(seen == expected, file, line, what, "expected %d (%s), found %d (%s): %s", expected,
                        DTP_error_string(expected), seen, DTP_error_string(seen), seen ? DTP_message() : "");
}

/* Each is true if the check passed. */
#define CHECK(COND) check_result((COND), __FILE__, __LINE__, #COND, "expected to be true")
#define CHECK_INT(SEEN, EXPECTED) check_int((intmax_t) (SEEN), (intmax_t) (EXPECTED), __FILE__, __LINE__, #SEEN)
#define CHECK_STR(SEEN, EXPECTED) check_str((SEEN), (EXPECTED), __FILE__, __LINE__, #SEEN)
#define CHECK_HAS(SEEN, PART) check_has((SEEN), (PART), __FILE__, __LINE__, #SEEN)
#define CHECK_MEM(SEEN, EXPECTED, N) check_mem((SEEN), (EXPECTED), (N), __FILE__, __LINE__, #SEEN)
#define CHECK_CODE(CALL, EXPECTED) check_code((CALL), (EXPECTED), __FILE__, __LINE__, #CALL)
#define CHECK_OK(CALL) CHECK_CODE((CALL), DTP_SUCCESS)

/* Memory for the test itself. */
static inline void *check_alloc(size_t n)
{
    void *p = malloc(n > 0 ? n : 1);

    if (!p) {
        fprintf(stderr, "the test itself has no memory for %zu bytes\n", n);
        exit(99);
    }
    return p;
}

/* The same numbers on every system: a xorshift generator. */
static inline uint32_t check_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t) (*state >> 32);
}

/* main calls the first before its checks and returns the second, which sees that the library holds no memory. */
static inline void check_start(void)
{
    (void) setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    (void) unsetenv("DTP_NUM_OBJS");
    (void) unsetenv("DTP_MAX_BUFSIZE");
    (void) unsetenv("DTP_TRAITS");
    (void) unsetenv("DTP_RANDOM_OBJS");
    (void) unsetenv("DTP_SEED");
    (void) MPI_Init(NULL, NULL);
    (void) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

static inline int check_end(void)
{
    long done = check_done;

    (void) MPI_Finalize();
    check_about("at the end");
    CHECK_INT(dtpi_alloc_held, 0);
    printf("%ld checks, %ld failed\n", check_done, check_failed);
    if (done == 0)
        printf("nothing was checked\n");
    return done == 0 || check_failed > 0;
}

#endif
