/* The cells of a guess that was split, searched in turn. */

#ifndef MMTREE_SEARCH_CELLS_H
#define MMTREE_SEARCH_CELLS_H

#include "split.h"
#include "symmetry.h"

/* The least price of an open cell of a set below the limit, its plan at the end of the worker's; or the
   limit. */
int64_t search_cell(Worker *worker, Set set, Cell *cell, int64_t limit, const Symmetry *symmetry);

/* The price of a guess that was split, with its plan at the end of the worker's; or the limit. `shared`,
   where it is given, lowers the limit while others search. */
int64_t search_cells(Worker *worker, Set set, uint32_t guess, Split *split, int64_t limit,
                     const Symmetry *symmetry, const _Atomic int64_t *shared_limit);

#endif
