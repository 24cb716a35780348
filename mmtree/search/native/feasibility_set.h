/* A subproblem of feasibility, with its tables. */

#ifndef MMTREE_FEASIBILITY_SET_H
#define MMTREE_FEASIBILITY_SET_H

#include "feasibility.h"
#include "feedback_matrix.h"

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

/* [feedbacks]: the capacity of a cell with `left` guesses left; NULL: not limited. */
const uint32_t *get_capacity(const Game *game, const Capacity *capacity, uint32_t left);

/* [feedbacks]: the capacity with two guesses left, the number of feedbacks at most. */
void get_capacity_bytes(const Game *game, const Capacity *capacity, uint32_t left, uint8_t *most);

/* Makes the table by secret, or takes that of the game. Fails with STOPPED or OUT_OF_MEMORY. */
void make_columns(Worker *worker, FeasibilitySet *set);

/* Makes the table by line, codes in falling order of `findable`. Fails with STOPPED or OUT_OF_MEMORY. */
void make_lines(Worker *worker, FeasibilitySet *set);

#endif
