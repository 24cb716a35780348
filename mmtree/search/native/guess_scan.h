/* Scans: all guesses on a set are counted at once, and bounded. */

#pragma once

#include "guess_bounds.h"

/* Bounds all guesses on a set by the sizes of their cells, whatever its size. symmetry: maps the set onto itself. */
void scan_sizes(Worker *worker, Set set, const Symmetry *symmetry, Scan *scan);

/* Counts the cells of all guesses on a set, and bounds its cells by their size. Where a guess may make fewer cells than
   a bound below the limit takes, the count is an upper bound. */
void scan_cells(Worker *worker, Set set, int64_t limit, Scan *scan);

/* Bounds all guesses on a set. raised: a lower bound of the price of a small set; its scan ends at the
   first guess that attains it. limit: guesses of a small set whose bound is not below may be left out. Fails
   with STOPPED or OUT_OF_MEMORY. */
void scan_set(Worker *worker, Set set, int64_t raised, int64_t limit, const Symmetry *symmetry, Scan *scan);
