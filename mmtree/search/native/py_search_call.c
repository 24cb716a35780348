/* Python bindings: the arguments of Game.search() and Game.prove(). */

#include "py_search_call.h"
#include "guess_order.h"
#include "plan.h"
#include "transposition_table.h"

#include <stdlib.h>

/* Reads (parts, plans), two bytes objects as report() got them; false with an exception. */
static bool parse_parts(Search *search, PyObject *parts)
{
    const char *packed, *plans;
    Py_ssize_t size, length;
    if (parts == Py_None)
        return true;
    if (!PyTuple_Check(parts)) {
        PyErr_SetString(PyExc_TypeError, "parts must be a tuple of two bytes objects");
        return false;
    }
    if (!PyArg_ParseTuple(parts, "y#y#", &packed, &size, &plans, &length) ||
        !check_argument(!(size % (Py_ssize_t)sizeof(PackedPart)) && !(length % 4), "parts end within a part or a plan"))
        return false;
    const char *error = read_parts(search, (const PackedPart *)packed, (size_t)size / sizeof(PackedPart),
                                   (const uint32_t *)plans, (size_t)length / 4);
    if (error)
        PyErr_SetString(search->known_parts ? PyExc_ValueError : PyExc_MemoryError, error);
    return !error;
}

/* Reads (above, widths, estimates, slack): int, uint32[…], int64[rows · (secrets + 1)], int; false with
   an exception. */
static bool parse_beam(SearchCall *call, PyObject *given)
{
    Beam *beam = &call->search.beam;
    PyObject *widths, *estimates;
    size_t count, rows;
    long long above, slack;
    if (given == Py_None)
        return true;
    if (!PyTuple_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "beam must be a tuple (above, widths, estimates, slack)");
        return false;
    }
    if (!PyArg_ParseTuple(given, "LOOL", &above, &widths, &estimates, &slack) ||
        !(call->widths = copy_buffer(widths, 4, "widths", &count)) ||
        !(call->estimates = copy_buffer(estimates, 8, "estimates", &rows)))
        return false;
    const size_t row = call->n + 1;
    if (!check_argument(above >= 0 && above <= UINT32_MAX && count && count <= MAX_HISTORY && rows && !(rows % row) &&
                            rows / row <= MAX_HISTORY && slack >= 0 && !call->search.collect_parts,
                        "beam: above, widths, estimates or slack are wrong, or parts are given"))
        return false;
    *beam = (Beam){.on = true, .above = (uint32_t)above, .width_count = (uint32_t)count, .rows = (uint32_t)(rows / row),
                   .widths = call->widths, .estimates = call->estimates};
    call->search.slack = cap(slack);
    return true;
}

/* Reads the weight of each guess that can be the secret, int64, by which the secrets must be sorted; false with an
   exception. */
static bool parse_weights(SearchCall *call, PyObject *given)
{
    Search *search = &call->search;
    size_t count;
    if (given == Py_None)
        return true;
    if (!(search->weights = call->weights = copy_buffer(given, 8, "weights", &count)) ||
        !check_argument(count == search->game->all.count, "weights must have an item for each guess"))
        return false;
    int64_t total = 0;
    for (size_t i = 0; i < call->n; i++) {
        const uint32_t secret = call->secrets[i], before = call->secrets[i ? i - 1 : 0];
        const int64_t weight = call->weights[secret], heavier = call->weights[before];
        if (!check_argument(weight >= 1 && weight < INFINITE && (total += weight) < INFINITE &&
                                (!i || weight < heavier || (weight == heavier && secret > before)),
                            "weights of secrets must be at least 1, their sum below 2**50, and the secrets sorted by falling "
                            "weight"))
            return false;
    }
    return true;
}

/* Makes the threads' memory, and checks the arguments that all calls have; false with an exception. */
static bool prepare_search(SearchCall *call)
{
    Search *search = &call->search;
    for (size_t i = 0; i < search->price_count; i++) {
        const int64_t price = call->prices[i];
        const bool rises = !i || price > call->prices[i - 1] || price == INFINITE;
        if (!check_argument(price >= 0 && price <= INFINITE && rises, "prices must be at least 0 and rise strictly"))
            return false;
    }
    if (!check_argument(call->n && call->guesses <= MAX_HISTORY, "secrets is empty, or history is longer than 1000"))
        return false;
    search->prices = call->prices;
    search->size = (uint32_t)call->n;
    search->small = search->game->small;
    if (search->beam.on && search->beam.above < search->small)
        search->small = search->beam.above;
    search->levels = (uint32_t)call->guesses + search->size + 4;
    search->least = calloc(search->levels, sizeof *search->least);
    search->workers = calloc((size_t)search->jobs, sizeof *search->workers);
    const char *error = search->beam.on ? check_beam(search) : NULL;
    if (error)
        PyErr_SetString(PyExc_ValueError, error);
    else if (!search->least || !search->workers)
        PyErr_NoMemory();
    for (int i = 0; search->workers && i < search->jobs; i++)
        search->workers[i] = (Worker){.search = search, .arena = {.stop = &search->stop}};
    return !PyErr_Occurred();
}

/* Takes the transposition table, and the matrix, from a search cache; false with an exception. */
static bool borrow_memory(SearchCall *call, PyObject *memory, PyObject *game)
{
    if (memory == Py_None) {
        call->search.transposition_table = make_transposition_table(call->search.game);
        return true;
    }
    SearchCache *cache = get_search_cache(memory, game);
    const char *error = cache ? lend_cache(cache, &call->search) : NULL;
    if (error)
        PyErr_SetString(PyExc_ValueError, error);
    if (cache && !error)
        call->cache = cache;
    return call->cache;
}

SearchCall make_call(const Game *game, void (*step)(void *))
{
    return (SearchCall){.search = {.game = game, .slack = INFINITE, .jobs = 1, .progress = {.best = INFINITE}},
                        .step = step, .price = INFINITE};
}

void free_call(SearchCall *call)
{
    Search *search = &call->search;
    if (call->cache)
        take_back_cache(call->cache, search);
    for (uint32_t i = 0; search->least && i < search->levels; i++)
        free(atomic_load(&search->least[i]));
    /* In this order, glibc keeps the slabs for the next search; in the other, it returns 1.7 MB of them each time. */
    free_transposition_table(search->transposition_table);
    for (int i = 0; search->workers && i < search->jobs; i++)
        free_worker(&search->workers[i]);
    free_proof(&call->proof);
    void *const owned[] = {(void *)search->least, search->workers, search->known_parts,
                           search->solved_parts.bytes, search->solved_plans.bytes, call->secrets, call->openings,
                           call->history, call->widths, call->capacity, call->prices, call->estimates,
                           call->weights};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
}

bool parse_search(SearchCall *call, PyObject *self, PyObject *arguments, PyObject *keywords, PyObject **report)
{
    static char *names[] = {"secrets", "history", "openings", "prices", "jobs", "report",
                            "parts", "limit", "memory", "beam", "weights", "uneven", NULL};
    Search *search = &call->search;
    const Game *game = search->game;
    PyObject *secrets, *history, *openings, *prices, *parts, *memory = Py_None, *beam = Py_None, *weights = Py_None;
    long long limit = INFINITE;
    int uneven = 1;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOiOO|L" "OOOp", names, &secrets, &history, &openings,
                                     &prices, &search->jobs, report, &parts, &limit, &memory, &beam, &weights, &uneven) ||
        !check_argument(search->jobs >= 1 && search->jobs <= 1024 && limit >= 0,
                        "jobs must be 1 to 1024, limit at least 0"))
        return false;
    search->limit = cap(limit);
    search->uneven = weights != Py_None && uneven;
    search->collect_parts = *report != Py_None && parts != Py_None;
    return (call->secrets = copy_secrets(secrets, game, weights == Py_None, &call->n)) &&
           (call->history = copy_ranks(history, game, false, "history", &call->guesses)) &&
           (openings == Py_None ||
            (call->openings = copy_ranks(openings, game, true, "openings", &call->opening_count))) &&
           (call->prices = copy_buffer(prices, 8, "prices", &search->price_count)) && parse_parts(search, parts) &&
           parse_beam(call, beam) && parse_weights(call, weights) && prepare_search(call) && borrow_memory(call, memory, self);
}

bool parse_prove(SearchCall *call, PyObject *arguments, PyObject *keywords, PyObject **report)
{
    static char *names[] = {"openings", "prices", "report", "limit", "limited", "most", "head", "unchanged",
                             NULL};
    Search *search = &call->search;
    const Game *game = search->game;
    const char *head = NULL, *unchanged = NULL;
    Py_ssize_t head_size = 0, unchanged_size = 0;
    PyObject *openings, *prices, *most;
    long long limit;
    int limited;
    size_t given = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOLpOy#y#", names, &openings, &prices, report, &limit,
                                     &limited, &most, &head, &head_size, &unchanged, &unchanged_size) ||
        !check_argument(limit >= 0, "the limit must be at least 0"))
        return false;
    search->limit = cap(limit);
    call->limited = limited;
    call->proof.head = (Given){head, (size_t)head_size};
    call->proof.unchanged = (Given){unchanged, (size_t)unchanged_size};
    call->n = game->secret_count;
    if (!(call->secrets = malloc(call->n * sizeof *call->secrets)))
        return PyErr_NoMemory() != NULL;
    for (uint32_t i = 0; i < call->n; i++)
        call->secrets[i] = game->secrets ? game->secrets[i] : i;
    if ((openings != Py_None &&
         !(call->openings = copy_ranks(openings, game, true, "openings", &call->opening_count))) ||
        !(call->prices = copy_buffer(prices, 8, "prices", &search->price_count)) ||
        !(call->capacity = copy_buffer(most, 4, "most", &given)) ||
        !check_argument(!(given % (size_t)game->feedbacks), "most has incomplete rows"))
        return false;
    call->proof.capacity = (Capacity){call->capacity, (uint32_t)(given / (size_t)game->feedbacks)};
    return prepare_search(call) && borrow_memory(call, Py_None, NULL);
}
