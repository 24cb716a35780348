/* Bounds of all guesses on a set, from the number and the sizes of the cells they make. */

#pragma once

#include "feedback_matrix.h"
#include "search.h"

/* How much the bound of each guess exceeds its flat bound, in steps of `gap`. over: for exact_bound(),
   or UNCOUNTED; sharp: for a sharper bound, 254 at most. Of a large set only wide, in prices: for
   exact_bound() in the lower half of its bits and for the sharper bound in the upper half; from MAX_COST on only a
   lower bound. */
typedef struct { uint16_t *over; uint8_t *sharp; uint64_t *wide; int64_t gap; } Excess;

/* A guess to try (a rank; within one set, a position) and its lower bound. */
typedef struct { int64_t bound; uint32_t guess; } Candidate;

/* [feedbacks]: lower bounds of the cell of each feedback by its size, [n + 1]. */
typedef struct { const int64_t *of[MAX_FEEDBACKS]; } CellPrices;

/* The same bounds for each feedback. */
CellPrices for_all_cells(const Search *search, const int64_t *prices);

/* The result of bounding all guesses on a set; memory is from the arena. */
typedef struct {
    uint8_t *cells;      /* [guesses]: number of cells that each guess makes */
    int64_t least;       /* lower bound of all guesses */
    bool solved;         /* the guess (a position) attains the least bound */
    uint32_t guess;
    /* only if the sizes of cells were counted, as for a set of more secrets than there are feedbacks: */
    CellPrices *prices;
    Excess excess;
    uint64_t *estimates; /* [guesses], in a beam: the same for the sum of the cells' estimates, in each half */
    /* with weights, in place of the four before: the guesses whose bound is below the limit of the scan */
    Candidate *candidates;
    uint32_t count;
} Scan;

/* How much the first n secrets of a set weigh together; sums: NULL without weights. */
static inline int64_t weigh(const int64_t *sums, uint32_t n) { return sums ? sums[n] : n; }

/* Bound of a guess by its number of cells alone: one secret of each cell, the heaviest ones, takes the next guess, all
   others the one after. member: the guess is a secret of the set, and found at once. */
static inline int64_t flat_bound_by_weight(const Search *search, uint32_t depth, const int64_t *sums, uint32_t n,
                                           uint32_t cells, bool member)
{
    const int64_t first = price(search, depth + 1), second = price(search, depth + 2),
                  third = price(search, depth + 3), mine = weigh(sums, member), others = weigh(sums, cells);
    return cap(multiply(mine, first) + multiply(others - mine, second) + multiply(weigh(sums, n) - others, third));
}

static inline int64_t flat_bound(const Search *search, uint32_t depth, uint32_t n, uint32_t cells, bool member)
{
    return flat_bound_by_weight(search, depth, NULL, n, cells, member);
}

/* The bound of a guess (a position) from the exact sizes of its cells, as mmtree/search/prices.py
   defines it. The order of guesses is by this bound. */
int64_t exact_bound(Worker *worker, Set set, uint32_t guess);

/* The sum of the prices of a guess's cells, with the price of a right guess. */
int64_t sum_cells(Worker *worker, Set set, uint32_t guess, const CellPrices *prices, int64_t right);

/* exact_bound() from the scan of a set, given the guess's flat bound. */
static inline int64_t excess_bound(Worker *worker, Set set, const Excess *excess, uint32_t guess,
                                   int64_t flat)
{
    const uint32_t wide = excess->wide ? (uint32_t)excess->wide[guess] : 0;
    if (excess->wide ? wide >= MAX_COST : excess->over[guess] == UNCOUNTED)
        return exact_bound(worker, set, guess);
    return cap(flat + (excess->wide ? wide : multiply(excess->over[guess], excess->gap)));
}

/* A bound of a guess that is as sharp as its cells' bounds by size allow, given its flat bound; if that is
   not below the limit, perhaps a lower one. */
int64_t sharp_bound(Worker *worker, Set set, const Scan *scan, uint32_t guess, int64_t flat, int64_t limit);

/* The least sharp_bound() or exact_bound() of any guess on a large set that was scanned. */
int64_t find_least(Worker *worker, Set set, const Scan *scan, bool sharp);

/* A lower bound of the price of a set without a separating secret. */
int64_t bound_inseparable_set(Worker *worker, Set set);
