/* Game.memory(): data kept from one search to the next with the same price list, the feedback matrix of the last set
   and the transposition table. It makes many short searches of one set, each with some of its guesses, about as fast
   as one search with all of them. Used by one search at a time; Python's global lock guards `busy`. */

#pragma once

#include "py_bindings.h"
#include "cell_limits.h"
#include "transposition_table.h"

typedef struct SearchCache {
    TranspositionTable *transposition_table;
    int64_t *prices; /* the longest list so far */
    size_t price_count;
    int64_t slack;
    CellLimits limits;
    Worker worker;   /* between searches its slabs hold only the matrix */
    Set whole_set;   /* n = 0: no matrix */
    Mark end;        /* end of the matrix in the slabs */
    bool busy;
} SearchCache;

/* Lends the cache to a search. Returns NULL, or an error message if it is in use or does not fit. */
const char *lend_cache(SearchCache *cache, Search *search);

/* Takes the cache back after a search, also after one that failed. */
void take_back_cache(SearchCache *cache, Search *search);

/* Returns the matrix of a set given by rank, cached or made now. Fails as make_matrix() does. */
const Set *get_cached_matrix(Worker *worker, SearchCache *cache, const uint32_t *secrets, uint32_t n,
                             uint32_t depth);

/* The cache in the `memory` argument; NULL with an exception if it does not belong to this game. */
SearchCache *get_search_cache(PyObject *memory, PyObject *game);
