/* The root of a search: all secrets it was called with, usually too many for one feedback matrix. */

#ifndef MMTREE_SEARCH_ROOT_H
#define MMTREE_SEARCH_ROOT_H

#include "opening.h"

/* Records the openings from number `from` on as progress. */
void record_openings(Search *search, const Candidate *openings, uint32_t from, uint32_t count);

/* Returns the least price below the limit by some openings, tried in their order, with its plan; or the limit.
   Bounds above `end` are skipped. */
int64_t search_openings(Worker *worker, const Root *root, Candidate *candidates, uint32_t count, int64_t end,
                        int64_t limit);

/* Returns the least price of the root if it is below the search's limit, with the plan appended to the
   worker's, or the limit. */
int64_t search_root(Worker *worker, const Root *root);

#endif
