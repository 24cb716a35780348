/* Data kept from one search to the next. */

#include "search_cache.h"

#include <stdlib.h>
#include <string.h>

/* Compares the price lists as far as both go, and keeps the longer one, which belongs to a larger set.
   False if they differ or memory is short. */
static bool extend_prices(SearchCache *cache, const Search *search)
{
    const size_t common = cache->price_count < search->price_count ? cache->price_count : search->price_count;
    if (common && memcmp(cache->prices, search->prices, common * sizeof *cache->prices))
        return false;
    if (cache->price_count >= search->price_count)
        return true;
    int64_t *prices = realloc(cache->prices, search->price_count * sizeof *prices);
    if (prices) {
        memcpy(prices, search->prices, search->price_count * sizeof *prices);
        cache->prices = prices, cache->price_count = search->price_count;
    }
    return prices;
}

const char *lend_cache(SearchCache *cache, Search *search)
{
    if (cache->busy)
        return "this memory is in use";
    if (cache->price_count && cache->slack != search->slack)
        return "this memory belongs to another slack of a beam";
    if (!extend_prices(cache, search))
        return "this memory belongs to another price list";
    if (!cache->transposition_table)
        cache->transposition_table = make_transposition_table(search->game);
    cache->slack = search->slack;
    cache->busy = true;
    search->transposition_table = cache->transposition_table;
    search->workers[0] = cache->worker;
    search->workers[0].search = search;
    return NULL;
}

void take_back_cache(SearchCache *cache, Search *search)
{
    Worker *worker = &search->workers[0];
    search->transposition_table = NULL;
    worker->plan_length = 0, worker->scanned = 0;
    worker->cell_bounds = NULL, worker->in_parallel = false;
    if (search->failure || !cache->whole_set.n) {
        cache->whole_set = (Set){0};
        release(worker, (Mark){NULL, 0});
    } else
        release(worker, cache->end);
    cache->worker = *worker;
    memset(worker, 0, sizeof *worker);
    cache->busy = false;
}

const Set *get_cached_matrix(Worker *worker, SearchCache *cache, const uint32_t *secrets, uint32_t n,
                             uint32_t depth)
{
    const Set *whole_set = &cache->whole_set;
    if (whole_set->n == n && whole_set->depth == depth &&
        !memcmp(whole_set->matrix->secrets, secrets, n * sizeof *secrets))
        return whole_set;
    cache->whole_set = (Set){0};
    release(worker, (Mark){NULL, 0});
    const Set made = make_matrix(worker, secrets, n, depth);
    cache->whole_set = made;
    cache->end = mark(worker);
    return whole_set;
}

void free_search_cache(SearchCache *cache)
{
    free_transposition_table(cache->transposition_table);
    free(cache->prices);
    free_worker(&cache->worker);
    free(cache);
}
