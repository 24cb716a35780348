/* Even raising: the bounds of the cells of a large set are raised by parts whose last unit costs about the
   same work in each cell. */

#pragma once

#include "split.h"

/* The predicted difference of a cell's price and its bound. */
double predict_raise(Worker *worker, const Cell *cell);

/* Adds a cell to the worker's statistics with its price or, if not exact, a lower bound above the predicted price. */
void learn_price(Worker *worker, const Cell *cell, int64_t found, bool exact);

/* The predicted raise of a cell's bound by a scan, per secret; INFINITE if no cell of its size was scanned. */
double predict_scan(const Worker *worker, const Cell *cell);

/* Adds the scan of a cell, with the least bound that it found, to the worker's statistics. */
void learn_scan(Worker *worker, const Cell *cell, int64_t least);

/* Whether there may be no tree at all within the guesses allowed. Then the largest cells are searched first,
   which are the most likely to have none. */
bool may_fail(const Search *search, int64_t limit);

/* Whether the cells of a set of n secrets are raised evenly. */
bool is_raised_evenly(const Search *search, uint32_t n);

/* Chooses the open cell of a split guess to search next, and the limit of that search. NULL if the bound has
   reached the limit, or all open cells were searched but those whose price is known. n: secrets of the set. */
Cell *choose_cell(const Search *search, const Split *split, uint32_t n, int64_t limit, int64_t *cell_limit);

/* Takes over the result of that search: raises the bounds, and learns from its work. */
void record_result(const Search *search, Split *split, Cell *cell, int64_t found, int64_t cell_limit, uint64_t work);
