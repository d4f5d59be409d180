#include "error.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most messages are of a few lines; a larger one gets memory, which is kept for others.  That is not of alloc.h, which
 * tells here what it could not give. */
static char few_lines[8192], *message = few_lines;
static size_t room = sizeof few_lines;
static int message_code;

/* Whether the message may have so many bytes with its end. */
static bool make_room(size_t bytes)
{
    char *larger;

    if (bytes <= room)
        return true;
    larger = realloc(message == few_lines ? NULL : message, bytes);
    if (!larger)
        return false;
    if (message == few_lines)
        memcpy(larger, few_lines, sizeof few_lines);
    message = larger;
    room = bytes;
    return true;
}

/* How long a text will be; args are as they were. */
static size_t length_of(const char *format, va_list args)
{
    va_list copy;
    int n;

    va_copy(copy, args);
    n = vsnprintf(NULL, 0, format, copy);
    va_end(copy);
    return n > 0 ? (size_t) n : 0;
}

/* Writes the end of the message, from `at` on; it is cut where there is no memory. */
static void append(size_t at, const char *format, va_list args)
{
    (void) make_room(at + length_of(format, args) + 1);
    (void) vsnprintf(message + at, room - at, format, args);
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

int dtpi_error_before(int code, const char *format, ...)
{
    const size_t old = strlen(message) + 1;
    va_list args;
    size_t n;
    char first;

    va_start(args, format);
    n = length_of(format, args);
    if (make_room(n + old)) {
        memmove(message + n, message, old);
        first = message[n]; /* the end of the text comes there */
        (void) vsnprintf(message, n + 1, format, args);
        message[n] = first;
    }
    va_end(args);
    return code;
}

int dtpi_error_in(int code, const char *call)
{
    return dtpi_error_before(code, "%s: ", call);
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
        [DTP_ERR_EXTENT] = "the standard does not settle the extent of the type",
    };

    if (code < 0 || code >= (int) (sizeof texts / sizeof texts[0]))
        return "unknown return code";
    return texts[code];
}
