/* Game.memory(): data kept from one search to the next, in a capsule. */

#include "py_memory.h"

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
    search->workers[0].search = search, search->workers[0].arena.stop = &search->stop;
    return NULL;
}

void take_back_cache(SearchCache *cache, Search *search)
{
    Worker *worker = &search->workers[0];
    search->transposition_table = NULL;
    worker->plan_length = 0, worker->scanned = 0;
    if (search->failure || !cache->whole_set.n) {
        cache->whole_set = (Set){0};
        release(&worker->arena, (Mark){NULL, 0});
    } else
        release(&worker->arena, cache->end);
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
    release(&worker->arena, (Mark){NULL, 0});
    const Set made = make_matrix(&worker->arena, worker->search->game, secrets, n, depth);
    cache->whole_set = made;
    cache->end = mark(&worker->arena);
    return whole_set;
}

static const char name[] = "mmtree.search.native.kernel.memory";

static void free_memory(PyObject *memory)
{
    SearchCache *cache = PyCapsule_GetPointer(memory, name);
    free_transposition_table(cache->transposition_table);
    free(cache->prices);
    free_worker(&cache->worker);
    free(cache);
    Py_XDECREF((PyObject *)PyCapsule_GetContext(memory));
}

PyObject *game_memory(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    SearchCache *cache = get_game(self) ? calloc(1, sizeof *cache) : NULL;
    PyObject *memory = cache ? PyCapsule_New(cache, name, free_memory) : NULL;
    if (!memory) {
        free(cache);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    if (PyCapsule_SetContext(memory, self)) {
        Py_DECREF(memory);
        return NULL;
    }
    Py_INCREF(self); /* the cache refers to the codes of its game */
    return memory;
}

SearchCache *get_search_cache(PyObject *memory, PyObject *game)
{
    if (!PyCapsule_IsValid(memory, name) || PyCapsule_GetContext(memory) != game) {
        PyErr_SetString(PyExc_ValueError, "memory must come from memory() of this Game");
        return NULL;
    }
    return PyCapsule_GetPointer(memory, name);
}
