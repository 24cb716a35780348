/* The search without its shortcuts, for tests to compare with. */

#ifndef MMTREE_PLAIN_H
#define MMTREE_PLAIN_H

#include "root.h"

/* What search_root finds, by a search that shares no more with it than the bounds by size. */
int64_t search_plain(Worker *worker, const Root *root);

#endif
