/* Looking at all guesses for one set: into how many cells they split it, and what that bounds. */

#ifndef MMTREE_GUESS_BOUNDS_H
#define MMTREE_GUESS_BOUNDS_H

#include "search.h"
#include "vectors.h"

/* What the cells of each guess cost beyond the flat bound, in steps of `gap`: by the bounds of the design (or
   UNCOUNTED), and by sharper ones, up to 254. */
typedef struct { uint16_t *over; uint8_t *sharp; int64_t gap; } Excess;

/* What is known of a set once every guess has been looked at. */
typedef struct {
    uint8_t *cells;   /* for each guess: into how many cells it splits the set */
    int64_t least;    /* no guess has a lower bound */
    bool solved;     /* and this guess attains it: */
    uint32_t guess;
    /* Of a set of more secrets than there are feedbacks: */
    int64_t *prices;  /* [n + 1]: least price of a cell of so many secrets */
    Excess excess;
    uint32_t *cost_sums; /* where few guesses are tried: for each the sum of the costs of its cells (beam.c) */
} Scan;

/* Bound of a guess that makes so many cells, none of them so large that a level overflows. */
static inline int64_t flat_bound(const Search *search, uint32_t depth, uint32_t n, uint32_t cells,
                                 bool member)
{
    const int64_t first = price(search, depth + 1), second = price(search, depth + 2),
                  third = price(search, depth + 3);
    return cap(multiply(member, first) + multiply(cells - member, second) + multiply(n - cells, third));
}

/* The bound of the design for a guess, counted. */
int64_t exact_bound(Worker *worker, Set set, uint32_t guess);

/* The same, given its flat bound. */
static inline int64_t excess_bound(Worker *worker, Set set, const Excess *excess, uint32_t guess,
                                   int64_t flat)
{
    return excess->over[guess] == UNCOUNTED ? exact_bound(worker, set, guess)
                                            : cap(flat + multiply(excess->over[guess], excess->gap));
}

/* The least bound of the design of any guess for a set of more secrets than there are feedbacks. */
int64_t least_bound(Worker *worker, Set set, const Scan *scan);

/* The lowest secret that gets another feedback from every secret, as rank; NONE if there is none. */
uint32_t find_separating_secret(Set set);

/* A lower bound of the price of a set in which no secret gets another feedback from every other. */
int64_t bound_inseparable_set(Worker *worker, Set set);

/* Looks at all guesses; for a small set, until one has a bound that no other can be below. */
void scan_set(Worker *worker, Set set, int64_t raised, Scan *scan);

#endif
