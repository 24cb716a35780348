/* The search of the cells of a split guess. */

#ifndef MMTREE_SEARCH_CELLS_H
#define MMTREE_SEARCH_CELLS_H

#include "split.h"
#include "symmetry.h"

/* The size class of cells of n secrets: eight classes to a factor of two. */
int find_size_class(uint32_t n);

/* Adds a cell to the statistics; beyond the largest weight, earlier cells fade. */
void add_to_statistics(PriceStatistics *stats, double bound, double price, int max_weight);

/* Searches an open cell of a set. Returns its price if it is below the limit, with the plan appended to
   the worker's, or the limit. */
int64_t search_cell(Worker *worker, Set set, Cell *cell, int64_t limit, const Symmetry *symmetry);

/* Whether there may be no tree at all within the guesses allowed. Then the largest cells are searched first,
   which are the most likely to have none. */
bool may_fail(const Search *search, int64_t limit);

/* Searches the open cells of a split guess until all prices are known or its bound reaches the limit, which
   other threads may lower; returns the limit. left: the symmetries after the guess. Appends plans. */
int64_t raise_cells(Worker *worker, Set set, Split *split, int64_t limit, const Symmetry *left,
                    const _Atomic int64_t *shared_limit);

/* Searches the open cells of a split guess. Returns the price of the guess if it is below the limit,
   with the plan appended to the worker's, or the limit. If given, *shared_limit is a limit that other
   threads lower meanwhile. */
int64_t search_cells(Worker *worker, Set set, uint32_t guess, Split *split, int64_t limit,
                     const Symmetry *symmetry, const _Atomic int64_t *shared_limit);

#endif
