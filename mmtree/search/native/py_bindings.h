/* Python's door: what its files share. */

#ifndef MMTREE_PY_BINDINGS_H
#define MMTREE_PY_BINDINGS_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>

#include "game.h"
#include "search.h"

typedef struct { PyObject_HEAD Game game; void *memory; } GameObject;

/* Python's signals, looked at from within long work of the calling thread itself. */
typedef struct Signals { PyThreadState *state; int64_t last; } Signals;

/* A contiguous buffer of integers of the size wanted; false and an exception if it is none. */
bool get_buffer(PyObject *object, Py_buffer *view, Py_ssize_t item, bool writable, const char *what);

/* A copy of such a buffer, which nobody else can change; NULL and an exception if it is none. */
void *copy_buffer(PyObject *object, Py_ssize_t item, const char *what, size_t *count);

/* The same of ranks below the number of codes. */
uint32_t *copy_ranks(PyObject *object, const Game *game, bool rising, const char *what, size_t *count);

/* NULL and an exception where __init__ was never called. */
Game *get_game(PyObject *self);

/* Runs a step without Python's lock; false, and an exception, when it was left. */
bool run_unlocked(const Game *game, void (*step)(Worker *, void *), void *context);

/* Game.memory, in py_search_cache.c: what is kept from one search of a game to the next. */
struct SearchCache;
PyObject *game_memory(PyObject *self, PyObject *nothing);

/* NULL and an exception where it is none of this game. */
struct SearchCache *get_search_cache(PyObject *memory, PyObject *game);

/* Game.search, in py_search.c. */
PyObject *game_search(PyObject *self, PyObject *arguments, PyObject *keywords);

/* The class Game, in py_game.c. */
extern PyType_Spec game_spec;

extern PyObject *parts_error; /* PartsError, in kernel.c */

#endif
