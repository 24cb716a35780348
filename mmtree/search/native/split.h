/* The split of a set into cells by a guess, one cell for each feedback. */

#pragma once

#include "cell_bounds.h"
#include "guess_scan.h"
#include "transposition_table.h"

/* How much the logarithm of the work of a cell grows by its raise per secret, before that is measured
   (even_raising.c). */
#define FIRST_STEEPNESS 20.0

typedef struct {
    const uint32_t *members; /* positions; for an opening, ranks */
    uint32_t n;
    int64_t first_bound;     /* when the cell was opened */
    int64_t lower_bound;     /* of its price */
    bool open;               /* its price is not known to be the lower bound */
    bool searched;           /* its price and plan are known */
    double work, steepness;  /* of its last search, 0 before; how fast work grows (even_raising.c) */
    bool scanned;
    Scan scan;               /* if scanned */
    KnownPrice known;        /* if open */
    Set allowed;             /* in hard play, the cell with the guesses that are allowed; n is 0 until it is made */
    uint32_t guess;          /* rank of the separating secret if n > 2 and not open */
    size_t plan, length;
} Cell;

typedef struct {
    int64_t bound;
    Cell *cells;      /* [feedbacks] */
    int open, *order; /* the open cells, the smallest first */
    uint32_t guess;   /* a rank */
} Split;

/* Prepares a split for split_set(), with memory from the arena. Splits are nested as deep as a tree, so
   the stack has no room for them. */
void make_split(Worker *worker, Split *split);

/* Opens the cell of a feedback. */
void open_cell(Split *split, int value);

/* Raises the bounds of an open cell and of the guess, if the new bound is higher. */
static inline void raise_cell(Split *split, Cell *cell, int64_t bound)
{
    if (bound > cell->lower_bound) {
        split->bound += bound - cell->lower_bound;
        cell->lower_bound = bound;
    }
}

/* Splits a set by a guess (a position) of the given bound, and bounds every cell. bounds: of the set,
   NULL if it is small. Returns false if the guess is pruned by the limit. Memory is from the
   arena. */
bool split_set(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
               Split *split);

/* The two steps of it for a large set: bounds every cell by counting, then raises the bounds of open cells to known
   ones, and of a small set to the least bounds of their guesses. Each returns false if the guess is pruned. */
bool split_by_counting(Worker *worker, CellBounds *bounds, uint32_t guess, int64_t limit, Split *split);
bool look_up_cells(Worker *worker, Set set, bool small, Split *split, int64_t limit);

/* Moves open cells of known price to the end, because only their plans are missing. */
void put_known_last(Split *split);

/* Writes the plan of a guess (a rank) at `base`: the guess, then the plans of its cells in canonical
   order. */
void join_plans(Worker *worker, uint32_t guess, const Split *split, size_t base);
