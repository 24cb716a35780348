/* A guess splits a set into cells, one for each feedback. */

#ifndef MMTREE_SPLIT_H
#define MMTREE_SPLIT_H

#include "cell_bounds.h"
#include "transposition_table.h"

typedef struct {
    const uint32_t *members; /* positions; of an opening, ranks */
    uint32_t n;
    int64_t first_bound;    /* the bound that it came with */
    int64_t lower_bound;  /* a lower bound of its price */
    bool open;        /* not known to be attained */
    bool searched;    /* and its plan is there */
    bool scanned;
    Scan scan;        /* where it was scanned */
    KnownPrice known;      /* where it is open */
    uint32_t guess;   /* where it is settled: rank */
    size_t plan, length;
} Cell;

typedef struct {
    int64_t bound;
    Cell cells[MAX_FEEDBACKS];
    int open, order[MAX_FEEDBACKS]; /* the open cells, the smallest first */
} Split;

/* Adds a cell to the open ones. */
void open_cell(Split *split, int value);

/* Raises the bound of an open cell, and with it that of the guess, where this one is higher. */
static inline void raise_cell(Split *split, Cell *cell, int64_t bound)
{
    if (bound > cell->lower_bound) {
        split->bound += bound - cell->lower_bound;
        cell->lower_bound = bound;
    }
}

/* Splits a set by a guess of some bound, with its ladder (NULL: it is small), and bounds every cell; false
   once the guess cannot stay below the limit. What it takes from the slabs is needed until the guess is done
   with. */
bool split_set(Worker *worker, Set set, CellBounds *bounds, uint32_t guess, int64_t bound, int64_t limit,
               Split *split);

/* Open cells of which the price is known come last, since only their plans are wanted. */
void put_known_last(Split *split);

/* Puts the plans of the cells in canonical order behind the guess (a rank), at the given base. */
void join_plans(Worker *worker, uint32_t guess, const Split *split, size_t base);

#endif
