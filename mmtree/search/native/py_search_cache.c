/* Python bindings: Game.memory(), a search cache in a capsule. */

#include "py_bindings.h"
#include "search_cache.h"

#include <stdlib.h>

static const char name[] = "mmtree.search.native.kernel.memory";

static void free_memory(PyObject *memory)
{
    free_search_cache(PyCapsule_GetPointer(memory, name));
    Py_XDECREF((PyObject *)PyCapsule_GetContext(memory));
}

PyObject *game_memory(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    SearchCache *cache = get_game(self) ? calloc(1, sizeof *cache) : NULL;
    PyObject *memory = cache ? PyCapsule_New(cache, name, free_memory) : NULL;
    if (!memory) {
        free(cache);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    if (PyCapsule_SetContext(memory, self)) {
        Py_DECREF(memory);
        return NULL;
    }
    Py_INCREF(self); /* the cache refers to the codes of its game */
    return memory;
}

SearchCache *get_search_cache(PyObject *memory, PyObject *game)
{
    if (!PyCapsule_IsValid(memory, name) || PyCapsule_GetContext(memory) != game) {
        PyErr_SetString(PyExc_ValueError, "memory must come from memory() of this Game");
        return NULL;
    }
    return PyCapsule_GetPointer(memory, name);
}
