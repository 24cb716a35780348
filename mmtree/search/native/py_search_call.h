/* Python bindings: a call of Game.search() or Game.prove(), with its arguments. */

#pragma once

#include "py_memory.h" /* Python.h comes first */
#include "proof_records.h"

/* A search with copies of its arguments, and its result. */
typedef struct {
    Search search;
    SearchCache *cache; /* or NULL */
    CellLimits limits;  /* without a cache */
    bool limited;       /* whether a certificate counts the limits of cells */
    uint32_t *secrets, *openings, *history, *widths, *capacity;
    int64_t *prices, *estimates, *weights;
    size_t n, opening_count, guesses;
    void (*step)(void *); /* given the call; runs in a thread of its own */
    int64_t price;
    uint32_t most;
    Proof proof;
} SearchCall;

/* A call without arguments, for free_call(), also if the game is NULL. */
SearchCall make_call(const Game *game, void (*step)(void *));
void free_call(SearchCall *call);

/* Read the arguments of Game.search() and Game.prove() as kernel.pyi describes them, and prepare the search; false
   with an exception. `report` is borrowed. */
bool parse_search(SearchCall *call, PyObject *self, PyObject *arguments, PyObject *keywords, PyObject **report);
bool parse_prove(SearchCall *call, PyObject *arguments, PyObject *keywords, PyObject **report);
