/* A subproblem of feasibility, with its tables, and the guesses to try in their order. */

#pragma once

#include "feedback_matrix.h"
#include "search.h"
#include "symmetry.h"

/* [levels][feedbacks]: upper bound of the number of secrets of a cell (those that give a feedback to the
   guess before) that can be found within so many guesses; beyond the last level there is no bound. */
typedef struct { const uint32_t *most; uint32_t levels; } Capacity;

/* A set whose n secrets have to be found within `left` guesses; the tables exist only where noted. */
typedef struct {
    const Capacity *capacity;
    const uint32_t *secrets;
    uint32_t n, left, tries;
    const Symmetry *symmetry;         /* or NULL */
    bool in_bytes;                    /* guesses are scored by the tables; else only from the codes */
    FeedbackTable table;              /* left ≤ 3: feedback of all codes, by secret; */
    uint32_t *columns;                /* [n]: the column of each secret; */
    size_t *offsets;                  /* [n]: start of it; */
    uint8_t *order;                   /* feedbacks, the most frequent first */
    uint8_t *lines;                   /* left = 4: [line][n][BLOCK]: the same by line; */
    uint8_t *orders;                  /* [line][feedbacks]: as order */
    size_t line_count;
    /* left = 4, [codes]: most secrets of any cell of the set that can be found if the code is guessed
       next; */
    uint32_t *findable;
    uint32_t *line_findable;          /* [line]: the most of its codes, falling */
    const Codes *codes;               /* left > 3: the secrets, by column */
} FeasibilitySet;

/* [feedbacks]: the capacity with two guesses left, the number of feedbacks at most. */
void get_capacity_bytes(const Game *game, const Capacity *capacity, uint32_t left, uint8_t *most);

/* Makes the table by secret, or takes that of the game. Fails with STOPPED or OUT_OF_MEMORY. */
void make_columns(Worker *worker, FeasibilitySet *set);

/* Makes the table by line, codes in falling order of `findable`. Fails with STOPPED or OUT_OF_MEMORY. */
void make_lines(Worker *worker, FeasibilitySet *set);

/* A guess (a rank) with the sum of the squares of its cell sizes, all black left out. */
typedef struct { uint64_t score; uint32_t guess; } ScoredGuess;

/* Guesses by score, then by rank, as a heap, because few are ever taken from it. */
typedef struct { ScoredGuess *items; uint32_t count; uint64_t last; } GuessHeap;

/* Makes the heap of the useful guesses whose cells do not exceed the capacity. With three guesses left
   it counts them by the set's table if that is in bytes, else from the codes. */
GuessHeap make_guess_heap(Worker *worker, const FeasibilitySet *set);

/* Removes and returns the next guess to try (a rank); NONE if there are no more. */
uint32_t pop_guess(const Game *game, const FeasibilitySet *set, GuessHeap *heap);
