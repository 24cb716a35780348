/* The guesses worth trying on a set of which all secrets are to be found within some guesses, in their order. */

#ifndef MMTREE_FEASIBILITY_GUESSES_H
#define MMTREE_FEASIBILITY_GUESSES_H

#include "feasibility_set.h"

/* A guess by rank, with the sum of the squares of its cells, all black left out. */
typedef struct { uint64_t score; uint32_t guess; } ScoredGuess;

/* Guesses as a heap: the next one comes first, and few are ever taken from it. */
typedef struct { ScoredGuess *items; uint32_t count; uint64_t last; } GuessHeap;

/* Those all of whose cells may fit, from the set's table or, of sets of any size, counted from the codes. */
GuessHeap make_guess_heap(Worker *worker, const FeasibilitySet *set);

/* Takes the next guess to be tried; NONE when there is no more. */
uint32_t pop_guess(const Game *game, const FeasibilitySet *set, GuessHeap *heap);

#endif
