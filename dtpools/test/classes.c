/* Which classes of shapes random objects reach, how often, and how many objects it takes until each has been there:
 * every one must be.  The table that this prints is in doc/shapes.md of the whole project. */
#include "copies.h"
#include "overlap.h"
#include "random.h"
#include "traits.h"
#include "tree_text.h"

#include "check.h"

enum { NUM_CTORS = DTPI_DUP, MOST_BLKLEN = 16, MOST_DIMS = 4, MOST_CLASSES = 400, OBJECTS = 4000 };

static struct class {
    char name[48];
    int seen, first; /* by how many objects, and the number of the first */
    int last;        /* object that saw it */
} classes[MOST_CLASSES];
static int num_classes, object_now;

/* A row is a family of classes; where it begins in them. */
static struct family {
    const char *about;
    int first, end;
} families[8];
static int num_families;

static int family(const char *about)
{
    families[num_families++] = (struct family) {about, num_classes, num_classes};
    return num_classes;
}

static void class_of(const char *format, const char *a, const char *b, int n)
{
    (void) snprintf(classes[num_classes++].name, sizeof classes[0].name, format, a, b, n);
    families[num_families - 1].end = num_classes;
}

static void meet(int class)
{
    struct class *c = &classes[class];

    if (c->last == object_now)
        return;
    c->last = object_now;
    if (c->seen++ == 0)
        c->first = object_now;
}

/* ---- the classes ---- */

static int trait_classes, over_classes, blklen_classes, subarray_classes, darray_classes;

static void name_classes(void)
{
    trait_classes = family("traits");
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        class_of("%s%s", dtpi_trait_name(i), "", 0);
    over_classes = family("a constructor directly over another");
    for (int o = 1; o <= NUM_CTORS; o++)
        for (int i = 1; i <= NUM_CTORS; i++)
            class_of("%s over %s", dtpi_ctor_name((enum dtpi_ctor) o), dtpi_ctor_name((enum dtpi_ctor) i), 0);
    blklen_classes = family("lengths of blocks, 1 to 16");
    for (int n = 1; n <= MOST_BLKLEN; n++)
        class_of("%sblocks%s of %d", "", "", n);
    subarray_classes = family("subarrays of 1 to 4 dimensions, whole and partial");
    for (int n = 1; n <= MOST_DIMS; n++)
        for (int partial = 0; partial < 2; partial++)
            class_of("%s subarray%s of %d dimensions", partial ? "partial" : "whole", "", n);
    darray_classes = family("darrays of 1 to 4 dimensions, with each way to deal one out");
    for (int n = 1; n <= MOST_DIMS; n++)
        for (int d = 0; d < DTPI_NUM_DEALS; d++)
            class_of("darray with %s%s of %d dimensions", dtpi_deals[d].name, "", n);
}

static int deal_of(const struct dtpi_dim *dim)
{
    int d = 0;

    while (dtpi_deals[d].distribution != dim->distribution || dtpi_deals[d].sized != (dim->darg > 0))
        d++;
    return d;
}

static void meet_dims(const struct dtpi_tree *tree)
{
    for (int d = 0; d < tree->num_dims; d++)
        if (tree->ctor == DTPI_DARRAY)
            meet(darray_classes + (tree->num_dims - 1) * DTPI_NUM_DEALS + deal_of(&tree->dims[d]));
        else
            meet(subarray_classes + (tree->num_dims - 1) * 2 + (tree->dims[d].subsize < tree->dims[d].size));
}

static void meet_tree(const struct dtpi_tree *tree)
{
    for (int i = 0; i < tree->num_runs; i++) {
        const struct dtpi_run *run = &tree->runs[i];
        if (tree->ctor != DTPI_CONTIGUOUS && run->count > 0 && run->blklen > 0 && run->blklen <= MOST_BLKLEN)
            meet(blklen_classes + (int) run->blklen - 1);
        if (run->child->ctor != DTPI_BASIC_TYPE)
            meet(over_classes + ((int) tree->ctor - 1) * NUM_CTORS + (int) run->child->ctor - 1);
        meet_tree(run->child);
    }
    meet_dims(tree);
}

static void meet_traits(const struct dtpi_object *object)
{
    struct dtpi_typemap map;
    enum dtpi_overlap overlap;
    uint64_t traits;

    CHECK_OK(dtpi_typemap_create(object->tree, object->count, &map));
    CHECK_OK(dtpi_typemap_overlap(&map, &overlap));
    traits = dtpi_traits(object->tree, object->count, &map, overlap != DTPI_DISJOINT);
    for (int i = 0; i < DTPI_NUM_TRAITS; i++)
        if (traits >> i & 1)
            meet(trait_classes + i);
    dtpi_typemap_free(&map);
}

/* ---- the table ---- */

static bool is_of_other_signatures(const char *name)
{
    static const char *const others[] = {"overlapping", "mixed", "one-size", "padded"};

    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (strcmp(name, others[k]) == 0)
            return true;
    return false;
}

/* A line: what, how many of 1000 objects, the number of the first. */
static void print_class(const struct class *c)
{
    printf("| %s | %.1f | %d |\n", c->name, 1000.0 * c->seen / OBJECTS, c->first);
}

static void print_family(const struct family *f)
{
    const struct class *rarest = &classes[f->first];
    int last = 0;

    for (int i = f->first; i < f->end; i++) {
        rarest = classes[i].seen < rarest->seen ? &classes[i] : rarest;
        last = classes[i].first > last ? classes[i].first : last;
    }
    printf("| %s: %d classes; the rarest, %s | %.1f | %d |\n", f->about, f->end - f->first, rarest->name,
           1000.0 * rarest->seen / OBJECTS, last);
}

static void table(const char *signature)
{
    printf("%s, %d objects\n| class | of 1000 objects | first met by number |\n|---|---|---|\n", signature, OBJECTS);
    for (int i = families[0].first; i < families[0].end; i++)
        if (!is_of_other_signatures(classes[i].name))
            print_class(&classes[i]);
    for (int f = 1; f < num_families; f++)
        print_family(&families[f]);
    for (int i = 0; i < num_classes; i++)
        if (!is_of_other_signatures(classes[i].name)) {
            check_about("%s: %s", signature, classes[i].name);
            CHECK(classes[i].seen > 0);
        }
}

static void measure(MPI_Aint count)
{
    const struct dtpi_part part = {dtpi_basic_of(MPI_INT), count};
    struct dtpi_signature s;

    for (int i = 0; i < num_classes; i++)
        classes[i].seen = 0, classes[i].first = 0, classes[i].last = -1;
    CHECK_OK(dtpi_signature_create(1, &part, &s));
    for (object_now = 0; object_now < OBJECTS; object_now++) {
        struct dtpi_object object;
        check_about("object %d of %s", object_now, s.text);
        if (!CHECK_OK(dtpi_random_object(&s, 1, object_now, (MPI_Aint) 1 << 28, &object)))
            continue;
        meet_traits(&object);
        meet_tree(object.tree);
        dtpi_tree_free(object.tree);
    }
    table(s.text);
    dtpi_signature_free(&s);
}

int main(void)
{
    check_start();
    name_classes();
    measure(512);
    measure(60);
    return check_end();
}
