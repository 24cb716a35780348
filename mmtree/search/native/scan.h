/* Looking at all guesses for one set: into how many cells they split it, and what that bounds. */

#ifndef MMTREE_SCAN_H
#define MMTREE_SCAN_H

#include "frame.h"
#include "search.h"

/* What is known of a set once every guess has been looked at. */
typedef struct {
    uint8_t *cells;   /* for each guess: into how many cells it splits the set */
    uint8_t *over;    /* for each guess, how many secrets overflow; or NULL */
    uint32_t counted; /* how many guesses were counted one by one */
    int64_t least;    /* bound of the best guess */
    bool settled;     /* and the guess attains it: */
    uint32_t guess;
} Scan;

/* Bound of a guess that makes so many cells, none of them so large that a level overflows. */
static inline int64_t flat_bound(const Search *search, uint32_t depth, uint32_t n, uint32_t cells,
                                 bool member)
{
    const int64_t first = price(search, depth + 1), second = price(search, depth + 2),
                  third = price(search, depth + 3);
    return capped(times(member, first) + times(cells - member, second) + times(n - cells, third));
}

/* The bound of a guess, whatever overflows, from the one there would be if nothing did. */
int64_t large_bound(Worker *worker, Set set, Scan *scan, uint32_t guess, unsigned cells, int64_t flat);

/* The lowest secret that gets another feedback from every secret, as rank; NONE if there is none. */
uint32_t perfect(Set set);

/* Looks at all guesses, until one has a bound that no other can be below. */
void scan_set(Worker *worker, Set set, int64_t raised, Scan *scan);

#endif
