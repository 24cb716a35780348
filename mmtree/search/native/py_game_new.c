/* Python bindings: the constructors of the class Game. */

#include "py_bindings.h"

#include <stdlib.h>

/* Sets the exception for a game that was not made; true if it was. */
static bool check_game(const GameObject *object, const char *error)
{
    if (!object->memory && error)
        PyErr_SetString(PyExc_ValueError, error);
    else if (!object->memory)
        PyErr_NoMemory();
    return object->memory;
}

int game_init(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"pegs", "colors", "distinct", "whites", "values",
                            "secrets", "holes", "consistent", "symmetric", "by_place", NULL};
    GameObject *object = (GameObject *)self;
    PyObject *secrets_given = Py_None, *values_given;
    int pegs, colors, distinct, whites, holes = 0, consistent = 0, symmetric = 1, by_place = 0;
    if (object->memory) {
        PyErr_SetString(PyExc_TypeError, "Game.__init__ may be called only once");
        return -1;
    }
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "iippO|$Opppp", names, &pegs, &colors, &distinct, &whites,
                                     &values_given, &secrets_given, &holes, &consistent, &symmetric, &by_place) ||
        !check_argument(!holes || secrets_given != Py_None, "holes need secrets"))
        return -1;
    uint32_t *secrets = NULL;
    uint8_t *values = NULL;
    size_t secret_count = 0;
    Feedbacks given = {NULL, 0};
    if ((secrets_given == Py_None || (secrets = copy_buffer(secrets_given, 4, "secrets", &secret_count))) &&
        (given.values = values = copy_buffer(values_given, 1, "values", &given.count))) {
        object->game = (Game){.pegs = pegs, .colors = colors, .distinct = distinct, .whites = whites,
                              .hole = holes ? colors - 1 : -1, .consistent = consistent, .symmetric = symmetric,
                              .by_place = by_place};
        check_game(object, make_game(&object->game, secrets, secret_count, &given, &object->memory));
    }
    free(secrets);
    free(values);
    return object->memory ? 0 : -1;
}

PyObject *game_of_table(PyObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"answers", "secrets", "values", "lowest", "consistent", "letters", "elsewhere", NULL};
    PyObject *answers_given, *secrets_given, *values_given, *lowest_given, *letters_given = Py_None,
             *self = NULL;
    int consistent = 0, elsewhere = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OOOO|$pOp", names, &answers_given, &secrets_given,
                                     &values_given, &lowest_given, &consistent, &letters_given, &elsewhere))
        return NULL;
    uint32_t *secrets = NULL, *lowest = NULL;
    uint8_t *values = NULL;
    size_t secret_count, lowest_count;
    Feedbacks given = {NULL, 0};
    Py_buffer answers = {0}, letters = {0};
    if ((secrets = copy_buffer(secrets_given, 4, "secrets", &secret_count)) &&
        (given.values = values = copy_buffer(values_given, 1, "values", &given.count)) &&
        (lowest = copy_buffer(lowest_given, 4, "lowest", &lowest_count)) &&
        get_buffer(answers_given, &answers, 1, false, "answers") &&
        check_argument(answers.ndim == 2 && (size_t)answers.shape[1] == secret_count,
                       "answers must have a row for each guess and a column for each secret") &&
        check_argument(lowest_count == secret_count, "lowest must have an item for each secret") &&
        (letters_given == Py_None ||
         (get_buffer(letters_given, &letters, 2, false, "letters") &&
          check_argument(letters.ndim == 2 && letters.shape[0] == answers.shape[0] && letters.shape[1] >= 1 &&
                             letters.shape[1] <= MAX_PEGS && !consistent,
                         "letters must have a row of 1 to 9 for each guess, and guesses not be consistent"))))
        self = PyType_GenericNew((PyTypeObject *)type, NULL, NULL);
    if (self) {
        GameObject *object = (GameObject *)self;
        object->game = (Game){.consistent = consistent};
        const Letters given_letters = {letters.buf, letters.obj ? (int)letters.shape[1] : 0, elsewhere};
        if (!check_game(object, make_table_game(&object->game, answers.buf, (size_t)answers.shape[0], secrets, lowest,
                                                secret_count, &given, &given_letters, &object->memory)))
            Py_CLEAR(self);
    }
    if (answers.obj)
        PyBuffer_Release(&answers);
    if (letters.obj)
        PyBuffer_Release(&letters);
    free(secrets);
    free(lowest);
    free(values);
    return self;
}
