#include "env.h"

#include "arith.h"
#include "error.h"
#include "traits.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Reads digits only; false if there are none or the number is too large.  *end: past the last digit. */
static bool read_digits(const char *text, MPI_Aint *value, const char **end)
{
    MPI_Aint n = 0;

    for (*end = text; **end >= '0' && **end <= '9'; ++*end)
        if (!dtpi_mul(n, 10, &n) || !dtpi_add(n, **end - '0', &n))
            return false;
    *value = n;
    return *end > text;
}

/* A number from min to max, or *value untouched if the variable is not there. */
static int read_number(const char *name, MPI_Aint min, MPI_Aint max, const char *more, MPI_Aint *value)
{
    const char *text = getenv(name), *end;
    MPI_Aint n;

    if (!text)
        return DTP_SUCCESS;
    if (!read_digits(text, &n, &end) || *end != '\0' || n < min || n > max)
        return dtpi_error(DTP_ERR_ENV, "%s=%s: expected a number from %lld to %lld%s", name, text, (long long) min,
                          (long long) max, more);
    *value = n;
    return DTP_SUCCESS;
}

static int read_num_objs(int *num_objs)
{
    const char *text = getenv("DTP_NUM_OBJS");
    MPI_Aint n = -1;
    int err = text && strcmp(text, "-1") == 0
                  ? DTP_SUCCESS
                  : read_number("DTP_NUM_OBJS", 1, INT_MAX, ", or -1 for all objects", &n);

    *num_objs = (int) n;
    return err;
}

static int read_random(struct dtpi_choice *choice)
{
    MPI_Aint n = 0, seed = 1;
    int err = read_number("DTP_RANDOM_OBJS", 0, 1000000, ", the random objects of a pool", &n);

    err = err ? err : read_number("DTP_SEED", 0, INT32_MAX, "", &seed);
    choice->random_objs = (int) n;
    choice->seed = (uint64_t) seed;
    return err;
}

static int read_traits(struct dtpi_choice *choice)
{
    const char *text = getenv("DTP_TRAITS"), *unknown;

    choice->is_specified = text && strcmp(text, "none") == 0;
    choice->traits = choice->is_specified ? NULL : text;
    if (!choice->traits)
        return DTP_SUCCESS;
    (void) dtpi_traits_selected(text, 0, &unknown);
    if (!unknown && text[strspn(text, " \t")] != '\0')
        return DTP_SUCCESS;
    (void) dtpi_error(DTP_ERR_ENV, "DTP_TRAITS=%s: expected none, or one or more of", text);
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        dtpi_error_add(" %s", dtpi_trait_name(i));
    dtpi_error_add("; '%.*s' is none of them", unknown ? (int) strcspn(unknown, " \t+") : 0, unknown ? unknown : "");
    return DTP_ERR_ENV;
}

int dtpi_env_choice(struct dtpi_choice *choice)
{
    int err = read_num_objs(&choice->num_objs);

    err = err ? err : read_random(choice);
    return err ? err : read_traits(choice);
}

int dtpi_env_max_bufsize(MPI_Aint *bytes)
{
    static const char suffixes[] = "KMG";
    const char *text = getenv("DTP_MAX_BUFSIZE"), *end, *suffix;
    MPI_Aint n;
    bool good;

    *bytes = (MPI_Aint) 256 << 20;
    if (!text)
        return DTP_SUCCESS;
    good = read_digits(text, &n, &end) && n > 0;
    suffix = good && *end ? strchr(suffixes, *end) : NULL;
    if (good && suffix) {
        end++;
        good = dtpi_mul(n, (MPI_Aint) 1 << (10 * (suffix - suffixes + 1)), &n);
    }
    if (!good || *end != '\0')
        return dtpi_error(DTP_ERR_ENV, "DTP_MAX_BUFSIZE=%s: expected a number of bytes, 1 or more, with an optional "
                          "suffix K, M or G, such as 256M", text);
    *bytes = n;
    return DTP_SUCCESS;
}
