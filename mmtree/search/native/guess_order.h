/* The order in which guesses are tried: by bound, then by rank. */

#ifndef MMTREE_GUESS_ORDER_H
#define MMTREE_GUESS_ORDER_H

#include "guess_bounds.h"
#include "useful_guesses.h"

/* A guess to try (a rank; within one set, a position) and its lower bound. */
typedef struct { int64_t bound; uint32_t guess; } Candidate;

/* Sorts candidates, or structs that begin with one, that are given by rising guess. Returns the sorted
   items, in place or from the worker's slabs. */
void *sort_by_bound(Worker *worker, void *items, uint32_t count, size_t size);

/* A guess that may be tried (a position), and a sharper bound that only prunes. */
typedef struct { Candidate candidate; int64_t sharp; } BoundedGuess;

/* Lists the guesses that may cost less than the best, by rank, from the sizes of their cells; `waiting` has
   room for all guesses. Returns how many. */
uint32_t list_guesses(Worker *worker, Set set, const Scan *scan, const ShownColors *shown, int64_t best,
                      BoundedGuess *waiting);

#endif
