/* The canonical form of a set of secrets: what is left of it when positions and colours lose their names. */

#ifndef MMTREE_CANONICAL_FORM_H
#define MMTREE_CANONICAL_FORM_H

#include "game.h"

/* Signatures of the positions and colours of a set, from counts that no renaming changes. */
typedef struct {
    const Game *game;
    uint32_t n;
    uint16_t *pegs;          /* [n][pegs of the game]: its position times the number of colours, and its colour */
    uint64_t invariant;      /* of all secrets together */
    uint64_t sum[MAX_PEGS * MAX_COLORS];   /* of the signatures of its secrets, for each of `pegs` */
    uint64_t position[MAX_PEGS], color[MAX_PEGS * MAX_COLORS]; /* 0: a colour that is not shown */
    uint64_t marked;           /* how many of them were told apart by choice */
    uint64_t position_mark[MAX_PEGS], color_mark[MAX_PEGS * MAX_COLORS]; /* in which order */
    uint64_t peg[MAX_PEGS * MAX_COLORS]; /* of a colour at a position */
} Signatures;

/* Two or four: what a code takes that is read as a number. 0 for games whose codes do not fit. */
size_t bytes_per_number(const Game *game);

/* Signatures of secrets given by rank. Sets that a permutation of the positions and one of the
   colours map onto each other have the same invariant; others hardly ever do. */
Signatures *make_signatures(Worker *worker, const Game *game, const uint32_t *secrets, uint32_t n);

/* The set under new names, as rising numbers with a digit for each position. Sets of the same form are mapped
   onto each other by the names chosen; for sets that can be, the form is nearly always the same. */
uint32_t *canonical_form(Worker *worker, Signatures *signatures);

#endif
