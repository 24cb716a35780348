/* The root of a search: all secrets it was called with, usually too many for one feedback matrix. */

#ifndef MMTREE_SEARCH_ROOT_H
#define MMTREE_SEARCH_ROOT_H

#include "search_set.h"

typedef struct {
    const uint32_t *secrets;
    uint32_t n, depth;
    const uint32_t *openings; /* guesses to try (ranks, rising); NULL: all */
    uint32_t opening_count;
    const Symmetry *symmetry; /* or NULL */
    /* whole set of a cached matrix, in which the openings are tried; NULL: search_root() decides */
    const Set *whole_set;
    bool inner;               /* a cell too large for a matrix, as only beam searches have */
} Root;

/* find_separating_secret() for secrets given by rank, without a matrix. */
uint32_t find_separating_rank(Worker *worker, const uint32_t *secrets, uint32_t n);

/* Returns the least price of the root if it is below the search's limit, with the plan appended to the
   worker's, or the limit. */
int64_t search_root(Worker *worker, const Root *root);

#endif
