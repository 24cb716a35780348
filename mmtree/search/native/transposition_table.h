/* The transposition table: prices and bounds of the sets that were searched or scanned, stored under their
   canonical forms. All threads of a search use it at once; its locks are inside. */

#pragma once

#include "feedback_matrix.h"
#include "search.h"

enum {
    /* Smaller sets of codes are not stored. 12 instead of 24 takes 0.79 of the instructions for 3p12c and 1.00 to
       1.01 for 4p7c, 5p5c and 4p8c; 48 takes 1.29, and 1.01 to 1.05. */
    MIN_STORED_CODES = 24,
    /* The same for other secrets, of which no guess may split off more than a few. */
    MIN_STORED = 4,
};

typedef struct TranspositionTable TranspositionTable;

/* Returns NULL if memory is short or codes have no canonical form of 4 bytes. */
TranspositionTable *make_transposition_table(const Game *game);
void free_transposition_table(TranspositionTable *table);

/* A price if exact, else a lower bound; {0, false} if nothing is known. */
typedef struct { int64_t price; bool exact; } KnownPrice;

/* Looks up a set or one that is equivalent to it, after as many guesses. */
KnownPrice look_up_price(Worker *worker, Set set);

/* Stores the price of a set or, if not exact, a lower bound. Does nothing for small sets or without a
   table. */
void store_price(Worker *worker, Set set, int64_t price, bool exact);
