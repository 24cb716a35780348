/* What is kept from one search to the next of the same price list: the frame of the set that was searched
   last, and the transposition table. For many short searches of one set, each of some of its guesses. */

#ifndef MMTREE_SEARCH_CACHE_H
#define MMTREE_SEARCH_CACHE_H

#include "search_set.h"

typedef struct Kept {
    Transpositions *transpositions;
    int64_t *prices;         /* the longest list so far */
    size_t listed;
    int64_t slack;
    Worker worker;           /* between searches, its slabs hold the frame alone */
    Set frame;               /* of no secrets: none is kept */
    Mark end;                /* where it ends */
    bool busy;
} Kept;

/* Lends a search what is kept; NULL, or what is wrong with it. */
const char *lend_kept(Kept *kept, Search *search);

/* Takes it back, also from a search that failed. */
void take_back(Kept *kept, Search *search);

/* The frame of a whole set, kept or made now. */
const Set *kept_frame(Worker *worker, Kept *kept, const uint32_t *secrets, uint32_t n, uint32_t depth);

void free_kept(Kept *kept);

#endif
