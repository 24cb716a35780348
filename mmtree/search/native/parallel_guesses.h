/* The guesses of a whole feedback matrix, tried by several threads at once. */

#pragma once

#include "search_set.h"

typedef struct ParallelGuesses ParallelGuesses;

/* Tries candidates (ranks) on the whole set of a matrix. Returns the least price below the limit, with
   its plan appended to the worker's, or the limit. The answer does not depend on the number of threads.
   Reorders the candidates; records solved parts under `path`, the path to the set. */
int64_t try_guesses_in_parallel(Worker *worker, Set set, int64_t limit, const Symmetry *symmetry,
                                Candidate *candidates, uint32_t count, const int32_t *path);

/* Returns how much the bound of the set has risen so far, and sets *share to the part of the work that
   is done, from 0 to 1. Any thread may call this while the search runs. */
int64_t estimate_raise(ParallelGuesses *parallel, double *share);
