/* A feedback matrix: a set of secrets, the useful guesses for it, and the feedback of each guess with
   each secret. Within it, secrets and guesses are named by position. */

#pragma once

#include "answers.h"
#include "symmetry.h"
#include "vectors.h"

/* Lines of guesses (the first position of each); NULL: the first `count` lines. Of guesses that differ only in the
   exchange of some colours, one is on these lines: the lowest one, given for each guess. */
typedef struct { uint32_t *lines, *lowest, count; } Lines;

static inline size_t get_line(const Lines *lines, uint32_t i) { return lines->lines ? lines->lines[i] : (size_t)i * BLOCK; }

/* n secrets and count guesses. Not changed once made; all threads may read it. */
typedef struct {
    uint32_t n, count;
    uint32_t *secrets, *guesses; /* ranks, rising */
    uint32_t *position;          /* [n]: position of each secret among the guesses */
    FeedbackTable table;         /* feedback as place in canonical order, by secret */
    Codes codes;                 /* of the secrets */
    Lines *lines;                /* [colours]: by the first colour that is exchanged; NULL for a small set */
} FeedbackMatrix;

/* A subproblem: some secrets of a matrix (positions, rising) after `depth` guesses. */
typedef struct { const FeedbackMatrix *matrix; const uint32_t *members; uint32_t n, depth; } Set;

/* The feedback of a guess with a member of a set. */
static inline uint8_t get_feedback(Set set, uint32_t guess, uint32_t member)
{
    return set.matrix->table.columns[set.matrix->table.stride * set.members[member] + guess];
}

/* A game given by a table: the lowest secret (a rank) that can be exchanged with a member of a set; if the secrets have
   weights, the member itself, as of any game. */
static inline uint32_t lowest_equivalent(const Game *game, Set set, uint32_t member, bool weighted)
{
    const uint32_t rank = set.matrix->secrets[set.members[member]];
    return weighted ? rank : game->lowest[game->column[rank]];
}

/* Whether a guess is a member of a set; for guesses in rising order. next: the first member not yet passed, 0 at
   first. */
static inline bool pass_member(Set set, uint32_t guess, uint32_t *next)
{
    while (*next < set.n && set.matrix->position[set.members[*next]] < guess)
        ++*next;
    return *next < set.n && set.matrix->position[set.members[*next]] == guess;
}

/* The stride of a feedback table, an odd number of blocks: with a power of two, the same line of all columns would be
   in one set of the processor's cache. The certificate of 5p8c below 169000 takes 0.71 of the time, with count_eight()
   in vector_sizes.h. */
static inline size_t table_stride(size_t count) { return (column_stride(count) / BLOCK | 1) * BLOCK; }

/* The positions 0 … n−1. */
uint32_t *list_positions(Arena *arena, uint32_t n);

/* Fails with OUT_OF_MEMORY if the matrix of a set would take more than half of the physical memory. */
void check_memory(Arena *arena, const Game *game, const uint32_t *secrets, uint32_t n);

/* Makes the matrix of a set given by rank, and returns all of it as a subproblem. Fails with
   OUT_OF_MEMORY or STOPPED. */
Set make_matrix(Arena *arena, const Game *game, const uint32_t *secrets, uint32_t n, uint32_t depth);

/* The lines that suffice to count the cells of all guesses on a set that a symmetry maps onto itself. */
Lines lines_to_count(const Game *game, Set set, const Symmetry *symmetry);

/* The position of a guess given by rank; of the next lower guess if it is not in the matrix. */
uint32_t find_position(const FeedbackMatrix *matrix, uint32_t rank);

/* Sorts secrets by feedback and fills in the size of each cell; ends[f] is where the cell of f ends in
   `sorted`. */
void sort_by_feedback(const uint8_t *feedback, const uint32_t *secrets, uint32_t n, int feedbacks,
                      uint32_t *sorted, uint32_t *sizes, uint32_t *ends);

/* The lowest secret of a set (a rank) that gets a different feedback from every secret; NONE if none
   does. */
uint32_t find_separating_secret(Set set);

/* The feedbacks of a guess with all members of a set. */
uint8_t *list_feedbacks(Arena *arena, const Game *game, Set set, uint32_t guess);

/* The ranks of a set's members, rising; and the colours that they show. */
uint32_t *list_secrets(Arena *arena, Set set);
ShownColors collect_set_colors(const Game *game, Set set);

/* Secrets sorted by their feedback to a guess: the cell of feedback f ends at ends[f] and has sizes[f] of them. */
typedef struct { uint32_t *secrets, *sizes, *ends; } SortedCells;

/* Sorts secrets, or other items that stand for them, by the feedback of a guess (a rank). codes: of the secrets. */
SortedCells sort_cells(Arena *arena, const Game *game, uint32_t guess, const Codes *codes, const uint32_t *items);

/* The cell of a feedback. */
static inline const uint32_t *get_cell(const SortedCells *cells, int value)
{
    return cells->secrets + cells->ends[value] - cells->sizes[value];
}

/* The feedback of the largest cell, the first of equal ones; all black is left out. −1 if all are empty. */
int find_largest_cell(const Game *game, const SortedCells *cells);
