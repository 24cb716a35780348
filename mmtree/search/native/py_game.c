/* Python's door: the class Game, but for its search. */

#include "py_bindings.h"
#include "canonical_form.h"
#include "feasibility.h"
#include "feedback_matrix.h"
#include "one_step.h"
#include "plan.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

static int game_init(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"digits", "pegs", "colors", "distinct", "whites", "feedbacks", NULL};
    GameObject *object = (GameObject *)self;
    PyObject *digits, *feedbacks;
    int pegs, colors, distinct, whites;
    if (object->memory) {
        PyErr_SetString(PyExc_TypeError, "a Game is made once");
        return -1;
    }
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OiippO", names, &digits, &pegs, &colors,
                                     &distinct, &whites, &feedbacks))
        return -1;
    Py_buffer view, values;
    if (!get_buffer(digits, &view, 1, false, "digits"))
        return -1;
    if (!get_buffer(feedbacks, &values, 1, false, "feedbacks")) {
        PyBuffer_Release(&view);
        return -1;
    }
    object->game = (Game){.pegs = pegs, .colors = colors, .distinct = distinct, .whites = whites};
    const char *wrong = check_game(&object->game, view.buf, (size_t)view.len, values.buf, (size_t)values.len);
    if (wrong)
        PyErr_SetString(PyExc_ValueError, wrong);
    else if (!(object->memory = fill_game(&object->game, view.buf)))
        PyErr_NoMemory();
    PyBuffer_Release(&view);
    PyBuffer_Release(&values);
    return object->memory ? 0 : -1;
}

static void game_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    free(((GameObject *)self)->memory);
    freefunc release_object = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release_object(self);
    Py_DECREF(type);
}

typedef struct { uint32_t *secrets, *guesses, *sizes; size_t n, count; } Counting;

static void count_cells(Worker *worker, void *context)
{
    const Counting *counting = context;
    const Game *game = worker->search->game;
    const uint32_t n = (uint32_t)counting->n, count = (uint32_t)counting->count;
    const Code *code = codes_of(worker, game, counting->secrets, n);
    const Codes codes = columns(worker, game, counting->guesses, count);
    uint32_t (*sizes)[BLOCK] = take(worker, (size_t)game->feedbacks * sizeof *sizes);
    for (uint32_t block = 0; block < count; block += BLOCK) {
        check_stop(worker);
        vectors->count(&codes, block, code, n, game->whites, game->feedbacks, game->values, sizes);
        const uint32_t lanes = count - block < BLOCK ? count - block : BLOCK;
        for (int value = 0; value < game->feedbacks; value++)
            memcpy(counting->sizes + (size_t)value * count + block, sizes[value], lanes * sizeof(uint32_t));
    }
}

static PyObject *game_cell_sizes(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *secrets, *guesses, *sizes;
    if (!game || !PyArg_ParseTuple(arguments, "OOO", &secrets, &guesses, &sizes))
        return NULL;
    Py_buffer view = {0};
    Counting counting = {0};
    bool good = (counting.secrets = copy_ranks(secrets, game, false, "secrets", &counting.n)) &&
                (counting.guesses = copy_ranks(guesses, game, false, "guesses", &counting.count)) &&
                get_buffer(sizes, &view, 4, true, "sizes");
    if (good && (size_t)view.len != counting.count * (size_t)game->feedbacks * 4) {
        PyErr_SetString(PyExc_ValueError, "sizes: one number for each feedback and guess is wanted");
        good = false;
    }
    counting.sizes = view.buf;
    good = good && run_unlocked(game, count_cells, &counting);
    free(counting.secrets);
    free(counting.guesses);
    if (view.obj)
        PyBuffer_Release(&view);
    return good ? Py_NewRef(Py_None) : NULL;
}

static PyObject *game_split(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *secrets_given, *cells_given;
    Py_ssize_t guess;
    if (!game || !PyArg_ParseTuple(arguments, "OnO", &secrets_given, &guess, &cells_given))
        return NULL;
    size_t n;
    uint32_t *secrets = copy_ranks(secrets_given, game, false, "secrets", &n);
    uint8_t *feedback = secrets ? malloc(n + 1) : NULL;
    Py_buffer cells = {0};
    PyObject *found = NULL;
    if (secrets && !feedback)
        PyErr_NoMemory();
    else if (secrets && get_buffer(cells_given, &cells, 4, true, "cells")) {
        if (guess < 0 || (size_t)guess >= game->all.count || (size_t)cells.len != 4 * n)
            PyErr_SetString(PyExc_ValueError, "guess out of range, or cells of another length");
        else
            found = PyList_New(0);
    }
    if (found) {
        uint32_t sizes[MAX_FEEDBACKS], ends[MAX_FEEDBACKS];
        for (size_t at = 0; at < n; at++)
            feedback[at] = (uint8_t)answer(game, &game->code[guess], &game->code[secrets[at]]);
        sort_by_feedback(feedback, secrets, (uint32_t)n, game->feedbacks, cells.buf, sizes, ends);
        for (int value = 0; found && value < game->feedbacks; value++) {
            if (!sizes[value])
                continue;
            PyObject *pair = Py_BuildValue("(iI)", game->values[value], sizes[value]);
            if (!pair || PyList_Append(found, pair))
                Py_CLEAR(found);
            Py_XDECREF(pair);
        }
    }
    free(secrets);
    free(feedback);
    if (cells.obj)
        PyBuffer_Release(&cells);
    return found;
}

typedef struct { uint32_t *secrets; size_t n; } Naming; /* renamed in place */

static void find_canonical_form(Worker *worker, void *context)
{
    Naming *naming = context;
    const uint32_t n = (uint32_t)naming->n;
    Signatures *of = signatures(worker, worker->search->game, naming->secrets, n);
    memcpy(naming->secrets, canonical_form(worker, of), n * sizeof *naming->secrets);
}

static PyObject *game_canonical_form(PyObject *self, PyObject *secrets)
{
    const Game *game = game_of(self);
    Naming naming = {0};
    if (!game || !(naming.secrets = copy_ranks(secrets, game, true, "secrets", &naming.n)))
        return NULL;
    PyObject *found = NULL;
    if (!naming.n || !bytes_of_number(game))
        PyErr_SetString(PyExc_ValueError, "no secrets, or codes that do not fit");
    else if (run_unlocked(game, find_canonical_form, &naming))
        found = PyBytes_FromStringAndSize((const char *)naming.secrets, (Py_ssize_t)(4 * naming.n));
    free(naming.secrets);
    return found;
}

typedef struct {
    uint32_t *secrets, *history;
    size_t n, guesses;
    int rule;
    int64_t *weights;
    uint32_t chosen;
} Choosing;

static void choose_step(Worker *worker, void *context)
{
    Choosing *choosing = context;
    const uint32_t n = (uint32_t)choosing->n;
    /* Later, and for few secrets, the symmetry left is not worth the search for it. */
    const Symmetry *symmetry =
        n > 64 && choosing->guesses <= 2
            ? symmetry_of_cell(worker, worker->search->game, choosing->secrets, n, choosing->history,
                               choosing->guesses)
            : NULL;
    Choice choice = {choosing->secrets, n, symmetry, choosing->rule, choosing->weights};
    choosing->chosen = choose_guess(worker, &choice);
}

static PyObject *game_choose(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *secrets, *history, *weights;
    Choosing choosing = {0};
    if (!game || !PyArg_ParseTuple(arguments, "OOiO", &secrets, &history, &choosing.rule, &weights))
        return NULL;
    if (choosing.rule < LARGEST_CELL || choosing.rule > WEIGHTS ||
        (choosing.rule == WEIGHTS) == (weights == Py_None)) {
        PyErr_SetString(PyExc_ValueError, "no such rule, or weights missing");
        return NULL;
    }
    size_t weighed = 0;
    bool good = (choosing.secrets = copy_ranks(secrets, game, true, "secrets", &choosing.n)) &&
                (choosing.history = copy_ranks(history, game, false, "history", &choosing.guesses)) &&
                (weights == Py_None || (choosing.weights = copy_buffer(weights, 8, "weights", &weighed)));
    bool fit = good && choosing.n && (weights == Py_None || weighed > choosing.n);
    if (good && !fit)
        PyErr_SetString(PyExc_ValueError, "no secrets, or too few weights");
    good = fit && run_unlocked(game, choose_step, &choosing);
    free(choosing.secrets);
    free(choosing.history);
    free(choosing.weights);
    return good ? PyLong_FromLong(choosing.chosen == NONE ? -1 : (long)choosing.chosen) : NULL;
}

typedef struct {
    uint32_t *history;
    size_t guesses;
    Py_buffer lowest;
} Sifting;

static void sift_step(Worker *worker, void *context)
{
    Sifting *sifting = context;
    const Game *game = worker->search->game;
    const Symmetry *symmetry = symmetry_of_history(worker, game, sifting->history, sifting->guesses);
    for (uint32_t rank = 0; rank < game->all.count; rank++) {
        check_stop(worker);
        ((uint8_t *)sifting->lowest.buf)[rank] = !symmetry || representative(game, symmetry, rank);
    }
}

static PyObject *game_representatives(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *history, *lowest;
    Sifting sifting = {0};
    if (!game || !PyArg_ParseTuple(arguments, "OO", &history, &lowest))
        return NULL;
    bool good = (sifting.history = copy_ranks(history, game, false, "history", &sifting.guesses)) &&
                get_buffer(lowest, &sifting.lowest, 1, true, "lowest");
    if (good && (sifting.guesses > 1000 || (size_t)sifting.lowest.len != game->all.count)) {
        PyErr_SetString(PyExc_ValueError, "a history too long, or lowest of another length");
        good = false;
    }
    good = good && run_unlocked(game, sift_step, &sifting);
    free(sifting.history);
    if (sifting.lowest.obj)
        PyBuffer_Release(&sifting.lowest);
    return good ? Py_NewRef(Py_None) : NULL;
}

typedef struct {
    uint32_t *secrets, *history;
    size_t n, guesses;
    unsigned left, tries;
    Capacity capacity;
    bool found;
    uint32_t *plan;
    size_t length;
} Within;

static void within_step(Worker *worker, void *context)
{
    Within *within = context;
    const uint32_t n = (uint32_t)within->n;
    const Symmetry *symmetry =
        n > 2 && !within->tries ? symmetry_of_cell(worker, worker->search->game, within->secrets, n,
                                                   within->history, within->guesses)
                                : NULL;
    within->found = find_within(worker, &within->capacity, within->secrets, n, within->left, within->tries, symmetry);
    within->plan = copy_plan(worker, 0, &within->length);
}

static PyObject *game_within(PyObject *self, PyObject *arguments)
{
    const Game *game = game_of(self);
    PyObject *secrets, *history, *most;
    Within within = {0};
    if (!game || !PyArg_ParseTuple(arguments, "OOIIO", &secrets, &history, &within.left, &within.tries, &most))
        return NULL;
    PyObject *found = NULL;
    uint32_t *capacity = NULL;
    size_t given = 0;
    bool good = (within.secrets = copy_ranks(secrets, game, true, "secrets", &within.n)) &&
                (within.history = copy_ranks(history, game, false, "history", &within.guesses)) &&
                (capacity = copy_buffer(most, 4, "most", &given));
    within.capacity = (Capacity){capacity, (uint32_t)(given / (size_t)game->feedbacks)};
    if (good && (!within.n || within.guesses > 1000 || given % (size_t)game->feedbacks)) {
        PyErr_SetString(PyExc_ValueError, "no secrets, a history too long, or a capacity that is cut");
        good = false;
    }
    if (good && run_unlocked(game, within_step, &within))
        found = within.found ? PyBytes_FromStringAndSize(within.length ? (const char *)within.plan : "",
                                                         (Py_ssize_t)(4 * within.length))
                             : Py_NewRef(Py_None);
    free(within.secrets);
    free(within.history);
    free(within.plan);
    free(capacity);
    return found;
}

static PyMethodDef game_methods[] = {
    {"cell_sizes", game_cell_sizes, METH_VARARGS, "cell_sizes(secrets, guesses, sizes)"},
    {"split", game_split, METH_VARARGS, "split(secrets, guess, cells) -> [(feedback, size), ...]"},
    {"canonical_form", game_canonical_form, METH_O, "canonical_form(secrets) -> numbers"},
    {"choose", game_choose, METH_VARARGS, "choose(secrets, history, rule, weights)"},
    {"representatives", game_representatives, METH_VARARGS, "representatives(history, lowest)"},
    {"memory", game_memory, METH_NOARGS, "memory() -> what is kept from one search to the next"},
    {"search", (PyCFunction)(void (*)(void))game_search, METH_VARARGS | METH_KEYWORDS,
     "search(secrets, history, openings, prices, slack, jobs, report, parts, plain, limit, memory)"},
    {"within", game_within, METH_VARARGS, "within(secrets, history, left, tries, most) -> plan or None"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot game_slots[] = {
    {Py_tp_init, game_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, game_free},
    {Py_tp_methods, game_methods},
    {Py_tp_doc, "The codes of some rules, ready to be compared."},
    {0, NULL},
};

PyType_Spec game_spec = {
    "mmtree.search.native.kernel.Game", sizeof(GameObject), 0, Py_TPFLAGS_DEFAULT, game_slots};
