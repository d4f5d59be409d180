/* Profiles: settings under which MPI chooses another algorithm or protocol, as `dtp profiles` lists them.  DTP_PROFILE
 * has the name; DTP_SETTINGS what is set, ENVIRONMENT=VALUE, and what MPI's control variables must then say,
 * VARIABLE:NUMBER. */
#include "state.h"
#include "run/line.h"
#include "run/run.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next word of the settings: a name, which ends in = or :, and a value.  False after the last one. */
static bool next(const char **at, char name[H_TEXT], char value[H_TEXT], bool *is_variable)
{
    const char *word = *at + strspn(*at, " ");
    const size_t n = strcspn(word, " "), k = strcspn(word, "=: ");

    *at = word + n;
    *is_variable = word[k] == ':';
    (void) snprintf(name, H_TEXT, "%.*s", (int) k, word);
    (void) snprintf(value, H_TEXT, "%.*s", k < n ? (int) (n - k - 1) : 0, word + k + 1);
    return n > 0;
}

static bool is_set(const char *name, const char *value, char *why, size_t size)
{
    const char *found = getenv(name);

    if (found && strcmp(found, value) == 0)
        return true;
    (void) snprintf(why, size, "the profile %s is not in force: expected %s=%s in the environment, found %s",
                    getenv("DTP_PROFILE"), name, value, found ? found : "nothing");
    return false;
}

static bool reads(const char *name, const char *value, char *why, size_t size)
{
    long long expected, found;

    if (!h_parse_number(value, 0, LLONG_MAX, &expected))
        (void) snprintf(why, size, "DTP_SETTINGS: '%s:%s': expected a number", name, value);
    else if (DTP_control_read(name, &found) != DTP_SUCCESS)
        (void) snprintf(why, size, "the profile %s: %s", getenv("DTP_PROFILE"), DTP_message());
    else if (found != expected)
        (void) snprintf(why, size, "the profile %s is not in force: expected %lld of the control variable %s, "
                        "found %lld", getenv("DTP_PROFILE"), expected, name, found);
    else
        return true;
    return false;
}

int h_profile_check(char *why, size_t size)
{
    const char *profile = getenv("DTP_PROFILE"), *settings = getenv("DTP_SETTINGS");
    char name[H_TEXT], value[H_TEXT];
    bool is_variable, verified = false;

    if (!profile && !settings)
        return 0;
    for (const char *at = profile && settings ? settings : ""; next(&at, name, value, &is_variable);) {
        if (!(is_variable ? reads(name, value, why, size) : is_set(name, value, why, size)))
            return H_USAGE;
        verified = verified || is_variable;
    }
    if (verified)
        return 0;
    (void) snprintf(why, size, "DTP_PROFILE and DTP_SETTINGS: expected both, the settings with a control variable, "
                    "as of `dtp profiles`");
    return H_USAGE;
}

void h_profile_add(struct h_line *line)
{
    const char *profile = getenv("DTP_PROFILE"), *settings = getenv("DTP_SETTINGS");
    char name[H_TEXT], value[H_TEXT];
    bool is_variable;

    if (!profile || !settings)
        return;
    h_line_add(line, "DTP_PROFILE=%s DTP_SETTINGS='%s' ", profile, settings);
    for (const char *at = settings; next(&at, name, value, &is_variable);)
        if (!is_variable)
            h_line_add(line, "%s=%s ", name, value);
}
