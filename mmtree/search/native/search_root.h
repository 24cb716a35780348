/* The root of a search: all secrets asked about, too many to have a table of their own. */

#ifndef MMTREE_SEARCH_ROOT_H
#define MMTREE_SEARCH_ROOT_H

#include "search_set.h"

typedef struct {
    const uint32_t *secrets;
    uint32_t n, depth;
    const uint32_t *openings; /* NULL for all */
    uint32_t opening_count;
    const Symmetry *symmetry; /* or NULL */
    const Set *matrix;         /* in which the openings are tried; NULL to see whether one is worth it */
    bool inner;               /* a cell too large for a frame, which only a beam goes into */
} Root;

/* The same as perfect(), without a frame. */
uint32_t find_separating_rank(Worker *worker, const uint32_t *secrets, uint32_t n);

/* The least price of a root below the search's limit, its plan at the end of the worker's; or the limit. */
int64_t search_root(Worker *worker, const Root *root);

#endif
