/* A set of which all secrets are to be found within some guesses, and its tables. */

#ifndef MMTREE_FEASIBILITY_SET_H
#define MMTREE_FEASIBILITY_SET_H

#include "feasibility.h"
#include "feedback_matrix.h"

/* A set that is being searched. */
typedef struct {
    const Capacity *capacity;
    const uint32_t *secrets;
    uint32_t n, left, tries;
    const Symmetry *symmetry;      /* or NULL */
    ShownColors shown;
    FeedbackTable table;                   /* of all codes, before the last three guesses; */
    size_t *offsets;               /* where the column of each secret begins; */
    uint8_t order[MAX_FEEDBACKS];  /* of the feedbacks, the most frequent first */
    uint8_t *lines;                /* before the last four, the same by line: [line][n][BLOCK], */
    uint8_t (*orders)[MAX_FEEDBACKS]; /* [line] */
    size_t line_count;
    uint32_t *findable;                /* by code: so many secrets, at most, of a cell are found if it comes next */
    uint32_t *line_findable;           /* [line]: the most of any code in it, falling */
    const Codes *codes;            /* the secrets, in columns */
} FeasibilitySet;

/* How many secrets of a cell can be found within so many guesses, by feedback; NULL: any number. */
const uint32_t *get_capacity(const Game *game, const Capacity *capacity, uint32_t left);

/* The same before the last guess but one, where a cell is no larger than there are feedbacks. */
void get_capacity_bytes(const Game *game, const Capacity *capacity, uint32_t left, uint8_t *most);

/* Makes the table by secret, and the order of its feedbacks. */
void make_columns(Worker *worker, FeasibilitySet *set);

/* Makes the table by line, its guesses in falling order of what they hold, and the order of its feedbacks. */
void make_lines(Worker *worker, FeasibilitySet *set);

#endif
