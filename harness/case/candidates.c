/* The known issues that a case may be one of, by its operation and the procedure that is asked: most ask for others. */
#include "case/candidates.h"
#include "state.h"
#include "run/line.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const char *text)
{
    return text ? text : "";
}

static bool is_about(const struct h_candidates *these, const char *operation, const char *check)
{
    return strcmp(these->operation, operation) == 0 && (these->check != NULL) == (check != NULL) &&
           (!check || strcmp(these->check, check) == 0);
}

static char *copy_of(const char *text)
{
    return text ? h_copy(text, strlen(text)) : NULL;
}

static void add_conditions(struct h_candidates *these, struct h_known_row *row, const struct h_case *c,
                           const struct h_failure *failure)
{
    for (int k = 0; k < row->num_where; k++)
        if (h_condition_may_hold(&row->where[k], c, failure)) {
            these->list = h_grow(these->list, these->n, sizeof *these->list);
            these->list[these->n++] = (struct h_candidate) {row, &row->where[k]};
        }
}

const struct h_candidates *h_candidates(struct h_known_list *list, const struct h_case *c,
                                        const struct h_failure *failure)
{
    const char *operation = text_of(c->operation), *check = failure ? text_of(failure->check) : NULL;
    const uint64_t hash = h_hash_text(operation) ^ h_hash_text(text_of(check));
    struct h_candidates **head = &list->found[hash % H_CANDIDATE_LISTS], *these;

    for (these = *head; these; these = these->next)
        if (is_about(these, operation, check))
            return these;
    these = h_alloc(sizeof *these);
    *these = (struct h_candidates) {.operation = copy_of(operation), .check = copy_of(check), .next = *head};
    for (int k = 0; k < list->n; k++)
        add_conditions(these, &list->rows[k], c, failure);
    return *head = these;
}

void h_candidates_forget(struct h_known_list *list)
{
    for (int k = 0; k < H_CANDIDATE_LISTS; k++)
        while (list->found[k]) {
            struct h_candidates *these = list->found[k];
            list->found[k] = these->next;
            free(these->operation);
            free(these->check);
            free(these->list);
            free(these);
        }
}
