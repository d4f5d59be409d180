#include "error.h"

#include <stdio.h>
#include <string.h>

static char message[8192];
static int message_code;

static void append(size_t at, const char *format, va_list args)
{
    if (at < sizeof message - 1)
        (void) vsnprintf(message + at, sizeof message - at, format, args);
}

int dtpi_error(int code, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    append(0, format, args);
    va_end(args);
    message_code = code;
    return code;
}

int dtpi_error_code(void)
{
    return message_code;
}

void dtpi_error_add(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    append(strlen(message), format, args);
    va_end(args);
}

int dtpi_error_in(int code, const char *call)
{
    size_t n = strlen(call) + 2;

    if (strlen(message) + n < sizeof message) {
        memmove(message + n, message, strlen(message) + 1);
        memcpy(message, call, n - 2);
        memcpy(message + n - 2, ": ", 2);
    }
    return code;
}

int dtpi_error_mpi(int mpi_code, const char *mpi_call)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length;

    if (MPI_Error_string(mpi_code, text, &length) != MPI_SUCCESS)
        (void) snprintf(text, sizeof text, "error code %d", mpi_code);
    return dtpi_error(DTP_ERR_MPI, "%s failed: %s; expected MPI_SUCCESS", mpi_call, text);
}

int dtpi_error_mem(size_t bytes)
{
    return dtpi_error(DTP_ERR_NO_MEM, "no memory for %zu bytes", bytes);
}

const char *DTP_message(void)
{
    return message;
}

const char *DTP_error_string(int code)
{
    static const char *const texts[] = {
        [DTP_SUCCESS] = "success",
        [DTP_ERR_ARG] = "an argument makes no sense",
        [DTP_ERR_TYPE] = "not a basic type that the library was built with",
        [DTP_ERR_STATE] = "the object is not in the right state for the call",
        [DTP_ERR_ENV] = "an environment variable has a value that makes no sense",
        [DTP_ERR_NO_MEM] = "out of memory",
        [DTP_ERR_TOO_LARGE] = "the object does not fit into DTP_MAX_BUFSIZE",
        [DTP_ERR_OVERFLOW] = "a count does not fit an int, or a displacement an MPI_Aint",
        [DTP_ERR_MPI] = "an MPI call failed",
        [DTP_ERR_CHECK] = "the buffer is not what it should be",
        [DTP_ERR_TEXT] = "the text describes no object",
        [DTP_ERR_NONE] = "no object has the traits that are asked for",
    };

    if (code < 0 || code >= (int) (sizeof texts / sizeof texts[0]))
        return "unknown return code";
    return texts[code];
}
