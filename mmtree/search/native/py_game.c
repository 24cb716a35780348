/* Python bindings: the class Game, except its constructors and its search. */

#include "py_bindings.h"
#include "canonical_form.h"
#include "cell_limits.h"
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

/* A call of a method: copies of its arguments, and its result. */
typedef struct {
    const Game *game;
    uint32_t *secrets, *guesses, *capacity; /* guesses: also those of a history */
    int64_t *weights;
    size_t n, count, given, weight_count;
    int rule, left, tries;
    Py_buffer out;
    bool found;
    uint32_t *plan, chosen;
    size_t length;
} Call;

/* Frees a call, and returns its result: None if the call is done and has no other. */
static PyObject *end_call(Call *call, bool done, PyObject *result)
{
    void *const owned[] = {call->secrets, call->guesses, call->capacity, call->weights, call->plan};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    if (call->out.obj)
        PyBuffer_Release(&call->out);
    return done && !result && !PyErr_Occurred() ? Py_NewRef(Py_None) : result;
}

static void count_cells_step(Worker *worker, void *context)
{
    const Call *call = context;
    const Game *game = call->game;
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
            uint32_t *out = (uint32_t *)call->out.buf + (size_t)value * count + block;
            if (value == listed.feedback[i])
                memcpy(out, sizes[listed.feedback[i++]], lanes * sizeof *out);
            else
                memset(out, 0, lanes * sizeof *out);
        }
    }
}

static PyObject *game_cell_sizes(PyObject *self, PyObject *arguments)
{
    Call call = {.game = get_game(self)};
    PyObject *secrets, *guesses, *sizes;
    const bool done =
        call.game && PyArg_ParseTuple(arguments, "OOO", &secrets, &guesses, &sizes) &&
        (call.secrets = copy_secrets(secrets, call.game, false, &call.n)) &&
        (call.guesses = copy_ranks(guesses, call.game, false, "guesses", &call.count)) &&
        get_buffer(sizes, &call.out, 4, true, "sizes") &&
        check_argument((size_t)call.out.len == call.count * (size_t)call.game->feedbacks * 4,
                       "sizes must have one item for each feedback and guess") &&
        run_unlocked(call.game, count_cells_step, &call);
    return end_call(&call, done, NULL);
}

/* Sorts the secrets into the cells of a guess; lists (feedback, size) of each. NULL with an exception. */
static PyObject *split_secrets(const Call *call, uint32_t guess)
{
    const Game *game = call->game;
    const uint32_t n = (uint32_t)call->n;
    uint32_t sizes[MAX_FEEDBACKS], ends[MAX_FEEDBACKS];
    uint8_t *feedback = malloc(call->n + 1);
    PyObject *found = feedback ? PyList_New(0) : PyErr_NoMemory();
    for (uint32_t i = 0; found && i < n; i++)
        feedback[i] = (uint8_t)compute_feedback(game, guess, call->secrets[i]);
    if (found)
        sort_by_feedback(feedback, call->secrets, n, game->feedbacks, call->out.buf, sizes, ends);
    for (int value = 0; found && value < game->feedbacks; value++) {
        if (!sizes[value])
            continue;
        PyObject *pair = Py_BuildValue("(iI)", game->values[value], sizes[value]);
        if (!pair || PyList_Append(found, pair))
            Py_CLEAR(found);
        Py_XDECREF(pair);
    }
    free(feedback);
    return found;
}

static PyObject *game_split(PyObject *self, PyObject *arguments)
{
    Call call = {.game = get_game(self)};
    PyObject *secrets, *cells;
    Py_ssize_t guess;
    const bool valid =
        call.game && PyArg_ParseTuple(arguments, "OnO", &secrets, &guess, &cells) &&
        (call.secrets = copy_secrets(secrets, call.game, false, &call.n)) &&
        get_buffer(cells, &call.out, 4, true, "cells") &&
        check_argument(guess >= 0 && (size_t)guess < call.game->all.count && (size_t)call.out.len == 4 * call.n,
                       "guess is out of range, or cells is not as long as secrets");
    return end_call(&call, valid, valid ? split_secrets(&call, (uint32_t)guess) : NULL);
}

/* Replaces the secrets by their canonical form. */
static void find_canonical_form(Worker *worker, void *context)
{
    const Call *call = context;
    const Set set = make_matrix(&worker->arena, call->game, call->secrets, (uint32_t)call->n, 0);
    uint64_t key;
    Signatures *signatures = sign_set(&worker->arena, call->game, set, false, &key);
    memcpy(call->secrets, canonical_form(&worker->arena, signatures, NULL), call->n * sizeof *call->secrets);
}

static PyObject *game_canonical_form(PyObject *self, PyObject *secrets)
{
    Call call = {.game = get_game(self)};
    const bool done =
        call.game && (call.secrets = copy_secrets(secrets, call.game, true, &call.n)) &&
        check_argument(call.n && call.game->kind == OF_CODES && bytes_per_number(call.game),
                       "secrets is empty, codes of these rules exceed 32 bits, or a table gives the answers") &&
        run_unlocked(call.game, find_canonical_form, &call);
    return end_call(&call, done, done ? PyBytes_FromStringAndSize((char *)call.secrets, (Py_ssize_t)(4 * call.n))
                                      : NULL);
}

static void choose_step(Worker *worker, void *context)
{
    Call *call = context;
    const uint32_t n = (uint32_t)call->n;
    /* Looking for symmetry pays only for large sets and short histories. For knuth, 32 secrets instead of 64
       take 1.07 (4p8c) and 1.10 (5p6c) of the instructions, 128 take 0.96 and 0.95. */
    const Symmetry *symmetry =
        n > 64 && call->count <= 2
            ? symmetry_of_cell(&worker->arena, call->game, call->secrets, n, call->guesses, call->count)
            : NULL;
    Choice choice = {call->secrets, n, symmetry, call->rule, call->weights};
    call->chosen = choose_guess(worker, &choice);
}

static PyObject *game_choose(PyObject *self, PyObject *arguments)
{
    Call call = {.game = get_game(self)};
    PyObject *secrets, *history, *weights;
    const bool done =
        call.game && PyArg_ParseTuple(arguments, "OOiO", &secrets, &history, &call.rule, &weights) &&
        check_argument(call.rule >= LARGEST_CELL && call.rule <= WEIGHTS &&
                           (call.rule == WEIGHTS) != (weights == Py_None),
                       "rule is unknown, or weights and rule do not fit") &&
        (call.secrets = copy_secrets(secrets, call.game, true, &call.n)) &&
        (call.guesses = copy_ranks(history, call.game, false, "history", &call.count)) &&
        (weights == Py_None || (call.weights = copy_buffer(weights, 8, "weights", &call.weight_count))) &&
        check_argument(call.n && (weights == Py_None || call.weight_count > call.n),
                       "secrets is empty, or weights has fewer than secrets + 1 items") &&
        run_unlocked(call.game, choose_step, &call);
    return end_call(&call, done, done ? PyLong_FromLong(call.chosen == NONE ? -1 : (long)call.chosen) : NULL);
}

static void sift_step(Worker *worker, void *context)
{
    const Call *call = context;
    const Symmetry *symmetry = symmetry_of_history(&worker->arena, call->game, call->guesses, call->count);
    for (uint32_t rank = 0; rank < call->game->all.count; rank++) {
        check_stop(&worker->arena);
        ((uint8_t *)call->out.buf)[rank] = !symmetry || is_representative(call->game, symmetry, rank);
    }
}

static PyObject *game_representatives(PyObject *self, PyObject *arguments)
{
    Call call = {.game = get_game(self)};
    PyObject *history, *lowest;
    const bool done =
        call.game && PyArg_ParseTuple(arguments, "OO", &history, &lowest) &&
        check_argument(call.game->kind == OF_CODES,
                       "a table gives the answers, so no guess is known to equal another") &&
        (call.guesses = copy_ranks(history, call.game, false, "history", &call.count)) &&
        get_buffer(lowest, &call.out, 1, true, "lowest") &&
        check_argument(call.count <= MAX_HISTORY && (size_t)call.out.len == call.game->all.count,
                       "history is longer than 1000, or lowest has not one item for each code") &&
        run_unlocked(call.game, sift_step, &call);
    return end_call(&call, done, NULL);
}

static void within_step(Worker *worker, void *context)
{
    Call *call = context;
    const Game *game = call->game;
    const uint32_t n = (uint32_t)call->n;
    const Capacity capacity = {call->capacity, (uint32_t)(call->given / (size_t)game->feedbacks)};
    if (game->kind == OF_TABLE && !call->tries)
        worker->search->transposition_table = make_transposition_table(game);
    const Symmetry *symmetry =
        n > 2 && !call->tries
            ? symmetry_of_cell(&worker->arena, game, call->secrets, n, call->guesses, call->count)
            : NULL;
    call->found = find_tree_within(worker, &capacity, call->secrets, n, (uint32_t)call->left,
                                   (uint32_t)call->tries, symmetry);
    call->plan = copy_plan(worker, 0, &call->length);
}

static PyObject *game_within(PyObject *self, PyObject *arguments)
{
    Call call = {.game = get_game(self)};
    PyObject *secrets, *history, *most;
    const bool done =
        call.game && PyArg_ParseTuple(arguments, "OOiiO", &secrets, &history, &call.left, &call.tries, &most) &&
        check_argument(call.left >= 0 && call.tries >= 0, "left and tries must be at least 0") &&
        (call.secrets = copy_secrets(secrets, call.game, true, &call.n)) &&
        (call.guesses = copy_ranks(history, call.game, false, "history", &call.count)) &&
        (call.capacity = copy_buffer(most, 4, "most", &call.given)) &&
        check_argument(call.n && call.count <= MAX_HISTORY && !(call.given % (size_t)call.game->feedbacks),
                       "secrets is empty, history is longer than 1000, or most has incomplete rows") &&
        run_unlocked(call.game, within_step, &call);
    return end_call(&call, done,
                    done && call.found
                        ? PyBytes_FromStringAndSize((char *)call.plan, (Py_ssize_t)(4 * call.length))
                        : NULL);
}

static void limits_step(Worker *worker, void *limits) { count_cell_limits(worker, limits); }

static PyObject *game_cell_limits(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    const Game *game = get_game(self);
    CellLimits limits = {.counted = false};
    if (!game || !run_unlocked(game, limits_step, &limits))
        return NULL;
    if (!limits.counted)
        Py_RETURN_NONE;
    return Py_BuildValue("(y#y#)", (char *)limits.most_cells, (Py_ssize_t)game->feedbacks, (char *)limits.found,
                         (Py_ssize_t)sizeof limits.found);
}

static PyMethodDef game_methods[] = {
    {"cell_sizes", game_cell_sizes, METH_VARARGS, "cell_sizes(secrets, guesses, sizes)"},
    {"split", game_split, METH_VARARGS, "split(secrets, guess, cells) -> [(feedback, size), ...]"},
    {"canonical_form", game_canonical_form, METH_O, "canonical_form(secrets) -> numbers"},
    {"choose", game_choose, METH_VARARGS, "choose(secrets, history, rule, weights)"},
    {"representatives", game_representatives, METH_VARARGS, "representatives(history, lowest)"},
    {"of_table", (PyCFunction)(void (*)(void))game_of_table, METH_CLASS | METH_VARARGS | METH_KEYWORDS,
     "of_table(answers, secrets, values, lowest, *, consistent) -> Game"},
    {"cell_limits", game_cell_limits, METH_NOARGS, "cell_limits() -> (most cells, secrets found) or None"},
    {"memory", game_memory, METH_NOARGS, "memory() -> an empty search cache"},
    {"search", (PyCFunction)(void (*)(void))game_search, METH_VARARGS | METH_KEYWORDS,
     "search(secrets, history, openings, prices, jobs, report, parts, limit, memory, beam, weights, uneven)"},
    {"prove", (PyCFunction)(void (*)(void))game_prove, METH_VARARGS | METH_KEYWORDS,
     "prove(openings, prices, report, limit, most, head, unchanged) -> records"},
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
