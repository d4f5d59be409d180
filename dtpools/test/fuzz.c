/* Texts of objects, mutated where they reach new code: whatever they are, reading them ends, in little time and
 * memory, with an error or with an object; and an accepted text is that of the object: printed and read again, it is
 * the same.
 *
 *     fuzz [SECONDS [SEED]]
 *
 * Compiled with -fsanitize-coverage=trace-pc, it knows what code a text reaches; otherwise it mutates blindly and
 * says so. */
#include "pool.h"
#include "tree_text.h"

#include "check.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

/* ---- coverage ---- */

enum { MAP = 1 << 16 };
static unsigned char map[MAP], seen[MAP];

/* Called by the compiler's code at every edge. */
void __sanitizer_cov_trace_pc(void);

#if defined __GNUC__
__attribute__((no_sanitize_coverage))
#endif
void __sanitizer_cov_trace_pc(void)
{
    static uintptr_t before;
    const uintptr_t here = (uintptr_t) __builtin_return_address(0);

    map[((here >> 2) ^ before) % MAP]++;
    before = here >> 3;
}

/* How often, roughly: a loop that runs longer is new as well. */
static unsigned char bucket(unsigned char n)
{
    return n == 0 ? 0 : n < 4 ? (unsigned char) (1 << n) : n < 32 ? 16 : 32;
}

static bool reached_something_new(void)
{
    bool new = false;

    for (int i = 0; i < MAP; i++) {
        const unsigned char b = bucket(map[i]);
        new = new || (b & ~seen[i]);
        seen[i] |= b;
    }
    return new;
}

/* ---- texts ---- */

enum { MOST_TEXTS = 4096, LONGEST = 400 };
static char *texts[MOST_TEXTS];
static int num_texts;
static uint64_t state;

static size_t below(size_t n)
{
    return n == 0 ? 0 : check_random(&state) % n;
}

static void keep(const char *text)
{
    if (num_texts < MOST_TEXTS)
        texts[num_texts++] = strcpy(check_alloc(strlen(text) + 1), text);
}

static void replace(char *text, size_t at, size_t removed, const char *with)
{
    char rest[LONGEST + 1];

    (void) snprintf(rest, sizeof rest, "%s", text + at + removed);
    (void) snprintf(text + at, LONGEST + 1 - at, "%s%s", with, rest);
}

static void mutate(char *text)
{
    static const char *const words[] = {
        "contiguous(", "vector(", "hvector(", "indexed(", "hindexed(", "indexed_block(", "hindexed_block(", "struct(",
        "subarray(", "darray(", "resized(", "dup(", "MPI_INT", "MPI_CHAR", "MPI_SHORT_INT", "MPI_LONG_DOUBLE", "{", "}",
            "(", ")",
        ",", "x", "..", "/", "*", "+", "-", "#", " ", "0", "1", "2", "7", "-1", "2147483648", "4294967296",
            "9223372036854775807",
        "-9223372036854775808", "99999999999999999999", "C", "F", "b", "c", "n", "{1,2}", "{0..9/3}", "{3x1}", "{}",
    };
    const size_t n = strlen(text), at = below(n + 1), word = below(sizeof words / sizeof words[0]);
    char part[LONGEST + 1];

    switch (below(6)) {
        case 0: replace(text, at, 0, words[word]); break;
        case 1: replace(text, at, below(n - at + 1) % 8, words[word]); break;
        case 2: replace(text, at, below(n - at + 1), ""); break;
        case 3:
            (void) snprintf(part, sizeof part, "%.*s", (int) below(40), text + at);
            replace(text, below(n + 1), 0, part);
            break;
        case 4:
            (void) snprintf(part, sizeof part, "%s", texts[below((size_t) num_texts)]);
            replace(text, at, below(n - at + 1), part + below(strlen(part) + 1));
            break;
        default:
            if (at < n)
                text[at] = (char) (32 + below(95));
    }
}

/* ---- one text ---- */

static char under_way[LONGEST + 1];

static void too_long(int number)
{
    static const char message[] = "this text took too long: ";

    (void) number;
    if (write(STDOUT_FILENO, message, sizeof message - 1) < 0 || write(STDOUT_FILENO, under_way, strlen(under_way)) < 0)
        _exit(3);
    _exit(2);
}

static bool try(const char *text)
{
    struct dtpi_tree *tree, *twin;
    MPI_Aint count, twin_count;
    char *printed, again[64];
    DTP_t pool;
    int n;

    if (dtpi_object_parse(text, &count, &tree) != DTP_SUCCESS)
        return false;
    n = dtpi_object_print(count, tree, again, sizeof again);
    printed = check_alloc((size_t) n + 1);
    (void) dtpi_object_print(count, tree, printed, (size_t) n + 1);
    if (CHECK_OK(dtpi_object_parse(printed, &twin_count, &twin))) {
        char *reprinted = check_alloc((size_t) n + 1);
        CHECK_INT(twin_count, count);
        CHECK(dtpi_tree_equal(tree, twin));
        CHECK_INT(dtpi_object_print(twin_count, twin, reprinted, (size_t) n + 1), n);
        CHECK_STR(reprinted, printed);
        free(reprinted);
        dtpi_tree_free(twin);
    }
    if (DTP_pool_create_text(1, (const char *const[]) {printed}, &pool) == DTP_SUCCESS)
        CHECK_OK(DTP_pool_free(pool));
    free(printed);
    dtpi_tree_free(tree);
    return true;
}

static void start_with_layouts(void)
{
    DTP_t pool;

    CHECK_OK(DTP_pool_create(MPI_INT, 6, &pool));
    for (int i = 0; i < pool->DTP_num_objs; i++) {
        char text[LONGEST + 1];
        (void) DTP_obj_text(pool, i, text, sizeof text);
        keep(text);
    }
    CHECK_OK(DTP_pool_free(pool));
    keep("1*struct({2, 1}, {0, 16}, {MPI_CHAR, dup(MPI_DOUBLE)}) # a comment");
}

int main(int argc, char **argv)
{
    const int seconds = argc > 1 ? atoi(argv[1]) : 5;
    const time_t end = time(NULL) + seconds;
    long tried = 0, accepted = 0;

    check_start();
    (void) setenv("DTP_MAX_BUFSIZE", "64K", 1);
    (void) signal(SIGALRM, too_long);
    state = 88172645463325252u + (argc > 2 ? (uint64_t) atoll(argv[2]) : 0);
    start_with_layouts();
    for (; time(NULL) < end && check_failed == 0; tried++) {
        (void) snprintf(under_way, sizeof under_way, "%s", texts[below((size_t) num_texts)]);
        for (size_t n = 1 + below(2) * below(4); n > 0; n--)
            mutate(under_way);
        check_about("%s", under_way);
        memset(map, 0, sizeof map);
        (void) alarm(5);
        accepted += try(under_way);
        if (reached_something_new())
            keep(under_way);
    }
    (void) alarm(0);
    for (int i = 0; i < num_texts; i++)
        free(texts[i]);
    printf("%ld texts tried, %ld accepted, %d kept%s\n", tried, accepted, num_texts,
           memchr(seen, 1, MAP) || memchr(seen, 2, MAP) ? "" : " (without coverage)");
    CHECK(accepted > 0);
    return check_end();
}
