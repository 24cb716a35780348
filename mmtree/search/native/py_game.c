/* Python bindings: the class Game, except its constructors and its search. */

#include "py_bindings.h"
#include "canonical_form.h"
#include "feasibility.h"
#include "feedback_matrix.h"
#include "one_step.h"
#include "plan.h"
#include "transposition_table.h"

#include <stdlib.h>
#include <string.h>

static void game_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    free(((GameObject *)self)->memory);
    freefunc release_object = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release_object(self);
    Py_DECREF(type);
}

typedef struct { uint32_t *secrets, *guesses, *sizes; size_t n, count; } CellSizesCall;

static void count_cells_step(Worker *worker, void *context)
{
    const CellSizesCall *call = context;
    const Game *game = worker->search->game;
    const uint32_t n = (uint32_t)call->n, count = (uint32_t)call->count;
    const ComparedSecrets secrets = prepare_secrets(&worker->arena, game, call->secrets, n);
    const Codes codes = make_code_columns(&worker->arena, game, call->guesses, count);
    uint32_t (*sizes)[BLOCK] = allocate(&worker->arena, (size_t)game->feedbacks * sizeof *sizes);
    FeedbackList listed = {0};
    for (uint32_t block = 0; block < count; block += BLOCK) {
        check_stop(&worker->arena);
        count_cells(game, &codes, block, &secrets, sizes, &listed);
        const uint32_t lanes = count - block < BLOCK ? count - block : BLOCK;
        for (int value = 0, i = 0; value < game->feedbacks; value++) {
            uint32_t *out = call->sizes + (size_t)value * count + block;
            if (value == listed.feedback[i])
                memcpy(out, sizes[listed.feedback[i++]], lanes * sizeof *out);
            else
                memset(out, 0, lanes * sizeof *out);
        }
    }
}

static PyObject *game_cell_sizes(PyObject *self, PyObject *arguments)
{
    const Game *game = get_game(self);
    PyObject *secrets, *guesses, *sizes;
    if (!game || !PyArg_ParseTuple(arguments, "OOO", &secrets, &guesses, &sizes))
        return NULL;
    Py_buffer view = {0};
    CellSizesCall call = {0};
    bool valid = (call.secrets = copy_secrets(secrets, game, false, &call.n)) &&
                (call.guesses = copy_ranks(guesses, game, false, "guesses", &call.count)) &&
                get_buffer(sizes, &view, 4, true, "sizes");
    if (valid && (size_t)view.len != call.count * (size_t)game->feedbacks * 4) {
        PyErr_SetString(PyExc_ValueError, "sizes must have one item for each feedback and guess");
        valid = false;
    }
    call.sizes = view.buf;
    valid = valid && run_unlocked(game, count_cells_step, &call);
    free(call.secrets);
    free(call.guesses);
    if (view.obj)
        PyBuffer_Release(&view);
    return valid ? Py_NewRef(Py_None) : NULL;
}

static PyObject *game_split(PyObject *self, PyObject *arguments)
{
    const Game *game = get_game(self);
    PyObject *secrets_given, *cells_given;
    Py_ssize_t guess;
    if (!game || !PyArg_ParseTuple(arguments, "OnO", &secrets_given, &guess, &cells_given))
        return NULL;
    size_t n;
    uint32_t *secrets = copy_secrets(secrets_given, game, false, &n);
    uint8_t *feedback = secrets ? malloc(n + 1) : NULL;
    Py_buffer cells = {0};
    PyObject *found = NULL;
    if (secrets && !feedback)
        PyErr_NoMemory();
    else if (secrets && get_buffer(cells_given, &cells, 4, true, "cells")) {
        if (guess < 0 || (size_t)guess >= game->all.count || (size_t)cells.len != 4 * n)
            PyErr_SetString(PyExc_ValueError, "guess is out of range, or cells is not as long as secrets");
        else
            found = PyList_New(0);
    }
    if (found) {
        uint32_t sizes[MAX_FEEDBACKS], ends[MAX_FEEDBACKS];
        for (size_t i = 0; i < n; i++)
            feedback[i] = (uint8_t)compute_feedback(game, (uint32_t)guess, secrets[i]);
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

typedef struct { uint32_t *secrets; size_t n; } CanonicalFormCall; /* replaced by the form */

static void find_canonical_form(Worker *worker, void *context)
{
    CanonicalFormCall *call = context;
    const uint32_t n = (uint32_t)call->n;
    Signatures *signatures = make_signatures(&worker->arena, worker->search->game, call->secrets, n);
    memcpy(call->secrets, canonical_form(&worker->arena, signatures, NULL), n * sizeof *call->secrets);
}

static PyObject *game_canonical_form(PyObject *self, PyObject *secrets)
{
    const Game *game = get_game(self);
    CanonicalFormCall call = {0};
    if (!game || !(call.secrets = copy_secrets(secrets, game, true, &call.n)))
        return NULL;
    PyObject *found = NULL;
    if (!call.n || game->kind == OF_TABLE || !bytes_per_number(game))
        PyErr_SetString(PyExc_ValueError,
                        "secrets is empty, codes of these rules exceed 32 bits, or a table gives the answers");
    else if (run_unlocked(game, find_canonical_form, &call))
        found = PyBytes_FromStringAndSize((const char *)call.secrets, (Py_ssize_t)(4 * call.n));
    free(call.secrets);
    return found;
}

typedef struct {
    uint32_t *secrets, *history;
    size_t n, guesses;
    int rule;
    int64_t *weights;
    uint32_t chosen;
} ChooseCall;

static void choose_step(Worker *worker, void *context)
{
    ChooseCall *call = context;
    const uint32_t n = (uint32_t)call->n;
    /* Looking for symmetry pays only for large sets and short histories. For knuth, 32 secrets instead of 64
       take 1.07 (4p8c) and 1.10 (5p6c) of the instructions, 128 take 0.96 and 0.95. */
    const Symmetry *symmetry =
        n > 64 && call->guesses <= 2
            ? symmetry_of_cell(&worker->arena, worker->search->game, call->secrets, n, call->history,
                               call->guesses)
            : NULL;
    Choice choice = {call->secrets, n, symmetry, call->rule, call->weights};
    call->chosen = choose_guess(worker, &choice);
}

static PyObject *game_choose(PyObject *self, PyObject *arguments)
{
    const Game *game = get_game(self);
    PyObject *secrets, *history, *weights;
    ChooseCall call = {0};
    if (!game || !PyArg_ParseTuple(arguments, "OOiO", &secrets, &history, &call.rule, &weights))
        return NULL;
    if (call.rule < LARGEST_CELL || call.rule > WEIGHTS ||
        (call.rule == WEIGHTS) == (weights == Py_None)) {
        PyErr_SetString(PyExc_ValueError, "rule is unknown, or weights and rule do not fit");
        return NULL;
    }
    size_t weight_count = 0;
    bool valid = (call.secrets = copy_secrets(secrets, game, true, &call.n)) &&
                (call.history = copy_ranks(history, game, false, "history", &call.guesses)) &&
                (weights == Py_None || (call.weights = copy_buffer(weights, 8, "weights", &weight_count)));
    bool fit = valid && call.n && (weights == Py_None || weight_count > call.n);
    if (valid && !fit)
        PyErr_SetString(PyExc_ValueError, "secrets is empty, or weights has fewer than secrets + 1 items");
    valid = fit && run_unlocked(game, choose_step, &call);
    free(call.secrets);
    free(call.history);
    free(call.weights);
    return valid ? PyLong_FromLong(call.chosen == NONE ? -1 : (long)call.chosen) : NULL;
}

typedef struct {
    uint32_t *history;
    size_t guesses;
    Py_buffer lowest;
} RepresentativesCall;

static void sift_step(Worker *worker, void *context)
{
    RepresentativesCall *call = context;
    const Game *game = worker->search->game;
    const Symmetry *symmetry = symmetry_of_history(&worker->arena, game, call->history, call->guesses);
    for (uint32_t rank = 0; rank < game->all.count; rank++) {
        check_stop(&worker->arena);
        ((uint8_t *)call->lowest.buf)[rank] = !symmetry || is_representative(game, symmetry, rank);
    }
}

static PyObject *game_representatives(PyObject *self, PyObject *arguments)
{
    const Game *game = get_game(self);
    PyObject *history, *lowest;
    RepresentativesCall call = {0};
    if (!game || !PyArg_ParseTuple(arguments, "OO", &history, &lowest))
        return NULL;
    if (game->kind == OF_TABLE) {
        PyErr_SetString(PyExc_ValueError, "a table gives the answers, so no guess is known to equal another");
        return NULL;
    }
    bool valid = (call.history = copy_ranks(history, game, false, "history", &call.guesses)) &&
                get_buffer(lowest, &call.lowest, 1, true, "lowest");
    if (valid && (call.guesses > MAX_HISTORY || (size_t)call.lowest.len != game->all.count)) {
        PyErr_SetString(PyExc_ValueError,
                        "history is longer than 1000, or lowest has not one item for each code");
        valid = false;
    }
    valid = valid && run_unlocked(game, sift_step, &call);
    free(call.history);
    if (call.lowest.obj)
        PyBuffer_Release(&call.lowest);
    return valid ? Py_NewRef(Py_None) : NULL;
}

typedef struct {
    uint32_t *secrets, *history;
    size_t n, guesses;
    int left, tries;
    Capacity capacity;
    bool found;
    uint32_t *plan;
    size_t length;
} FeasibilityCall;

static void within_step(Worker *worker, void *context)
{
    FeasibilityCall *call = context;
    const uint32_t n = (uint32_t)call->n;
    if (worker->search->game->kind == OF_TABLE && !call->tries)
        worker->search->transposition_table = make_transposition_table(worker->search->game);
    const Symmetry *symmetry =
        n > 2 && !call->tries ? symmetry_of_cell(&worker->arena, worker->search->game, call->secrets, n,
                                                 call->history, call->guesses)
                                : NULL;
    call->found = find_tree_within(worker, &call->capacity, call->secrets, n, (uint32_t)call->left,
                                   (uint32_t)call->tries, symmetry);
    call->plan = copy_plan(worker, 0, &call->length);
}

static PyObject *game_within(PyObject *self, PyObject *arguments)
{
    const Game *game = get_game(self);
    PyObject *secrets, *history, *most;
    FeasibilityCall call = {0};
    if (!game || !PyArg_ParseTuple(arguments, "OOiiO", &secrets, &history, &call.left, &call.tries, &most))
        return NULL;
    if (call.left < 0 || call.tries < 0) {
        PyErr_SetString(PyExc_ValueError, "left and tries must be at least 0");
        return NULL;
    }
    PyObject *found = NULL;
    uint32_t *capacity = NULL;
    size_t given = 0;
    bool valid = (call.secrets = copy_secrets(secrets, game, true, &call.n)) &&
                (call.history = copy_ranks(history, game, false, "history", &call.guesses)) &&
                (capacity = copy_buffer(most, 4, "most", &given));
    call.capacity = (Capacity){capacity, (uint32_t)(given / (size_t)game->feedbacks)};
    if (valid && (!call.n || call.guesses > MAX_HISTORY || given % (size_t)game->feedbacks)) {
        PyErr_SetString(PyExc_ValueError,
                        "secrets is empty, history is longer than 1000, or most has incomplete rows");
        valid = false;
    }
    if (valid && run_unlocked(game, within_step, &call))
        found = call.found ? PyBytes_FromStringAndSize(call.length ? (const char *)call.plan : "",
                                                       (Py_ssize_t)(4 * call.length))
                             : Py_NewRef(Py_None);
    free(call.secrets);
    free(call.history);
    free(call.plan);
    free(capacity);
    return found;
}

static PyMethodDef game_methods[] = {
    {"cell_sizes", game_cell_sizes, METH_VARARGS, "cell_sizes(secrets, guesses, sizes)"},
    {"split", game_split, METH_VARARGS, "split(secrets, guess, cells) -> [(feedback, size), ...]"},
    {"canonical_form", game_canonical_form, METH_O, "canonical_form(secrets) -> numbers"},
    {"choose", game_choose, METH_VARARGS, "choose(secrets, history, rule, weights)"},
    {"representatives", game_representatives, METH_VARARGS, "representatives(history, lowest)"},
    {"of_table", (PyCFunction)(void (*)(void))game_of_table, METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "of_table(answers, secrets, values, lowest, *, consistent) -> Game"},
    {"memory", game_memory, METH_NOARGS, "memory() -> an empty search cache"},
    {"search", (PyCFunction)(void (*)(void))game_search, METH_VARARGS | METH_KEYWORDS,
     "search(secrets, history, openings, prices, jobs, report, parts, limit, memory, beam)"},
    {"prove", (PyCFunction)(void (*)(void))game_prove, METH_VARARGS | METH_KEYWORDS,
     "prove(openings, prices, report, limit, most) -> records, their number"},
    {"within", game_within, METH_VARARGS, "within(secrets, history, left, tries, most) -> plan or None"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot game_slots[] = {
    {Py_tp_init, game_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, game_free},
    {Py_tp_methods, game_methods},
    {Py_tp_doc, "The guesses and secrets of a game, ready to be compared."},
    {0, NULL},
};

PyType_Spec game_spec = {
    "mmtree.search.native.kernel.Game", sizeof(GameObject), 0, Py_TPFLAGS_DEFAULT, game_slots};
