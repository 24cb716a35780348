/* Lower bounds for the cells of a set. A guess splits a cell of the set into no more cells than it
   splits the set. So the guesses are sorted by the number of cells they make of the set, in tiers of
   some hundreds, and the search for the guess that makes most cells of a cell ends at the first tier
   that cannot make more. */

#pragma once

#include "guess_bounds.h"
#include "useful_guesses.h"
#include "vectors.h"

enum {
    /* At most so many tiers, because a guess of a later one is rarely better: 4 take 1.12 times the
       instructions for 5p5c, 1.03 for 4p8c; 16 change nothing. */
    TIERS = 8,
    /* About so many guesses to a tier. 192 take 0.92 (4p7c) to 0.98 (5p5c) of the instructions, 768 take
       1.02 (3p12c) to 1.09 (4p7c, 4p8c). */
    TIER_GUESSES = 384,
    /* Sets of so many secrets have one tier, the matrix: 5p9c below 324630 takes as much time, but 1.21 GB instead of
       1.97, below 320674 0.92 of the time. 1400: 1.16 of it. */
    LARGE_SET = 3000,
};

/* The feedback of the guesses of a tier. They make at most `top` cells of the set, and more than `top`
   of the next tier. */
typedef struct { FeedbackTable table; unsigned top; } Tier;

/* The guesses of one set. Secrets are named by their place among the members of the set. Each thread has
   its own. */
typedef struct CellBounds {
    Set set;
    const ShownColors *shown;
    const uint8_t *cells;             /* [guesses]: number of cells that each guess of the matrix makes */
    const CellPrices *prices;
    uint32_t left[MAX_FEEDBACKS + 1]; /* number of guesses in no tier, by number of cells */
    unsigned top;                     /* most cells that any of those makes; 0: none are left */
    int count;
    Tier tiers[TIERS];
    uint8_t *room;                    /* for the columns of the next tier */
    FeedbackTable members;            /* feedback of the members as guesses */
    uint8_t *counted;                 /* scratch */
} CellBounds;

/* Prepares the bounds for a set from the number of cells of each guess and the lower bounds by size.
   Memory is from the arena. */
void start_cell_bounds(Worker *worker, Set set, const uint8_t *cells, const CellPrices *prices,
                       const ShownColors *shown, CellBounds *bounds);

/* Returns a lower bound of the price of a cell of n ≥ 3 secrets (places, rising), which is `least` or more. sums: as of
   sum_weights(). Stops early once the bound reaches `needed`. Sets *separating to the first secret that gets a
   different feedback from every other one, in which case the bound is the price without weights; else to NONE. */
int64_t bound_cell(Worker *worker, CellBounds *bounds, const uint32_t *places, uint32_t n, const int64_t *sums,
                   int64_t least, int64_t needed, uint32_t *separating);
