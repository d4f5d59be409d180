/* The plainest object of a pool: found where it is, added where DTP_TRAITS leaves it out; its text for fewer
 * elements. */
#include "check.h"

static DTP_t pool_of(MPI_Datatype type, MPI_Aint count)
{
    DTP_t pool = NULL;

    CHECK_OK(DTP_pool_create(type, count, &pool));
    return pool;
}

static DTP_t struct_pool(void)
{
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_INT};
    int counts[] = {3, 2, 5};
    DTP_t pool = NULL;

    CHECK_OK(DTP_pool_create_struct(3, types, counts, &pool));
    return pool;
}

static void text_is(DTP_t pool, int i, const char *expected)
{
    char text[256];

    CHECK(DTP_obj_text(pool, i, text, sizeof text) >= 0);
    CHECK_STR(text, expected);
}

/* Asks for the plain object, which is at `expected`; `added`: it was not there. */
static void asks(DTP_t pool, int expected, bool added)
{
    const int before = pool->DTP_num_objs;
    int index = -7;

    CHECK_OK(DTP_pool_add_plain(pool, &index));
    CHECK_INT(index, expected);
    CHECK_INT(pool->DTP_num_objs, before + added);
}

static void there(void)
{
    DTP_t pool = pool_of(MPI_INT, 17);

    check_about("a pool that has it");
    CHECK_OK(DTP_obj_create(pool, 3, 1, 1, 17));
    asks(pool, 0, false);
    CHECK_OK(DTP_pool_free(pool));
    pool = struct_pool();
    asks(pool, 0, false);
    CHECK_OK(DTP_pool_free(pool));
    const char *texts[] = {"1*contiguous(17, MPI_INT)", "17*MPI_INT"};
    CHECK_OK(DTP_pool_create_text(2, texts, &pool));
    asks(pool, 1, false);
    CHECK_OK(DTP_pool_free(pool));
}

static void lives(DTP_t pool, int i)
{
    const MPI_Aint n = DTP_pool_elements(pool);

    CHECK_OK(DTP_obj_create(pool, i, 1, 1, n));
    CHECK_OK(DTP_obj_buf_check(pool, i, 1, 1, n));
    CHECK_OK(DTP_obj_free(pool, i));
}

static void left_out(void)
{
    DTP_t pool;
    int last;

    check_about("a pool of DTP_TRAITS");
    (void) setenv("DTP_TRAITS", "negative-lb", 1);
    (void) setenv("DTP_NUM_OBJS", "3", 1);
    pool = pool_of(MPI_INT, 17);
    last = pool->DTP_num_objs;
    CHECK_INT(last, 3);
    CHECK(DTP_obj_has_trait(pool, 0, "negative-lb"));
    asks(pool, last, true);
    asks(pool, last, false);
    text_is(pool, last, "17*MPI_INT");
    CHECK_STR(DTP_obj_name(pool, last), "DTPI_OBJ_LAYOUT_PLAIN");
    CHECK_OK(DTP_obj_create(pool, last, 1, 1, 17));
    CHECK(pool->DTP_obj_array[last].DTP_obj_type == MPI_INT);
    CHECK_OK(DTP_pool_free(pool));

    pool = struct_pool();
    last = pool->DTP_num_objs;
    asks(pool, last, true);
    text_is(pool, last, "1*struct({3, 2, 5}, {0, 8, 24}, {MPI_CHAR, MPI_DOUBLE, MPI_INT})");
    lives(pool, last);
    CHECK_OK(DTP_pool_free(pool));
    (void) unsetenv("DTP_NUM_OBJS");
    (void) unsetenv("DTP_TRAITS");
}

static void text_of(DTP_t pool, MPI_Aint n, const char *expected)
{
    char text[256];

    CHECK_INT(DTP_pool_plain_text(pool, n, text, sizeof text), (intmax_t) strlen(expected));
    CHECK_STR(text, expected);
}

static void texts(void)
{
    DTP_t pool = pool_of(MPI_DOUBLE, 17);
    char cut[4];

    check_about("the text of the first elements");
    text_of(pool, 1, "1*MPI_DOUBLE");
    text_of(pool, 17, "17*MPI_DOUBLE");
    CHECK_OK(DTP_pool_free(pool));
    pool = struct_pool();
    text_of(pool, 1, "1*MPI_CHAR");
    text_of(pool, 3, "3*MPI_CHAR");
    text_of(pool, 4, "1*struct({3, 1}, {0, 8}, {MPI_CHAR, MPI_DOUBLE})");
    text_of(pool, 10, "1*struct({3, 2, 5}, {0, 8, 24}, {MPI_CHAR, MPI_DOUBLE, MPI_INT})");
    CHECK_INT(DTP_pool_plain_text(pool, 3, cut, sizeof cut), 10);
    CHECK_STR(cut, "3*M");
    CHECK_INT(DTP_pool_plain_text(pool, 3, NULL, 0), 10);
    CHECK_OK(DTP_pool_free(pool));
}

static void misuse(void)
{
    const char *const text = "1*vector(2, 3, 4, MPI_INT)";
    DTP_t pool = NULL;
    char room[64];
    int index;

    check_about("misuse");
    CHECK_OK(DTP_pool_create_text(1, &text, &pool));
    CHECK_CODE(DTP_pool_add_plain(NULL, &index), DTP_ERR_ARG);
    CHECK_CODE(DTP_pool_add_plain(pool, NULL), DTP_ERR_ARG);
    CHECK_INT(DTP_pool_plain_text(NULL, 1, room, sizeof room), -1);
    CHECK_INT(DTP_pool_plain_text(pool, 0, room, sizeof room), -1);
    CHECK_INT(DTP_pool_plain_text(pool, 7, room, sizeof room), -1);
    CHECK_INT(DTP_pool_plain_text(pool, 1, NULL, 4), -1);
    CHECK_HAS(DTP_message(), "expected 1 to 6 elements");
    CHECK_OK(DTP_obj_create(pool, 0, 1, 1, 6));
    CHECK_CODE(DTP_pool_add_plain(pool, &index), DTP_ERR_STATE);
    CHECK_HAS(DTP_message(), "DTP_pool_add_plain: object 0 is created");
    CHECK_OK(DTP_pool_free(pool));
}

int main(void)
{
    check_start();
    there();
    left_out();
    texts();
    misuse();
    return check_end();
}
