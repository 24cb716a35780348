/* The progress of a search, its lower bounds by size, and bytes that grow. */

#include "search.h"

#include <stdlib.h>
#include <string.h>

/* Fills the cheapest levels of a tree first (Viaud 1979, Neuwirth 1982). */
const int64_t *make_least_prices(Worker *worker, uint32_t guesses)
{
    Search *search = worker->search;
    int64_t *least = malloc(((size_t)search->size + 1) * sizeof *least);
    if (!least)
        fail_with(&worker->arena, OUT_OF_MEMORY);
    least[0] = 0;
    uint64_t width = 1, left = 1;
    uint32_t level = guesses + 1;
    for (uint32_t n = 1; n <= search->size; n++) {
        if (!left)
            width *= (uint64_t)search->game->feedbacks - 1, left = width, level++;
        left--;
        int64_t added = left < width ? price(search, level) : INFINITE;
        least[n] = added >= INFINITE || least[n - 1] >= INFINITE ? INFINITE : least[n - 1] + added;
    }
    int64_t *expected = NULL;
    if (!atomic_compare_exchange_strong(&search->least[guesses], &expected, least)) {
        free(least);
        return expected;
    }
    return least;
}

bool append_bytes(Buffer *buffer, const void *bytes, size_t size)
{
    if (buffer->room - buffer->size < size) {
        const size_t room = 2 * buffer->room + size + 1024;
        char *grown = realloc(buffer->bytes, room);
        if (!grown)
            return false;
        buffer->bytes = grown, buffer->room = room;
    }
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    return true;
}

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

void record_parallel(Search *search, struct ParallelGuesses *parallel)
{
    lock(&search->lock);
    search->progress.parallel = parallel;
    unlock(&search->lock);
}

void free_worker(Worker *worker)
{
    free_arena(&worker->arena);
    free(worker->plan);
}
