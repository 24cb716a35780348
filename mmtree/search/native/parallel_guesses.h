/* A race: several threads try the guesses of a frame's whole set, and the cheapest wins. */

#ifndef MMTREE_PARALLEL_GUESSES_H
#define MMTREE_PARALLEL_GUESSES_H

#include "search_set.h"

typedef struct Race Race;

/* The least price of a frame's whole set below the limit, its plan at the end of the worker's.
   The candidates are reordered; the path leads to the set, and what is settled is noted under it. */
int64_t run_race(Worker *worker, Set set, int64_t limit, const Symmetry *symmetry,
                 Candidate *candidates, uint32_t count, const int32_t *path);

/* What the race adds to the bound of its set, and the share of it that is settled, from 0 to 1. */
int64_t race_raise(Race *race, double *share);

#endif
