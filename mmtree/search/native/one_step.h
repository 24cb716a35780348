/* One-step strategies: the guess with the best score over its cell sizes. */

#pragma once

#include "search.h"
#include "symmetry.h"

/* Rules: least largest cell, least expected size (sum of squares), most cells, least sum of
   weights[size]. */
enum { LARGEST_CELL, EXPECTED_SIZE, MOST_CELLS, WEIGHTS };

/* A set (ranks, rising) and a rule. Only representatives of the symmetry are tried; NULL: all guesses. */
typedef struct {
    const uint32_t *secrets;
    uint32_t n;
    const Symmetry *symmetry;
    int rule;
    const int64_t *weights; /* [n + 1] for WEIGHTS */
} Choice;

/* Returns the guess (a rank) of the best score; of equal scores a secret of the set first, then the
   lowest. NONE if no guess splits the set. */
uint32_t choose_guess(Worker *worker, const Choice *choice);
