/* Python bindings: arguments, and long work without Python's global lock. */

#include "py_bindings.h"
#include "transposition_table.h"

#include <stdlib.h>
#include <string.h>

PyObject *parts_error;

bool check_argument(bool valid, const char *error)
{
    if (!valid)
        PyErr_SetString(PyExc_ValueError, error);
    return valid;
}

bool get_buffer(PyObject *object, Py_buffer *view, Py_ssize_t item, bool writable, const char *what)
{
    if (PyObject_GetBuffer(object, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0)))
        return false;
    const char *format = view->format ? view->format : "B";
    const char *kinds = item == 1 ? "B" : item == 2 ? "H" : item == 4 ? (writable ? "iIlL" : "IL") : "ql";
    if (view->itemsize != item || !*format || !strchr(kinds, *format) || format[1]) {
        PyErr_Format(PyExc_TypeError, "%s: must be a contiguous array of integers of %zd bytes", what, item);
        PyBuffer_Release(view);
        return false;
    }
    return true;
}

void *copy_buffer(PyObject *object, Py_ssize_t item, const char *what, size_t *count)
{
    Py_buffer view;
    if (!get_buffer(object, &view, item, false, what))
        return NULL;
    void *copy = malloc((size_t)view.len + 1);
    *count = (size_t)(view.len / item);
    if (!copy)
        PyErr_NoMemory();
    else if (view.len)
        memcpy(copy, view.buf, (size_t)view.len);
    PyBuffer_Release(&view);
    return copy;
}

uint32_t *copy_ranks(PyObject *object, const Game *game, bool rising, const char *what, size_t *count)
{
    uint32_t *ranks = copy_buffer(object, 4, what, count);
    for (size_t i = 0; ranks && i < *count; i++)
        if (ranks[i] >= game->all.count || (rising && i && ranks[i] <= ranks[i - 1])) {
            PyErr_Format(PyExc_ValueError, "%s: rank %u at index %zu is out of range or order", what,
                         (unsigned)ranks[i], i);
            free(ranks);
            return NULL;
        }
    return ranks;
}

uint32_t *copy_secrets(PyObject *object, const Game *game, bool rising, size_t *count)
{
    uint32_t *secrets = copy_ranks(object, game, rising, "secrets", count);
    for (size_t i = 0; secrets && i < *count; i++)
        if (!is_secret(game, secrets[i])) {
            PyErr_Format(PyExc_ValueError, "secrets: guess %u at index %zu cannot be the secret",
                         (unsigned)secrets[i], i);
            free(secrets);
            return NULL;
        }
    return secrets;
}

Game *get_game(PyObject *self)
{
    GameObject *object = (GameObject *)self;
    if (!object->memory) {
        PyErr_SetString(PyExc_TypeError, "Game.__init__ was not called");
        return NULL;
    }
    return &object->game;
}

/* The thread of long work, and when it last handled signals, in milliseconds. */
typedef struct { Stop stop; PyThreadState *state; int64_t last; } Signals;

/* Handles signals; true if one, like Ctrl-C, raised an exception. */
static bool handle_signals(Stop *stop)
{
    Signals *signals = (Signals *)stop;
    const int64_t now = milliseconds();
    if (now - signals->last < PAUSE)
        return false;
    signals->last = now;
    PyEval_RestoreThread(signals->state);
    const bool interrupted = PyErr_CheckSignals();
    signals->state = PyEval_SaveThread();
    return interrupted;
}

typedef struct { void (*step)(Worker *, void *); Worker *worker; void *context; } Call;

static void run_call(void *context)
{
    const Call *call = context;
    call->step(call->worker, call->context);
}

bool run_unlocked(const Game *game, void (*step)(Worker *, void *), void *context)
{
    Signals signals = {.stop = {.is_wanted = handle_signals}, .last = milliseconds()};
    Search search = {.game = game, .small = game->small};
    Worker worker = {.arena = {.stop = &signals.stop}, .search = &search};
    signals.state = PyEval_SaveThread();
    const int failure = attempt(&worker.arena, run_call, &(Call){step, &worker, context});
    free_worker(&worker);
    free_transposition_table(search.transposition_table);
    PyEval_RestoreThread(signals.state);
    if (failure == OUT_OF_MEMORY)
        PyErr_NoMemory();
    return !failure;
}
