/* A race: several threads try the guesses of a frame's whole set, and the cheapest wins. */

#ifndef MMTREE_PARALLEL_GUESSES_H
#define MMTREE_PARALLEL_GUESSES_H

#include "search_set.h"

typedef struct ParallelGuesses ParallelGuesses;

/* The least price of a frame's whole set below the limit, its plan at the end of the worker's.
   The candidates are reordered; the path leads to the set, and what is settled is noted under it. */
int64_t try_guesses_in_parallel(Worker *worker, Set set, int64_t limit, const Symmetry *symmetry,
                                Candidate *candidates, uint32_t count, const int32_t *path);

/* What the race adds to the bound of its set, and the share of it that is settled, from 0 to 1. */
int64_t estimate_raise(ParallelGuesses *parallel, double *share);

#endif
