/* What is kept from one search to the next of the same price list: the frame of the set that was searched
   last, and the transposition table. For many short searches of one set, each of some of its guesses. */

#ifndef MMTREE_SEARCH_CACHE_H
#define MMTREE_SEARCH_CACHE_H

#include "search_set.h"

typedef struct SearchCache {
    TranspositionTable *transposition_table;
    int64_t *prices;         /* the longest list so far */
    size_t price_count;
    int64_t slack;
    Worker worker;           /* between searches, its slabs hold the frame alone */
    Set matrix;               /* of no secrets: none is kept */
    Mark end;                /* where it ends */
    bool busy;
} SearchCache;

/* Lends a search what is kept; NULL, or what is wrong with it. */
const char *lend_cache(SearchCache *cache, Search *search);

/* Takes it back, also from a search that failed. */
void take_back_cache(SearchCache *cache, Search *search);

/* The frame of a whole set, kept or made now. */
const Set *get_cached_matrix(Worker *worker, SearchCache *cache, const uint32_t *secrets, uint32_t n,
                             uint32_t depth);

void free_search_cache(SearchCache *cache);

#endif
