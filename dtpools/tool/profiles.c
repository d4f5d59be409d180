/* dtp profiles: a line for each, NAME OPERATION ENVIRONMENT=VALUE VARIABLE:NUMBER # what MPI says of the variable.
 * With that in the environment the control variable reads as the number; a profile may have several such pairs. */
#include "profiles.h"
#include "tool.h"

#include "alloc.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sizes at which messages go another way, and segments: no multiple of what types and blocks are made of. */
#define SIZE "1000"

struct profile {
    char name[2 * PROFILE_NAME];
    int n;
    struct setting settings[PROFILE_SETTINGS];
};

/* What is known of the MPI while its profiles are printed. */
struct listing {
    struct settings how;
    struct variable *all;
    int n;
    struct setting other;   /* of how.other */
    bool has_other;
};

/* ---- names ---- */

static void add_words(char *name, size_t size, const char *words)
{
    size_t k = strlen(name);

    for (; *words && k < size - 1; words++)
        name[k++] = *words == '_' ? '-' : (char) tolower((unsigned char) *words);
    name[k] = '\0';
}

/* What comes after the operation in the name of a variable, in capitals or not. */
static const char *after_operation(const struct variable *v)
{
    const size_t n = strlen(v->operation);

    for (const char *at = v->name; *at; at++) {
        size_t k = 0;
        while (k < n && tolower((unsigned char) at[k]) == v->operation[k])
            k++;
        if (k == n && (at == v->name || at[-1] == '_'))
            return at + n;
    }
    return v->name;
}

/* The words after the operation but for `algorithm`, each with a _ before it. */
static void find_rest(const struct variable *v, char rest[PROFILE_NAME])
{
    static const char algorithm[] = "_algorithm";
    char *found;

    *rest = '\0';
    for (const char *at = after_operation(v); *at && strlen(rest) < PROFILE_NAME - 1; at++)
        (void) snprintf(rest + strlen(rest), 2, "%c", tolower((unsigned char) *at));
    found = strstr(rest, algorithm);
    if (found)
        memmove(found, found + sizeof algorithm - 1, strlen(found + sizeof algorithm - 1) + 1);
}

/* The length of the words that the names of all variables begin with. */
static size_t common_prefix(const struct listing *l)
{
    size_t n = l->n > 0 ? strlen(l->all[0].name) : 0;

    for (int k = 1; k < l->n; k++)
        while (n > 0 && (strncmp(l->all[0].name, l->all[k].name, n) != 0 || l->all[0].name[n - 1] != '_'))
            n--;
    return n;
}

static void short_name(const struct listing *l, const struct variable *v, char *name, size_t size)
{
    char rest[PROFILE_NAME];

    *name = '\0';
    if (*v->operation) {
        find_rest(v, rest);
        (void) snprintf(name, size, "%s", v->operation);
        add_words(name, size, rest);
    } else
        add_words(name, size, v->name + common_prefix(l));
}

/* The short name, or the whole one if an earlier variable has that. */
static void name_of(const struct listing *l, const struct variable *v, char *name, size_t size)
{
    char other[PROFILE_NAME];

    short_name(l, v, name, size);
    for (const struct variable *before = l->all; before < v; before++) {
        short_name(l, before, other, sizeof other);
        if (strcmp(name, other) != 0)
            continue;
        *name = '\0';
        add_words(name, size, v->name);
        return;
    }
}

/* ---- profiles ---- */

static struct setting setting_of(const struct listing *l, const char *variable, const char *value, long long number)
{
    struct setting s = {.number = number};

    (void) snprintf(s.environment, sizeof s.environment, "%.127s%.127s", l->how.environment, variable);
    (void) snprintf(s.variable, sizeof s.variable, "%.127s", variable);
    (void) snprintf(s.value, sizeof s.value, "%s", value);
    return s;
}

static void add_setting(struct profile *p, const struct setting *s)
{
    if (p->n < PROFILE_SETTINGS)
        p->settings[p->n++] = *s;
}

static struct profile profile_of(const struct listing *l, const struct variable *v, const struct setting *s)
{
    struct profile p = {.n = 0};
    char name[PROFILE_NAME];

    name_of(l, v, name, sizeof name);
    (void) snprintf(p.name, sizeof p.name, "%s=%s", name, s->value);
    add_setting(&p, s);
    if (l->has_other && settings_match(l->how.with, v->name))
        add_setting(&p, &l->other);
    return p;
}

static void print(const struct profile *p, const struct variable *v)
{
    const char *operation = v->operation;

    printf("%-40s %s ", p->name, !*operation ? "pt2pt" : *operation == 'i' ? operation + 1 : operation);
    for (int k = 0; k < p->n; k++)
        printf(" %s=%s %s:%lld", p->settings[k].environment, p->settings[k].value, p->settings[k].variable,
               p->settings[k].number);
    printf("  # %s\n", v->about);
}

/* Whether the segments of s are those of the algorithm: both names are alike up to the operation, and what else names
 * the segments names the algorithm. */
static bool is_segmented(const struct variable *algorithm, const struct variable *s, const char *word)
{
    const size_t n = (size_t) (after_operation(s) - s->name);
    char rest[PROFILE_NAME];

    if (algorithm->shape != ALGORITHM || strcmp(algorithm->operation, s->operation) != 0 ||
        strncmp(algorithm->name, s->name, n) != 0)
        return false;
    find_rest(s, rest);
    for (char *part = strtok(rest, "_"); part; part = strtok(NULL, "_")) {
        if (strncmp(part, "seg", 3) == 0 || strcmp(part, "size") == 0 || strcmp(part, "chunk") == 0 ||
            strcmp(part, "pipeline") == 0)
            continue;
        if (!strstr(word, part))
            return false;
    }
    return true;
}

static void print_segmented(const struct listing *l, const struct variable *v, const struct profile *p,
                            const char *word)
{
    for (const struct variable *s = l->all; s < l->all + l->n; s++) {
        const struct setting size = setting_of(l, s->name, SIZE, s->value);
        struct profile both = *p;
        char name[PROFILE_NAME];
        if (s->shape != SEGMENT_SIZE || !s->takes_size || !is_segmented(v, s, word))
            continue;
        name_of(l, s, name, sizeof name);
        (void) snprintf(both.name + strlen(both.name), sizeof both.name - strlen(both.name), "+%s=%s", name, SIZE);
        add_setting(&both, &size);
        print(&both, s);
    }
}

static int print_algorithm(const struct listing *l, const struct variable *v, const char *word, long long number)
{
    const struct setting s = setting_of(l, v->name, word, number);
    const struct profile p = profile_of(l, v, &s);

    print(&p, v);
    print_segmented(l, v, &p, word);
    return 1;
}

/* ---- enumerations that MPI does not list ---- */

/* The end of the word that MPI takes, or NULL; and the number. */
static const char *find_word(const struct listing *l, const struct variable *v, const char *word, long long *number)
{
    for (; *word; word++) {
        const struct setting s = setting_of(l, v->name, word, 0);
        if (variables_try(&s, number))
            return word;
    }
    return NULL;
}

struct numbers {
    long long seen[PROFILE_ITEMS];
    int n;
};

static bool is_new(struct numbers *numbers, long long number)
{
    for (int k = 0; k < numbers->n; k++)
        if (numbers->seen[k] == number)
            return false;
    if (numbers->n == PROFILE_ITEMS)
        return false;
    numbers->seen[numbers->n++] = number;
    return true;
}

static int print_described(const struct listing *l, const struct variable *v, struct numbers *numbers)
{
    long long number;
    int printed = 0;

    for (int k = 0; k < v->n; k++) {
        const char *word = find_word(l, v, v->items[k].word, &number);
        if (word && is_new(numbers, number))
            printed += print_algorithm(l, v, word, number);
    }
    return printed;
}

/* The description has no words that MPI takes: those of the table. */
static int print_guessed(const struct listing *l, const struct variable *v, struct numbers *numbers)
{
    char word[PROFILE_NAME];
    long long number;
    int printed = 0, n;

    for (const char *at = l->how.words; sscanf(at, " %127s%n", word, &n) == 1; at += n) {
        const struct setting s = setting_of(l, v->name, word, 0);
        if (variables_try(&s, &number) && is_new(numbers, number))
            printed += print_algorithm(l, v, word, number);
    }
    return printed;
}

/* ---- variables ---- */

static int print_items(const struct listing *l, const struct variable *v)
{
    int printed = 0;

    for (int k = 0; k < v->n; k++)
        if (v->items[k].value != v->value)
            printed += print_algorithm(l, v, v->items[k].word, v->items[k].value);
    return printed;
}

static int print_eager(const struct listing *l, const struct variable *v)
{
    const struct setting s = setting_of(l, v->name, SIZE, v->value);
    const struct profile p = profile_of(l, v, &s);

    if (v->takes_size)
        print(&p, v);
    return v->takes_size;
}

static int print_variable(const struct listing *l, const struct variable *v)
{
    struct numbers numbers = {.seen = {v->value}, .n = 1};
    int printed;

    if (v->shape == EAGER_LIMIT)
        return print_eager(l, v);
    if (v->shape == SEGMENT_SIZE)
        return 0; /* with the algorithms that have segments */
    if (v->is_listed)
        return print_items(l, v);
    printed = print_described(l, v, &numbers);
    return printed ? printed : print_guessed(l, v, &numbers);
}

/* Which sizes can be set; from then on, what they read as. */
static void try_size(const struct listing *l, struct variable *v)
{
    const struct setting s = setting_of(l, v->name, SIZE, 0);

    v->takes_size = v->shape != ALGORITHM && variables_try(&s, &v->value) && v->value == atoll(SIZE);
}

/* Splits NAME=VALUE. */
static void read_other(struct listing *l)
{
    char *equals = strchr(l->how.other, '=');

    if (!equals)
        return;
    *equals = '\0';
    l->other = setting_of(l, l->how.other, equals + 1, 0);
    l->has_other = variables_try(&l->other, &l->other.number);
}

int tool_profiles(int n, char **words)
{
    struct listing l = {.n = 0};
    int printed = 0;

    (void) n, (void) words;
    if (!settings_find(&l.how) || (l.all = variables_find(&l.n)) == NULL)
        return TOOL_BAD;
    read_other(&l);
    for (int k = 0; k < l.n; k++)
        try_size(&l, &l.all[k]);
    for (int k = 0; k < l.n; k++)
        printed += print_variable(&l, &l.all[k]);
    dtpi_free(l.all);
    if (printed == 0)
        fprintf(stderr, "dtp: this MPI has no control variable that chooses an algorithm or a protocol\n");
    return printed ? TOOL_GOOD : TOOL_BAD;
}
