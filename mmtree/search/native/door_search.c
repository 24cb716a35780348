/* Python's door: Game.search, which runs in threads of its own and tells how far it is. */

#include "door.h"
#include "parts.h"
#include "plain.h"
#include "plan.h"
#include "root.h"
#include "transpositions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What a search is asked, and what it finds. */
typedef struct {
    Search *search;
    uint32_t *secrets, *openings, *history;
    size_t n, opening_count, guesses;
    int64_t price;
    uint32_t most;
} Question;

static void search_step(Worker *worker, void *context)
{
    Question *question = context;
    const uint32_t n = (uint32_t)question->n;
    const Symmetry *symmetry =
        symmetry_of_cell(worker, worker->search->game, question->secrets, n, question->history,
                         question->guesses);
    Root root = {question->secrets, n, (uint32_t)question->guesses, question->openings,
                 (uint32_t)question->opening_count, symmetry};
    question->price = (worker->search->plain ? search_plain : search_root)(worker, &root);
    if (question->price >= worker->search->limit) {
        question->price = INFINITE;
        return;
    }
    PlanCheck check = {worker->plan, worker->plan + worker->planned, 0, 0};
    check_plan(worker, question->secrets, n, root.depth, &check);
    if (check.next != check.end || check.price != question->price)
        leave(worker, WRONG_PLAN);
    question->most = check.most - root.depth;
    note_progress(worker->search, question->price, question->price, 1, 0);
}

static void run_search(void *context)
{
    Question *question = context;
    Search *search = question->search;
    const int failure = attempt(&search->workers[0], search_step, question);
    lock(&search->lock);
    search->failure = failure;
    search->done = true;
    signal_condition(&search->changed);
    unlock(&search->lock);
}

/* (guess, feedback, guess, feedback), price, whether exact, plan */
static PyObject *part_tuple(const Part *part)
{
    PyObject *plan = PyBytes_FromStringAndSize((const char *)part->plan, (Py_ssize_t)(part->length * 4));
    if (!plan)
        return NULL;
    return Py_BuildValue("((iiii)LON)", part->path[0], part->path[1], part->path[2], part->path[3],
                         (long long)part->price, part->exact ? Py_True : Py_False, plan);
}

static bool read_parts(Search *search, PyObject *list)
{
    if (list == Py_None)
        return true;
    Py_ssize_t count = PySequence_Size(list);
    if (count < 0)
        return false;
    search->known = calloc((size_t)count + 1, sizeof *search->known);
    if (!search->known) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t at = 0; at < count; at++) {
        Part *part = &search->known[at];
        PyObject *item = PySequence_GetItem(list, at);
        long long price_given;
        int exact;
        const char *plan;
        Py_ssize_t length;
        if (item && !PyTuple_Check(item))
            PyErr_SetString(PyExc_TypeError, "a part is a tuple");
        bool good = item && PyTuple_Check(item) &&
                    PyArg_ParseTuple(item, "(iiii)Liy#", &part->path[0], &part->path[1],
                                             &part->path[2], &part->path[3], &price_given, &exact,
                                             &plan, &length);
        if (good && (length % 4 || length > (1 << 28) || price_given < 0 || price_given > INFINITE)) {
            PyErr_SetString(PyExc_ValueError, "a part out of range");
            good = false;
        }
        if (good && !(part->plan = malloc((size_t)length + 1))) {
            PyErr_NoMemory();
            good = false;
        }
        if (good) {
            memcpy(part->plan, plan, (size_t)length);
            part->price = price_given, part->exact = exact, part->length = (uint32_t)(length / 4);
            search->known_count++;
            for (uint32_t guess = 0; guess < part->length; guess++)
                good = good && part->plan[guess] < search->game->all.count;
            if (!good)
                PyErr_SetString(PyExc_ValueError, "a part with a guess out of range");
        }
        Py_XDECREF(item);
        if (!good)
            return false;
    }
    /* Of several parts on one path, the one that tells most. */
    qsort(search->known, search->known_count, sizeof *search->known, by_worth);
    size_t kept = 0;
    for (size_t at = 0; at < search->known_count; at++)
        if (kept && !by_path(&search->known[kept - 1], &search->known[at]))
            free(search->known[at].plan);
        else
            search->known[kept++] = search->known[at];
    search->known_count = kept;
    return true;
}

/* Calls report(share, best, lower, parts) with what was settled since. */
static bool report_progress(Search *search, PyObject *report)
{
    lock(&search->lock);
    Part *parts = search->settled;
    size_t count = search->settled_count;
    search->settled = NULL, search->settled_count = search->settled_room = 0;
    uint32_t of = atomic_load(&search->race_of), done = atomic_load(&search->race_done);
    double closed = search->share_done + (of ? search->share_step * done / of : 0);
    int64_t best = search->best, lower = search->lower;
    unlock(&search->lock);
    PyObject *list = PyList_New(0);
    for (size_t at = 0; at < count; at++) {
        PyObject *part = list ? part_tuple(&parts[at]) : NULL;
        if (part && PyList_Append(list, part))
            Py_CLEAR(list);
        if (!part)
            Py_CLEAR(list);
        Py_XDECREF(part);
        free(parts[at].plan);
    }
    free(parts);
    if (!list)
        return false;
    PyObject *price_found = best >= INFINITE ? Py_NewRef(Py_None) : PyLong_FromLongLong(best);
    if (!price_found) {
        Py_DECREF(list);
        return false;
    }
    PyObject *answer = PyObject_CallFunction(report, "dNLN", closed, price_found, (long long)lower, list);
    Py_XDECREF(answer);
    return answer != NULL;
}

/* Fills in the prices and the bounds by them; false and an exception where that cannot be. */
static bool fill_search(Search *search, const Question *question, const int64_t *prices)
{
    for (size_t at = 0; at < search->listed; at++) {
        const bool rises = !at || prices[at] > prices[at - 1] || prices[at] == INFINITE;
        if (prices[at] < 0 || prices[at] > INFINITE || !rises) {
            PyErr_SetString(PyExc_ValueError, "prices rise strictly, from 0 on");
            return false;
        }
    }
    if (!question->n || question->guesses > 1000) {
        PyErr_SetString(PyExc_ValueError, "no secrets, or a history too long");
        return false;
    }
    search->prices = prices;
    search->size = (uint32_t)question->n;
    search->levels = (uint32_t)question->guesses + search->size + 4;
    search->transpositions = search->plain ? NULL : make_transpositions(search->game);
    search->least = calloc(search->levels, sizeof *search->least);
    if (!search->least)
        PyErr_NoMemory();
    return search->least != NULL;
}

static void free_search(Search *search)
{
    for (uint32_t at = 0; search->least && at < search->levels; at++)
        free(atomic_load(&search->least[at]));
    free((void *)search->least);
    for (size_t at = 0; at < search->known_count; at++)
        free(search->known[at].plan);
    free(search->known);
    for (size_t at = 0; at < search->settled_count; at++)
        free(search->settled[at].plan);
    free(search->settled);
    free_transpositions(search->transpositions);
    for (int at = 0; search->workers && at < search->jobs; at++)
        free_worker(&search->workers[at]);
    free(search->workers);
    free_condition(&search->changed);
    free_lock(&search->lock);
}

/* Waits for the search, hears signals and reports; false and an exception when it was stopped. */
static bool wait_for_search(Search *search, PyObject *report)
{
    bool failed = false;
    for (bool done = false; !done;) {
        Py_BEGIN_ALLOW_THREADS
        lock(&search->lock);
        if (!search->done)
            wait_a_while(&search->changed, &search->lock);
        done = search->done;
        unlock(&search->lock);
        Py_END_ALLOW_THREADS
        if (!failed && (PyErr_CheckSignals() || (report != Py_None && !report_progress(search, report)))) {
            failed = true;
            atomic_store(&search->stop, 1);
        }
    }
    return !failed;
}

PyObject *game_search(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"secrets", "history", "openings", "prices",
                            "slack", "jobs", "report", "parts", "plain", "limit", NULL};
    const Game *game = game_of(self);
    PyObject *secrets_object, *history_object, *openings_object, *prices_object, *report, *parts;
    long long slack, limit = INFINITE;
    int jobs, plain = 0;
    if (!game || !PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOLiOO|pL", names, &secrets_object,
                                              &history_object, &openings_object, &prices_object, &slack,
                                              &jobs, &report, &parts, &plain, &limit))
        return NULL;
    if (jobs < 1 || jobs > 1024 || slack < 0 || limit < 0) {
        PyErr_SetString(PyExc_ValueError, "jobs run from 1 to 1024, slack and limit from 0");
        return NULL;
    }
    PyObject *result = NULL;
    int64_t *price_list = NULL;
    Search search = {.game = game, .plain = plain, .slack = capped(slack), .limit = capped(limit), .jobs = jobs,
                     .best = INFINITE, .keep_parts = report != Py_None && parts != Py_None};
    Question question = {.search = &search, .price = INFINITE};
    Worker *workers = search.workers = calloc((size_t)jobs, sizeof *workers);
    make_lock(&search.lock);
    make_condition(&search.changed);
    if (!workers) {
        PyErr_NoMemory();
        goto end;
    }
    if (!(question.secrets = copy_ranks(secrets_object, game, true, "secrets", &question.n)) ||
        !(question.history = copy_ranks(history_object, game, false, "history", &question.guesses)) ||
        (openings_object != Py_None &&
         !(question.openings =
               copy_ranks(openings_object, game, true, "openings", &question.opening_count))) ||
        !(price_list = copy_buffer(prices_object, 8, "prices", &search.listed)) ||
        !read_parts(&search, parts))
        goto end;
    if (!fill_search(&search, &question, price_list))
        goto end;
    for (int at = 0; at < jobs; at++)
        workers[at].search = &search;
    Thread thread;
    if (!start_thread(&thread, run_search, &question)) {
        errno = EAGAIN;
        PyErr_SetFromErrno(PyExc_OSError);
        goto end;
    }
    const bool waited = wait_for_search(&search, report);
    join_thread(thread);
    if (!waited)
        goto end;
    if (search.failure == WRONG_PLAN)
        PyErr_SetString(parts_error, "the parts given contradict each other");
    else if (search.failure)
        PyErr_NoMemory();
    if (search.failure)
        goto end;
    uint64_t scanned = 0;
    for (int at = 0; at < jobs; at++)
        scanned += workers[at].scanned;
    PyObject *found = question.price >= INFINITE ? Py_NewRef(Py_None) : PyLong_FromLongLong(question.price);
    const char *plan = workers[0].planned ? (const char *)workers[0].plan : "";
    const Py_ssize_t length = (Py_ssize_t)(4 * workers[0].planned);
    if (found)
        result = Py_BuildValue("(NIy#K)", found, question.most, plan, length, (unsigned long long)scanned);
end:
    free_search(&search);
    free(question.secrets);
    free(question.history);
    free(question.openings);
    free(price_list);
    return result;
}
