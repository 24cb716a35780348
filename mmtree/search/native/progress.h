/* How far a search is, for who asks while it goes on. All of it is guarded by the search's lock. */

#ifndef MMTREE_PROGRESS_H
#define MMTREE_PROGRESS_H

#include "worker.h"

enum { MAX_REPORTED = 64 }; /* so many things of a kind are told; what comes after them does not matter yet */

struct Search;
struct ParallelGuesses;

typedef struct {
    int64_t best;             /* the least price found so far, or INFINITE */
    int64_t bound;            /* of the opening being tried, with what is known of its cells */
    uint32_t cells_done;      /* of the opening being tried */
    uint32_t cells;           /* being searched and to come, the smallest first: */
    uint32_t sizes[MAX_REPORTED];
    uint32_t openings_done, openings_of;
    uint32_t openings;        /* being tried and to come, by bound: */
    uint32_t guesses[MAX_REPORTED];
    int64_t bounds[MAX_REPORTED];
    struct ParallelGuesses *parallel;        /* at the first of the cells, or NULL */
} Progress;

/* What a report tells: the same, with what the race knows put in. */
typedef struct {
    Progress progress;
    double share;             /* of the first cell that is settled, from 0 to 1 */
} ProgressReport;

void record_best(struct Search *search, int64_t best);
void record_cells(struct Search *search, int64_t bound, uint32_t done, const uint32_t *sizes, uint32_t cells);
void record_parallel(struct Search *search, struct ParallelGuesses *parallel);

/* To be called with the search's lock. */
ProgressReport make_progress_report(struct Search *search);

#endif
