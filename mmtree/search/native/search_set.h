/* Branch and bound: the search of a set tries its guesses in the order of their bounds, and that of a guess
   searches its cells, which are sets. */

#pragma once

#include "guess_order.h"
#include "split.h"
#include "symmetry.h"

/* The least price so far; its plan starts at `base`. `known` is the price if it was known before, else
   0. When it is reached, `best` becomes 0, which prunes all other guesses. */
typedef struct { int64_t best; size_t base; int64_t known; } Best;

/* Returns the price of a guess of the given bound if it is below the limit, with the plan appended to
   the worker's, or the limit. bounds: NULL for a small set. If given, *shared_limit is a limit that
   other threads lower meanwhile. */
int64_t try_guess(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
                  const Symmetry *symmetry, const _Atomic int64_t *shared_limit);

/* Searches an open cell of a set. Returns its price if it is below the limit, with the plan appended to
   the worker's, or the limit. */
int64_t search_cell(Worker *worker, Set set, const Split *split, Cell *cell, int64_t limit,
                    const Symmetry *symmetry);

/* Searches the open cells of a split guess until all prices are known or its bound reaches the limit, which
   other threads may lower; returns the limit. left: the symmetries after the guess. Appends plans. */
int64_t raise_cells(Worker *worker, Set set, Split *split, int64_t limit, const Symmetry *left,
                    const _Atomic int64_t *shared_limit);
