/* The search without its shortcuts, for tests to compare with. */

#ifndef MMTREE_REFERENCE_SEARCH_H
#define MMTREE_REFERENCE_SEARCH_H

#include "search_root.h"

/* What search_root finds, by a search that shares no more with it than the bounds by size. */
int64_t search_reference(Worker *worker, const Root *root);

#endif
