/* Faults made of a procedure, an effect and conditions, by their name: MPI_Igather:last-block-lost:odd,from-16K.
 * The procedure stands for its call with large counts too; with a + at its end for all its forms.  "reductions" are all
 * of these. */
#include "hooks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct fault effects[] = {
#define EFFECT(NAME, HOOK, FUNCTION, SAYS, WHAT) {.name = NAME, .HOOK = FUNCTION},
#include "effects.def"
#undef EFFECT
};

static const struct {
    const char *name;
    bool (*holds)(const struct collective *c);
} conditions[] = {
#define CONDITION(NAME, FUNCTION, WHAT) {NAME, FUNCTION},
#include "conditions.def"
#undef CONDITION
};

static const char reductions[] = "MPI_Reduce+ MPI_Allreduce+ MPI_Reduce_scatter_block+ MPI_Reduce_scatter+ MPI_Scan+ "
                                 "MPI_Exscan+ MPI_Reduce_local+";

/* The next word of the text, up to one of the characters; it is cut off. */
static char *word_of(char **text, const char *ends)
{
    char *word = *text;
    const size_t n = strcspn(word, ends);

    *text += n + (word[n] != '\0');
    word[n] = '\0';
    return word;
}

/* Such as 16K. */
static bool read_size(const char *word, const char *prefix, MPI_Aint *size)
{
    const size_t n = strlen(prefix);
    char *end;

    if (strncmp(word, prefix, n) != 0)
        return false;
    *size = (MPI_Aint) strtol(word + n, &end, 10);
    if (*end == 'K' || *end == 'M') {
        *size *= *end == 'K' ? 1024 : 1024 * 1024;
        end++;
    }
    return end > word + n && *end == '\0';
}

static bool add_condition(struct fault *f, const char *word)
{
    int n = 0;

    while (f->when[n])
        n++;
    for (size_t k = 0; n < MOST_CONDITIONS - 1 && k < sizeof conditions / sizeof conditions[0]; k++)
        if (strcmp(word, conditions[k].name) == 0) {
            f->when[n] = conditions[k].holds;
            return true;
        }
    return read_size(word, "from-", &f->least) || read_size(word, "to-", &f->most);
}

static bool set_effect(struct fault *f, const char *word)
{
    for (size_t k = 0; k < sizeof effects / sizeof effects[0]; k++)
        if (strcmp(word, effects[k].name) == 0) {
            *f = effects[k];
            return true;
        }
    return false;
}

static void refuse(const char *name, const char *word)
{
    fprintf(stderr, "faulty: DTP_FAULT='%s': '%s' is no effect, or no condition\n", name, word);
    exit(1);
}

const struct fault *composed(const char *name)
{
    static struct fault made;
    char *text = strcpy(memory((MPI_Aint) strlen(name) + 1), name), *procedure = word_of(&text, ":");
    char *effect = word_of(&text, ":");

    if (!set_effect(&made, effect))
        refuse(name, effect);
    made.name = name;
    made.procedures = strcmp(procedure, "reductions") == 0 ? reductions : procedure;
    while (*text) {
        const char *word = word_of(&text, ",");
        if (made.operating || !add_condition(&made, word)) /* an operator does not know who calls it */
            refuse(name, word);
    }
    return &made;
}
