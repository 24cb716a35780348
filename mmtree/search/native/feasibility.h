/* Whether all of some secrets can be found within so many guesses. */

#ifndef MMTREE_FEASIBILITY_H
#define MMTREE_FEASIBILITY_H

#include "symmetry.h"

/* How many secrets can be found within so many guesses, of those that give some feedback to a guess:
   [left][feedbacks]. Beyond the last level, any number can. */
typedef struct { const uint32_t *most; uint32_t levels; } Capacity;

/* Whether a tree finds every one of the secrets within so many guesses. Its plan is then at the end of the
   worker's. `tries`: of each set only so many guesses are tried, and of equal scores one; 0 for all guesses,
   of which symmetry, where it is given, leaves out some. */
bool find_tree_within(Worker *worker, const Capacity *capacity, const uint32_t *secrets, uint32_t n,
                      uint32_t left, uint32_t tries, const Symmetry *symmetry);

#endif
