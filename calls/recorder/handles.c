/* Handles by their values, in the order in which they were made. */
#include "handles.h"

#include <string.h>

enum { BUCKETS = 4096 };

/* In a bucket, the last one that was made comes first. */
static struct made *buckets[BUCKETS], *first, *last;
static int numbers[128];

/* Kinds of handles: what the record calls them. */
static const struct kind {
    enum calls_kind kind;
    char letter;
    size_t size;
} kinds[] = {
    {CALLS_TYPE, 'T', sizeof(MPI_Datatype)},
    {CALLS_TYPES, 'T', sizeof(MPI_Datatype)},
    {CALLS_COMM, 'C', sizeof(MPI_Comm)},
    {CALLS_WIN, 'W', sizeof(MPI_Win)},
    {CALLS_FILE, 'F', sizeof(MPI_File)},
    {CALLS_GROUP, 'G', sizeof(MPI_Group)},
    {CALLS_INFO, 'I', sizeof(MPI_Info)},
    {CALLS_OP, 'O', sizeof(MPI_Op)},
    {CALLS_ERRHANDLER, 'E', sizeof(MPI_Errhandler)},
    {CALLS_REQUEST, 'R', sizeof(MPI_Request)},
    {CALLS_REQUESTS, 'R', sizeof(MPI_Request)},
    {CALLS_MESSAGE, 'M', sizeof(MPI_Message)},
    {CALLS_KEYVAL, 'K', sizeof(int)},
};

static const struct kind *find_kind(enum calls_kind kind)
{
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (kinds[k].kind == kind)
            return &kinds[k];
    return NULL;
}

size_t handle_size(enum calls_kind kind)
{
    const struct kind *k = find_kind(kind);

    return k ? k->size : 0;
}

static struct made **bucket_of(const struct kind *k, const void *value)
{
    const unsigned char *bytes = value;
    unsigned h = (unsigned char) k->letter;

    for (size_t b = 0; b < k->size; b++)
        h = (h ^ bytes[b]) * 16777619u;
    return &buckets[(h ^ h >> 15) % BUCKETS];
}

static bool is_this(const struct made *m, const struct kind *k, const void *value)
{
    return m->is_live && m->letter == k->letter && memcmp(m->value, value, k->size) == 0;
}

struct made *handle_find_entry(enum calls_kind kind, const void *handles, size_t n, size_t k)
{
    const struct kind *of = find_kind(kind);
    const char *entries = handles, *value = entries + k * of->size;
    struct made *found = NULL;
    size_t later = 0;

    for (size_t i = k + 1; kind == CALLS_REQUESTS && i < n; i++)
        later += memcmp(entries + i * of->size, value, of->size) == 0;
    for (struct made *m = *bucket_of(of, value); m; m = m->next) {
        if (!is_this(m, of, value))
            continue;
        found = m;
        if (later == 0)
            break;
        later--;
    }
    return found;
}

struct made *handle_find(enum calls_kind kind, const void *value)
{
    return handle_find_entry(kind, value, 1, 0);
}

struct made *handle_made(enum calls_kind kind, const void *value)
{
    const struct kind *k = find_kind(kind);
    struct made *m = calls_allocate(1, sizeof *m), **bucket = bucket_of(k, value);

    m->letter = k->letter;
    m->number = numbers[(unsigned char) k->letter]++;
    memcpy(m->value, value, k->size);
    m->is_live = true;
    m->next = *bucket;
    *bucket = m;
    if (last)
        last->later = m;
    else
        first = m;
    last = m;
    return m;
}

void handle_freed(enum calls_kind kind, const void *value)
{
    struct made *m = handle_find(kind, value);

    if (m)
        m->is_live = false;
}

void handle_committed(const void *value)
{
    const struct kind *k = find_kind(CALLS_TYPE);

    for (struct made *m = *bucket_of(k, value); m; m = m->next)
        if (is_this(m, k, value))
            m->is_committed = true;
}

struct made *handles_first(void)
{
    return first;
}
