/* Limits of cells. All secrets that get one feedback from a guess have something in common, so with most feedbacks, no
   other guess splits them into as many cells as there are feedbacks: with 3 black and 2 white pegs, into 5 at most, of
   20. So fewer secrets of a cell can be found by the guesses that follow than size_bounds.py counts, which takes 20
   cells for each guess: 277 instead of 381 by three, 3519 instead of 7240 by four. koyama-lai for 5p9c below 320674
   takes 0.36 of the processor time, for 5p8c below 170000 0.40, below 174000 0.64, for 5p6c 0.89 (single runs, one
   thread, AVX-512). */

#pragma once

#include "search.h"

enum {
    MAX_LIMITED = 64, /* feedbacks of a game with limits */
    MAX_FOUND = 32,   /* guesses for which secrets are counted */
};

typedef struct CellLimits {
    bool counted;
    /* [feedbacks]: the most cells that any guess makes of the secrets with this feedback to any other guess */
    uint8_t most_cells[MAX_LIMITED];
    /* [guesses][cells]: the most secrets that so many guesses find of a set of which no guess makes more cells */
    uint64_t found[MAX_FOUND][MAX_LIMITED + 1];
} CellLimits;

/* Counts the limits of a game, once. If that takes long, cells are unlimited; a game given by a table has none. */
void count_cell_limits(Worker *worker, CellLimits *limits);

/* The most cells that any guess makes of a cell of a set, of which no guess makes more than `most`. */
static inline unsigned limit_cells(const Search *search, int feedback, unsigned most)
{
    const CellLimits *limits = search->limits;
    return limits && limits->most_cells[feedback] < most ? limits->most_cells[feedback] : most;
}

/* Raises lower bounds by size, [n + 1], of sets after so many guesses of which no guess makes more cells. */
void raise_by_limits(const Search *search, uint32_t guesses, unsigned cells, uint32_t n, int64_t *prices);
