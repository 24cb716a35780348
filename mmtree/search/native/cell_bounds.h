/* A ladder: guesses for the cells of a set in falling order of how many cells they make of the set itself,
   some hundreds to a rung. A guess makes no more cells of a part than of the whole, so that whoever asks
   for the most cells of a part climbs down only as far as a guess could still make more. */

#ifndef MMTREE_CELL_BOUNDS_H
#define MMTREE_CELL_BOUNDS_H

#include "guess_bounds.h"
#include "vectors.h"

enum {
    TIERS = 8,        /* no more are made: what a cell has not shown there it rarely shows at all */
    TIER_GUESSES = 384,
};

/* The guesses on it make from `top` cells down to more than the next rung's top. */
typedef struct { FeedbackTable table; unsigned top; } Tier;

/* Secrets are named here by their place among the members of the set. */
typedef struct CellBounds {
    Set set;
    const ShownColors *shown;
    const uint8_t *cells;  /* of each guess of the frame */
    const int64_t *prices; /* [n + 1]: least price of a cell of so many secrets */
    uint32_t left[MAX_FEEDBACKS + 1]; /* how many guesses make so many cells and are on no rung */
    unsigned top;          /* the most cells that one of them makes; 0 when none is left */
    int count;
    Tier tiers[TIERS];
    uint8_t *room;         /* for the columns of the next rung */
    ByteMask *row;    /* the members in a row of the frame, line by line */
    uint32_t lines;
    FeedbackTable members;         /* the feedback of the members with each other */
    uint8_t *counted;      /* scratch */
} CellBounds;

/* Starts the ladder of a set, from the cells that each guess makes and the prices of cells. */
void start_cell_bounds(Worker *worker, Set set, const uint8_t *cells, const int64_t *prices,
                       const ShownColors *shown, CellBounds *bounds);

/* A lower bound of what a cell costs, three secrets or more, given by places (rising), or one that is as
   high as needed. Where one of them gets another feedback from every other, that is the price, and
   `perfect` the first such place. */
int64_t bound_cell(Worker *worker, CellBounds *bounds, const uint32_t *places, uint32_t n, int64_t needed,
                   uint32_t *separating);

#endif
