/* How far a search is. */

#include "progress.h"
#include "parallel_guesses.h"

void note_best(Search *search, int64_t best)
{
    lock(&search->lock);
    search->progress.best = best;
    unlock(&search->lock);
}

void note_cells(Search *search, int64_t bound, uint32_t done, const uint32_t *sizes, uint32_t cells)
{
    lock(&search->lock);
    Progress *progress = &search->progress;
    progress->bound = bound, progress->cells_done = done;
    progress->cells = cells < TOLD ? cells : TOLD;
    for (uint32_t at = 0; at < progress->cells; at++)
        progress->sizes[at] = sizes[at];
    unlock(&search->lock);
}

void note_race(Search *search, Race *race)
{
    lock(&search->lock);
    search->progress.race = race;
    unlock(&search->lock);
}

Told tell_progress(Search *search)
{
    Told told = {search->progress, 0};
    if (told.progress.race)
        told.progress.bound += race_raise(told.progress.race, &told.share);
    return told;
}
