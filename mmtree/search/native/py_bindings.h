/* The Python bindings: arguments, signals, and the objects that several of their files use. */

#pragma once

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030b0000
#endif
#include <Python.h>

#include "game.h"
#include "search.h"

/* The most guesses of a history, and levels of a beam: more than any game needs, and few enough that a
   hostile argument cannot exhaust the memory. */
enum { MAX_HISTORY = 1000 };

typedef struct { PyObject_HEAD Game game; void *memory; } GameObject;

/* Returns `valid`; if false, with a ValueError. */
bool check_argument(bool valid, const char *error);

/* Gets a C-contiguous buffer of integers of `item` bytes (1, 2, 4 or 8). False with an exception if the
   object is none; `what` names it in the message. */
bool get_buffer(PyObject *object, Py_buffer *view, Py_ssize_t item, bool writable, const char *what);

/* Copies such a buffer, so that no other thread can change it; the caller frees it. NULL with an
   exception. */
void *copy_buffer(PyObject *object, Py_ssize_t item, const char *what, size_t *count);

/* Copies a buffer of ranks and checks that they are below the number of codes and, if asked, rising. */
uint32_t *copy_ranks(PyObject *object, const Game *game, bool rising, const char *what, size_t *count);

/* copy_ranks() for secrets, which must be secrets of the game. */
uint32_t *copy_secrets(PyObject *object, const Game *game, bool rising, size_t *count);

/* The game of a Game object; NULL with an exception if its __init__ was never called. */
Game *get_game(PyObject *self);

/* Runs a step without Python's global lock, handling signals. False with an exception if it failed. */
bool run_unlocked(const Game *game, void (*step)(Worker *, void *), void *context);

/* Game.memory() (py_memory.c). */
PyObject *game_memory(PyObject *self, PyObject *nothing);

/* Game.search() and Game.prove() (py_search.c). */
PyObject *game_search(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *game_prove(PyObject *self, PyObject *arguments, PyObject *keywords);

/* Game.__init__() and Game.of_table() (py_game_new.c). */
int game_init(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *game_of_table(PyObject *type, PyObject *arguments, PyObject *keywords);

/* The class Game (py_game.c). */
extern PyType_Spec game_spec;

extern PyObject *parts_error; /* PartsError */
