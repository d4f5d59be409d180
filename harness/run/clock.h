/* Time.  Both may be called in a signal handler. */
#ifndef HARNESS_CLOCK_H
#define HARNESS_CLOCK_H

/* Seconds since a moment that stays the same; seconds that processors have worked for this process. */
double h_seconds(void);
double h_cpu_seconds(void);

#endif
