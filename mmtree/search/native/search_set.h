/* Branch and bound: the search of a set tries its guesses in the order of their bounds. */

#ifndef MMTREE_SEARCH_SET_H
#define MMTREE_SEARCH_SET_H

#include "cell_bounds.h"
#include "symmetry.h"
#include "transposition_table.h"

/* A guess to try (a rank; within one set, a position) and its lower bound. */
typedef struct { int64_t bound; uint32_t guess; } Candidate;

/* The least price so far; its plan starts at `base`. `known` is the price if it was known before, else
   0. When it is reached, `best` becomes 0, which prunes all other guesses. */
typedef struct { int64_t best; size_t base; int64_t known; } Best;

/* For sorting by bound, then by guess. */
int compare_bounds(const void *first, const void *second);

/* Sorts candidates, or structs that begin with one, that are given by rising guess. Returns the sorted
   items, in place or from the worker's slabs. */
void *sort_by_bound(Worker *worker, void *items, uint32_t count, size_t size);

/* A guess that may be tried (a position), and a sharper bound that only prunes. */
typedef struct { Candidate candidate; int64_t sharp; } BoundedGuess;

/* Lists the guesses that may cost less than the best, by rank, from the sizes of their cells; `waiting` has
   room for all guesses. Returns how many. */
uint32_t list_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown, int64_t best,
                      BoundedGuess *waiting);

/* Takes over a price and its plan, which starts at `start`, if it is below the best. */
void keep_if_cheaper(Worker *worker, Best *best, int64_t found, size_t start);

/* Returns the price of a guess of the given bound if it is below the limit, with the plan appended to
   the worker's, or the limit. bounds: NULL for a small set. If given, *shared_limit is a limit that
   other threads lower meanwhile. */
int64_t try_guess(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
                  const Symmetry *symmetry, const _Atomic int64_t *shared_limit);

/* Returns the least price of a set if it is below the limit, with its plan appended to the worker's, or
   the limit. known: from the transposition table. given: the scan of the set if there is one, else NULL. */
int64_t search_set(Worker *worker, Set set, int64_t limit, const KnownPrice *known, const Scan *given,
                   const Symmetry *symmetry);

#endif
