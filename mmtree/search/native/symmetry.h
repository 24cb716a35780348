/* Symmetry: of guesses that differ only by it, the lowest is tried. */

#ifndef MMTREE_SYMMETRY_H
#define MMTREE_SYMMETRY_H

#include "game.h"

/* Positions that no guess so far tells apart make up a class. A move sends whole classes to classes of
   the same size, and renames the colours of the guesses so far; within a class, positions may be
   exchanged at will. */
typedef struct {
    uint8_t source[MAX_PEGS]; /* of each class */
    int8_t name[MAX_COLORS];  /* -1: free */
    uint64_t used;            /* the names taken, as bits */
} Move;

/* The symmetries that leave some guesses unchanged. Where colours are renamed by peg, a class holds the
   positions at which the guesses repeat their colours alike, and there is no other move. */
typedef struct {
    const uint32_t *history;
    uint32_t length;
    uint8_t peg_class[MAX_PEGS];    /* the class of each position */
    uint16_t members[MAX_PEGS]; /* the positions of each class, as bits */
    int classes;
    Move *moves;                /* the one that changes nothing comes first */
    uint32_t count;
    bool trivial;               /* every guess is the only one of its kind */
} Symmetry;

/* False when a symmetry maps the guess to a lower one. */
bool is_representative(const Game *game, const Symmetry *symmetry, uint32_t rank);

/* The symmetries that also leave one more guess unchanged; NULL when there are none left. */
const Symmetry *symmetry_after(Worker *worker, const Game *game, const Symmetry *symmetry, uint32_t rank);

/* The symmetries that leave a history unchanged; NULL when there are none. */
const Symmetry *symmetry_of_history(Worker *worker, const Game *game, const uint32_t *history, size_t guesses);

/* The symmetries of all secrets that agree with a history; NULL for other secrets, or if none is left. */
const Symmetry *symmetry_of_cell(Worker *worker, const Game *game, const uint32_t *secrets, uint32_t n,
                                 const uint32_t *history, size_t guesses);

static inline bool is_worth_trying(const Game *game, const ShownColors *shown, const Symmetry *symmetry,
                                   uint32_t rank)
{
    return is_useful(game, shown, rank) && (!symmetry || is_representative(game, symmetry, rank));
}

#endif
