/* Python bindings: Game.search() and Game.prove(), which run in threads of their own and report their progress. */

#include "py_search_call.h"
#include "parallel_guesses.h"
#include "plan.h"
#include "proof.h"
#include "search_root.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Weights change the order of the secrets, which rise in a cell. */
static const Symmetry *find_symmetry(SearchCall *call)
{
    Worker *worker = &call->search.workers[0];
    if (call->search.uneven)
        return NULL;
    uint32_t *rising = allocate(&worker->arena, call->n * sizeof *rising);
    memcpy(rising, call->secrets, call->n * sizeof *rising);
    if (call->weights)
        qsort(rising, call->n, sizeof *rising, compare_numbers);
    return symmetry_of_cell(&worker->arena, call->search.game, rising, (uint32_t)call->n, call->history, call->guesses);
}

static Root make_root(SearchCall *call)
{
    Worker *worker = &call->search.workers[0];
    const uint32_t n = (uint32_t)call->n;
    const Past *past = NULL;
    for (size_t i = 0; i < call->guesses; i++) {
        Past *last = allocate(&worker->arena, sizeof *last);
        *last = (Past){call->history[i], past};
        past = last;
    }
    return (Root){call->secrets, n, (uint32_t)call->guesses, call->openings, (uint32_t)call->opening_count,
                  find_symmetry(call), NULL, past, false};
}

/* Uses the limits of cells, except for sets so small that they are searched sooner than the limits are counted. */
static void limit_search(SearchCall *call)
{
    enum { SMALL_PART = 16 };
    Search *search = &call->search;
    if (search->beam.on || search->weights || call->n < search->game->secret_count / SMALL_PART)
        return;
    CellLimits *limits = call->cache ? &call->cache->limits : &call->limits;
    count_cell_limits(&search->workers[0], limits);
    search->limits = limits->counted ? limits : NULL;
}

static void prove_step(void *context)
{
    SearchCall *call = context;
    if (call->limited)
        limit_search(call);
    const Root root = make_root(call);
    prove_root(&call->search.workers[0], &root, &call->proof);
}

static void search_step(void *context)
{
    SearchCall *call = context;
    Search *search = &call->search;
    Worker *worker = &search->workers[0];
    const Set *whole_set = NULL;
    limit_search(call);
    /* A beam, and all secrets, may be sets too large for a matrix. */
    if (call->cache && call->guesses && !search->beam.on && !is_hard(search->game))
        whole_set = get_cached_matrix(worker, call->cache, call->secrets, (uint32_t)call->n, (uint32_t)call->guesses);
    for (size_t i = 0; whole_set && i < call->opening_count; i++)
        if (whole_set->matrix->guesses[find_position(whole_set->matrix, call->openings[i])] !=
            call->openings[i])
            fail_with(&worker->arena, USELESS_GUESS);
    Root root = make_root(call);
    root.whole_set = whole_set;
    call->price = search_root(worker, &root);
    if (call->price >= search->limit) {
        call->price = INFINITE;
        return;
    }
    PlanCheck check = {worker->plan, worker->plan + worker->plan_length, 0, 0};
    check_plan(worker, root.secrets, root.n, root.depth, &check);
    if (check.next != check.end || check.price != call->price)
        fail_with(&worker->arena, WRONG_PLAN);
    call->most = check.most - root.depth;
    record_best(search, call->price);
    record_cells(search, call->price, 0, 0, NULL, 0);
}

/* The thread of a call. */
static ThreadResult run_search(void *context)
{
    SearchCall *call = context;
    Search *search = &call->search;
    const int failure = attempt(&search->workers[0].arena, call->step, call);
    lock(&search->lock);
    search->failure = failure;
    search->done = true;
    signal_condition(&search->changed);
    unlock(&search->lock);
    return 0;
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
            atomic_store(&search->stop.now, 1);
        }
    }
    return !failed;
}

/* Sets the exception for a search that failed; true if it did not. */
static bool check_failure(int failure)
{
    if (failure == WRONG_PLAN)
        PyErr_SetString(parts_error, "the parts contradict each other");
    else if (failure == USELESS_GUESS)
        PyErr_SetString(PyExc_ValueError, "an opening is not a useful guess for these secrets");
    else if (failure == UNPROVED)
        PyErr_SetString(PyExc_ValueError, "there is a price below the limit");
    else if (failure)
        PyErr_NoMemory();
    return !failure;
}

/* Runs a parsed call in threads; false with an exception if it failed. */
static bool run_call(SearchCall *call, PyObject *report)
{
    Search *search = &call->search;
    Thread thread;
    make_lock(&search->lock);
    make_condition(&search->changed);
    bool done = start_thread(&thread, run_search, call);
    if (done) {
        done = wait_for_search(search, report);
        join_thread(thread);
        done = done && check_failure(search->failure);
    } else {
        errno = EAGAIN;
        PyErr_SetFromErrno(PyExc_OSError);
    }
    free_condition(&search->changed);
    free_lock(&search->lock);
    return done;
}

static PyObject *build_result(const SearchCall *call)
{
    const Worker *workers = call->search.workers;
    uint64_t scanned = 0;
    for (int i = 0; i < call->search.jobs; i++)
        scanned += workers[i].scanned;
    return Py_BuildValue("(NIy#K)", build_price(call->price), call->most,
                         workers->plan_length ? (const char *)workers->plan : "",
                         (Py_ssize_t)(4 * workers->plan_length), (unsigned long long)scanned);
}

PyObject *game_search(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    SearchCall call = make_call(get_game(self), search_step);
    PyObject *report, *result = NULL;
    if (call.search.game && parse_search(&call, self, arguments, keywords, &report) && run_call(&call, report))
        result = build_result(&call);
    free_call(&call);
    return result;
}

PyObject *game_prove(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    SearchCall call = make_call(get_game(self), prove_step);
    PyObject *report, *result = NULL;
    if (call.search.game && parse_prove(&call, arguments, keywords, &report) && run_call(&call, report))
        result = PyBytes_FromStringAndSize(call.proof.bytes.bytes, (Py_ssize_t)call.proof.bytes.size);
    free_call(&call);
    return result;
}
