/* What is kept from one search to the next. */

#include "search_cache.h"

#include <stdlib.h>
#include <string.h>

/* The price list as far as both go: the longer one is that of a larger set. */
static bool keep_prices(Kept *kept, const Search *search)
{
    const size_t common = kept->listed < search->listed ? kept->listed : search->listed;
    if (common && memcmp(kept->prices, search->prices, common * sizeof *kept->prices))
        return false;
    if (kept->listed >= search->listed)
        return true;
    int64_t *prices = realloc(kept->prices, search->listed * sizeof *prices);
    if (prices) {
        memcpy(prices, search->prices, search->listed * sizeof *prices);
        kept->prices = prices, kept->listed = search->listed;
    }
    return prices;
}

const char *lend_kept(Kept *kept, Search *search)
{
    if (kept->busy)
        return "this memory is in use";
    if (kept->listed && kept->slack != search->slack)
        return "this memory is of another slack";
    if (!keep_prices(kept, search))
        return "this memory is of another price list";
    if (!kept->transpositions)
        kept->transpositions = make_transpositions(search->game);
    kept->slack = search->slack;
    kept->busy = true;
    search->transpositions = kept->transpositions;
    search->workers[0] = kept->worker;
    search->workers[0].search = search;
    return NULL;
}

void take_back(Kept *kept, Search *search)
{
    Worker *worker = &search->workers[0];
    search->transpositions = NULL;
    worker->planned = 0, worker->scanned = 0;
    worker->ladder = NULL, worker->helping = false;
    if (search->failure || !kept->frame.n) {
        kept->frame = (Set){0};
        release(worker, (Mark){NULL, 0});
    } else
        release(worker, kept->end);
    kept->worker = *worker;
    memset(worker, 0, sizeof *worker);
    kept->busy = false;
}

const Set *kept_frame(Worker *worker, Kept *kept, const uint32_t *secrets, uint32_t n, uint32_t depth)
{
    const Set *frame = &kept->frame;
    if (frame->n == n && frame->depth == depth && !memcmp(frame->frame->secrets, secrets, n * sizeof *secrets))
        return frame;
    kept->frame = (Set){0};
    release(worker, (Mark){NULL, 0});
    const Set made = make_frame(worker, secrets, n, depth);
    kept->frame = made;
    kept->end = mark(worker);
    return frame;
}

void free_kept(Kept *kept)
{
    free_transpositions(kept->transpositions);
    free(kept->prices);
    free_worker(&kept->worker);
    free(kept);
}
