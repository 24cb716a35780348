/* The transposition table: what is known of sets of secrets that were searched, under their canonical
   forms. All threads of a search share it. */

#ifndef MMTREE_TRANSPOSITION_TABLE_H
#define MMTREE_TRANSPOSITION_TABLE_H

#include "feedback_matrix.h"

enum { MIN_TABLE_SECRETS = 24 }; /* sets of fewer secrets are searched faster than looked up */

typedef struct TranspositionTable TranspositionTable;

/* NULL where memory is short or codes do not fit: then nothing is ever known. */
TranspositionTable *make_transposition_table(const Game *game);
void free_transposition_table(TranspositionTable *table);

/* A lower bound of a set's price, or the price; nothing where no set like it was searched. */
typedef struct { int64_t price; bool exact; } KnownPrice;
KnownPrice look_up_price(Worker *worker, Set set);

/* Notes the price of a set, or that it is not lower. */
void store_price(Worker *worker, Set set, int64_t price, bool exact);

#endif
