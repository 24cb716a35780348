/* One step ahead: the guess of the best score. */

#ifndef MMTREE_ONE_STEP_H
#define MMTREE_ONE_STEP_H

#include "symmetry.h"

enum { LARGEST_CELL, EXPECTED_SIZE, MOST_CELLS, WEIGHTS };

typedef struct {
    const uint32_t *secrets;
    uint32_t n;
    const Symmetry *symmetry;
    int rule;
    const int64_t *weights; /* [n + 1] for WEIGHTS */
} Choice;

/* Best guess by a score: of equal scores a secret of the set, then the lowest; NONE if none splits. */
uint32_t choose_guess(Worker *worker, const Choice *choice);

#endif
