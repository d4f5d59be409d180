#include "env.h"

#include "arith.h"
#include "error.h"

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

int dtpi_env_num_objs(int *num_objs)
{
    const char *text = getenv("DTP_NUM_OBJS"), *end;
    MPI_Aint n;

    *num_objs = -1;
    if (!text || strcmp(text, "-1") == 0)
        return DTP_SUCCESS;
    if (!read_digits(text, &n, &end) || *end != '\0' || n < 1 || n > INT_MAX)
        return dtpi_error(DTP_ERR_ENV, "DTP_NUM_OBJS=%s: expected a number from 1 to %d, or -1 for all objects", text,
                          INT_MAX);
    *num_objs = (int) n;
    return DTP_SUCCESS;
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
