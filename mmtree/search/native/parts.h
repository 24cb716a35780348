/* Parts of a search: what is settled, kept by who asks for it, and used again by a later run. */

#ifndef MMTREE_PARTS_H
#define MMTREE_PARTS_H

#include "search.h"

/* For sorting: by path, and of those on one path the one that tells most first. */
int by_path(const void *first, const void *second);
int by_worth(const void *first, const void *second);

/* What an earlier run settled about this part, if it decides the matter below the limit. */
const Part *known_part(const Search *search, const int32_t *path, int64_t limit);

/* The price of such a part, its plan at the end of the worker's; or the limit. */
int64_t use_part(Worker *worker, const Part *part, int64_t limit);

/* Notes the price of a part, with its plan from `start` on; or that it is not below the limit. */
void settle(Worker *worker, const int32_t *path, int64_t found, bool exact, size_t start);

#endif
