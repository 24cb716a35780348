/* The search of a set: its guesses in the order of their bounds, and their cells in turn. */

#ifndef MMTREE_SEARCH_SET_H
#define MMTREE_SEARCH_SET_H

#include "cell_bounds.h"
#include "symmetry.h"
#include "transposition_table.h"

/* A guess to be tried: a rank; within one set a position. */
typedef struct { int64_t bound; uint32_t guess; } Candidate;

/* The least price so far, whose plan starts at the base. Once it is the price known before (0: none is),
   nothing below it is left to be found, and `best` is 0. */
typedef struct { int64_t best; size_t base; int64_t known; } Best;

/* For sorting: by bound, then by guess. */
int compare_bounds(const void *first, const void *second);

/* Candidates, or what begins with one, of rising rank: sorted so, there or elsewhere. */
void *sort_by_bound(Worker *worker, void *items, uint32_t count, size_t size);

/* Keeps a price with its plan, from `start` on, where it is below the best. */
void keep_if_cheaper(Worker *worker, Best *best, int64_t found, size_t start);

/* The price of one guess, with its plan at the end of the worker's plan; or the limit, when it
   cannot be below. `shared`, where it is given, lowers the limit while others search. */
int64_t try_guess(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
                  const Symmetry *symmetry, const _Atomic int64_t *shared_limit);

/* The least price of a set below the limit, its plan at the end of the worker's; or the limit. */
int64_t search_set(Worker *worker, Set set, int64_t limit, const KnownPrice *known, const Scan *given,
                   const Symmetry *symmetry);

#endif
