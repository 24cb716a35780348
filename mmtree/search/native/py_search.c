/* Python's door: Game.search, which runs in threads of its own and tells how far it is. */

#include "py_bindings.h"
#include "beam.h"
#include "plan.h"
#include "reference_search.h"
#include "search_cache.h"
#include "search_root.h"
#include "solved_parts.h"
#include "transposition_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What a search is asked, and what it finds. */
typedef struct {
    Search *search;
    Kept *kept; /* or NULL */
    uint32_t *secrets, *openings, *history;
    size_t n, opening_count, guesses;
    int64_t price;
    uint32_t most;
} Question;

static void search_step(Worker *worker, void *context)
{
    Question *question = context;
    const uint32_t n = (uint32_t)question->n;
    const Set *frame = NULL;
    if (question->kept && !worker->search->beam.on) /* which may be of more secrets than a frame holds */
        frame = kept_frame(worker, question->kept, question->secrets, n, (uint32_t)question->guesses);
    for (size_t at = 0; frame && at < question->opening_count; at++)
        if (frame->frame->guesses[position_of(frame->frame, question->openings[at])] != question->openings[at])
            leave(worker, USELESS_GUESS);
    const Symmetry *symmetry =
        symmetry_of_cell(worker, worker->search->game, question->secrets, n, question->history,
                         question->guesses);
    Root root = {question->secrets, n, (uint32_t)question->guesses, question->openings,
                 (uint32_t)question->opening_count, symmetry, frame, false};
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
    note_best(worker->search, question->price);
    note_cells(worker->search, question->price, 0, NULL, 0);
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

/* Takes (parts, plans), bytes both, as report gave them; false and an exception where they are none. */
static bool take_parts(Search *search, PyObject *parts)
{
    if (parts == Py_None)
        return true;
    char *packed, *plans;
    Py_ssize_t size, planned;
    if (!PyTuple_Check(parts) || PyTuple_Size(parts) != 2 || !PyBytes_Check(PyTuple_GetItem(parts, 0)) ||
        !PyBytes_Check(PyTuple_GetItem(parts, 1))) {
        PyErr_SetString(PyExc_TypeError, "parts are two bytes objects");
        return false;
    }
    if (PyBytes_AsStringAndSize(PyTuple_GetItem(parts, 0), &packed, &size) ||
        PyBytes_AsStringAndSize(PyTuple_GetItem(parts, 1), &plans, &planned))
        return false;
    if (size % PACKED_PART || planned % 4) {
        PyErr_SetString(PyExc_ValueError, "a part that is cut");
        return false;
    }
    const char *wrong = read_parts(search, packed, (size_t)size / PACKED_PART, (const uint32_t *)plans,
                                   (size_t)planned / 4);
    if (wrong)
        PyErr_SetString(search->known ? PyExc_ValueError : PyExc_MemoryError, wrong);
    return !wrong;
}

/* (parts, plans), bytes both */
static PyObject *give_parts(const Part *parts, size_t count)
{
    size_t planned = 0;
    for (size_t at = 0; at < count; at++)
        planned += parts[at].length;
    PyObject *packed = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * PACKED_PART));
    PyObject *plans = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(planned * 4));
    if (packed && plans) {
        char *part = PyBytes_AsString(packed), *plan = PyBytes_AsString(plans);
        for (size_t at = 0; at < count; at++) {
            const size_t size = parts[at].length * sizeof *parts[at].plan;
            pack_part(&parts[at], part + at * PACKED_PART);
            if (size)
                memcpy(plan, parts[at].plan, size);
            plan += size;
        }
        return Py_BuildValue("(NN)", packed, plans);
    }
    Py_XDECREF(packed);
    Py_XDECREF(plans);
    return NULL;
}

/* The arguments of mmtree.search.progress.Standing. */
static PyObject *give_progress(const Told *told)
{
    const Progress *progress = &told->progress;
    PyObject *best = progress->best < INFINITE ? PyLong_FromLongLong(progress->best) : Py_NewRef(Py_None);
    PyObject *cells = PyTuple_New(progress->cells), *openings = PyTuple_New(progress->openings);
    bool whole = best && cells && openings;
    for (uint32_t at = 0; whole && at < progress->cells; at++) {
        PyObject *size = PyLong_FromUnsignedLong(progress->sizes[at]);
        whole = size && !PyTuple_SetItem(cells, at, size);
    }
    for (uint32_t at = 0; whole && at < progress->openings; at++) {
        PyObject *opening = Py_BuildValue("(IL)", progress->guesses[at], (long long)progress->bounds[at]);
        whole = opening && !PyTuple_SetItem(openings, at, opening);
    }
    if (whole)
        return Py_BuildValue("(NLINdIIN)", best, (long long)progress->bound, progress->cells_done, cells,
                             told->share, progress->openings_done, progress->openings_of, openings);
    Py_XDECREF(best);
    Py_XDECREF(cells);
    Py_XDECREF(openings);
    return NULL;
}

/* Calls report(progress, parts) with what was settled since. */
static bool report_progress(Search *search, PyObject *report)
{
    lock(&search->lock);
    Part *settled = search->settled;
    const size_t count = search->settled_count;
    search->settled = NULL, search->settled_count = search->settled_room = 0;
    const Told told = tell_progress(search);
    unlock(&search->lock);
    PyObject *parts = give_parts(settled, count), *progress = parts ? give_progress(&told) : NULL;
    for (size_t at = 0; at < count; at++)
        free((void *)settled[at].plan);
    free(settled);
    PyObject *answer = progress ? PyObject_CallFunctionObjArgs(report, progress, parts, NULL) : NULL;
    Py_XDECREF(progress);
    Py_XDECREF(parts);
    Py_XDECREF(answer);
    return answer != NULL;
}

/* Fills in the prices and the bounds by them; false and an exception where that cannot be. */
static bool fill_search(Search *search, const Question *question, const int64_t *prices, bool lent)
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
    search->transpositions = search->plain || lent ? NULL : make_transpositions(search->game);
    search->least = calloc(search->levels, sizeof *search->least);
    if (!search->least) {
        PyErr_NoMemory();
        return false;
    }
    const char *wrong = search->beam.on ? check_beam(search) : NULL;
    if (wrong)
        PyErr_SetString(PyExc_ValueError, wrong);
    else if (search->beam.on && !fill_beam(search)) {
        PyErr_NoMemory();
        return false;
    }
    return !wrong;
}

/* Takes (above, widths, estimates), an int, uint32[…] and int64[… × (secrets + 1)]; what it copies is to be
   freed. */
static bool take_beam(Search *search, PyObject *beam, size_t secrets, uint32_t **widths, int64_t **estimates)
{
    Beam *to = &search->beam;
    PyObject *listed, *estimated;
    size_t rows;
    if (beam == Py_None)
        return true;
    if (!PyTuple_Check(beam)) {
        PyErr_SetString(PyExc_TypeError, "a beam is (above, widths, estimates)");
        return false;
    }
    size_t count;
    long long above;
    if (!PyArg_ParseTuple(beam, "LOO", &above, &listed, &estimated) ||
        !(*widths = copy_buffer(listed, 4, "widths", &count)) ||
        !(*estimates = copy_buffer(estimated, 8, "estimates", &rows)))
        return false;
    if (above < 0 || above > UINT32_MAX || !count || count > 1000 || !rows || rows % (secrets + 1) || rows / (secrets + 1) > 1000 ||
        search->plain || search->keep_parts) {
        PyErr_SetString(PyExc_ValueError, "widths, and rows of an estimate for every size; no parts are kept");
        return false;
    }
    to->on = true, to->above = (uint32_t)above;
    to->widths = *widths, to->width_count = (uint32_t)count;
    to->estimates = *estimates, to->rows = (uint32_t)(rows / (secrets + 1));
    return true;
}

static void free_search(Search *search)
{
    for (uint32_t at = 0; search->least && at < search->levels; at++)
        free(atomic_load(&search->least[at]));
    free((void *)search->least);
    free(search->known);
    free(search->beam.costs);
    for (size_t at = 0; at < search->settled_count; at++)
        free((void *)search->settled[at].plan);
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
                            "slack", "jobs", "report", "parts", "plain", "limit", "memory", "beam", NULL};
    const Game *game = game_of(self);
    PyObject *secrets_object, *history_object, *openings_object, *prices_object, *report, *parts,
        *memory = Py_None, *beam = Py_None;
    long long slack, limit = INFINITE;
    int jobs, plain = 0;
    if (!game || !PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOOLiOO|pLOO", names, &secrets_object,
                                              &history_object, &openings_object, &prices_object, &slack,
                                              &jobs, &report, &parts, &plain, &limit, &memory, &beam))
        return NULL;
    if (jobs < 1 || jobs > 1024 || slack < 0 || limit < 0) {
        PyErr_SetString(PyExc_ValueError, "jobs run from 1 to 1024, slack and limit from 0");
        return NULL;
    }
    PyObject *result = NULL;
    int64_t *price_list = NULL, *estimates = NULL;
    uint32_t *widths = NULL;
    Search search = {.game = game, .plain = plain, .slack = capped(slack), .limit = capped(limit), .jobs = jobs,
                     .progress = {.best = INFINITE}, .keep_parts = report != Py_None && parts != Py_None};
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
        !take_parts(&search, parts) || !take_beam(&search, beam, question.n, &widths, &estimates))
        goto end;
    if (!fill_search(&search, &question, price_list, memory != Py_None))
        goto end;
    if (memory != Py_None) {
        Kept *kept = kept_in(memory, self);
        const char *wrong = !kept ? NULL : plain ? "the plain route keeps nothing" : lend_kept(kept, &search);
        if (wrong)
            PyErr_SetString(PyExc_ValueError, wrong);
        if (wrong || !kept)
            goto end;
        question.kept = kept;
    }
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
    else if (search.failure == USELESS_GUESS)
        PyErr_SetString(PyExc_ValueError, "an opening that is of no use for these secrets");
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
    if (question.kept)
        take_back(question.kept, &search);
    free_search(&search);
    free(question.secrets);
    free(question.history);
    free(question.openings);
    free(price_list);
    free(estimates);
    free(widths);
    return result;
}
