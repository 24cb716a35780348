/* Symmetry: of guesses that differ only by it, the lowest is tried. */

#ifndef MMTREE_SYMMETRY_H
#define MMTREE_SYMMETRY_H

#include "game.h"

/* A permutation of the positions, and what the colours of the guesses so far must be renamed to. */
typedef struct {
    uint8_t source[MAX_PEGS];
    int8_t name[MAX_PEGS][MAX_COLORS]; /* by peg only where colours are renamed by peg; -1: free */
    uint64_t used[MAX_PEGS];
} Move;

typedef struct { Move *moves; uint32_t count; bool trivial; } Symmetry;

/* False when a symmetry maps the guess to a lower one. */
bool representative(const Game *game, const Symmetry *symmetry, uint32_t rank);

/* The symmetries that also leave one more guess unchanged; NULL when there are none left. */
const Symmetry *symmetry_after(Worker *worker, const Game *game, const Symmetry *symmetry, uint32_t rank);

/* The symmetries of all secrets that agree with a history; NULL for other secrets, or if none is left. */
const Symmetry *symmetry_of_cell(Worker *worker, const Game *game, const uint32_t *secrets, uint32_t n,
                                 const uint32_t *history, size_t guesses);

static inline bool worth_trying(const Game *game, const Shown *shown, const Symmetry *symmetry,
                                uint32_t rank)
{
    return useful(game, shown, rank) && (!symmetry || representative(game, symmetry, rank));
}

#endif
