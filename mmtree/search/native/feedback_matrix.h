/* A frame: a set of secrets, the guesses worth trying on it, and the feedback between them.
   Inside it, secrets and guesses are named by position. */

#ifndef MMTREE_FEEDBACK_MATRIX_H
#define MMTREE_FEEDBACK_MATRIX_H

#include "game.h"

enum { PADDED = 64 }; /* guesses of a frame are padded to a multiple of this */

/* The feedback of guesses, side by side, with each of some secrets. */
typedef struct {
    uint8_t *columns; /* [secrets][stride]: place of the feedback in canonical order */
    size_t stride;    /* how many guesses, padded to a multiple of PADDED */
    int feedbacks;
} FeedbackTable;

/* A set of secrets with the guesses worth trying on it. */
typedef struct {
    uint32_t n, count;
    uint32_t *secrets, *guesses; /* ranks, rising */
    uint32_t *position;          /* of each secret among the guesses */
    uint8_t *rows;               /* [count][n]: place of the feedback in canonical order */
    FeedbackTable table;                 /* the same, guesses side by side */
} FeedbackMatrix;

/* Some of its secrets, by position, after so many guesses. */
typedef struct { const FeedbackMatrix *matrix; const uint32_t *members; uint32_t n, depth; } Set;

/* A frame to be filled. */
FeedbackMatrix *allocate_matrix(Worker *worker, uint32_t n, uint32_t count);

/* Finds the secrets among the guesses. */
void find_positions(FeedbackMatrix *matrix);

/* Leaves when the tables of a set would take more than half of the memory of the machine. */
void check_memory(Worker *worker, const uint32_t *secrets, uint32_t n);

/* The whole set of a frame of its own. */
Set make_matrix(Worker *worker, const uint32_t *secrets, uint32_t n, uint32_t depth);

/* Of a guess, given by rank. */
uint32_t find_position(const FeedbackMatrix *matrix, uint32_t rank);

/* Sorts secrets by the place of their feedback; ends[f] is where the cell of f ends. */
void sort_by_feedback(const uint8_t *feedback, const uint32_t *secrets, uint32_t n, int feedbacks,
                      uint32_t *sorted, uint32_t *sizes, uint32_t *ends);

#endif
