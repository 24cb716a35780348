/* Python bindings: Game.search(), which runs in threads of its own and reports its progress. */

#include "py_bindings.h"
#include "beam.h"
#include "parallel_guesses.h"
#include "plan.h"
#include "proof.h"
#include "search_cache.h"
#include "search_root.h"
#include "solved_parts.h"
#include "transposition_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of a search, and its result. */
typedef struct {
    Search *search;
    SearchCache *cache; /* or NULL */
    uint32_t *secrets, *openings, *history;
    size_t n, opening_count, guesses;
    int64_t price;
    uint32_t most;
    uint32_t *capacity; /* or NULL; else the result is a certificate for the search's limit */
    Proof proof;
} SearchCall;

static void search_step(Worker *worker, void *context)
{
    SearchCall *call = context;
    const uint32_t n = (uint32_t)call->n;
    const Set *whole_set = NULL;
    if (call->cache && !worker->search->beam.on) /* a beam may have sets too large for a matrix */
        whole_set = get_cached_matrix(worker, call->cache, call->secrets, n, (uint32_t)call->guesses);
    for (size_t i = 0; whole_set && i < call->opening_count; i++)
        if (whole_set->matrix->guesses[find_position(whole_set->matrix, call->openings[i])] !=
            call->openings[i])
            fail_with(worker, USELESS_GUESS);
    const Symmetry *symmetry =
        symmetry_of_cell(worker, worker->search->game, call->secrets, n, call->history, call->guesses);
    Root root = {call->secrets, n, (uint32_t)call->guesses, call->openings,
                 (uint32_t)call->opening_count, symmetry, whole_set, false};
    if (call->capacity) {
        prove_root(worker, &root, &call->proof);
        return;
    }
    call->price = search_root(worker, &root);
    if (call->price >= worker->search->limit) {
        call->price = INFINITE;
        return;
    }
    PlanCheck check = {worker->plan, worker->plan + worker->plan_length, 0, 0};
    check_plan(worker, call->secrets, n, root.depth, &check);
    if (check.next != check.end || check.price != call->price)
        fail_with(worker, WRONG_PLAN);
    call->most = check.most - root.depth;
    record_best(worker->search, call->price);
    record_cells(worker->search, call->price, 0, 0, NULL, 0);
}

static ThreadResult run_search(void *context)
{
    SearchCall *call = context;
    Search *search = call->search;
    const int failure = attempt(&search->workers[0], search_step, call);
    lock(&search->lock);
    search->failure = failure;
    search->done = true;
    signal_condition(&search->changed);
    unlock(&search->lock);
    return 0;
}

/* Reads (parts, plans), two bytes objects as report() got them; false with an exception. */
static bool parse_parts(Search *search, PyObject *parts)
{
    if (parts == Py_None)
        return true;
    char *packed, *plans;
    Py_ssize_t size, plan_length;
    if (!PyTuple_Check(parts) || PyTuple_Size(parts) != 2 || !PyBytes_Check(PyTuple_GetItem(parts, 0)) ||
        !PyBytes_Check(PyTuple_GetItem(parts, 1))) {
        PyErr_SetString(PyExc_TypeError, "parts must be a tuple of two bytes objects");
        return false;
    }
    if (PyBytes_AsStringAndSize(PyTuple_GetItem(parts, 0), &packed, &size) ||
        PyBytes_AsStringAndSize(PyTuple_GetItem(parts, 1), &plans, &plan_length))
        return false;
    if (size % (Py_ssize_t)sizeof(PackedPart) || plan_length % 4) {
        PyErr_SetString(PyExc_ValueError, "parts end within a part or a plan");
        return false;
    }
    const char *error =
        read_parts(search, (const PackedPart *)packed, (size_t)size / sizeof(PackedPart),
                   (const uint32_t *)plans, (size_t)plan_length / 4);
    if (error)
        PyErr_SetString(search->known_parts ? PyExc_ValueError : PyExc_MemoryError, error);
    return !error;
}

/* Returns a price, or None if it is infinite. */
static PyObject *build_price(int64_t price)
{
    return price < INFINITE ? PyLong_FromLongLong(price) : Py_NewRef(Py_None);
}

/* Calls report(progress, parts) with the parts solved since the last call; false with an exception. */
static bool call_report(Search *search, PyObject *report)
{
    lock(&search->lock);
    const Buffer parts = search->solved_parts, plans = search->solved_plans;
    search->solved_parts = search->solved_plans = (Buffer){0};
    Progress progress = search->progress;
    const int64_t raise = progress.parallel ? estimate_raise(progress.parallel, &progress.share) : 0;
    progress.bound += raise > progress.raised ? raise - progress.raised : 0;
    unlock(&search->lock);
    PyObject *result = PyObject_CallFunction(
        report, "((NLIy#dIIy#y#)(y#y#))", build_price(progress.best), (long long)progress.bound,
        progress.cells_done, (char *)progress.sizes, (Py_ssize_t)(4 * progress.cells),
        progress.share, progress.openings_done, progress.openings_of,
        (char *)progress.guesses, (Py_ssize_t)(4 * progress.openings),
        (char *)progress.bounds, (Py_ssize_t)(8 * progress.openings),
        parts.size ? parts.bytes : "", (Py_ssize_t)parts.size,
        plans.size ? plans.bytes : "", (Py_ssize_t)plans.size);
    free(parts.bytes);
    free(plans.bytes);
    Py_XDECREF(result);
    return result != NULL;
}

/* Checks the prices and prepares the bounds; false with an exception. */
static bool prepare_search(Search *search, const SearchCall *call, const int64_t *prices, bool lent)
{
    for (size_t i = 0; i < search->price_count; i++) {
        const bool rises = !i || prices[i] > prices[i - 1] || prices[i] == INFINITE;
        if (prices[i] < 0 || prices[i] > INFINITE || !rises) {
            PyErr_SetString(PyExc_ValueError, "prices must be at least 0 and rise strictly");
            return false;
        }
    }
    if (!call->n || call->guesses > MAX_HISTORY) {
        PyErr_SetString(PyExc_ValueError, "secrets is empty, or history is longer than 1000");
        return false;
    }
    search->prices = prices;
    search->size = (uint32_t)call->n;
    search->small = search->game->small;
    if (search->beam.on && search->beam.above < search->small)
        search->small = search->beam.above;
    search->levels = (uint32_t)call->guesses + search->size + 4;
    search->transposition_table = lent ? NULL : make_transposition_table(search->game);
    search->least = calloc(search->levels, sizeof *search->least);
    if (!search->least) {
        PyErr_NoMemory();
        return false;
    }
    const char *error = search->beam.on ? check_beam(search) : NULL;
    if (error)
        PyErr_SetString(PyExc_ValueError, error);
    else if (search->beam.on && !prepare_beam(search)) {
        PyErr_NoMemory();
        return false;
    }
    return !error;
}

/* Reads (above, widths, estimates, slack): int, uint32[…], int64[rows · (secrets + 1)], int; false with
   an exception. The caller frees the copies. */
static bool parse_beam(Search *search, PyObject *beam, size_t secrets, uint32_t **widths, int64_t **estimates)
{
    Beam *to = &search->beam;
    PyObject *listed, *estimated;
    size_t rows;
    if (beam == Py_None)
        return true;
    if (!PyTuple_Check(beam)) {
        PyErr_SetString(PyExc_TypeError, "beam must be a tuple (above, widths, estimates, slack)");
        return false;
    }
    size_t count;
    long long above, slack;
    if (!PyArg_ParseTuple(beam, "LOOL", &above, &listed, &estimated, &slack) ||
        !(*widths = copy_buffer(listed, 4, "widths", &count)) ||
        !(*estimates = copy_buffer(estimated, 8, "estimates", &rows)))
        return false;
    if (above < 0 || above > UINT32_MAX || !count || count > MAX_HISTORY || !rows || rows % (secrets + 1) ||
        rows / (secrets + 1) > MAX_HISTORY || slack < 0 || search->collect_parts) {
        PyErr_SetString(PyExc_ValueError,
                        "beam: above, widths, estimates or slack are wrong, or parts are given");
        return false;
    }
    to->on = true, to->above = (uint32_t)above;
    to->widths = *widths, to->width_count = (uint32_t)count;
    to->estimates = *estimates, to->rows = (uint32_t)(rows / (secrets + 1));
    search->slack = cap(slack);
    return true;
}

static void free_search(Search *search)
{
    for (uint32_t i = 0; search->least && i < search->levels; i++)
        free(atomic_load(&search->least[i]));
    free((void *)search->least);
    free(search->known_parts);
    free(search->beam.costs);
    free(search->solved_parts.bytes);
    free(search->solved_plans.bytes);
    free_transposition_table(search->transposition_table);
    for (int i = 0; search->workers && i < search->jobs; i++)
        free_worker(&search->workers[i]);
    free(search->workers);
    free_condition(&search->changed);
    free_lock(&search->lock);
}

/* Waits for the search, handles signals and reports progress; false with an exception if it was stopped. */
static bool wait_for_search(Search *search, PyObject *report)
{
    bool failed = false;
    for (bool done = false; !done;) {
        Py_BEGIN_ALLOW_THREADS
        lock(&search->lock);
        if (!search->done)
            wait_briefly(&search->changed, &search->lock);
        done = search->done;
        unlock(&search->lock);
        Py_END_ALLOW_THREADS
        if (!failed && (PyErr_CheckSignals() || (report != Py_None && !call_report(search, report)))) {
            failed = true;
            atomic_store(&search->stop, 1);
        }
    }
    return !failed;
}

PyObject *game_search(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"secrets", "history", "openings", "prices",
                            "jobs", "report", "parts", "limit", "memory", "beam", "prove",
                            NULL};
    const Game *game = get_game(self);
    PyObject *secrets_object, *history_object, *openings_object, *prices_object, *report, *parts,
        *memory = Py_None, *beam = Py_None, *capacity = Py_None;
    long long limit = INFINITE;
    int jobs;
    size_t given = 0;
    if (!game || !PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOiOO|LOOO", names, &secrets_object,
                                              &history_object, &openings_object, &prices_object,
                                              &jobs, &report, &parts, &limit, &memory, &beam,
                                              &capacity))
        return NULL;
    const bool prove = capacity != Py_None;
    if (jobs < 1 || jobs > 1024 || limit < 0) {
        PyErr_SetString(PyExc_ValueError, "jobs must be 1 to 1024, limit at least 0");
        return NULL;
    }
    if (prove && (jobs > 1 || memory != Py_None || beam != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "prove needs one thread, and excludes memory and beam");
        return NULL;
    }
    if (prove && !is_standard(game)) {
        PyErr_SetString(PyExc_ValueError, "certificates exist for codes in pegs only");
        return NULL;
    }
    PyObject *result = NULL;
    int64_t *price_list = NULL, *estimates = NULL;
    uint32_t *widths = NULL;
    Search search = {.game = game, .slack = INFINITE, .limit = cap(limit), .jobs = jobs,
                     .progress = {.best = INFINITE}, .collect_parts = report != Py_None && parts != Py_None};
    SearchCall call = {.search = &search, .price = INFINITE, };
    Worker *workers = search.workers = calloc((size_t)jobs, sizeof *workers);
    make_lock(&search.lock);
    make_condition(&search.changed);
    if (!workers) {
        PyErr_NoMemory();
        goto end;
    }
    if (!(call.secrets = copy_secrets(secrets_object, game, true, &call.n)) ||
        !(call.history = copy_ranks(history_object, game, false, "history", &call.guesses)) ||
        (openings_object != Py_None &&
         !(call.openings =
               copy_ranks(openings_object, game, true, "openings", &call.opening_count))) ||
        !(price_list = copy_buffer(prices_object, 8, "prices", &search.price_count)) ||
        (prove && !(call.capacity = copy_buffer(capacity, 4, "prove", &given))) ||
        !parse_parts(&search, parts) || !parse_beam(&search, beam, call.n, &widths, &estimates))
        goto end;
    if (given % (size_t)game->feedbacks) {
        PyErr_SetString(PyExc_ValueError, "prove has incomplete rows");
        goto end;
    }
    call.proof.capacity = (Capacity){call.capacity, (uint32_t)(given / (size_t)game->feedbacks)};
    if (!prepare_search(&search, &call, price_list, memory != Py_None))
        goto end;
    if (memory != Py_None) {
        SearchCache *cache = get_search_cache(memory, self);
        const char *error = cache ? lend_cache(cache, &search) : NULL;
        if (error)
            PyErr_SetString(PyExc_ValueError, error);
        if (error || !cache)
            goto end;
        call.cache = cache;
    }
    for (int i = 0; i < jobs; i++)
        workers[i].search = &search;
    Thread thread;
    if (!start_thread(&thread, run_search, &call)) {
        errno = EAGAIN;
        PyErr_SetFromErrno(PyExc_OSError);
        goto end;
    }
    const bool waited = wait_for_search(&search, report);
    join_thread(thread);
    if (!waited)
        goto end;
    if (search.failure == WRONG_PLAN)
        PyErr_SetString(parts_error, "the parts contradict each other");
    else if (search.failure == USELESS_GUESS)
        PyErr_SetString(PyExc_ValueError, "an opening is not a useful guess for these secrets");
    else if (search.failure == UNPROVED)
        PyErr_SetString(PyExc_ValueError, "there is a price below the limit");
    else if (search.failure)
        PyErr_NoMemory();
    if (search.failure)
        goto end;
    if (prove) {
        result = Py_BuildValue("(OIy#K)", Py_None, 0, call.proof.bytes.bytes, (Py_ssize_t)call.proof.bytes.size,
                               (unsigned long long)call.proof.records);
        goto end;
    }
    uint64_t scanned = 0;
    for (int i = 0; i < jobs; i++)
        scanned += workers[i].scanned;
    const char *plan = workers[0].plan_length ? (const char *)workers[0].plan : "";
    const Py_ssize_t length = (Py_ssize_t)(4 * workers[0].plan_length);
    result = Py_BuildValue("(NIy#K)", build_price(call.price), call.most, plan, length,
                           (unsigned long long)scanned);
end:
    if (call.cache)
        take_back_cache(call.cache, &search);
    free_search(&search);
    free_proof(&call.proof);
    free(call.secrets);
    free(call.history);
    free(call.openings);
    free(call.capacity);
    free(price_list);
    free(estimates);
    free(widths);
    return result;
}
