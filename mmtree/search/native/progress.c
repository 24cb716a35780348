/* The progress of a search. */

#include "progress.h"
#include "parallel_guesses.h"

void record_best(Search *search, int64_t best)
{
    lock(&search->lock);
    search->progress.best = best;
    unlock(&search->lock);
}

void record_cells(Search *search, int64_t bound, int64_t raised, uint32_t done, const uint32_t *sizes,
                  uint32_t cells)
{
    lock(&search->lock);
    Progress *progress = &search->progress;
    progress->bound = bound, progress->raised = raised, progress->cells_done = done;
    progress->cells = cells < MAX_REPORTED ? cells : MAX_REPORTED;
    for (uint32_t i = 0; i < progress->cells; i++)
        progress->sizes[i] = sizes[i];
    unlock(&search->lock);
}

void record_parallel(Search *search, ParallelGuesses *parallel)
{
    lock(&search->lock);
    search->progress.parallel = parallel;
    unlock(&search->lock);
}
