/* The progress of a search, for reports while it runs. Guarded by the search's lock. */

#ifndef MMTREE_PROGRESS_H
#define MMTREE_PROGRESS_H

#include "worker.h"

/* at most so many cells and openings are reported; later ones do not matter yet */
enum { MAX_REPORTED = 64 };

struct Search;
struct ParallelGuesses;

typedef struct {
    int64_t best;                     /* least price found so far, or INFINITE */
    int64_t bound;                    /* of the current opening, as raised by its cells */
    uint32_t cells_done;              /* of the current opening */
    uint32_t cells;                   /* current and later cells, the smallest first: */
    uint32_t sizes[MAX_REPORTED];
    uint32_t openings_done, openings_of;
    uint32_t openings;                /* current and later openings, by bound: */
    uint32_t guesses[MAX_REPORTED];
    int64_t bounds[MAX_REPORTED];
    struct ParallelGuesses *parallel; /* the search of the current cell, or NULL */
    int64_t raised;                   /* by earlier searches of the current cell; part of `bound` */
    double share;                     /* solved part of that cell, from 0 to 1; only in reports */
} Progress;

/* Record a new best price, the cells of the current opening (the first ones of `sizes`; `raised`: as above),
   or the search of the current cell. They take the search's lock. */
void record_best(struct Search *search, int64_t best);
void record_cells(struct Search *search, int64_t bound, int64_t raised, uint32_t done, const uint32_t *sizes,
                  uint32_t cells);
void record_parallel(struct Search *search, struct ParallelGuesses *parallel);

#endif
