/* The extension module mmtree.search.native.kernel. */

#include "py_bindings.h"
#include "one_step.h"
#include "vectors.h"

static PyObject *use_vectors(PyObject *module, PyObject *name)
{
    (void)module;
    const char *wanted = PyUnicode_AsUTF8AndSize(name, NULL);
    if (!wanted)
        return NULL;
    if (select_vectors(wanted))
        Py_RETURN_NONE;
    PyErr_Format(PyExc_ValueError, "this machine does not support %s", wanted);
    return NULL;
}

static PyObject *vectors_used(PyObject *module, PyObject *nothing)
{
    (void)module, (void)nothing;
    return PyUnicode_FromString(vectors->name);
}

static PyMethodDef functions[] = {
    {"vectors", vectors_used, METH_NOARGS, "The instruction set in use."},
    {"use_vectors", use_vectors, METH_O, "Use another instruction set: baseline, avx2 or avx512."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "mmtree.search.native.kernel", "Counting partitions and exact search, in C.",
    -1, functions, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit_kernel(void)
{
    if (!select_vectors("avx512"))
        select_vectors("avx2");
    PyObject *module = PyModule_Create(&definition);
    if (!module)
        return NULL;
    PyObject *type = PyType_FromSpec(&game_spec);
    parts_error = PyErr_NewException("mmtree.search.native.kernel.PartsError", PyExc_ValueError, NULL);
    if (!type || !parts_error || PyModule_AddObjectRef(module, "PartsError", parts_error) ||
        PyModule_AddObjectRef(module, "Game", type) ||
        PyModule_AddIntMacro(module, LARGEST_CELL) || PyModule_AddIntMacro(module, EXPECTED_SIZE) ||
        PyModule_AddIntMacro(module, MOST_CELLS) || PyModule_AddIntMacro(module, WEIGHTS)) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    Py_DECREF(type);
    return module;
}
