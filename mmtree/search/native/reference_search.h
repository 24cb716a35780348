/* The reference search: simple and slow, for tests to compare search_root() with. */

#ifndef MMTREE_REFERENCE_SEARCH_H
#define MMTREE_REFERENCE_SEARCH_H

#include "search_root.h"

/* Returns the same as search_root(). Shares with it only the bounds by size, the symmetry and the plan. */
int64_t search_reference(Worker *worker, const Root *root);

#endif
