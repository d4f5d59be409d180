/* What the recorded program says (calls/record.h): it becomes lines of the record too. */
#include "record.h"

#include "arguments.h"
#include "attributes.h"
#include "constants.h"
#include "file.h"
#include "makes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say_case(va_list *args)
{
    const int number = va_arg(*args, int);

    record_begin_case();
    record_write("case %d %s\n", number, va_arg(*args, const char *));
    record_write("size MPI_Status %zu\n", sizeof(MPI_Status));
    make_begin_case();
}

static void say_round(va_list *args)
{
    record_write("round %d\n", va_arg(*args, int));
}

static void say_beside(va_list *args)
{
    record_write("beside %d\n", va_arg(*args, int));
}

/* A message may have several lines. */
static void say_failed(va_list *args)
{
    record_write("failed %s ", va_arg(*args, const char *));
    for (const char *text = va_arg(*args, const char *); *text; text++)
        record_write("%c", *text == '\n' ? ' ' : *text);
    record_write("\n");
}

static void write_object(const char *word, const struct calls_record_object *o)
{
    record_write("%s %llx ", word, record_address(o->zero));
    for (int k = 0; k < o->n; k++) {
        const DTP_part_s *p = &o->parts[k];
        const char *op = predefined_name(CALLS_OP, &p->op);
        record_write("%s%lld:%lld:%s:", k > 0 ? ";" : "", (long long) p->elements, (long long) p->val_count,
                     op ? op : "?");
        for (int i = 0; i < p->operands; i++)
            record_write("%s%d/%d", i > 0 ? "," : "", p->starts[i], p->strides[i]);
    }
    record_write("%s %s\n", o->n == 0 ? "-" : "", o->text);
}

static void say_fill(va_list *args)
{
    write_object("fill", va_arg(*args, const struct calls_record_object *));
}

static void say_expect(va_list *args)
{
    write_object("expect", va_arg(*args, const struct calls_record_object *));
}

static void say_file(va_list *args)
{
    const int written = va_arg(*args, int);
    const char *name = va_arg(*args, const char *), *slash = strrchr(name, '/');
    const void *memory = va_arg(*args, const void *);

    record_write("%s \"%s\" %llx %lld\n", written ? "write" : "read", slash ? slash + 1 : name,
                 record_address(memory), (long long) va_arg(*args, MPI_Aint));
}

/* Of a file; what is too much for a program has no bytes. */
static void say_bytes(va_list *args)
{
    enum { MOST = 4096 };
    const int expected = va_arg(*args, int);
    const void *memory = va_arg(*args, const void *), *bytes = va_arg(*args, const void *);
    const MPI_Aint n = va_arg(*args, MPI_Aint);

    if (n <= MOST)
        record_write_bytes(expected ? "wants" : "data", memory, bytes, n);
    else if (expected)
        record_write("wants %llx -\n", record_address(memory));
}

static const char *number_name(const char *what, long long number, char text[32])
{
    if (number == MPI_UNDEFINED)
        return "MPI_UNDEFINED";
    if (strcmp(what, "MPI_Error_class") == 0 && number == MPI_ERR_TRUNCATE)
        return "MPI_ERR_TRUNCATE";
    snprintf(text, 32, "%lld", number);
    return text;
}

static void say_number(va_list *args)
{
    const char *what = va_arg(*args, const char *);
    const long long expected = va_arg(*args, long long), other = va_arg(*args, long long);
    char text[2][32];

    record_write("number %.*s %s %s %lld\n", (int) strcspn(what, " "), what, number_name(what, expected, text[0]),
                 number_name(what, other, text[1]), va_arg(*args, long long));
}

static void say_callbacks(va_list *args)
{
    const int number = attribute_key_number(va_arg(*args, int)), copies = va_arg(*args, int);
    const int expected = va_arg(*args, int), other = va_arg(*args, int), found = va_arg(*args, int);

    record_write("number %s/K%d %d %d %d\n", copies ? "copies" : "deletions", number, expected, other, found);
}

static void say_status(va_list *args)
{
    const MPI_Status *status = va_arg(*args, const MPI_Status *);

    record_write("status ~%lu %llx\n", argument_status_number(status), record_address(status));
}

/* By the levels of calls/record.h, which follow the question whether there is a recorder. */
static void (*const sayings[])(va_list *args) = {
    [CALLS_RECORD_CASE - CALLS_RECORD_ASK] = say_case,     [CALLS_RECORD_FAILED - CALLS_RECORD_ASK] = say_failed,
    [CALLS_RECORD_FILL - CALLS_RECORD_ASK] = say_fill,     [CALLS_RECORD_EXPECT - CALLS_RECORD_ASK] = say_expect,
    [CALLS_RECORD_NUMBER - CALLS_RECORD_ASK] = say_number, [CALLS_RECORD_ROUND - CALLS_RECORD_ASK] = say_round,
    [CALLS_RECORD_BESIDE - CALLS_RECORD_ASK] = say_beside, [CALLS_RECORD_FILE - CALLS_RECORD_ASK] = say_file,
    [CALLS_RECORD_BYTES - CALLS_RECORD_ASK] = say_bytes,   [CALLS_RECORD_CALLBACKS - CALLS_RECORD_ASK] = say_callbacks,
    [CALLS_RECORD_STATUS - CALLS_RECORD_ASK] = say_status,
};

int MPI_Pcontrol(const int level, ...)
{
    const int num_sayings = sizeof sayings / sizeof sayings[0];
    va_list args;

    va_start(args, level);
    if (level == CALLS_RECORD_ASK) {
        *va_arg(args, int *) = getenv("DTP_RECORD") != NULL;
    } else if (level > CALLS_RECORD_ASK && level - CALLS_RECORD_ASK < num_sayings && record_open()) {
        sayings[level - CALLS_RECORD_ASK](&args);
        record_flush();
    }
    va_end(args);
    return MPI_SUCCESS;
}
