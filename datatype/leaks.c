/* Types that are made, used and freed again and again: MPI_Type_free marks them for deallocation (MPI-3.1, 4.1.9), so
 * memory must not grow with their number. A library may keep memory: what counts is growth that goes on, in each
 * stretch of operations after the first. */
#include "harness.h"
#include "tables.h"
#include "files/file.h"
#include "run/report.h"

#include <stdio.h>
#include <sys/resource.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { TAG = 31, ROOM = 32, STRETCHES = 4, OFTEN = 2000, LEAST = 16 /* bytes an operation, that are no chance */ };

/* What all operations of a case use. */
static struct {
    int sent[ROOM], received[ROOM];
    const struct h_comm *comm;
    MPI_Win win;
    MPI_File file;
    struct h_file_name name;
} all;

/* ---- types of four ints, within ROOM of them ---- */

static MPI_Datatype vector(int i)
{
    MPI_Datatype type;

    H_MPI(MPI_Type_vector(4, 1, 2 + i % 5, MPI_INT, &type));
    return type;
}

static MPI_Datatype indexed(int i)
{
    const int lengths[] = {1, 3}, displs[] = {0, 2 + i % 7};
    MPI_Datatype type;

    H_MPI(MPI_Type_indexed(2, lengths, displs, MPI_INT, &type));
    return type;
}

static MPI_Datatype structure(int i)
{
    const int lengths[] = {2, 2};
    const MPI_Aint displs[] = {0, (MPI_Aint) sizeof(int) * (2 + i % 7)};
    const MPI_Datatype types[] = {MPI_INT, MPI_INT};
    MPI_Datatype type;

    H_MPI(MPI_Type_create_struct(2, lengths, displs, types, &type));
    return type;
}

static MPI_Datatype subarray(int i)
{
    const int sizes[] = {4, 5}, subsizes[] = {2, 2}, starts[] = {i % 3, i % 4};
    MPI_Datatype type;

    H_MPI(MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type));
    return type;
}

static MPI_Datatype pieces(int i)
{
    const MPI_Aint displs[] = {0, (MPI_Aint) sizeof(int) * (3 + i % 9)};
    MPI_Datatype pair, type;

    H_MPI(MPI_Type_contiguous(2, MPI_INT, &pair));
    H_MPI(MPI_Type_create_hindexed_block(2, 1, displs, pair, &type));
    H_MPI(MPI_Type_free(&pair));
    return type;
}

static MPI_Datatype resized(int i)
{
    MPI_Datatype single, type;

    H_MPI(MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint) sizeof(int) * (1 + i % 6), &single));
    H_MPI(MPI_Type_contiguous(4, single, &type));
    H_MPI(MPI_Type_free(&single));
    return type;
}

static MPI_Datatype duplicate(int i)
{
    MPI_Datatype first = vector(i), type;

    H_MPI(MPI_Type_dup(first, &type));
    H_MPI(MPI_Type_free(&first));
    return type;
}

static MPI_Datatype make(int i)
{
    static MPI_Datatype (*const constructors[])(int) = {vector, indexed, structure, subarray, pieces, resized,
                                                        duplicate};
    MPI_Datatype type = constructors[i % H_NUM(constructors)](i);

    H_MPI(MPI_Type_commit(&type));
    return type;
}

/* ---- what is done with them ---- */

static void commit(int i)
{
    MPI_Datatype type = make(i);

    H_MPI(MPI_Type_free(&type));
}

static void decode(int i)
{
    MPI_Datatype type = make(i), types[2];
    MPI_Aint addresses[2];
    int n[3], combiner, ints[8];

    H_MPI(MPI_Type_get_envelope(type, &n[0], &n[1], &n[2], &combiner));
    H_MPI(MPI_Type_get_contents(type, n[0], n[1], n[2], ints, addresses, types));
    for (int k = 0; k < n[2]; k++)
        h_free_derived(&types[k]);
    H_MPI(MPI_Type_free(&type));
}

static void free_both(MPI_Datatype types[2])
{
    for (int k = 0; k < 2; k++)
        H_MPI(MPI_Type_free(&types[k]));
}

/* Both types are freed while the messages are under way. */
static void send(int i)
{
    MPI_Datatype types[2] = {make(i), make(i + 1)};
    MPI_Request requests[2];
    MPI_Status statuses[2];

    H_MPI(MPI_Irecv(all.received, 1, types[0], all.comm->left, TAG, all.comm->comm, &requests[0]));
    H_MPI(MPI_Isend(all.sent, 1, types[1], all.comm->right, TAG, all.comm->comm, &requests[1]));
    free_both(types);
    H_MPI(MPI_Waitall(2, requests, statuses));
}

static void start(int i)
{
    MPI_Datatype types[2] = {make(i), make(i + 1)};
    MPI_Request requests[2];
    MPI_Status statuses[2];

    H_MPI(MPI_Recv_init(all.received, 1, types[0], all.comm->left, TAG, all.comm->comm, &requests[0]));
    H_MPI(MPI_Send_init(all.sent, 1, types[1], all.comm->right, TAG, all.comm->comm, &requests[1]));
    free_both(types);
    H_MPI(MPI_Startall(2, requests));
    H_MPI(MPI_Waitall(2, requests, statuses));
    for (int k = 0; k < 2; k++)
        H_MPI(MPI_Request_free(&requests[k]));
}

static void broadcast(int i)
{
    MPI_Datatype type = make(i);
    MPI_Request request;

    H_MPI(MPI_Ibcast(all.received, 1, type, i % all.comm->size, all.comm->comm, &request));
    H_MPI(MPI_Type_free(&type));
    H_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
}

static void make_window(struct h_case *c)
{
    (void) c;
    H_MPI(MPI_Win_create(all.received, sizeof all.received, sizeof(int), MPI_INFO_NULL, all.comm->comm, &all.win));
}

static void free_window(struct h_case *c)
{
    (void) c;
    H_MPI(MPI_Win_free(&all.win));
}

static void put(int i)
{
    MPI_Datatype types[2] = {make(i), make(i + 1)};

    H_MPI(MPI_Win_fence(0, all.win));
    H_MPI(MPI_Put(all.sent, 1, types[0], all.comm->right, 0, 1, types[1], all.win));
    free_both(types);
    H_MPI(MPI_Win_fence(0, all.win));
}

static void pack(int i)
{
    MPI_Datatype type = make(i);
    int position = 0;

    H_MPI(MPI_Pack(all.sent, 1, type, all.received, (int) sizeof all.received, &position, all.comm->comm));
    H_MPI(MPI_Type_free(&type));
}

static void open_file(struct h_case *c)
{
    h_file_name(c, &all.name);
    H_MPI(MPI_File_open(all.comm->comm, all.name.text, MPI_MODE_RDWR, MPI_INFO_NULL, &all.file));
}

static void close_file(struct h_case *c)
{
    H_MPI(MPI_File_close(&all.file));
    h_file_unname(c->comm, all.name.text);
}

static void set_view(int i)
{
    MPI_Datatype type = make(i);

    H_MPI(MPI_File_set_view(all.file, 0, MPI_INT, type, "native", MPI_INFO_NULL));
    H_MPI(MPI_Type_free(&type));
}

static int accept(MPI_Datatype type, int key, void *value, void *extra)
{
    (void) type, (void) key, (void) value, (void) extra;
    return MPI_SUCCESS;
}

static void set_attribute(int i)
{
    MPI_Datatype type = make(i), twin;
    int key;

    H_MPI(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, accept, &key, NULL));
    H_MPI(MPI_Type_set_attr(type, key, all.sent));
    H_MPI(MPI_Type_dup(type, &twin));
    H_MPI(MPI_Type_free(&type));
    H_MPI(MPI_Type_free_keyval(&key));
    H_MPI(MPI_Type_free(&twin));
}

static const struct use {
    const char *operation;
    void (*once)(int i);
    void (*begin)(struct h_case *c), (*end)(struct h_case *c);    /* NULL: there is nothing to do */
} uses[] = {
    {"MPI_Type_commit", commit, NULL, NULL},
    {"MPI_Type_get_contents", decode, NULL, NULL},
    {"MPI_Type_set_attr", set_attribute, NULL, NULL},
    {"MPI_Pack", pack, NULL, NULL},
    {"MPI_Isend", send, NULL, NULL},
    {"MPI_Start", start, NULL, NULL},
    {"MPI_Ibcast", broadcast, NULL, NULL},
    {"MPI_Put", put, make_window, free_window},
    {"MPI_File_set_view", set_view, open_file, close_file},
};

/* ---- how memory grows ---- */

/* What is allocated does not show where a library replaces malloc; pages do not where MPI_Init has left many free. */
enum { ALLOCATED, PAGES, MEASURES };

static long long allocated(void)
{
#if defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 info = mallinfo2();

    return (long long) (info.uordblks + info.hblkhd);
#else
    return 0;
#endif
}

/* Bytes of pages that the process does not share, as Linux says, or the most that there have been. */
static long long pages(void)
{
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    struct rusage usage;
    long long kib = -1;
    char line[256];

    while (file && kib < 0 && fgets(line, sizeof line, file))
        if (sscanf(line, "Anonymous: %lld", &kib) != 1)
            kib = -1;
    if (file)
        (void) fclose(file);
    if (kib < 0)
        kib = getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
    return 1024 * kib;
}

/* Bytes by which an operation makes memory grow, in the stretch in which it does so least. */
static long long growth_by(void (*once)(int i))
{
    static long long (*const measures[MEASURES])(void) = {allocated, pages};
    long long before[MEASURES], least[MEASURES] = {0};

    for (int k = 0; k < STRETCHES; k++) {
        for (int m = 0; m < MEASURES; m++)
            before[m] = measures[m]();
        for (int i = 0; i < OFTEN; i++)
            once(i);
        for (int m = 0; m < MEASURES; m++) {
            const long long bytes = measures[m]() - before[m];
            least[m] = k <= 1 || bytes < least[m] ? bytes : least[m];
        }
    }
    return (least[ALLOCATED] > least[PAGES] ? least[ALLOCATED] : least[PAGES]) / OFTEN;
}

static void check_growth(struct h_case *c, const struct use *use)
{
    const long long found = growth_by(use->once);

    if (found >= LEAST)
        h_fail_as(c, NULL, &(const struct h_failure) {"memory-grows", use->operation, 0, found},
                  "%s: memory grows by %lld bytes with every operation; expected none: all types are freed",
                  use->operation, found);
    h_count_verified();
}

static void visit(struct h_case *c)
{
    all.comm = c->comm;
    for (const struct use *use = uses; use < uses + H_NUM(uses); use++) {
        if (!h_begin(c, use->operation))
            continue;
        if (use->begin)
            use->begin(c);
        check_growth(c, use);
        if (use->end)
            use->end(c);
    }
}

static void run(void)
{
    h_each_pair(H_WORLD | H_ONCE, visit);
}

const struct h_program h_program = {"memory of types that are made, used and freed", 0, run};
