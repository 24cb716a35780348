/* The guesses to try for feasibility, in their order. */

#ifndef MMTREE_FEASIBILITY_GUESSES_H
#define MMTREE_FEASIBILITY_GUESSES_H

#include "feasibility_set.h"

/* A guess (a rank) with the sum of the squares of its cell sizes, all black left out. */
typedef struct { uint64_t score; uint32_t guess; } ScoredGuess;

/* Guesses by score, then by rank, as a heap, because few are ever taken from it. */
typedef struct { ScoredGuess *items; uint32_t count; uint64_t last; } GuessHeap;

/* Makes the heap of the useful guesses whose cells do not exceed the capacity. With three guesses left
   it counts them by the set's table if that is in bytes, else from the codes. */
GuessHeap make_guess_heap(Worker *worker, const FeasibilitySet *set);

/* Removes and returns the next guess to try (a rank); NONE if there are no more. */
uint32_t pop_guess(const Game *game, const FeasibilitySet *set, GuessHeap *heap);

#endif
