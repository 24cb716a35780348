/* The transposition table: what is known of sets of secrets that were searched, under their canonical
   forms. All threads of a search share it. */

#ifndef MMTREE_TRANSPOSITION_TABLE_H
#define MMTREE_TRANSPOSITION_TABLE_H

#include "feedback_matrix.h"

enum { LEAST_KNOWN = 24 }; /* sets of fewer secrets are searched faster than looked up */

typedef struct Transpositions Transpositions;

/* NULL where memory is short or codes do not fit: then nothing is ever known. */
Transpositions *make_transpositions(const Game *game);
void free_transpositions(Transpositions *table);

/* A lower bound of a set's price, or the price; nothing where no set like it was searched. */
typedef struct { int64_t price; bool exact; } Known;
Known known_price(Worker *worker, Set set);

/* Notes the price of a set, or that it is not lower. */
void note_price(Worker *worker, Set set, int64_t price, bool exact);

#endif
