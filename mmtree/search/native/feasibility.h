/* Feasibility: whether a tree finds all secrets of a set within some number of guesses. */

#pragma once

#include "feasibility_guesses.h"

/* Returns whether a tree finds all n secrets (ranks, rising) within `left` guesses, with its plan
   appended to the worker's if so. tries: try only so many guesses on each set, and one of those of equal
   score; false then proves nothing. 0: try all, except those that the symmetry (or NULL) makes
   superfluous. Fails with STOPPED or OUT_OF_MEMORY. */
bool find_tree_within(Worker *worker, const Capacity *capacity, const uint32_t *secrets, uint32_t n,
                      uint32_t left, uint32_t tries, const Symmetry *symmetry);

/* Lists the guesses, without those that the symmetry (or NULL) makes superfluous, of which counting does not show
   that they find too few secrets (ranks, rising) within `left` guesses: none if that is less than 4, since a set
   without a tree then has only guesses with a cell that no next guess divides enough. guesses: [codes]. Sets *others
   to the number of superfluous guesses of which no cell exceeds the capacity. Returns the number listed.
   For games of codes with at most 56 feedbacks. Fails with STOPPED or OUT_OF_MEMORY. */
uint32_t list_unrefuted_guesses(Worker *worker, const Capacity *capacity, const uint32_t *secrets, uint32_t n,
                                uint32_t left, const Symmetry *symmetry, uint32_t *guesses, uint32_t *others);
